"""Run a command in this process and look at all it gave back."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper

from rollplayer.cli import main


@dataclass(frozen=True)
class Ran:
    """The exit code and what was written."""

    code: int
    out: str
    err: str


def cli(*arguments: str, stdin: str | bytes = b"") -> Ran:
    """One command. Nothing is a terminal here, and an exception is passed on."""
    out, err = StringIO(), StringIO()
    given = stdin.encode() if isinstance(stdin, str) else stdin
    with redirect_stdout(out), redirect_stderr(err), standard_input(given):
        code = main(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


@contextmanager
def standard_input(given: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = TextIOWrapper(BytesIO(given), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before
