"""The ordinary server with chance that repeats, so that a test which fails once fails again.

Every game has the stream of one seed, and so has every bot. Only tests have this door: a server
whose chance could be chosen from outside would be no fair one.
"""

import os
import sys
from typing import Final

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.cli import main
from rollplayer.match import Bot
from rollplayer.server.rooms import bot_workers

SEED: Final = os.environ.get("BROWSER_SEED", "table 14")


def one_chance() -> Chance:
    return Chance.from_text(SEED)


def one_bot(level: str, seed: str) -> Bot:
    return make_bot(level, SEED)


if __name__ == "__main__":
    setattr(Chance, "fresh", one_chance)  # noqa: B010 - a method is replaced on purpose
    setattr(bot_workers, "make_bot", one_bot)  # noqa: B010
    sys.exit(main())
