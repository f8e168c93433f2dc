"""What holds in a game with any boxes, whatever they bring: nothing here knows one of them.

The walks of ``walk`` compare with a second description of the rules; these ask only what follows from
the engine's own: things are somewhere, once; options can be written, read and carried out; copies
and views are what they should be.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator

from rollplayer.content import library_for
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.components import Component
from rollplayer.engine.events import describe
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.plain import plain_game, state_hash
from rollplayer.engine.table import CHANCE, SKILL, SPOT_COUNT, SPOTS, WEAPON, kind_of
from rollplayer.engine.view import SPECTATOR, View, plain_view
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from tests.properties.near_misses import unlisted_codes
from tests.properties.walk import pick, pick_interruption

Event = dict[str, str | int]
LOOKS = 0.03
"""How often a position is looked at closely."""


class BoxWalk:
    """One game answered at random; every complaint is found where it arises."""

    def __init__(self, options: Options, seed: str) -> None:
        self.rng = random.Random(seed)
        self.game = new_game(options, compose(options, library_for(options).components))
        self.answers: list[str] = []
        self.events: Counter[str] = Counter()
        self.verbs: Counter[str] = Counter()

    def to_the_end(self) -> None:
        while not self.game.over:
            if self.rng.random() < LOOKS:
                self.look_closely()
            self.step()
        self.look_closely()

    def step(self) -> None:
        game = self.game
        wanted = pick_interruption(self.rng, game) if self.rng.random() < 0.3 else None
        asked = game.question()
        game.events = []
        if wanted is None:
            answer = pick(self.rng, game)
            self.answers.append(f"{game.seat()}: {game.rules.names.write(answer)}")
            game.apply(answer)
        else:
            self.answers.append(f"{wanted[0]}: {game.rules.names.write(wanted[1])}")
            game.interrupt(*wanted)
        events = [describe(game.rules.names, event) for event in game.events]
        game.events = None
        self.verbs[self.answers[-1].split()[1]] += 1
        self.events.update(str(event["event"]) for event in events)
        self.follow(asked, events)
        found = [*complaints(game), *self.more_complaints()]
        assert not found, f"{found} after {self.answers[-8:]}"

    def follow(self, question: str, events: list[Event]) -> None:
        """For those who know more about a box."""

    def more_complaints(self) -> list[str]:
        return []

    def look_closely(self) -> None:
        """Options are accepted on copies, other answers are refused; views tell what is open."""
        game = self.game
        before = state_hash(game)
        listed = [] if game.over else list(game.options())
        for option in listed:
            text = game.rules.names.write(option)
            assert game.rules.names.read(f" {text.upper()} ", listed) == option
            twin = game.copy()
            twin.apply(option)
            assert state_hash(twin) != before or twin.question() == game.question()
        for code in unlisted_codes(self.rng, listed, 10) if listed else ():
            try:
                game.apply(code)
            except IllegalAnswer:
                continue
            raise AssertionError(f"{code} is accepted after {self.answers[-8:]}")
        for seat in (SPECTATOR, *range(len(game.heroes))):
            seen = plain_view(game, seat)
            again = plain_view(View(game, seat).world, seat)
            assert seen == again == json.loads(json.dumps(seen)), seat
        assert state_hash(game) == before


def complaints(game: Game) -> Iterator[str]:
    yield from dice(game)
    yield from cards(game)
    for hero in game.heroes:
        yield from spaces(game, hero)
        yield from what_follows(game, hero)
    yield from question(game)
    json.dumps(plain_game(game))


def dice(game: Game) -> Iterator[str]:
    """Every die of the game is in one place."""
    known = game.rules.vocabulary
    lying = [*game.pool, *game.dice]
    for hero in game.heroes:
        lying += [*hero.sheet, *hero.hand]
        for pile, sort in known.pile_sorts.items():
            lying += hero.piles[pile] if sort == "die" else ()
    count = Counter(kind_of(die) for die in lying if die)
    for stock in (game.bag, game.aside):
        count.update({kind: number for kind, number in enumerate(stock) if number})
        if min(stock) < 0:
            yield f"a stock of dice is {stock}"
    expected = {kind: number for kind, number in enumerate(game.rules.dice) if number}
    if count != expected:
        yield f"the dice are {dict(count)}, not {expected}"
    if not set(expected) <= set(known.dice):
        yield "there are dice of another game"


def cards(game: Game) -> Iterator[str]:
    """Every card is in one place, and of what else heroes own nobody has the same."""
    lying = [card for pile in game.deck for card in pile]
    lying += [*game.market, *game.discard_pile, *game.trash, *game.removed, game.top_card]
    owned = [card for hero in game.heroes for card in hero.cards]
    if sorted(card for card in lying + owned if card >= 0) != list(range(len(game.rules.cards))):
        yield "a card is nowhere, or in two places"
    for pile, _ in game.rules.owned_piles:
        things = [thing for hero in game.heroes for thing in hero.piles[pile]]
        if len(set(things)) != len(things):
            yield f"two heroes have the same of {game.rules.vocabulary.piles[pile]}"


def spaces(game: Game, hero: Hero) -> Iterator[str]:
    for row in range(0, SPOT_COUNT, 3):
        filled = [die != 0 for die in hero.sheet[row : row + 3]]
        if filled != sorted(filled, reverse=True):
            yield f"seat {hero.seat} has a gap at {SPOTS[row]}"
    known = game.rules.vocabulary.spots
    if any(die and spot not in known for spot, die in enumerate(hero.sheet)):
        yield f"seat {hero.seat} has a die on a space of another game"
    if hero.charisma and not game.rules.before_cleanup >> game.phase & 1:
        yield f"seat {hero.seat} has Charisma tokens after U1"
    if hero.gold < 0 or min(hero.counts, default=0) < -99:
        yield f"seat {hero.seat} has {hero.gold} Gold"
    if game.over and (hero.open_spaces() or hero.hand):
        yield f"seat {hero.seat} ends with open spaces"


def what_follows(game: Game, hero: Hero) -> Iterator[str]:
    """Numbers and hooks are those of all a hero owns, whatever pile it lies in."""
    rules = game.rules
    owned: list[Component] = [rules.cards[card] for card in hero.cards]
    if hero.character_class >= 0:
        owned.append(rules.classes[hero.character_class])
    for pile, components in rules.owned_piles:
        owned += [components[thing] for thing in hero.piles[pile]]
    numbers = Counter({each.index: each.default for each in rules.vocabulary.numbers})
    for each in owned:
        for number, change in each.modifies:
            numbers[number] += change
    if {at: hero.numbers[at] for at in numbers} != numbers:
        yield f"the numbers of seat {hero.seat} do not follow from what it owns"
    hooked = 0
    for each in owned:
        hooked |= each.hooked
    if hero.hooked != hooked:
        yield f"the hooks of seat {hero.seat} do not follow from what it owns"
    kinds = [rules.cards[card].kind for card in hero.cards]
    if (len(hero.skills), len(hero.weapons)) != (kinds.count(SKILL), kinds.count(WEAPON)):
        yield f"Skills and Weapons of seat {hero.seat} do not follow from the cards"


def question(game: Game) -> Iterator[str]:
    if game.over:
        return
    options = game.options()
    notations = [game.rules.names.write(option) for option in options]
    if not options or len(set(notations)) != len(options):
        yield f"{game.question()} offers {notations}"
    weights = game.weights()
    if weights is not None and (len(weights) != len(options) or min(weights) <= 0):
        yield f"{game.question()} has the weights {weights}"
    if not CHANCE <= game.seat() < len(game.heroes):
        yield f"{game.question()} is asked of {game.seat()}"
