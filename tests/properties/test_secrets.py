"""The expansion's hidden cards: an Adventure card is known to those who looked, and to nobody else."""

import json
import random
from collections.abc import Iterator

import pytest

from rollplayer.engine.game import Game
from rollplayer.engine.plain import plain_game, state_hash
from rollplayer.engine.view import SPECTATOR, View, plain_view
from rollplayer.expansions import EXPANSIONS
from rollplayer.expansions.monsters_and_minions.changes import decide, edit_monster_table
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.match import Match
from rollplayer.rules.expansion import vocabulary_of
from rollplayer.rules.options import Options
from tests.properties.facts import ADVENTURE_KINDS, EXPANSION
from tests.properties.matches import random_match
from tests.properties.test_views import view_bytes, world_bytes
from tests.properties.walk import Figures, Walk, pick

GAMES = 8


def hunters(seed: int, players: int) -> Iterator[Game]:
    """A game whose seats hunt whenever they can: every position of it."""
    options = Options(players=players, expansions=(EXPANSION,))
    walk = Walk(options, f"hunters {seed}", Figures())
    while not walk.game.over:
        yield walk.game
        names, options_now = walk.game.rules.names, walk.game.options()
        hunt = [option for option in options_now if names.write(option) == "hunt"]
        wanted = hunt[0] if hunt and walk.rng.random() < 0.8 else pick(walk.rng, walk.game)
        walk.answer(walk.game.seat(), wanted)


def with_other_cards(game: Game) -> Iterator[tuple[int, Game]]:
    """The same game, but for which card lies there face down; and the kind of that card."""
    now = monsters_of(game)
    for kind in range(now.turned_up, len(ADVENTURE_KINDS)):
        for other in now.candidates(kind):
            if now.adventure[kind] >= 0 and other != now.adventure[kind]:
                twin = game.copy()
                decide(edit_monster_table(twin), kind, other)
                yield kind, twin


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_card_nobody_showed_changes_no_byte_of_a_view(seed: int) -> None:
    rng = random.Random(f"secrets {seed}")
    ignorant = knowing = 0
    for game in hunters(seed, players=2 + seed % 4):
        if rng.random() < 0.8:
            continue
        for kind, twin in with_other_cards(game):
            for seat in (SPECTATOR, *range(len(game.heroes))):
                if (
                    seat >= 0
                    and ADVENTURE_KINDS[kind] in plain_game(game)["heroes"][seat]["tokens"]
                ):
                    # Control: who has the token sees another card.
                    assert view_bytes(twin, seat) != view_bytes(game, seat)
                    assert world_bytes(twin, seat) != world_bytes(game, seat)
                    knowing += 1
                else:
                    assert view_bytes(twin, seat) == view_bytes(game, seat)
                    assert world_bytes(twin, seat) == world_bytes(game, seat)
                    assert plain_view(game, seat)["adventure"][ADVENTURE_KINDS[kind]] is None
                    ignorant += 1
    assert ignorant > 20
    assert knowing > 20


@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_look_alike_play_alike(seed: int) -> None:
    """Nothing of the card travels along in a world, to the last combat."""
    rng = random.Random(f"alike {seed}")
    played = 0
    for game in hunters(seed, players=3):
        if rng.random() < 0.95:
            continue
        for _, twin in with_other_cards(game):
            one, other = View(game, SPECTATOR).world, View(twin, SPECTATOR).world
            luck = str(rng.random())
            one_luck, other_luck = random.Random(luck), random.Random(luck)
            while not one.over:
                one.apply(pick(one_luck, one))
                other.apply(pick(other_luck, other))
            assert state_hash(one) == state_hash(other)
            played += 1
    assert played > 3


@pytest.mark.parametrize("seed", range(3))
def test_who_may_look_sees_the_same_card_again(seed: int) -> None:
    """X9: from the look to the end it is one card, in the view of the one who looked."""
    seen: dict[tuple[int, str], str] = {}
    for game in hunters(seed, players=3):
        for hero in plain_game(game)["heroes"]:
            view = plain_view(game, hero["seat"])
            for kind in hero["tokens"]:
                card = view["adventure"][kind]
                if card is not None:
                    assert seen.setdefault((hero["seat"], kind), card) == card
    assert seen
    for kind in ADVENTURE_KINDS:
        assert len({card for (_, seen_kind), card in seen.items() if seen_kind == kind}) <= 1


def test_a_look_cannot_be_taken_back() -> None:
    secret = set(vocabulary_of(list(EXPANSIONS.values())).secret_events)
    assert len(secret) == 2
    looks = 0

    def check(match: Match) -> None:
        nonlocal looks
        last = match.entries[-1]
        if not last.undo and secret & {event["event"] for event in last.events}:
            looks += 1
            assert match.why_not_undo(last.who) in ("chance", "reveal")

    for seed in range(6):
        options = Options(players=3, expansions=(EXPANSION,))
        random_match(f"looks {seed}", options, after_each=check)
    assert looks > 5


def test_the_known_bottom_of_the_deck_is_open_to_all() -> None:
    """X14: in order, for every seat and for who watches."""
    shown = 0
    for game in hunters(1, players=2):
        bottom = plain_game(game)["minion_bottom"]
        for seat in (SPECTATOR, 0, 1):
            assert json.dumps(plain_view(game, seat)["minion_bottom"]) == json.dumps(bottom)
        shown += len(bottom) > 1
    assert shown > 10
