"""Words that look into the bag."""

from rollplayer.engine import changes
from rollplayer.engine.answers import REPLACE
from rollplayer.engine.events import FOR_GOLD_DIE
from rollplayer.engine.game import Frame, Game
from rollplayer.engine.numbers import GOLD_FOR_GOLD_DIE
from rollplayer.engine.table import GOLD, HIGHEST, LOWEST
from rollplayer.words.choice import Possible


class Search(Possible):
    """A die of any color from the bag takes a die's place and shows its value (N9, D18)."""

    def __init__(self) -> None:
        super().__init__("search", REPLACE)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        choices: list[int] = []
        for spot in hero.filled():
            face = hero.sheet[spot] & 15
            for color in range(len(game.bag)):
                if game.bag[color] and LOWEST[color] <= face <= HIGHEST[color]:
                    choices.append(REPLACE << 16 | spot << 8 | color)
        return choices

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        spot = answer >> 8 & 255
        color = answer & 255
        hero = game.heroes[frame.seat]
        changes.die_replaced(game, frame.seat, spot, color << 4 | hero.sheet[spot] & 15)
        if color == GOLD:
            changes.gold_gained(game, frame.seat, hero.numbers[GOLD_FOR_GOLD_DIE], FOR_GOLD_DIE)
        game.pop()
