"""From the content's sections monster, minion and adventure to the box."""

from typing import Any

from rollplayer.engine.components import Components
from rollplayer.engine.table import CLASS_COLORS, COLORS
from rollplayer.engine.tally import EVERY, Tally
from rollplayer.expansions.monsters_and_minions.components import (
    EACH,
    WHO,
    Adventure,
    Box,
    Minion,
    Monster,
    Reward,
)
from rollplayer.expansions.monsters_and_minions.registrations import ADVENTURE_KINDS
from rollplayer.words.registry import Amount

SECTIONS = ("monster", "minion", "adventure")
PLAYERS = 5
"""X2: of five players' colors at most five Monsters are out."""
COMBAT_DICE = Amount("dice", 1, 9, 1)
GAIN_KEYS = ("who", "solo_min", "solo_max")
REWARD_KEYS = ("from", "xp", "gold", "injury", "honor", "trophy")


def read_box(entries: dict[str, list[Any]], components: Components) -> Box:
    box = Box()
    for entry in entries["monster"]:
        box.monsters.append(read_monster(entry, len(box.monsters)))
        entry.close()
    for entry in entries["minion"]:
        box.minions.append(read_minion(entry, len(box.minions)))
        entry.close()
    ids = [monster.id for monster in box.monsters]
    for entry in entries["adventure"]:
        box.adventures.append(read_adventure(entry, len(box.adventures), ids))
        entry.close()
    check_box(box, entries)
    return box


def read_monster(entry: Any, index: int) -> Monster:
    monster = Monster(
        index,
        entry.id,
        entry.pick("color", COLORS[:CLASS_COLORS]),
        entry.whole("strength", 1, 99),
        entry.whole("strength_1p", 1, 99),
    )
    monster.reroll_xp = entry.whole("reroll_xp", 0, 9, 1)
    monster.injury = entry.whole("injury", 0, 9, 1)
    monster.mercenary = entry.whole("mercenary", 0, 9, 0)
    monster.must_reroll = faces(entry, "must_reroll")
    monster.cannot_reroll = faces(entry, "cannot_reroll")
    monster.worthless = faces(entry, "worthless")
    if len(monster.must_reroll) > 5:
        raise entry.fail("must_reroll", "leaves no face to show")
    if monster.reroll_xp == 0:
        raise entry.fail("reroll_xp", "a reroll must cost something, or it never ends")
    stars = entry.get("stars", {})
    check_keys(entry, "stars", stars, ("every", "least", "most"))
    monster.every = number(entry, "stars", stars.get("every", 2), 1, 99)
    monster.least_stars = number(entry, "stars", stars.get("least", 1), 0, 99)
    monster.most_stars = number(entry, "stars", stars.get("most", 8), 0, 99)
    return monster


def read_minion(entry: Any, index: int) -> Minion:
    minion = Minion(index, entry.id, entry.whole("dots", 1, 2))
    entry.whole("number", 0, 999, 0)
    minion.weakness = entry.tallies("weakness", COMBAT_DICE)
    for item in a_list(entry, "rows"):
        check_keys(entry, "rows", item, REWARD_KEYS)
        amounts = [number(entry, "rows", item.get(key, 0), 0, 99) for key in REWARD_KEYS[:5]]
        reward = Reward(amounts[0], amounts[1], amounts[2], amounts[3], amounts[4])
        reward.trophy = item.get("trophy", False) is True
        before = minion.rewards[-1].least if minion.rewards else -1
        if reward.least <= before or (before < 0 < reward.least):
            raise entry.fail("rows", "must begin with from = 0 and go up")
        minion.rewards.append(reward)
    if not minion.rewards:
        raise entry.fail("rows", "needs at least one row")
    return minion


def read_adventure(entry: Any, index: int, monsters: list[str]) -> Adventure:
    entry.whole("number", 0, 999, 0)
    gains = entry.get("gains")
    if not isinstance(gains, dict):
        raise entry.fail("gains", f"must be a table with 'count', not {gains!r}")
    counted = {key: value for key, value in gains.items() if key not in GAIN_KEYS}
    tally: Tally = entry.tally("gains", counted, COMBAT_DICE)
    adventure = Adventure(
        index,
        entry.id,
        entry.pick("monster", monsters),
        entry.pick("kind", ADVENTURE_KINDS),
        tally,
    )
    who = gains.get("who")
    if who not in WHO:
        raise entry.fail("gains", f"who is {who!r}, not one of: {', '.join(WHO)}")
    adventure.who = WHO.index(who)
    if adventure.who != EACH and (tally.shape.kind != EVERY or tally.condition is not None):
        raise entry.fail("gains", f"who = {who!r} compares counts: no at_least, at_most or only_if")
    adventure.solo_least = number(entry, "gains", gains.get("solo_min", -1), -1, 99)
    adventure.solo_most = number(entry, "gains", gains.get("solo_max", -1), -1, 99)
    return adventure


def faces(entry: Any, key: str) -> list[int]:
    return [number(entry, key, face, 1, 6) for face in a_list(entry, key)]


def a_list(entry: Any, key: str) -> list[Any]:
    value = entry.get(key, [])
    if not isinstance(value, list):
        raise entry.fail(key, f"must be a list, not {value!r}")
    return value


def number(entry: Any, key: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise entry.fail(key, f"{value!r} is not a whole number from {low} to {high}")
    return int(value)


def check_keys(entry: Any, key: str, table: Any, known: tuple[str, ...]) -> None:
    if not isinstance(table, dict):
        raise entry.fail(key, f"must be a table, not {table!r}")
    for name in table:
        if name not in known:
            raise entry.fail(key, f"unknown key {name!r}; known here: {', '.join(known)}")


def check_box(box: Box, entries: dict[str, list[Any]]) -> None:
    """Whatever Class colors are in play there is a Monster, and it has cards of each kind."""
    first = next(iter([*entries["monster"], *entries["minion"]]), None)
    colors = {monster.color for monster in box.monsters}
    if first is not None and len(colors) <= PLAYERS:
        raise first.fail("", f"{len(colors)} colors of Monsters are too few; all six are needed")
    for at, entry in enumerate(entries["monster"]):
        for kind, name in enumerate(ADVENTURE_KINDS):
            cards = [each for each in box.adventures if each.monster == at and each.kind == kind]
            if not cards:
                raise entry.fail("", f"lacks an Adventure card of kind {name!r}")
