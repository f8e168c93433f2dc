"""Words that look into the bag."""

from rollplayer.engine import changes
from rollplayer.engine.answers import REPLACE, code, first_of, second_of
from rollplayer.engine.events import FOR_GOLD_DIE
from rollplayer.engine.game import Frame, Game
from rollplayer.engine.numbers import GOLD_FOR_GOLD_DIE
from rollplayer.engine.table import GOLD, HIGHEST, LOWEST, die, face_of, has_color
from rollplayer.words.choice import Possible


class Search(Possible):
    """A die of any color from the bag takes a die's place and shows its value (N9, D18)."""

    def __init__(self) -> None:
        super().__init__("search", REPLACE)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        choices: list[int] = []
        for spot in hero.filled():
            face = face_of(hero.sheet[spot])
            for kind in range(len(game.bag)):
                if game.bag[kind] and LOWEST[kind] <= face <= HIGHEST[kind]:
                    choices.append(code(REPLACE, spot, kind))
        return choices

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        spot = first_of(answer)
        hero = game.heroes[frame.seat]
        found = die(second_of(answer), face_of(hero.sheet[spot]))
        changes.die_replaced(game, frame.seat, spot, found)
        if has_color(found, GOLD):
            changes.gold_gained(game, frame.seat, hero.numbers[GOLD_FOR_GOLD_DIE], FOR_GOLD_DIE)
        game.pop()
