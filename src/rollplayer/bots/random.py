"""A bot that does anything legal."""

from rollplayer.chance import Chance
from rollplayer.engine.view import View
from rollplayer.match import Bot


class RandomBot(Bot):
    """Every option is as good as any other."""

    name = "random"

    def __init__(self, seed: str) -> None:
        self.chance = Chance.from_text(seed)

    def choose(self, view: View, options: list[int]) -> int:
        return self.chance.choose(options, None)

    def interject(self, view: View, options: list[int]) -> int | None:
        # One time in four, so that others' turns get interrupted, too.
        return self.chance.choose(options, None) if self.chance.below(4) == 0 else None
