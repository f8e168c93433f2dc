"""The ordinary server with clocks that its starter turns: a file says by how many seconds they are ahead.

As in ``repeatable``, chance repeats. Only tests have this door.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(os.environ["CLOCK_FILE"])
LOOK_SECONDS: Final = 0.05


class Ahead:
    """By how many seconds the clocks are ahead."""

    seconds = float(FILE.read_text())


def watch(sleep: Callable[[float], None] = time.sleep) -> None:
    while True:
        sleep(LOOK_SECONDS)
        said = FILE.read_text()
        if said:  # otherwise it is being written
            Ahead.seconds = float(said)


def turned(read: Callable[[], Any], unit: int) -> Callable[[], Any]:
    return lambda: read() + type(read())(Ahead.seconds * unit)


if __name__ == "__main__":
    for name, unit in (
        ("time", 1),
        ("monotonic", 1),
        ("time_ns", 1_000_000_000),
        ("monotonic_ns", 1_000_000_000),
    ):
        setattr(time, name, turned(getattr(time, name), unit))
    threading.Thread(target=watch, daemon=True).start()

    from rollplayer.chance import Chance
    from rollplayer.cli import main
    from tests.browser.repeatable import one_chance

    setattr(Chance, "fresh", one_chance)  # noqa: B010 - a method is replaced on purpose
    sys.exit(main())
