"""The command line: everything a person can do without writing Python.

Exit codes: 0 success, 1 ``verify`` or ``scenario`` found a difference, 2 unusable input, 130 stopped
by Ctrl-C.
"""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:
        # Before all imports, because other programs wait for it.
        from rollplayer.cli.version import version

        print(version())
        return 0
    from rollplayer.cli.run import run

    return run(given)
