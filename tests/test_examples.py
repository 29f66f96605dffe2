"""The finished game in examples/game is what it says it is; `make goldens` makes it anew."""

import shutil
import tomllib
from pathlib import Path

import pytest

from pbem import audit, desk
from pbem.chain import OVER
from pbem.crypto.signatures import document_id
from pbem.formats import armor, flat, keyfile
from tests import make_example
from tests.schemas import validator

FOLDER = Path(__file__).parent.parent / "examples" / "game"
MODERATOR = desk.Author(make_example.MODERATOR, make_example.seed(make_example.MODERATOR))


@pytest.fixture(scope="module", autouse=True)
def _remade(request):
    if request.config.getoption("--goldens"):
        make_example.remake(FOLDER)


def documents():
    """The documents in their order."""
    return sorted((FOLDER / "documents").glob("*.toml"))


@pytest.fixture(scope="module")
def game():
    return (FOLDER / "game.toml").read_bytes()


@pytest.fixture(scope="module")
def report(game):
    return audit.audit(game)


def test_audit_proves_the_game(report):
    assert report.verdict == audit.PROVEN
    assert report.opened.chain.stage == OVER


def test_every_document_is_in_the_chain(report):
    chain = report.opened.chain
    known = {chain.invitation.id, *(taken.document.id for taken in chain.seats.values())}
    known |= chain.documents.keys()
    paths = [FOLDER / "invitation.toml", *documents()]
    regions = [flat.split(path.read_bytes())[0] for path in paths]
    assert {document_id(flat.kind_of(region), region) for region in regions} == known


def test_documents_are_named_by_their_order_author_and_kind():
    for number, path in enumerate(documents(), 1):
        region, _ = flat.split(path.read_bytes())
        content = flat.read(flat.kind_of(region), region)
        assert path.stem == f"{number:03}-{content['player']}-{content.kind}"


def test_documents_make_the_same_entries_again(game):
    assert make_example.adjudicated(FOLDER) == make_example.chained(game)


def test_game_that_no_longer_holds_is_noticed(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "game")
    assert make_example.holds(tmp_path / "game")
    (tmp_path / "game" / "documents" / documents()[-1].name).unlink()
    assert not make_example.holds(tmp_path / "game")


def test_every_document_given_again_is_already_there(game):
    work = desk.Desk(game, MODERATOR)
    verdicts = work.take([path.read_bytes() for path in documents()])
    assert all(verdict.message.startswith("already entry ") for verdict in verdicts)
    assert not work.changed


def test_every_file_fits_its_schema():
    files = sorted(FOLDER.rglob("*.toml"))
    assert files
    for path in files:
        content = tomllib.loads(path.read_text(encoding="ascii"))
        kind = content["format"].removeprefix("pbem-").removesuffix("-1")
        problems = [error.message for error in validator(kind).iter_errors(content)]
        assert (path.name, problems) == (path.name, [])


@pytest.mark.parametrize("name", [make_example.MODERATOR, *make_example.PLAYERS])
def test_keys_are_those_of_the_game(name, report):
    key = keyfile.loads((FOLDER / "test-keys" / f"{name}.toml").read_bytes())
    assert key.box == make_example.seed(name)
    held = {seat.name: seat.key.public for seat in report.opened.chain.seats.values()}
    held[make_example.MODERATOR] = report.opened.chain.moderator.key.public
    assert key.public == held[name]


def test_mail_carries_a_document_of_the_game():
    (mail,) = (FOLDER / "mail").glob("*.txt")
    document = FOLDER / "documents" / f"{mail.stem}.toml"
    assert armor.dearmor(mail.read_bytes()) == document.read_bytes()
