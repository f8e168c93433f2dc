"""How lucky an offer was: the dice or cards to choose from, compared with random others.

An offer is worth as much as the best answer to it. So we compare the best answer to the real offer
with the best answers to other dice from the bag or other cards from the deck.
"""

from typing import Final

from rollplayer.analysis.judge import Judge
from rollplayer.chance import Chance
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.table import EMPTY, HIGHEST, LOWEST, NOBODY, die, face_of, kind_of
from rollplayer.search.tree import is_interruption

SAMPLES: Final = 12
DICE_OFFER: Final = "take"
MARKET_OFFER: Final = "market-turn"
FACES: Final = 6  # of every kind of die
WIDTH: Final = 3


def quick_judge(rules: Ruleset) -> Judge:
    """A fast judge for comparing many offers, by rules of thumb."""
    return Judge(rules, None, 0.0, WIDTH)


def offer_luck(judge: Judge, world: Game, seat: int, chance: Chance) -> float:
    """How many stars this offer is better than the average of other offers."""
    other = other_dice if world.question() == DICE_OFFER else other_market
    offers = [best_value(judge, other(world, chance), seat) for _ in range(SAMPLES)]
    return best_value(judge, world, seat) - sum(offers) / SAMPLES


def best_value(judge: Judge, world: Game, seat: int) -> float:
    values = judge.options(world, seat)
    known = zip(world.options(), values, strict=True)
    return max(value for option, value in known if not is_interruption(world.rules, option))


def other_dice(world: Game, chance: Chance) -> Game:
    """The world with other dice on the free Initiative cards, drawn, rolled and sorted (R1)."""
    free = [at for at, lies in enumerate(world.dice) if lies != EMPTY and world.taken[at] == NOBODY]
    bag = world.bag.copy()
    for at in free:
        bag[kind_of(world.dice[at])] += 1
    dice = []
    for _ in free:
        kind = chance.choose(range(len(bag)), bag)
        bag[kind] -= 1
        dice.append(die(kind, LOWEST[kind] + chance.below(HIGHEST[kind] - LOWEST[kind] + 1)))
    other = world.copy()
    other.dice = world.dice.copy()
    for at, rolled in zip(free, sorted(dice, key=face_of), strict=True):
        other.dice[at] = rolled
    other.bag = bag
    other.listed = None
    return other


def other_market(world: Game, chance: Chance) -> Game:
    """The world with other cards of the same dots in the Market."""
    cards = world.rules.cards
    other = world.copy()
    other.market = world.market.copy()
    pile = [card for index in world.deck for card in index]
    pile += [card for card in world.market if card >= 0]
    for place, card in enumerate(world.market):
        if card >= 0:
            alike = [index for index in pile if cards[index].dots == cards[card].dots]
            drawn = chance.choose(alike, None)
            pile.remove(drawn)
            other.market[place] = drawn
    other.listed = None
    return other
