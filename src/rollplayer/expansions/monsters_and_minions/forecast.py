"""What a hero can expect: the dice of a Hunt, the odds of its rows, prices, the Monster."""

from typing import Any

from rollplayer.engine.game import Game
from rollplayer.expansions.monsters_and_minions.chances import (
    Chances,
    better_row,
    expected_stars,
    rung_chances,
)
from rollplayer.expansions.monsters_and_minions.combat import combat_bonus
from rollplayer.expansions.monsters_and_minions.hunt import hunt_dice, reveal_price
from rollplayer.expansions.monsters_and_minions.mercenaries import price_in_gold
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    COMBAT_DICE,
    COMBAT_ROLL,
    MERCENARY_XP,
    MONSTER_COMBAT,
)

COUNTED = ("hunt-hire", "hunt-reroll", "roll-combat")
"""Questions at which the hero who is asked has the dice of the Hunt in hand (X15)."""


def forecast(game: Game, seat: int) -> dict[str, Any]:
    """For one seat; odds are those of a roll that is not rerolled."""
    now = monsters_of(game)
    parts: dict[str, Any] = {}
    frame = game.agenda[-1]
    if now.minion >= 0 and game.phase != MONSTER_COMBAT:
        hunting = frame.seat == seat and game.question() in COUNTED
        parts["hunt"] = hunt(game, seat, hunting)
    if now.monster >= 0:
        parts["monster"] = monster(game, seat)
    if frame.seat == seat and game.question() == "hunt-reveal":
        parts["reveal"] = reveal_price(game)
    extra = now.the_monster().mercenary if game.question() == "monster-hire" else 0
    parts["mercenary"] = {
        "xp": game.heroes[seat].numbers[MERCENARY_XP] + extra,
        "gold": price_in_gold(game, seat, extra),
    }
    return parts


def hunt(game: Game, seat: int, hunting: bool) -> dict[str, Any]:
    """The dice against the Minion on top, and how likely each of its rows is in percent."""
    hero, minion = game.heroes[seat], monsters_of(game).top_minion()
    weakness = minion.weakness_dice(game.rules, hero)
    dice = hero.counts[COMBAT_DICE] if hunting else hunt_dice(game.rules, hero, minion)
    least = [row.least for row in minion.rewards]
    chances = zip(least, Chances(dice).rows(least), Chances(dice + 1).rows(least), strict=True)
    rows = [{"from": low, "now": now, "more": more} for low, now, more in chances]
    odds: dict[str, Any] = {"dice": dice, "weakness": weakness, "rows": rows}
    roll = hero.piles[COMBAT_ROLL]
    if hunting and game.question() == "hunt-reroll":
        odds["better"] = {str(face): better_row(roll, face, least) for face in sorted(set(roll))}
    return odds


def monster(game: Game, seat: int) -> dict[str, Any]:
    """The stars that the pool brings: their mean, now and with one mercenary more, and the odds."""
    if game.question() != "monster-hire":
        return {}
    hero, now = game.heroes[seat], monsters_of(game)
    more, dice = combat_bonus(now.the_monster(), hero), hero.counts[COMBAT_DICE]
    return {
        "now": expected_stars(now, dice, more),
        "more": expected_stars(now, dice + 1, more),
        "rungs": rung_chances(now, dice, more),
    }
