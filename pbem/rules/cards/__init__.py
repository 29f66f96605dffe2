"""The cards, one table a set. A card is a row; adding one is adding a row and its test."""
