"""A program that runs commands while calls of the system fail, or end the process.

It reads jobs as JSON: a folder, the arguments of a command, calls, and ways to fail. Each try is a
copy of the folder and a process of its own, in which the n-th call of that name fails; n counts up
until the command makes fewer calls than that. It prints a line for each try.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import sys

import pbem.cli.check
import pbem.cli.keys
import pbem.cli.moderate
import pbem.cli.play  # noqa: F401 -- each try is spared the imports
from pbem.cli.main import run

#: What a try leaves with when the process has been ended.
KILLED = 99
MOST_CALLS = 100


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
        if how in {"before", "after", "half"}:
            os._exit(KILLED)
        raise OSError(getattr(errno, how), os.strerror(getattr(errno, how)))

    setattr(os, name, call)


def attempt(job, name, number, how):
    """Try once; the folder, how the command ended, and whether the call was made at all."""
    folder = f"{job['folder']}-{name}-{number}-{how}"
    shutil.copytree(job["folder"], folder, symlinks=True)
    told, fired = os.pipe()
    child = os.fork()
    if not child:
        os.chdir(folder)
        os.environ["HOME"] = os.getcwd()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        arm(name, number, how, fired)
        os._exit(run(job["arguments"]))
    os.close(fired)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    reached = os.read(told, 1) == b"x"
    os.close(told)
    return folder, status, reached


def main():
    for job in json.load(sys.stdin):
        for name in job["calls"]:
            for how in job["how"]:
                for number in range(1, MOST_CALLS):
                    folder, status, reached = attempt(job, name, number, how)
                    if not reached:
                        shutil.rmtree(folder)
                        break
                    print(json.dumps([folder, status]), flush=True)


if __name__ == "__main__":
    main()
