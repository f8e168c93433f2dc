"""A bot that plays random legal answers."""

from rollplayer.bots.moment import own_chance
from rollplayer.engine.view import View
from rollplayer.match import Bot


class RandomBot(Bot):
    """Chooses each option with equal probability."""

    name = "random"

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View, options: list[int]) -> int:
        return own_chance(self.seed, view, options).choose(options, None)

    def interrupt(self, view: View, options: list[int]) -> int | None:
        # One time in four, so that others' turns are interrupted too.
        chance = own_chance(self.seed, view, options)
        return chance.choose(options, None) if chance.below(4) == 0 else None
