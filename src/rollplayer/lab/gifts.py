"""Gifts: the same deal with and without a card, so that the difference is what the card is worth.

The cards that are to be given lie aside from the beginning, in every game of the deal. The deal is
played once to the moment of the gift; from there it goes on with the same chance and the same bots,
once without a gift and once with each.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rollplayer.chance import Deal
from rollplayer.engine import changes
from rollplayer.engine.events import FOR_CARD, FROM_DISCARD_PILE
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.lab.plan import GAME, PAIR, SETUP, Gift, LabPlan, Task
from rollplayer.lab.watch import WatchedMatch
from rollplayer.match import Bot, Match, play_out, result
from rollplayer.simulation import Player, scored
from rollplayer.words.buying import buy, has_room, price


@dataclass(frozen=True)
class Beginning:
    """A deal at the moment of the gift."""

    seed: str
    game: Game
    chance: Deal


class WatchingPlayer(Player):
    unrecorded = WatchedMatch


class Lab:
    """Carries out tasks in one process."""

    def __init__(self, plan: LabPlan) -> None:
        self.plan = plan
        self.player = Player(plan.simulation())
        self.watching = WatchingPlayer(plan.simulation())

    def play(self, task: Task) -> Plain:
        if task[0] == GAME:
            return {"task": list(task), **self.watch(task)}
        done = self.give_pair(task) if task[0] == PAIR else self.give_group(task)
        return {"task": list(task), **done}

    def watch(self, task: Task) -> Plain:
        seed = self.plan.seed_of(task)
        match = self.watching.match(seed)
        assert isinstance(match, WatchedMatch)
        play_out(match, self.watching.bots(seed))
        return match.account.plain(match.game)

    # -- gifts --------------------------------------------------------------------------------------

    def give_group(self, task: Task) -> Plain:
        """What a seat scores without a gift, with nothing as a gift (the control), and with each."""
        _, moment, number, group = task
        assert isinstance(number, int)
        assert isinstance(group, int)
        gifts = self.plan.groups(moment, number)[group]
        seat = (number + group) % self.plan.read.players
        beginning = self.begin(self.plan.seed_of(task), moment, gifts)
        told = self.recipient(beginning, seat)
        with_each = {gift.name: self.goes_on(beginning, seat, [gift]) for gift in gifts}
        told["given"] = {name: stars for name, stars in with_each.items() if stars is not None}
        if group == 0:
            told["nothing"] = self.goes_on(beginning, seat, [])
        return told

    def give_pair(self, task: Task) -> Plain:
        _, first, second, number = task
        assert isinstance(number, int)
        gifts = [Gift("card", str(first)), Gift("card", str(second))]
        seat = number % self.plan.read.players
        beginning = self.begin(self.plan.seed_of(task), 1, gifts)
        told = self.recipient(beginning, seat)
        given = [self.goes_on(beginning, seat, some) for some in ([gifts[0]], [gifts[1]], gifts)]
        return {**told, "pair": given if None not in given else None}

    def recipient(self, beginning: Beginning, seat: int) -> Plain:
        classes = beginning.game.rules.classes
        hero = beginning.game.heroes[seat]
        return {
            "seat": seat,
            "class": classes[hero.character_class].id,
            "without": self.goes_on(beginning, seat, []),
        }

    def begin(self, seed: str, moment: str | int, gifts: list[Gift]) -> Beginning:
        """Play a deal to the moment of the gift, without what is to be given."""
        match = self.player.match(seed)
        set_aside(match.game, [gift for gift in gifts if gift.section == "card"])
        until = has_characters if moment == SETUP else has_begun(int(moment))
        play_out(match, self.player.bots(seed), until)
        assert isinstance(match.chance, Deal)
        return Beginning(seed, match.game, match.chance)

    def goes_on(self, beginning: Beginning, seat: int, gifts: list[Gift]) -> int | None:
        """The stars of the seat with these gifts; None if it cannot take them."""
        match = self.player.match(beginning.seed)
        match.game, match.chance = beginning.game.copy(), same_chance(beginning)
        for gift in gifts:
            if not give(match, self.player.bots(beginning.seed), seat, gift):
                return None
        play_out(match, self.player.bots(beginning.seed))
        ended = result(match.game)
        plain = {
            "winners": ended["winners"],
            "totals": [hero["total"] for hero in ended["heroes"]],
            "lines": [hero["lines"] for hero in ended["heroes"]],
        }
        return scored(plain, seat)[0]


def same_chance(beginning: Beginning) -> Deal:
    """The same draws for every game that goes on from here."""
    return beginning.chance.copy()


def has_begun(number: int) -> Callable[[Game], bool]:
    return lambda game: game.round >= number


def has_characters(game: Game) -> bool:
    """Whether everybody has all that is chosen and dealt before the first die."""
    return game.round > 0 or all(
        min(hero.character_class, hero.race, hero.alignment, hero.backstory) >= 0
        for hero in game.heroes
    )


def set_aside(game: Game, gifts: list[Gift]) -> None:
    """Before anything has happened: these cards are not in the deck."""
    cards = [game.rules.names.by_kind["card"].index(gift.id) for gift in gifts]
    game.deck = [[card for card in pile if card not in cards] for pile in game.deck]
    game.removed = [*game.removed, *cards]
    game.listed = None


def give(match: Match, bots: list[Bot], seat: int, gift: Gift) -> bool:
    """Whether the hero has taken it. What it asks at once is answered before anything else."""
    game = match.game
    index = game.rules.names.by_kind[gift.section].index(gift.id)
    if gift.section != "card":
        return give_character(game, seat, gift.section, index)
    waiting = len(game.agenda)
    if not hand_over(game, seat, index):
        return False
    play_out(match, bots, lambda now: len(now.agenda) <= waiting)
    return True


def hand_over(game: Game, seat: int, card: int) -> bool:
    """Whether the hero has taken a card that lay aside; what it asks at once is asked next."""
    hero = game.heroes[seat]
    if not has_room(game, hero, card):
        return False
    game.removed = [other for other in game.removed if other != card]
    game.discard_pile = [*game.discard_pile, card]
    # It is bought, as any card, for Gold that is given with it: its arrow and its effect come along.
    changes.gold_gained(game, seat, price(game, hero, card, FROM_DISCARD_PILE), FOR_CARD)
    buy(game, seat, card, 0, FROM_DISCARD_PILE)
    game.listed = None
    game.advance()
    return True


def give_character(game: Game, seat: int, section: str, index: int) -> bool:
    """Another class, race, Alignment or Backstory, unless somebody has it (S2, S4, S6)."""
    hero = game.heroes[seat]
    others = [other for other in game.heroes if other.seat != seat]
    if section == "class":
        color = game.rules.classes[index].color
        if hero.character_class == index or color in [other.color for other in others]:
            return False
        changes.class_chosen(game, seat, index)
        return True
    had = {"race": hero.race, "alignment": hero.alignment, "backstory": hero.backstory}[section]
    taken = {
        "race": [other.race for other in others],
        "alignment": [other.alignment for other in others],
        "backstory": [other.backstory for other in others],
    }[section]
    if index == had or index in taken:
        return False
    if section == "race":
        changes.race_chosen(game, seat, index, hero.side)
    elif section == "alignment":
        changes.alignment_dealt(game, seat, index)
    else:
        changes.backstory_dealt(game, seat, index)
    return True
