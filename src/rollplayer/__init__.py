"""Roll Player for people, bots and research: one rules engine and many faces."""

from rollplayer.build import choose

__version__ = "0.1.0"

choose()
