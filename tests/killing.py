"""Commands that are killed, or meet a fault of the system, at a chosen call or at any moment.

`tries` and `moments` start one process, this file as a program. It imports pbem once and forks for
each try, in which the command runs in a copy of a folder, its home. No signal handler, no cleaning
up, no exit code: a try that is killed is killed by SIGKILL.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
#: What a try leaves with when it was killed.
KILLED = -signal.SIGKILL
#: The ways to be killed at a call; a write may be made by half. Another way is a name of errno.
DEADLY = ("before", "after", "half")
#: No command that is killed at a moment takes so many seconds.
LONGEST = 0.06


class Try(NamedTuple):
    """One run of the command."""

    folder: str
    status: int
    #: Whether the call was made so often at all; otherwise nothing has happened to this run.
    reached: bool
    #: How the same command ended when it was run once more in that folder, if that was asked for.
    again: int | None


def tries(folder, arguments, ways, *, step=1, again=False, prepare=None):
    """Run a command until no call fails any more, for each of the *ways*: how to fail by call.

    In each try the n-th call of that name fails; n counts up by *step*. *prepare* is a function of
    a module that is called in the process before it forks.
    """
    name = prepare and f"{prepare.__module__}:{prepare.__qualname__}"
    job = {"ways": ways, "step": step, "again": again, "prepare": name}
    return started(job | {"folder": folder, "arguments": arguments})


def moments(folder, arguments, seed, count):
    """Run a command so many times, and kill it after a while, unless it has ended before."""
    return started({"folder": folder, "arguments": arguments, "seed": seed, "count": count})


def started(job):
    ended = subprocess.run(
        [sys.executable, "-m", "tests.killing"],
        capture_output=True,
        check=False,
        input=json.dumps(job),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return [Try(*json.loads(line)) for line in ended.stdout.splitlines()]


# In the process that forks


def main():
    job = json.load(sys.stdin)
    for name in ("audit", "desk", "keys", "moderate", "play", "show"):
        importlib.import_module(f"pbem.cli.{name}")
    if "count" in job:
        at_moments(job)
        return
    if job["prepare"]:
        module, _, name = job["prepare"].partition(":")
        getattr(importlib.import_module(module), name)()
    for name, ways in job["ways"].items():
        for how in ways:
            at_calls(job, name, how)


def at_calls(job, name, how):
    for number in itertools.count(1, job["step"]):
        folder = copied(job, f"{name}-{number}-{how}")
        told, fired = os.pipe()
        status = forked(job, folder, lambda n=number, end=fired: arm(name, n, how, end))
        os.close(fired)
        reached = os.read(told, 1) == b"x"
        os.close(told)
        print(json.dumps(Try(folder, status, reached, again(job, folder))), flush=True)
        if not reached:
            break


def at_moments(job):
    chance = random.Random(job["seed"])
    for number in range(job["count"]):
        folder = copied(job, f"moment-{number}")
        status = forked(job, folder, wait=chance.random() * LONGEST)
        print(json.dumps(Try(folder, status, status == KILLED, None)), flush=True)


def copied(job, label):
    folder = f"{job['folder']}-{label}"
    shutil.copytree(job["folder"], folder, symlinks=True)
    return folder


def again(job, folder):
    return forked(job, folder) if job["again"] else None


def forked(job, folder, before=lambda: None, *, wait=None):
    """Run the command in a process of its own, which is killed after *wait* seconds; its status."""
    from pbem.cli.main import run

    child = os.fork()
    if not child:
        os.chdir(folder)
        os.environ["HOME"] = os.getcwd()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        before()
        os._exit(run(job["arguments"]))
    if wait is not None:
        time.sleep(wait)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def arm(name, number, how, fired):
    """Let the call *number* of a name fail, and write to the descriptor *fired* when it does."""
    real, write, count = getattr(os, name), os.write, 0

    def call(*arguments, **words):
        nonlocal count
        count += 1
        if count != number:
            return real(*arguments, **words)
        write(fired, b"x")
        if how == "after":
            with contextlib.suppress(OSError):
                real(*arguments, **words)
        if how == "half" and name == "write":
            write(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
        if how in DEADLY:
            os.kill(os.getpid(), signal.SIGKILL)
        raise OSError(getattr(errno, how), os.strerror(getattr(errno, how)))

    setattr(os, name, call)


if __name__ == "__main__":
    main()
