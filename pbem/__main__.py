"""``python -m pbem``, and what the program ``pbem`` is."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; an interrupt while it is imported ends it as later ones do."""
    try:
        from pbem.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
