"""The auditor's command."""

from __future__ import annotations

from typing import Any

import click

from pbem import audit as audits
from pbem.cli import output
from pbem.cli.games import read_game
from pbem.cli.keys import Key, find_key, key_options
from pbem.errors import Exit, Fault, PbemError
from pbem.formats.text import encode64


@click.command(short_help="Verify a game.")
@click.argument("games", metavar="GAME.toml...", nargs=-1, required=True)
@output.json_option
@key_options
def audit(games: tuple[str, ...], *, as_json: bool) -> None:
    """Verify all of each GAME.toml that you can verify now, and say what that is.

    Needs no key; with one also your own sealed box is checked. The first fault is named by entry
    and field.
    """
    key = find_key()
    found = [_audited(path, key) for path in games]
    if as_json:
        output.print_json([one for one, _ in found])
    else:
        for one, _ in found:
            _print(one)
    if any(fault for _, fault in found):
        click.get_current_context().exit(int(Exit.FAULT))


def _audited(path: str, key: Key | None) -> tuple[dict[str, Any], bool]:
    """What the audit of a file found, and whether there is a fault."""
    data = read_game(path)
    try:
        report = audits.audit(data, None if key is None else key.seed)
    except Fault as fault:
        return {"file": path, "verdict": "fault", "fault": _fault(fault)}, True
    except PbemError as problem:
        raise type(problem)(f"{path}: {problem.message}", problem.hint) from problem
    chain = report.opened.chain
    told: dict[str, Any] = {
        "file": path,
        "verdict": report.verdict,
        "stage": chain.stage,
        "game": encode64(chain.id) if chain.hashes else None,
        "head": None,
        "verified": report.verified,
        "unverified": report.unverified,
        "keys": dict(audits.keys_of(chain)),
    }
    if chain.hashes:
        told["head"] = {"index": chain.head.number, "hash": encode64(chain.head.hash)}
    try:
        audits.check_proven(report)
    except Fault as fault:
        return told | {"fault": _fault(fault)}, True
    return told, False


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
    if "fault" in told:
        fault = told["fault"]
        where = f"entry {fault['entry']}, " if fault["entry"] is not None else ""
        output.print_text(f"{told['file']}: fault: {where}{fault['field']}: {fault['message']}")
    else:
        output.print_text(f"{told['file']}: {told['verdict']}")
