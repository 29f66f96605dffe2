"""From the bytes of a game file to its chain, with everything verified on the way.

Raises Fault, naming entry and field, where the file contradicts itself, Refused for a file that is
damaged or of another version, Unreadable for something else.
"""

import re
from collections.abc import Callable, Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pbem import rules
from pbem.chain import changes, office
from pbem.chain.chain import INVITED, Chain
from pbem.chain.sealed import Recall
from pbem.chain.seats import Invitation, self_signed
from pbem.chain.sources import Published
from pbem.chain.terms import Head, canonical
from pbem.crypto.keys import game_secret, identity_key
from pbem.crypto.signatures import Verifier, document_id, public_key
from pbem.errors import Fault, PbemError, Refused, Unreadable
from pbem.formats import entry, flat
from pbem.formats import game as gamefile
from pbem.formats.text import shown


class Opened(NamedTuple):
    """A game file that was verified, and the chain rebuilt from it."""

    file: gamefile.GameFile
    chain: Chain


def _unsealed(data: bytes) -> tuple[gamefile.GameFile, Invitation]:
    """The parts of a game file whose signature holds, and its invitation."""
    envelope = gamefile.unwrap(data)
    if not Verifier(envelope.moderator).verify("game", envelope.region, envelope.signature):
        raise Refused(
            "the game file was changed after it was signed, or damaged on its way",
            "ask for the file again",
        )
    file = gamefile.loads(envelope.region)
    try:
        document = self_signed("invitation", file.invitation)
    except PbemError as problem:
        raise Fault(problem.message, field="invitation") from None
    if document.whole != file.invitation:
        raise Fault("it is not written as it should be", field="invitation")
    return file, Invitation(document)


#: The hashes of the entries of an invitation that this reader has verified before.
Verified = Callable[[bytes], Sequence[bytes]]
#: Looks at a chain that is being rebuilt, each time an entry was added.
Watch = Callable[[Chain], None]


def open_game(
    data: bytes,
    seed: bytes | None = None,
    recall: Recall | None = None,
    verified: Verified | None = None,
    *,
    until: int | None = None,
    keep: Collection[int] = (),
    brief: bool = False,
    watch: Watch | None = None,
) -> Opened:
    """Verify a game file and rebuild its game; *seed* is the reader's, if the reader has a key.

    The moderator rebuilds it from the secret, and so does everybody once it was revealed. Others
    know of the sealed orders those that they *recall*. The signatures of entries that were
    *verified* before are not verified again, their hashes are. A *brief* look, by who has invited
    and so made those entries, makes of them the game alone and compares their documents. *until*
    leaves out
    the entries after that one, to look at the game as it was. The positions after the entries to
    *keep* can be gone back to. *watch* is shown the chain after each entry.
    """
    file, invitation = _unsealed(data)
    secret = _secret(file, invitation, seed)
    chain = Chain(
        invitation,
        secret,
        recall,
        {*keep, *_restored(file)},
        brief=brief and _is_inviter(invitation, seed),
    )
    known = () if verified is None else verified(invitation.id)
    _rebuild(chain, file, known, until, watch)
    return Opened(file, chain)


def _restored(file: gamefile.GameFile) -> set[int]:
    """The entries to whose positions the corrections of a file go back."""
    found = set()
    for stored in file.entries:
        if entry.kind_of(stored.text) == entry.CORRECT:
            named = re.search(rb"\nentry = ([0-9]{1,9})\n", stored.region or b"")
            found |= {int(named[1])} if named else set()
    return found


def _secret(file: gamefile.GameFile, invitation: Invitation, seed: bytes | None) -> bytes | None:
    """The secret of the game, if this reader knows it: a moderator, or all after the reveal."""
    if seed is not None and _is_inviter(invitation, seed):
        return game_secret(seed, invitation.document.content.raw("salt"))
    sealed = file.sealed and file.entries
    if seed is not None and sealed and public_key(identity_key(seed)) == _moderating(file):
        hashes = [document_id("entry", stored.text) for stored in file.entries]
        head = Head(invitation.id, hashes[0], len(hashes) - 1, hashes[-1])
        kept = office.read(file, invitation, head, seed)
        invitation.check_secret(kept.secret)
        return kept.secret
    if not file.entries:
        return None
    revealed = entry.secret_of(file.entries[-1].text)
    if revealed is not None:
        try:
            invitation.check_secret(revealed)
        except Refused as problem:
            last = len(file.entries) - 1
            raise Fault(problem.message, entry=last, field="secret") from None
    return revealed


def _is_inviter(invitation: Invitation, seed: bytes | None) -> bool:
    return seed is not None and invitation.moderator.key.public == public_key(identity_key(seed))


def _moderating(file: gamefile.GameFile) -> bytes:
    """The key of who moderates after the last entry, to whom the last box is sealed."""
    last = file.entries[-1] if file.entries else None
    if last is None or last.region is None or entry.kind_of(last.text) != entry.HANDOVER:
        return file.moderator
    try:
        offer = flat.read(entry.HANDOVER, last.region).raw("offer")
        return flat.read(changes.OFFER, flat.split(offer)[0]).raw("key")
    except PbemError as problem:
        raise Fault(problem.message, entry=len(file.entries) - 1, field="document") from None


def _rebuild(
    chain: Chain,
    file: gamefile.GameFile,
    verified: Sequence[bytes],
    until: int | None,
    watch: Watch | None,
) -> None:
    """Take all of a file into a chain, and compare everything in the file with it."""
    for number, registration in enumerate(file.registrations):
        try:
            chain.join(registration)
        except PbemError as problem:
            raise Fault(problem.message, field=f"registrations[{number}]") from None
    for index, stored in enumerate(file.entries):
        known = index < len(verified) and document_id("entry", stored.text) == verified[index]
        _replay(chain, index, stored, known=known)
        if watch is not None:
            watch(chain)
        if index == until:
            return
    if [taken.document.whole for taken in chain.seats.values()] != list(file.registrations):
        raise Fault("they are not written as they should be", field="registrations")
    _check_signer(file, chain)
    _compare_board(file, chain)
    _check_boxes(file, chain)


def _replay(chain: Chain, index: int, stored: entry.Stored, *, known: bool) -> None:
    """Make an entry anew and compare it, and verify the moderator's word for it.

    Of an entry that is *known* by its hash the signatures were verified before.
    """
    if chain.revealed:
        raise Fault("nothing can follow the reveal", entry=index, field="kind")
    kind = entry.kind_of(stored.text)
    if isinstance(chain.source, Published) or chain.secret is None:
        _publish(chain, index, stored.text)
    try:
        with chain.again(stored.text if known else None):
            text = _append(chain, index, kind, stored)
    except Fault:
        raise
    except (PbemError, rules.RulesError) as problem:
        raise Fault(problem.message, entry=index, field="document") from None
    if text != stored.text:
        raise _difference(index, stored.text, text)
    if known:
        return
    moderator = chain.moderator_of(index)
    if not moderator.key.verify("head", chain.head.statement(), stored.head):
        raise Fault("the moderator did not sign this entry", entry=index, field="head")


def _publish(chain: Chain, index: int, text: bytes) -> None:
    """Let a reader without the secret take from the entry what only the secret gives."""
    if not chain.hashes:
        return
    if chain.source is None:
        chain.source = Published(chain.id)
    if isinstance(chain.source, Published):
        try:
            values = entry.read(text)
        except Unreadable as problem:
            raise Fault(problem.message, entry=index, field="text") from None
        chain.source.begin(index, values)


def _append(chain: Chain, index: int, kind: str, stored: entry.Stored) -> bytes:
    if (kind == entry.GENESIS) != (index == 0):
        raise Fault(f"found the kind {shown(kind)}", entry=index, field="kind")
    own = kind in (entry.GENESIS, entry.REVEAL)
    if own and (stored.region is not None or stored.agreements):
        raise Fault(f"a {kind} has no document", entry=index, field="document")
    if kind == entry.GENESIS:
        if not chain.complete:
            raise Fault("not all players have joined", entry=index, field="registration")
        return chain.genesis()
    if kind == entry.REVEAL and chain.secret is not None:
        try:
            return chain.reveal(chain.secret)
        except Refused as problem:
            raise Fault(problem.message, entry=index, field="kind") from None
    if kind not in entry.SIGNED or stored.region is None or stored.signature is None:
        raise Fault(f"found the kind {shown(kind)}", entry=index, field="kind")
    if kind in changes.DECIDED:
        return changes.DECIDED[kind](chain, stored.region, stored.signature, stored.agreements)
    if stored.agreements:
        raise Fault("nobody is asked to agree to this", entry=index, field="agree")
    return changes.MADE[kind](chain, stored.region, stored.signature)


def _difference(index: int, found: bytes, expected: bytes) -> Fault:
    """The first line in which two texts of an entry differ."""
    for there, here in zip_longest(_lines(found), _lines(expected), fillvalue=""):
        if there != here:
            field = _key_at_fault(there, here)
            message = f"expected {here or 'no further line'}, found {there or 'the end'}"
            return Fault(message, entry=index, field=field)
    return Fault("expected another text", entry=index, field="text")


def _key_at_fault(found: str, expected: str) -> str:
    """Of two lines that differ the one whose key should stand first: it is missing or too many."""
    keys = [line.partition(" ")[0] for line in (expected, found)]
    if keys[1] not in entry.KEYS:
        return keys[0] or "text"
    return next(key for key in entry.KEYS if key in keys)


def _lines(text: bytes) -> list[str]:
    return text.decode("ascii").split("\n")[:-1]


def _check_signer(file: gamefile.GameFile, chain: Chain) -> None:
    """See that the file is signed by the moderator, at a handover still by the one before."""
    signers = (chain.moderator, chain.moderator_of(max(len(chain.hashes) - 1, 0)))
    if file.moderator not in [one.key.public for one in signers]:
        raise Fault("the file is signed by another key than the moderator's", field="moderator")


def _compare_board(file: gamefile.GameFile, chain: Chain) -> None:
    expected = None if chain.game is None else rules.public(chain.game)
    # Compared as text: for Python `true` is 1 and 1.0 is 1.
    if canonical(file.board) != canonical(expected):
        key = _first_difference(file.board, expected, "board")
        raise Fault("the board is not what follows from the orders", field=key)


def _first_difference(found: object, expected: object, where: str) -> str:
    """The path of the first key whose values differ."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in [*expected, *found]:
            if found.get(key) != expected.get(key):
                return _first_difference(found.get(key), expected.get(key), f"{where}.{key}")
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for number, (one, other) in enumerate(zip(found, expected, strict=True)):
            if one != other:
                return _first_difference(one, other, f"{where}[{number}]")
    return where


def _check_boxes(file: gamefile.GameFile, chain: Chain) -> None:
    """From the genesis on there is one box for each player and one for the moderator."""
    expected: list[tuple[str, str, int]] = []
    if chain.stage != INVITED:
        index = chain.head.number
        expected = [(name, gamefile.VIEW, index) for name in chain.players]
        expected.append((chain.moderator.name, gamefile.STORE, index))
    if [(box.to, box.purpose, box.entry) for box in file.sealed] != expected:
        raise Fault(
            "expected one box for each player and one for the moderator, made with the last entry",
            field="sealed",
        )
