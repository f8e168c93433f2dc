"""What a view says about goals: which totals of the open spaces would meet them."""

from itertools import product

import pytest

from rollplayer.content import load
from rollplayer.engine.plain import plain_seat
from rollplayer.engine.table import RED, ROWS, die
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options

FACES = {(): (1, 6), ("monsters-and-minions",): (1, 8)}


@pytest.mark.parametrize("boxes", FACES, ids=["base", "expansion"])
@pytest.mark.parametrize("faces", [(), (1,), (6,), (1, 1), (6, 6), (2, 5), (4, 4, 4)])
def test_a_goal_is_in_reach_if_some_dice_of_the_game_would_meet_it(
    boxes: tuple[str, ...], faces: tuple[int, ...]
) -> None:
    options = Options(expansions=boxes)
    rules = compose(options, load(expansions=boxes).components)
    game = new_game(options, rules)
    hero = game.heroes[0]
    lowest, highest = FACES[boxes]
    spaces = 3 - len(faces)
    totals = {sum(dice) for dice in product(range(lowest, highest + 1), repeat=spaces)}
    for index, wanted in enumerate(rules.classes):
        hero.character_class = index
        for row, name in enumerate(ROWS):
            hero.sheet = [0] * 18
            hero.sheet[row * 3 : row * 3 + 3] = [*[die(RED, face) for face in faces], *[0] * spaces]
            goal = plain_seat(game, hero)["standing"]["goals"][name]
            fitting = [
                total
                for total in sorted(totals)
                if spaces and wanted.low[row] <= goal["score"] + total <= wanted.high[row]
            ]
            assert goal["needs"] == ([fitting[0], fitting[-1]] if fitting else None)
            assert goal["most"] == max(totals)
            assert goal["low"] == wanted.low[row]
            assert goal["high"] in (wanted.high[row], None)
            assert (goal["high"] is None) == goal["goal"].endswith("+")
