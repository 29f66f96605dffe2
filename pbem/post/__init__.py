"""The moderator's desk: messages come in by any road, games go on, and each message is answered.

Nothing here keeps a history from being signed twice: who runs the desk brings what does.
"""
