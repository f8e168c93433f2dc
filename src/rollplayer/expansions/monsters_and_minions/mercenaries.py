"""Mercenaries, for a Hunt or for the Monster (X4, X8, X16)."""

from rollplayer.engine import changes as base
from rollplayer.engine.answers import PASS_CODE, code, first_of, second_of
from rollplayer.engine.game import Game
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import (
    FOR_MERCENARY,
    HAGGLE,
    HIRE,
    MERCENARY_GOLD,
    MERCENARY_XP,
    PAID_IN_GOLD,
    PAID_IN_XP,
    XP,
)


def price_in_gold(game: Game, seat: int, extra: int) -> int:
    """X16: with what the Monster adds, less Haggle, not below 0."""
    hero = game.heroes[seat]
    return max(0, hero.numbers[MERCENARY_GOLD] + extra - hero.counts[HAGGLE])


def hires(game: Game, seat: int, extra: int) -> list[int]:
    """Every way to hire one more mercenary; each may be paid with at most one Charisma token."""
    hero = game.heroes[seat]
    options: list[int] = []
    if hero.counts[XP] >= hero.numbers[MERCENARY_XP] + extra:
        options.append(code(HIRE, PAID_IN_XP))
    price = price_in_gold(game, seat, extra)
    if hero.gold >= price:
        options.append(code(HIRE, PAID_IN_GOLD))
    if hero.charisma > 0 and price > 0 and hero.gold >= price - 1:
        options.append(code(HIRE, PAID_IN_GOLD, 1))
    return options


def hires_or_pass(game: Game, seat: int, extra: int) -> list[int]:
    options = hires(game, seat, extra)
    options.append(PASS_CODE)
    return options


def hire(game: Game, seat: int, answer: int, extra: int) -> None:
    hero = game.heroes[seat]
    payment = first_of(answer)
    if payment == PAID_IN_XP:
        price = hero.numbers[MERCENARY_XP] + extra
        changes.xp_spent(game, seat, price, FOR_MERCENARY)
    else:
        price = price_in_gold(game, seat, extra)
        tokens = second_of(answer)
        base.charisma_spent(game, seat, tokens)
        base.gold_paid(game, seat, price - tokens, FOR_MERCENARY)
        # M19: the discount was for this mercenary.
        base.turn_discount_ended(game, seat)
    changes.mercenary_hired(game, seat, payment, price)
