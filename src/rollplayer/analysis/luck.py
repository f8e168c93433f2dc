"""How lucky an offer was: the dice or cards a seat may take from, against others it might have got.

What lies in the middle says little by itself; what it is worth shows in the best answer to it. So
the best answer is judged with what lies there and with other dice from the bag or other cards of
the deck in its place, in worlds that are never played on.
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
    """Rules of thumb are enough to compare offers, and many of them are looked at."""
    return Judge(rules, None, 0.0, WIDTH)


def offer_luck(judge: Judge, world: Game, seat: int, chance: Chance) -> float:
    """Stars by which this offer is better than others are in the mean."""
    other = other_dice if world.question() == DICE_OFFER else other_market
    offers = [best_value(judge, other(world, chance), seat) for _ in range(SAMPLES)]
    return best_value(judge, world, seat) - sum(offers) / SAMPLES


def best_value(judge: Judge, world: Game, seat: int) -> float:
    values = judge.options(world, seat)
    known = zip(world.options(), values, strict=True)
    return max(value for option, value in known if not is_interruption(world.rules, option))


def other_dice(world: Game, chance: Chance) -> Game:
    """Other dice on the free Initiative cards, drawn and rolled and laid in order (R1)."""
    free = [at for at, lies in enumerate(world.dice) if lies != EMPTY and world.taken[at] == NOBODY]
    bag = world.bag.copy()
    for at in free:
        bag[kind_of(world.dice[at])] += 1
    dice = []
    for _ in free:
        kind = chance.choose(range(len(bag)), bag)
        bag[kind] -= 1
        dice.append(die(kind, LOWEST[kind] + chance.below(HIGHEST[kind] - LOWEST[kind] + 1)))
    made = world.copy()
    made.dice = world.dice.copy()
    for at, rolled in zip(free, sorted(dice, key=face_of), strict=True):
        made.dice[at] = rolled
    made.bag = bag
    made.listed = None
    return made


def other_market(world: Game, chance: Chance) -> Game:
    """Other cards with the same dots at the places of the Market that are not empty."""
    cards = world.rules.cards
    made = world.copy()
    made.market = world.market.copy()
    pile = [card for each in world.deck for card in each]
    pile += [card for card in world.market if card >= 0]
    for place, card in enumerate(world.market):
        if card >= 0:
            alike = [each for each in pile if cards[each].dots == cards[card].dots]
            drawn = chance.choose(alike, None)
            pile.remove(drawn)
            made.market[place] = drawn
    made.listed = None
    return made
