"""The Python API: ``import rollplayer as rp``. docs/api.md is generated from these docstrings."""

from rollplayer.api.bots import Bot, BotError
from rollplayer.api.game import Game, load
from rollplayer.api.playing import play
from rollplayer.api.position import View
from rollplayer.api.values import Event, Hero, Option, Score
from rollplayer.engine.answers import IllegalAnswer

__all__ = [
    "Bot",
    "BotError",
    "Event",
    "Game",
    "Hero",
    "IllegalAnswer",
    "Option",
    "Score",
    "View",
    "load",
    "play",
]
