"""What the source itself shows: where keys come from, what is signed, which errors are swallowed.

Each rule stands beside the short list of places that are meant; whoever adds one has to say so.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from pathlib import Path

from pbem.crypto import sealing, signatures
from pbem.formats import flat

ROOT = Path(__file__).parent.parent.parent
SOURCES = sorted((ROOT / "pbem").rglob("*.py"))
#: What decides whether something is believed.
VERIFYING = ("audit", "boxes", "chain", "crypto", "pins", "receipts", "cli/memory", "cli/guard")


def nodes():
    """Every node of the program, with the module and the function in which it stands."""

    def visit(node, where):
        for child in ast.iter_child_nodes(node):
            inside = where
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inside = f"{where}.{child.name}"
            yield inside, child
            yield from visit(child, inside)

    for path in SOURCES:
        module = path.relative_to(ROOT / "pbem").with_suffix("").as_posix()
        yield from visit(ast.parse(path.read_text("utf-8")), module)


NODES = list(nodes())


def calls(name):
    """The calls of a function or class of ours by its name."""
    for where, node in NODES:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield where, node


# Keys and algorithms are chosen by the program, never by a document

#: Where a key is loaded that stands in a file, and why it may be.
LOADED = {
    "crypto/signatures.verify": "for the vectors: the caller names the key",
    "chain/replay._unsealed": "the game file's, which must be the invitation's",
    "proof.Evidence.verify": "evidence stands for itself: its key is checked, and shown",
    "pins.signs": "the same key, against what was seen of the game",
    "chain/seats.self_signed": "possession alone, of a key that is checked",
    "chain/seats.Invitation.__init__": "of an invitation that was verified",
    "chain/seats.Seat.take_key": "of a registration that was verified, or by the word of both keys",
    "chain/changes.rotate": "a player's next key: possession alone, of a key that is checked",
    "chain/changes.successor": "of an offer that was verified",
}


def test_keys_are_loaded_in_few_places():
    assert {where for where, _ in calls("Verifier")} == set(LOADED)


def test_no_document_has_room_for_an_algorithm():
    keys = {key for slots in flat.KINDS.values() for slot in slots for key in slot}
    assert not keys & {"alg", "algorithm", "kid", "type", "typ", "kdf", "hash", "suite", "version"}


def test_kind_of_what_is_verified_is_never_read_from_it():
    """It is a word of the program: a literal, a constant, or a parameter called kind."""
    for _, node in NODES:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if name == "verify" and len(node.args) == 3:
            kind = node.args[0]
            words = ast.unparse(kind)
            constant = words.rpartition(".")[2].isupper() or isinstance(kind, ast.Constant)
            assert constant or words == "kind"


# What is signed are bytes that lie there, from one writer for each form

#: The last ones hand on what `flat.write` gives, or lines of it.
WRITERS = {"flat.write", "dumps", "_registration", "changes.agreement", "changes.proved"}


def test_what_is_signed_comes_from_a_writer():
    found = Counter()
    for where, call in calls("sign"):
        body = ast.unparse(call.args[2])
        assigned = {
            ast.unparse(node.value.func)
            for inside, node in NODES
            if inside == where
            and isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == body
            and isinstance(node.value, ast.Call)
        }
        written = assigned <= WRITERS and assigned
        assert written or body.endswith(".statement()"), f"{where} signs {body}"
        found[where] += 1
    assert len(found) >= 8


def test_signatures_take_bytes_and_no_data():
    for function in (signatures.sign, signatures.verify, signatures.Verifier.verify):
        kinds = {p.name: p.annotation for p in inspect.signature(function).parameters.values()}
        del kinds["kind"]
        kinds.pop("self", None)
        assert set(kinds.values()) == {"bytes"}, function


def test_boxes_take_no_nonce_and_no_ephemeral_key():
    assert list(inspect.signature(sealing.seal).parameters) == ["text", "size", "recipient", "info"]
    assert list(inspect.signature(sealing.open_box).parameters) == ["box", "size", "secret", "info"]
    assert all(
        parameter.default is parameter.empty
        for function in (sealing.seal, sealing.open_box)
        for parameter in inspect.signature(function).parameters.values()
    )


# Every hash has a label of its own

#: Of games on one desk alone, for which nothing is proven; names of batches and answers.
UNPUBLISHED = {"demo-seed", "demo-bytes", "table-seed", "batch", "answer"}


def test_every_label_is_used_in_one_place_and_published():
    kinds = [call.args[0] for _, call in calls("label")]
    assert all(isinstance(kind, ast.Constant) for kind in kinds)
    used = Counter(kind.value for kind in kinds)
    assert set(used.values()) == {1}
    page = (ROOT / "docs" / "format.md").read_text("utf-8")
    published = set(re.findall(r'label\("([a-z-]+)"', page)) - {"example"}
    assert set(used) - UNPUBLISHED == published


def test_no_hash_is_made_without_a_label():
    """Nor with bare SHA-256: documents have their kind, all else a label.

    But for messages in the spool, which people compare with `sha256sum`, and for the policy of a
    page, where browsers expect the hash of the style and the script.
    """
    hashed = {
        where
        for where, call in calls("digest")
        if not ast.unparse(call).startswith("digest(label(")
    }
    assert hashed == {"crypto/signatures.document_id", "post/folder.Spool.take"}
    elsewhere = {
        where.partition(".")[0]
        for where, node in NODES
        if isinstance(node, ast.Import | ast.ImportFrom)
        and re.search(r"\b(hashlib|hashes|hmac)\b", ast.unparse(node))
    }
    assert elsewhere == {"crypto/labels", "render/report"}


# What is wrong is never taken for missing

#: Where an error ends in something else than another error, and what it means there.
SWALLOWED = {
    "boxes._learn": "the box says nothing, so it cannot be what follows from the game: a fault",
    "chain/sealed.text": "a box that does not open is a choice with a fixed meaning",
    "chain/sealed._read": "and so is a box that holds no order",
    "cli/memory._fork": "the fork is a fault, whether its evidence can be kept or not",
    "cli/memory._words": "a choice whose words are damaged is told as one that is not checked",
    "cli/memory.Memory._remember": "readers are warned; who signs is refused",
    "crypto/sealing.open_box": "every way to fail ends in the same refusal, below",
    "crypto/signatures.Verifier.verify": "the answer is False",
    "crypto/vault._open": "no seed, which is refused with the same words as a wrong one",
    "receipts._was_good": "an order that could not be taken proves nothing",
}


def ends_in_an_error(handler):
    """Whether a handler always raises: its last statement does."""
    return isinstance(handler.body[-1], ast.Raise)


def test_no_error_is_swallowed_where_something_is_verified():
    found = {
        where
        for where, node in NODES
        if isinstance(node, ast.ExceptHandler)
        and where.startswith(VERIFYING)
        and not ends_in_an_error(node)
    }
    assert found == set(SWALLOWED)


def test_no_error_is_caught_without_its_name():
    """Only the last resort of a command catches everything, and it tells of it."""
    broad = {
        where
        for where, node in NODES
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in ("Exception", "BaseException"))
    }
    assert broad == {"cli/main.run", "post/faults.contained", "store/__init__._write_beside"}
