"""The lock on a folder of games: who has it may write there, and nobody else."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from rollplayer.server.common.settings import BadSetting

LOCK_NAME: Final = "server.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Only one server may use a folder: two would each trust their own memory."""
    # It will contain token hashes and the seeds of running games.
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / LOCK_NAME).open("a+") as file:
        if not try_lock(file):
            raise BadSetting("data", str(folder), "another server is using it")
        yield


def try_lock(file: IO[str]) -> bool:
    """Lock a file as long as this process lives."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
