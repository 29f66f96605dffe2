"""A game that was broken off before the deal begins again with nothing of the old one.

Who has seen the nonces of others could choose among decks, if anything of the old game counted in
the new one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import desk, player
from pbem.chain import open_game
from pbem.chain.seats import self_signed
from pbem.crypto import commitments, dealing, keys
from pbem.errors import Refused
from pbem.formats.text import encode64
from tests.cli.runner import pbem
from tests.trust import table
from tests.trust.folder import lay, write
from tests.trust.verdicts import refused


def begun_again(old, *, supersedes=None, salt=None):
    """A second invitation of the same moderator to the same people, nobody having joined."""
    at = old.split()
    data = desk.invite(
        old.moderator,
        old.chain.invitation.options,
        salt=salt or b"another salt 16b",
        supersedes=encode64(old.chain.id) if supersedes is None else supersedes,
    )
    at.desk, at.documents, at.salt = desk.Desk(data, old.moderator), [], salt or b"another salt 16b"
    return at


@pytest.fixture
def old():
    """Ben has accepted, so his nonce is known; then the game is broken off."""
    return table.accepting()


def test_registration_of_the_old_game_is_refused(old):
    at = begun_again(old)
    for name in old.seeds:
        document = old.chain.seats[name].document.whole
        refused(at, document, "the registration answers another invitation")


def test_consent_of_the_old_game_is_refused(old):
    at = begun_again(old).join()
    refused(at, old.documents[-1], "game: the game is another one")


def test_commitment_of_the_old_game_cannot_be_opened_in_the_new_one(old):
    """Not even by its player: it is bound to the invitation."""
    at = begun_again(old).join("anna")
    committed = old.chain.seats["ben"].document.content.text("nonce_commit")
    at.hand_in(at.registration("ben", nonce_commit=committed))
    nonce = old.chain.seats["ben"].nonce
    assert nonce == keys.game_nonce(old.seeds["ben"], old.chain.invitation.id, "ben")
    refused(at, at.consent("ben", nonce=encode64(nonce)), "nonce: ")
    with pytest.raises(Refused, match="does not hold the registration that your key makes"):
        player.accept(open_game(at.data()), at.seeds["ben"])


@pytest.mark.parametrize("kept", ["nothing", "the salt"])
def test_new_game_has_another_deck_whatever_the_moderator_keeps(old, kept):
    """With the same salt the secret stays the same; the nonces of the players do not."""
    at = begun_again(old, salt=old.salt if kept == "the salt" else None).join()
    assert (at.secret == old.secret) == (kept == "the salt")
    for name, seed in old.seeds.items():
        one, other = (keys.game_nonce(seed, g.chain.invitation.id, name) for g in (old, at))
        assert one != other
    assert at.chain.invitation.id != old.chain.invitation.id
    assert at.chain.id != old.chain.id
    assert at.prk != old.prk
    cards = [f"card-{number}" for number in range(30)]
    assert dealing.shuffle(at.prk, "guests", 0, cards) != dealing.shuffle(
        old.prk, "guests", 0, cards
    )


def test_key_for_boxes_of_the_old_game_opens_none_of_the_new_one(old):
    at = begun_again(old).join()
    one, other = (keys.game_seal_key(at.seeds["ben"], g.chain.invitation.id) for g in (old, at))
    assert one != other
    assert commitments.probe(at.secret, at.chain.id, "ben") != commitments.probe(
        old.secret, old.chain.id, "ben"
    )


def test_invitation_names_the_game_it_replaces_and_that_cannot_be_taken_out(old):
    at = begun_again(old)
    content = at.chain.invitation.document.content
    assert content.text("supersedes") == encode64(old.chain.id)
    other = begun_again(old, supersedes="")
    assert other.chain.invitation.id != at.chain.invitation.id
    whole = at.chain.invitation.document.whole
    forged = whole.replace(encode64(old.chain.id).encode(), b"")
    assert forged != whole
    with pytest.raises(Refused, match="signature of the invitation"):
        self_signed("invitation", forged)


# At the command line


@pytest.fixture
def restarted(own_desk, old):
    lay(old)
    again = pbem(
        *("new", "new.toml", "--player", "anna", "--player", "ben", "--short"),
        *("--supersedes", "game.toml", "--as", "mod.key"),
    )
    assert again.code == 0


def test_restart_is_told_to_everybody_before_they_join(restarted, old):
    told = pbem("show", "new.toml").text
    assert f"it replaces the game {encode64(old.chain.id)}" in told
    assert "replaces" not in pbem("show", "game.toml").text


def test_invitation_replaces_no_game_without_a_genesis(restarted):
    lay(table.invited(), table.invited().data())
    answer = pbem(
        "new", "third.toml", "--player", "anna", "--supersedes", "game.toml", "--as", "mod.key"
    )
    assert answer.code == 3
    assert "has no genesis yet" in answer.err


def test_documents_of_the_old_game_change_nothing_in_the_new_one(restarted, old):
    before = Path("new.toml").read_bytes()
    for number, document in enumerate(old.documents):
        answer = pbem("adjudicate", "new.toml", write(f"{number}", document), "--as", "mod.key")
        assert answer.code == 3
    assert Path("new.toml").read_bytes() == before
