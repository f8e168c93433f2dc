"""Carrying out an answer with the record of what came of it."""

from rollplayer.engine.events import describe
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain


def carry_out(game: Game, who: int, answer: int) -> list[Plain]:
    """One answer of a seat or of chance, and its events as plain data."""
    game.events = []
    try:
        if not game.over and who == game.seat():
            game.apply(answer)
        else:
            game.interrupt(who, answer)
        names = game.rules.names
        return [describe(names, event) for event in game.events]
    finally:
        game.events = None
