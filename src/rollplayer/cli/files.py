"""Read game files for commands. They are never written here."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO

from rollplayer.cli.common import read_user_file
from rollplayer.content import Library
from rollplayer.log import Diverged, GameFile, LogError, open_library, read_lines


def read_game_file(path: str) -> GameFile:
    """Read a game file; LogError names the line that is wrong."""
    # Not splitlines(), which also breaks at rare line separators that a name may contain.
    with named(path):
        return read_lines(StringIO(read_user_file(path)))


def open_game_file(path: str, packs: Sequence[str] | None) -> tuple[GameFile, Library]:
    """A game file and the content it was played with."""
    file = read_game_file(path)
    with named(path):
        return file, open_library(file.header, tuple(packs or ()))


@contextmanager
def named(path: str) -> Iterator[None]:
    """Put the file's name before errors about its lines."""
    try:
        yield
    except Diverged as error:
        raise Diverged(f"{path}: {error}") from error
    except LogError as error:
        raise LogError(f"{path}: {error}") from error
