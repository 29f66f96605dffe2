"""The commands: read options, load, call, save, print."""
