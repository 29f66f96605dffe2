"""Text to records and back, one module a document; no disk, no keys."""
