"""A seat sees nothing it may not know, and the state holds nothing that nobody may know."""

import json
import random
from collections.abc import Iterator

import pytest

from rollplayer.engine import changes
from rollplayer.engine.game import Game
from rollplayer.engine.plain import plain_game, state_hash
from rollplayer.engine.view import SPECTATOR, View, plain_view
from rollplayer.rules.options import Options
from tests.properties.invariants import CHANCE
from tests.properties.walk import Figures, Walk, every_options, pick

GAMES = 9
ALTERNATIVES = 3


# -- games in which somebody knows the deck's top card ----------------------------------------------


class Spies(Walk):
    """A game whose seats look at the deck's top card whenever they can, and mostly leave it."""

    def spy(self) -> Iterator[Game]:
        """Every position of the game, from the first open moment on."""
        while self.game.question() != "take":
            self.decide(interrupt=0)
        self.give_card(0, "open-lock")
        self.give_card(1, "diplomacy")
        while not self.game.over:
            yield self.game
            self.lift_tokens()
            self.answer(self.game.seat(), self.pick_spying())

    def give_card(self, seat: int, card: str) -> None:
        game, shadow = self.game, self.shadow
        index = game.rules.names.by_kind["card"].index(card)
        for place in (shadow.discard_pile, shadow.deck, shadow.market):
            if card in place:
                # In the Market its place stays empty.
                if place is shadow.market:
                    shadow.market[shadow.market.index(card)] = None
                else:
                    place.remove(card)
        shadow.heroes[seat].cards.append(card)
        game.deck = [[held for held in pile if held != index] for pile in game.deck]
        game.discard_pile = [held for held in game.discard_pile if held != index]
        game.market = [-1 if held == index else held for held in game.market]
        game.heroes[seat].cards += (index,)
        changes.derive(game, game.heroes[seat])
        game.listed = None
        self.check()

    def lift_tokens(self) -> None:
        """Open Lock's arrow points down: keep it usable, but let nobody lose what they are asked for."""
        if self.game.question() == "opening":
            return
        for hero, mirrored in zip(self.game.heroes, self.shadow.heroes, strict=True):
            if hero.token > 5:
                hero.token, mirrored.token = hero.token - 6, "lnc"[hero.token - 6] + "g"
                self.game.listed = None
                self.check()

    def pick_spying(self) -> int:
        game, names = self.game, self.game.rules.names
        for wanted in ("use open-lock", "use diplomacy on open-lock", "refresh open-lock",
                       "refresh diplomacy"):  # fmt: skip
            for option in game.options():
                if names.write(option) == wanted:
                    return option
        if game.question() == "buy-from-deck" and self.rng.random() < 0.8:
            return names.read("pass", game.options())
        return pick(self.rng, game)


def with_another_top_card(rng: random.Random, game: Game) -> Iterator[Game]:
    """The same game, but for which card of its pile lies on top."""
    dots = game.rules.cards[game.top_card].dots
    at = 0 if len(game.deck) == 1 else dots - 1
    for other in rng.sample(game.deck[at], min(ALTERNATIVES, len(game.deck[at]))):
        twin = game.copy()
        pile = sorted([card for card in game.deck[at] if card != other] + [game.top_card])
        twin.deck = [
            pile if pile_at == at else game.deck[pile_at] for pile_at in range(len(game.deck))
        ]
        twin.top_card = other
        twin.listed = None
        yield twin


def view_bytes(game: Game, seat: int) -> bytes:
    return json.dumps(plain_view(game, seat)).encode()


def world_bytes(game: Game, seat: int) -> bytes:
    """All that a bot can read off its world, its question included."""
    world = View(game, seat).world
    asked = [world.seat(), world.question(), world.options(), world.weights()]
    may = [world.interruptions(other) for other in range(len(world.heroes))]
    return json.dumps([plain_game(world), asked, may]).encode()


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_a_seat_cannot_know_changes_no_byte_of_its_view(seed: int) -> None:
    rng = random.Random(f"views {seed}")
    variants = ("random-market-deck",) if seed % 3 == 0 else ()
    walk = Spies(Options(players=2 + seed % 3, variants=variants), f"views {seed}", Figures())
    permuted = ignorant = knowing = 0
    for game in walk.spy():
        if game.top_card < 0 or rng.random() < 0.4:
            continue
        for twin in with_another_top_card(rng, game):
            permuted += 1
            for seat in (SPECTATOR, *range(len(game.heroes))):
                if seat >= 0 and game.top_known >> seat & 1:
                    # Control: who has seen the card sees another one.
                    assert view_bytes(twin, seat) != view_bytes(game, seat)
                    assert world_bytes(twin, seat) != world_bytes(game, seat)
                    knowing += 1
                else:
                    assert view_bytes(twin, seat) == view_bytes(game, seat)
                    assert world_bytes(twin, seat) == world_bytes(game, seat)
                    assert plain_view(game, seat)["top_card"] is None
                    ignorant += 1
    assert permuted > 20
    assert ignorant > permuted
    assert knowing >= permuted


@pytest.mark.parametrize("seed", range(4))
def test_worlds_that_look_alike_play_alike(seed: int) -> None:
    """Nothing hidden travels along in a world, even where plain data does not show it."""
    rng = random.Random(f"worlds {seed}")
    walk = Spies(Options(players=3), f"worlds {seed}", Figures())
    played = 0
    for game in walk.spy():
        if game.top_card < 0 or rng.random() < 0.7:
            continue
        for twin in with_another_top_card(rng, game):
            one, other = View(game, SPECTATOR).world, View(twin, SPECTATOR).world
            luck = str(rng.random())
            one_luck, other_luck = random.Random(luck), random.Random(luck)
            while not one.over:
                one.apply(pick(one_luck, one))
                other.apply(pick(other_luck, other))
            assert state_hash(one) == state_hash(other)
            played += 1
    assert played > 5


@pytest.mark.parametrize("seed", range(8))
def test_a_view_shows_the_question_to_the_seat_that_is_asked(seed: int) -> None:
    rng = random.Random(f"pending {seed}")
    walk = Walk(rng.choice(every_options()), f"pending {seed}", Figures())
    game = walk.game
    positions = 0
    while not game.over:
        if rng.random() < 0.7:
            walk.decide(interrupt=0.3)
            continue
        positions += 1
        before = state_hash(game)
        write = game.rules.names.write
        for seat in (SPECTATOR, *range(len(game.heroes))):
            view = plain_view(game, seat)
            pending = view["pending"]
            asked = game.seat()
            assert pending["seat"] == ("chance" if asked == CHANCE else asked)
            assert pending["question"] == game.question()
            assert pending.get("options") == (
                [write(option) for option in game.options()] if seat == asked else None
            )
            may = game.interruptions(seat) if seat not in (SPECTATOR, asked) else []
            assert view["interruptions"] == [write(answer) for answer in may]
            assert view["top_card"] is None or game.top_known >> seat & 1
        assert state_hash(game) == before
        walk.decide(interrupt=0.3)
    assert positions > 10


# -- nothing random in the state --------------------------------------------------------------------

PLAIN = (int, str, bool, float, type(None))
OURS = ("rollplayer.engine", "rollplayer.rules", "rollplayer.words", "rollplayer.expansions")


def strangers(thing: object, path: str, seen: dict[int, object]) -> Iterator[str]:
    """Everything reachable that is neither plain, nor a list, nor an object of the rules.

    Sets are strangers as well: their order is nobody's decision.
    """
    if isinstance(thing, PLAIN) or id(thing) in seen:
        return
    seen[id(thing)] = thing
    if isinstance(thing, list | tuple):
        for at, part in enumerate(thing):
            yield from strangers(part, f"{path}[{at}]", seen)
    elif isinstance(thing, dict):
        for key, part in thing.items():
            yield from strangers(key, f"{path} key", seen)
            yield from strangers(part, f"{path}[{key!r}]", seen)
    elif type(thing).__module__.startswith(OURS):
        for name in dir(thing):
            if not name.startswith("__"):
                value = getattr(thing, name)
                if not callable(value):
                    yield from strangers(value, f"{path}.{name}", seen)
    else:
        yield f"{path} is a {type(thing)}"


@pytest.mark.parametrize("seed", range(6))
def test_no_random_generator_and_no_hidden_order_in_the_state(seed: int) -> None:
    rng = random.Random(f"state {seed}")
    walk = Walk(rng.choice(every_options()), f"state {seed}", Figures())
    looked = 0
    while not walk.game.over:
        # Every answer is checked by the walk: the piles are sorted at all times.
        walk.decide(interrupt=0.3)
        if rng.random() < 0.1:
            seen: dict[int, object] = {}
            assert list(strangers(walk.game, "game", seen)) == []
            assert len(seen) > 100
            looked += 1
    assert looked > 2


@pytest.mark.parametrize("stranger", [random.Random(1), {1, 2}, iter([1]), object()])
def test_a_stranger_in_the_state_is_noticed(stranger: object) -> None:
    assert len(list(strangers([{"a": [stranger]}], "game", {}))) == 1
