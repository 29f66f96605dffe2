"""A signed play-by-email adjudicator for the board game The Bloody Inn.

rules     the game itself, pure: no files, clock, chance or keys
crypto    bytes in, bytes out: signatures, sealing, commitments, the deal
formats   text to records and back, one module a document
mail      messages to documents and back
render    records to words and tables
chain     the entries of a game; audit verifies them
desk      the moderator's work; player, the player's
store     the only module that touches a disk
cli       the commands, thin
errors    what can go wrong, and the exit codes
"""

__version__ = "0.1.0"
