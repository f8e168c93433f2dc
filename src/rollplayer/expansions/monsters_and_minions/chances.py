"""How likely the totals of Combat Dice are."""

from collections.abc import Sequence
from functools import cache

from rollplayer.expansions.monsters_and_minions.monster_table import MonsterTable

FACES = (1, 2, 3, 4, 5, 6)


@cache
def distribution(dice: int, values: tuple[int, ...] = FACES) -> dict[int, int]:
    """By total: in how many ways these dice show it."""
    ways = {0: 1}
    for _ in range(dice):
        after: dict[int, int] = {}
        for total, count in ways.items():
            for value in values:
                after[total + value] = after.get(total + value, 0) + count
        ways = after
    return ways


def percent(part: int, whole: int) -> int:
    """Rounded, but never 0 or 100 for what is possible or not certain."""
    if part in (0, whole):
        return 100 * part // whole
    return min(max(round(100 * part / whole), 1), 99)


class Chances:
    """The chances of a roll of these Combat Dice without rerolls."""

    def __init__(self, dice: int) -> None:
        self.ways = distribution(dice)
        self.whole = sum(self.ways.values())

    def between(self, least: int, above: int | None) -> int:
        """The chance of a total from here to below there, in percent."""
        part = sum(
            count
            for total, count in self.ways.items()
            if total >= least and (above is None or total < above)
        )
        return percent(part, self.whole)


def better_row(roll: Sequence[int], face: int, rows: Sequence[int]) -> int:
    """The chance that rerolling a die with this face reaches a higher row, in percent."""
    total = sum(roll)
    reached = max((row for row in rows if row <= total), default=0)
    better = [
        new
        for new in FACES
        if max((row for row in rows if row <= total - face + new), default=0) > reached
    ]
    return percent(len(better), len(FACES))


def expected_stars(now: MonsterTable, dice: int, more: int) -> str:
    """The mean of the stars that a pool brings without paid rerolls (X11, X20)."""
    monster = now.the_monster()
    ways = distribution(dice, tuple(monster.values()))
    stars = sum(
        monster.stars(total + more, now.strength()) * count for total, count in ways.items()
    )
    return f"{stars / sum(ways.values()):.1f}"


def rung_chances(now: MonsterTable, dice: int, more: int) -> list[int]:
    """By rung of the Monster's ladder: the chance in percent, likewise without paid rerolls."""
    monster, strength = now.the_monster(), now.strength()
    ways = distribution(dice, tuple(monster.values()))
    reached: dict[int, int] = {}
    for total, count in ways.items():
        stars = monster.stars(total + more, strength)
        reached[stars] = reached.get(stars, 0) + count
    whole = sum(ways.values())
    return [percent(reached.get(stars, 0), whole) for _, stars in monster.ladder(strength)]
