"""A signed play-by-email adjudicator for the board game The Bloody Inn.

rules      the game itself, pure: no files, clock, chance or keys
crypto     bytes in, bytes out: signatures, sealing, commitments, the deal
formats    text to records and back, one module a document
mail       messages to documents and back
chain      the entries of a game, made anew by everybody; boxes holds what is sealed beside them
desk       the moderator's work; player, the player's; proposals, what both agree on; audit
pins       what was seen of a game; proof, evidence of two histories; receipts, of orders
history    a game as told to one reader, in steps; telling, in few words; stats, counted
table      orders on positions without keys; bot, a player
render     records to words, tables, pages and pictures
post       a desk that works mail off by itself
store      the only package that touches a disk
cli        the commands, thin, each in a module called like it or its group
errors     what can go wrong, and the exit codes
"""

__version__ = "0.1.0"
