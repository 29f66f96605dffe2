"""The table of commands, and what becomes of an error that reaches the top.

A command's module is imported when that command is called and not before: each command is a
process of its own, and most of its time is imports.
"""

from __future__ import annotations

import importlib
import sys
from typing import NoReturn

import click
from click.exceptions import Exit as ClickExit
from click.exceptions import NoArgsIsHelpError

import pbem
from pbem.cli import home, output
from pbem.errors import Exit, PbemError

# name: (module, function, the line in the list of commands)
COMMANDS = {
    "key": ("keys", "key", "Make a key, or show its fingerprint."),
    "new": ("moderate", "new", "Moderator: invite players to a game."),
    "join": ("play", "join", "Player: take a seat in a game."),
    "accept": ("play", "accept", "Player: agree to the game, once all have joined."),
    "order": ("play", "order", "Player: sign an order."),
    "mail": ("mail", "mail", "Player: sign an order and mail it."),
    "adjudicate": ("moderate", "adjudicate", "Moderator: take in what players sent, and play on."),
    "late": ("moderate", "late", "Moderator: answer for a player who is late."),
    "rotate": ("changes", "rotate", "Player: go on with another key."),
    "agree": ("changes", "agree", "Player: agree to what the moderator proposes."),
    "replace": ("changes", "replace", "Moderator: give a seat to another key."),
    "correct": ("changes", "correct", "Moderator: go back to an earlier position."),
    "abandon": ("changes", "abandon", "Moderator: end a game before its end."),
    "handover": ("changes", "handover", "Moderator: hand a game over, or offer to take it."),
    "desk": ("desk", "desk", "Moderator: let orders come in by mail or folder, and answer them."),
    "show": ("show", "show", "Show the board, your hand and what is asked."),
    "moves": ("moves", "moves", "List the legal orders."),
    "log": ("show", "log", "Tell what has happened."),
    "report": ("report", "report", "Make a page that plays the game back."),
    "board": ("board", "board", "Draw the board as one picture."),
    "stats": ("stats", "count", "Count what the players did, in one game or in many."),
    "export": ("board", "export", "Give a finished game to other programs."),
    "compare": (
        "compare",
        "compare",
        "Compare two files: the same, one older, or two histories.",
    ),
    "head": ("compare", "head", "Print the newest entry in short, to be read to the others."),
    "audit": ("audit", "audit", "Verify a game."),
    "try": ("trying", "try_", "Try orders on a position, without keys."),
    "demo": ("demo", "demo", "Play a whole game to look at."),
}


#: The variable in which a shell says what it wants to know of the words typed so far.
_COMPLETE = "_PBEM_COMPLETE"


class _Commands(click.Group):
    """The commands of the table, imported late."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            # click proposes names that are like the one given
            raise click.NoSuchCommand(cmd_name, possibilities=COMMANDS, ctx=ctx)
        module, function, _ = COMMANDS[cmd_name]
        command = getattr(importlib.import_module(f"pbem.cli.{module}"), function)
        assert isinstance(command, click.Command)
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 -- click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in COMMANDS.items()])


def _tell_version(context: click.Context) -> NoReturn:
    output.print_text(f"pbem {pbem.__version__}")
    context.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`pbem COMMAND -h` explains a command. To see how a game goes, begin with `pbem demo`.",
)
@click.option(
    # click's own looks for a translation of its help, which costs a millisecond.
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, given: _tell_version(context) if given else None,
    help="Show the version and exit.",
)
def commands() -> None:
    """Play The Bloody Inn by mail: signed orders, sealed hands, a log anybody can verify."""


def main() -> NoReturn:
    """Run the command line and leave with its exit code, or answer a shell that completes words."""
    asked = home.variable(_COMPLETE)
    if asked:
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(commands, {}, "pbem", _COMPLETE, asked))
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code, its errors told in one line each."""
    try:
        code = _invoke(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except PbemError as error:
        output.complain(error.message, error.hint)
        return error.exit
    except BrokenPipeError:
        output.drop_output()
        return Exit.BROKEN_PIPE
    except OSError as error:
        # The store answers for the files; what is left is the output we print.
        output.complain(f"the output cannot be written: {output.reason(error)}")
        output.drop_output()
        return Exit.REFUSED
    except (KeyboardInterrupt, click.Abort):
        return Exit.INTERRUPTED
    except Exception as error:  # noqa: BLE001 -- no traceback ever reaches a user
        return _other_error(error)
    return code


def _invoke(arguments: list[str]) -> int:
    """Let click run a command; turn its ways of ending into a code."""
    try:
        with commands.make_context("pbem", arguments) as context:
            commands.invoke(context)
    except ClickExit as end:
        return end.exit_code
    except NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return Exit.USAGE
    except click.UsageError as error:
        message = error.format_message()
        named = [name for name in arguments[:1] if name in COMMANDS]
        where = error.ctx.command_path if error.ctx else " ".join(["pbem", *named])
        output.complain(message[:1].lower() + message[1:].rstrip("."), f"see {where} -h")
        return Exit.USAGE
    return Exit.DONE


def _other_error(error: Exception) -> int:
    """Tell an error of the rules, which know nothing of pbem's other errors; or a bug."""
    from pbem.rules import RulesError

    if isinstance(error, RulesError):
        output.complain(error.message, error.hint)
        return error.exit
    if home.variable("PBEM_DEBUG"):
        import traceback

        traceback.print_exception(error)
    output.complain(
        f"internal error: {type(error).__name__}: {error}",
        "this is a fault of pbem; please report it with the output of PBEM_DEBUG=1",
    )
    return Exit.INTERNAL
