"""How the commands come to a document that somebody sent."""

from __future__ import annotations

from pbem import mail, store
from pbem.cli.games import DOCUMENT_LIMIT
from pbem.errors import PbemError


def read_document(path: str) -> bytes:
    """The document in the file *path*, or in standard input for ``-``.

    It may be there as it is, as armored text or in a raw mail; it is neither verified nor read.
    Raises what the store and `pbem.mail.extract` do, without the name of the file.
    """
    try:
        return mail.extract(store.read_document(path, DOCUMENT_LIMIT)).document
    except PbemError as problem:
        # The store names the file; so does whoever tells of the document.
        raise type(problem)(problem.message.removeprefix(f"{path}: "), problem.hint) from None
