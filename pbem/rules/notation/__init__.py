"""Orders as one line of text: `read(write(order)) == order`."""

from pbem.rules.notation.reader import read
from pbem.rules.notation.writer import write

__all__ = ["read", "write"]
