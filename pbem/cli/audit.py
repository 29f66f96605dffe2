"""The auditor's command."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from pbem import audit as audits
from pbem import pins, proof, receipts, store
from pbem.cli import output
from pbem.cli.games import DOCUMENT_LIMIT, introduce, read_game
from pbem.cli.keys import Key, find_key, key_options
from pbem.cli.memory import Memory, recall_of
from pbem.cli.memory import recall as recall_pin
from pbem.crypto.signatures import fingerprint
from pbem.errors import Exit, Fault, PbemError, Refused
from pbem.formats.text import encode64


class _Finding(NamedTuple):
    """What there is to tell of a file, and the exit code that it asks for."""

    told: dict[str, Any]
    code: Exit
    hint: str | None = None
    #: The game, for what is compared with it.
    data: bytes = b""


@click.command()
@click.argument(
    "games", metavar="GAME.toml|EVIDENCE...", nargs=-1, required=True, type=output.file_name
)
@click.option("--receipt", metavar="FILE", help="Compare a receipt with the game.")
@click.option("--full", is_flag=True, help="Verify again what was verified before.")
@output.json_option
@key_options
def audit(games: tuple[str, ...], *, receipt: str | None, full: bool, as_json: bool) -> None:
    """Verify all of each GAME.toml that can be verified now; say what that is, and what is left.

    It needs no key; with one also your own sealed box is checked. The first fault is named by entry
    and field. Evidence of two histories may stand in the place of a game; its signatures are
    verified. Exits with 1 if a game is at fault, or evidence proves that it is, else with 3 or 4 if
    a file is damaged, proves nothing or is neither.
    """
    if games.count(store.STDIN) > 1:
        raise click.UsageError("standard input can be one file only")
    if receipt is not None and len(games) != 1:
        raise click.UsageError("a receipt is for one game")
    key = find_key()
    findings = [_audited(path, key, full=full) for path in games]
    if receipt is not None and findings[0].code is Exit.DONE:
        findings.append(_receipt(findings[0].data, receipt))
    if as_json:
        output.print_json([finding.told for finding in findings])
    for finding in findings:
        if "message" in finding.told:
            output.complain(f"{finding.told['file']}: {finding.told['message']}", finding.hint)
        elif not as_json:
            _print(finding.told)
            if finding.hint:
                output.say(f"hint: {finding.hint}")
    # The most serious code is the lowest one.
    code = min((finding.code for finding in findings if finding.code), default=Exit.DONE)
    if code:
        click.get_current_context().exit(int(code))


def _audited(path: str, key: Key | None, *, full: bool) -> _Finding:
    """What the audit of a file found; what is no game that can be audited is told as well."""
    try:
        data = read_game(path)
        if proof.is_evidence(data):
            return _proof(path, data, key)
        memory = Memory(path, full=full)
        seed, recall = (None, None) if key is None else (key.seed, recall_of(key))
        report = audits.audit(data, seed, recall, memory.verified)
        relation = memory.compare(report.opened, signs=False)
    except Fault as fault:
        told = {"file": path, "verdict": "fault", "fault": _fault(fault)}
        return _Finding(told, Exit.FAULT, fault.hint)
    except PbemError as problem:
        return _failed(path, problem)
    introduce(report.opened, key, known=relation is not None)
    return _judged(path, report, relation)._replace(data=data)


def _failed(path: str, problem: PbemError) -> _Finding:
    """A file that cannot be looked at."""
    verdict = "refused" if problem.exit == Exit.REFUSED else "unreadable"
    message = problem.message.removeprefix(f"{path}: ")
    told = {"file": path, "verdict": verdict, "message": message}
    return _Finding(told, problem.exit, problem.hint)


def _proof(path: str, data: bytes, key: Key | None) -> _Finding:
    """What evidence shows of two histories. Raises Refused for what proves nothing."""
    found = proof.loads(data)
    found.verify()
    moderator, hashes = fingerprint(found.moderator), (found.one.hash, found.other.hash)
    pin = recall_pin(found.invite)
    known = pin is not None and pins.signs(pin, found.number, found.moderator)
    if pin is not None and not known and found.number < len(pin.heads):
        raise Refused(
            f"it is signed by {moderator}; entry {found.number} of this game is signed by another"
            " key: nothing is proved"
        )
    # After what was seen here another moderator may have taken over.
    if not known and (key is None or key.public != found.moderator):
        output.say(f"moderator {moderator}, not known here")
    fault = Fault(
        f"FORK: the moderator {moderator} has signed two histories of the invitation"
        f" {encode64(found.invite)}, with the hashes {' and '.join(map(encode64, hashes))}",
        "show it to the other players; do not play on",
        entry=found.number,
        field="head",
    )
    told = {
        "file": path,
        "verdict": "fault",
        "fault": _fault(fault),
        "moderator": moderator,
        "invitation": encode64(found.invite),
        "hashes": [encode64(one) for one in hashes],
    }
    return _Finding(told, Exit.FAULT, fault.hint)


def _receipt(game: bytes, path: str) -> _Finding:
    """What a receipt shows beside its game."""
    try:
        shown = receipts.check(game, store.read_document(path, DOCUMENT_LIMIT))
    except Fault as fault:
        return _Finding({"file": path, "verdict": "fault", "fault": _fault(fault)}, Exit.FAULT)
    except PbemError as problem:
        return _failed(path, problem)
    return _Finding({"file": path, "verdict": shown}, Exit.DONE)


def _judged(path: str, report: audits.Report, relation: pins.Relation | None) -> _Finding:
    """What was verified of a game and what was not, and whether it was proven if it has ended."""
    chain = report.opened.chain
    told: dict[str, Any] = {
        "file": path,
        "verdict": report.verdict,
        "stage": chain.stage,
        "game": encode64(chain.id) if chain.hashes else None,
        "head": None,
        "verified": report.verified,
        "unverified": report.unverified,
        "seen": "not before" if relation is None else relation.value,
        "keys": dict(audits.keys_of(chain)),
    }
    if chain.hashes:
        told["head"] = {"index": chain.head.number, "hash": encode64(chain.head.hash)}
    try:
        audits.check_proven(report)
    except Fault as fault:
        return _Finding(told | {"fault": _fault(fault)}, Exit.FAULT)
    return _Finding(told, Exit.DONE)


def _fault(fault: Fault) -> dict[str, Any]:
    return {"entry": fault.entry, "field": fault.field, "message": fault.message}


def _print(told: dict[str, Any]) -> None:
    if "verified" in told:
        if told["game"] is not None:
            output.print_text(
                f"game {told['game']}, {told['stage']}, entry {told['head']['index']}"
            )
        for line in told["verified"]:
            output.print_text(f"  verified      {line}")
        for line in told["unverified"]:
            output.print_text(f"  not verified  {line}")
        for who, print_ in told["keys"].items():
            output.print_text(f"  for the key   {print_} {who}")
    verdict = told["verdict"]
    if "fault" in told:
        fault = told["fault"]
        where = f"entry {fault['entry']}, " if fault["entry"] is not None else ""
        verdict = f"fault: {where}{fault['field']}: {fault['message']}"
    output.print_text(output.printable(f"{told['file']}: {verdict}"))
