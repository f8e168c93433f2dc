"""What the questions of Monsters & Minions are about: the Minion, its odds, and every price."""

from typing import Final

from rollplayer.engine.answers import verb_of
from rollplayer.engine.game import Game
from rollplayer.engine.table import COLORS, die_name
from rollplayer.expansions.monsters_and_minions.chances import Chances
from rollplayer.expansions.monsters_and_minions.combat import combat_bonus
from rollplayer.expansions.monsters_and_minions.hunt import hunt_dice, reveal_price
from rollplayer.expansions.monsters_and_minions.mercenaries import price_in_gold
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    COMBAT_DICE,
    COMBAT_ROLL,
    INJURIES,
    MERCENARY_XP,
    REVEAL,
    XP,
)
from rollplayer.questions import About, Arguments, exhausted, of_source, top
from rollplayer.text import Texts

GOES_ON: Final = frozenset(
    {"hunt-reveal", "hunt-hire", "hunt-reroll", "monster-hire", "monster-reroll"}
)
"""Passing hunts, rolls or fights; the other options put that off, for a price."""


def reward_chance(game: Game, dice: int) -> int:
    """Percent of rolls of this many dice that reach a row of the Minion without an Injury."""
    rows = monsters_of(game).top_minion().rewards
    chances = Chances(dice).rows([row.least for row in rows])
    return sum(each for row, each in zip(rows, chances, strict=True) if not row.injuries)


def minion_name(game: Game, texts: Texts) -> str:
    return texts.name("minion", monsters_of(game).top_minion().id)


def monster_name(game: Game, texts: Texts) -> str:
    return texts.name("monster", monsters_of(game).the_monster().id)


def hunted(game: Game, texts: Texts) -> Arguments:
    """The Minion on top, the dice against it, and the price of another."""
    hero = game.heroes[game.seat()]
    dice = hunt_dice(game.rules, hero, monsters_of(game).top_minion())
    another = any(verb_of(option) == REVEAL for option in game.options())
    return {
        "minion": minion_name(game, texts),
        "dice": dice,
        "chance": reward_chance(game, dice),
        "another": "yes" if another else "no",
        "price": reveal_price(game),
    }


def prices(game: Game, extra: int) -> Arguments:
    """What one more mercenary costs."""
    seat = game.seat()
    xp = game.heroes[seat].numbers[MERCENARY_XP] + extra
    return {"xp": xp, "gold": price_in_gold(game, seat, extra)}


def hired_to_hunt(game: Game, texts: Texts) -> Arguments:
    dice = game.heroes[game.seat()].counts[COMBAT_DICE]
    return {
        "minion": minion_name(game, texts),
        "dice": dice,
        "chance": reward_chance(game, dice),
        **prices(game, 0),
    }


def hunt_roll(game: Game, texts: Texts) -> Arguments:
    frame = top(game)
    total = sum(game.heroes[frame.seat].piles[COMBAT_ROLL])
    return {
        "minion": minion_name(game, texts),
        "total": total,
        "best": "yes" if total >= monsters_of(game).top_minion().rewards[-1].least else "no",
        "price": frame.step.price(game, frame),
    }


def hired_to_fight(game: Game, texts: Texts) -> Arguments:
    extra = monsters_of(game).the_monster().mercenary
    dice = game.heroes[game.seat()].counts[COMBAT_DICE]
    return {"monster": monster_name(game, texts), "dice": dice, **prices(game, extra)}


def monster_roll(game: Game, texts: Texts) -> Arguments:
    frame = top(game)
    monster, hero = monsters_of(game).the_monster(), game.heroes[frame.seat]
    strength = monsters_of(game).strength()
    faces = [face for face in hero.piles[COMBAT_ROLL] if face not in monster.worthless]
    total = sum(faces) + combat_bonus(monster, hero)
    most, _ = monster.ladder(strength)[-1]
    return {
        "monster": monster_name(game, texts),
        "total": total,
        "strength": strength,
        "best": "yes" if total >= most else "no",
        "price": frame.step.price(game, frame),
    }


def drafted_or_stored(game: Game, texts: Texts) -> Arguments:
    hand = game.heroes[game.seat()].hand
    return {"die": texts.die(die_name(hand[0])) if hand else ""}


def purse(game: Game, texts: Texts) -> Arguments:
    hero = game.heroes[game.seat()]
    return {"gold": hero.gold, "xp": hero.counts[XP]}


def skill_used(game: Game, texts: Texts) -> Arguments:
    return {"card": texts.name("card", game.rules.names.word("card", top(game).card))}


def injured(game: Game, texts: Texts) -> Arguments:
    injuries = game.heroes[game.seat()].counts[INJURIES]
    return {**of_source(game, texts), "injured": "yes" if injuries else "no"}


def named_kind(game: Game, texts: Texts) -> Arguments:
    color = texts.name("color", COLORS[top(game).kind_named])
    return {**of_source(game, texts), "color": color}


def revived(game: Game, texts: Texts) -> Arguments:
    return {**of_source(game, texts), **exhausted(game, texts)}


ABOUT: Final[dict[str, About]] = {
    "hunt-reveal": hunted,
    "hunt-hire": hired_to_hunt,
    "hunt-reroll": hunt_roll,
    "monster-hire": hired_to_fight,
    "monster-reroll": monster_roll,
    "place-or-store": drafted_or_stored,
    "convert": purse,
    "keep-upright": skill_used,
    "disarm": injured,
    "raise": named_kind,
    "revive": revived,
    **dict.fromkeys(
        ("clear-card", "disguise", "tumble", "dispel", "name-kind", "must-swap", "mirage"),
        of_source,
    ),
}
"""By question: what its text is filled in with."""
