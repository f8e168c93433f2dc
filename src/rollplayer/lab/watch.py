"""Watching a game: which cards were shown, who could pay, who took them, and what else was named."""

from collections import Counter
from typing import Final

from rollplayer.chance import Chance
from rollplayer.content import Library
from rollplayer.engine.answers import BUY, first_of, verb_of
from rollplayer.engine.events import (
    CARD_BOUGHT,
    CHARISMA_SPENT,
    FOR_CARD,
    FROM_MARKET,
    GOLD_PAID,
)
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE, NOBODY
from rollplayer.log import Entry, Header
from rollplayer.match import result
from rollplayer.simulation import UnrecordedMatch, scored

MARKET_TURN: Final = "market-turn"
"""The question with which a hero's Market turn begins."""
Event = tuple[int, int, int, int, int]


class Showing:
    """One card in the Market of one round."""

    def __init__(self) -> None:
        self.payable = False
        """Whether anybody could have bought it: Gold and hands sufficed in a turn of theirs."""
        self.buyer = NOBODY
        self.price = 0


class Account:
    """What happens to each card in one game. Market cards are known by round and index."""

    def __init__(self, rules: Ruleset) -> None:
        names, known = rules.names, rules.vocabulary
        self.ids = names.by_kind
        self.showings: dict[tuple[int, int], Showing] = {}
        self.elsewhere: list[tuple[int, int, int, int]] = []
        """Cards bought from the deck or the discard pile: card, round, seat, price."""
        self.offered: Counter[tuple[str, int]] = Counter()
        self.chosen: Counter[tuple[str, int]] = Counter()
        self.named: Counter[tuple[str, str, int, int]] = Counter()
        """By event, kind, index and seat: how often; Market cards are counted above."""
        others = [kind for kind in names.by_kind if kind != "card"]
        self.verbs = {verb.number: verb.first for verb in known.verbs if verb.first in others}
        self.event_parts: dict[int, tuple[str, list[tuple[int, str]]]] = {}
        for kind, (name, *parts) in enumerate(known.event_at):
            about = [(at, sort) for at, (_, sort) in enumerate(parts) if sort in others]
            if about:
                self.event_parts[kind] = name, about

    def before(self, game: Game, who: int, answer: int) -> None:
        """A seat is about to answer the question it was asked."""
        if who == CHANCE or who != game.seat():
            return
        options = game.options()
        payable = {first_of(option) for option in options if verb_of(option) == BUY}
        if payable or game.question() == MARKET_TURN:
            for card in game.market:
                if card >= 0:
                    showing = self.showings.setdefault((game.round, card), Showing())
                    showing.payable = showing.payable or card in payable
        if verb_of(answer) in self.verbs:
            kind = self.verbs[verb_of(answer)]
            for index in {first_of(each) for each in options if verb_of(each) == verb_of(answer)}:
                self.offered[kind, index] += 1
            self.chosen[kind, first_of(answer)] += 1

    def after(self, game: Game, number: int, events: list[Event]) -> None:
        """What an answer given in this round has led to."""
        for kind, seat, *parts in events:
            if kind == CARD_BOUGHT:
                card, source = parts[:2]
                self.bought(number, card, seat, source, price_in(events, seat))
            if kind in self.event_parts:
                name, about = self.event_parts[kind]
                for at, sort in about:
                    self.named[name, sort, parts[at], seat] += 1

    def bought(self, number: int, card: int, seat: int, source: int, price: int) -> None:
        showing = self.showings.get((number, card))
        if source == FROM_MARKET and showing is not None:
            showing.buyer, showing.price = seat, price
        else:
            self.elsewhere.append((card, number, seat, price))

    def plain(self, game: Game) -> Plain:
        ids, cards = self.ids, self.ids["card"]
        ended = result(game)
        ended |= {
            "totals": [hero["total"] for hero in ended["heroes"]],
            "lines": [hero["lines"] for hero in ended["heroes"]],
        }
        return {
            "heroes": [
                {
                    "stars": scored(ended, hero.seat)[0],
                    "class": ids["class"][hero.character_class],
                    "cards": [cards[card] for card in hero.cards],
                }
                for hero in game.heroes
            ],
            "showings": [
                [cards[card], number, int(showing.payable), showing.buyer, showing.price]
                for (number, card), showing in self.showings.items()
            ],
            "elsewhere": [[cards[card], *more] for card, *more in self.elsewhere],
            "offered": [[kind, ids[kind][at], n] for (kind, at), n in self.offered.items()],
            "chosen": [[kind, ids[kind][at], n] for (kind, at), n in self.chosen.items()],
            "named": [
                [event, kind, ids[kind][at], seat, n]
                for (event, kind, at, seat), n in self.named.items()
            ],
        }


def price_in(events: list[Event], seat: int) -> int:
    """The Gold and Charisma tokens that a card was bought for."""
    gold = sum(x for kind, who, x, y, _ in events if (kind, who, y) == (GOLD_PAID, seat, FOR_CARD))
    return gold + sum(x for kind, who, x, *_ in events if (kind, who) == (CHARISMA_SPENT, seat))


class WatchedMatch(UnrecordedMatch):
    """A match that keeps an account of its cards."""

    def __init__(self, header: Header, library: Library, chance: Chance) -> None:
        super().__init__(header, library, chance)
        self.account = Account(self.game.rules)

    def act(self, who: int, answer: int) -> Entry:
        game = self.game
        number = game.round
        self.account.before(game, who, answer)
        game.events = []
        try:
            entry = super().act(who, answer)
            self.account.after(game, number, game.events)
        finally:
            game.events = None
        return entry
