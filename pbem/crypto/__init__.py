"""Bytes in, bytes out: signatures, keys, sealed boxes, the deal and its commitments."""
