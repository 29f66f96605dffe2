"""What desk and auditor find wrong; each helper fails a test if they find nothing."""

from __future__ import annotations

import pytest

from pbem import audit
from pbem.errors import Fault, Refused


def refused(at, document, *words, error=Refused):
    """See that the desk refuses a document with these words, and that nothing has changed."""
    before, entries = list(at.chain.hashes), list(at.desk.entries)
    at.desk.changed = False
    [verdict] = at.desk.take([document])
    assert isinstance(verdict.error, error), verdict
    for word in words:
        assert word in verdict.message
    assert not at.desk.changed
    assert at.chain.hashes == before
    assert at.desk.entries == entries


def fault(data, seed=None, recall=None):
    """The fault that the audit of a game file finds, for nobody or for a reader."""
    with pytest.raises(Fault) as caught:
        audit.audit(data, seed, recall)
    return caught.value
