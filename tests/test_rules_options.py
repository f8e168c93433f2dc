"""Which options make a game (C0, V), and what the first edition has in its box (V7)."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, Final

import pytest

from rollplayer.chance import Chance
from rollplayer.content import load
from rollplayer.engine.game import Game
from rollplayer.engine.table import EMPTY
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import EDITIONS, VARIANTS, Options, RefusedOptions, read_options

ALL_VARIANTS: Final = [some for count in range(5) for some in combinations(VARIANTS, count)]


def play(game: Game, seed: str, done: Callable[[], bool]) -> None:
    """Everybody answers at random until something holds."""
    chance = Chance.from_text(seed)
    while not done():
        game.apply(chance.choose(game.options(), game.weights()))


@pytest.mark.rules("C0")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_players_make_a_game(players: int) -> None:
    options = read_options({"players": players})
    game = new_game(options, compose(options, load(options.edition).components))
    assert len(game.heroes) == players
    assert game.rules.solitaire is (players == 1)


@pytest.mark.rules("C0")
@pytest.mark.parametrize("players", [0, 6, -1, True, "2", 2.0, None])
def test_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(RefusedOptions, match=r"seats 1 \(solitaire\) to 4"):
        read_options({"players": players})


@pytest.mark.rules("C0")
def test_five_players_are_refused_because_they_need_the_expansion() -> None:
    with pytest.raises(RefusedOptions, match="need the expansion Monsters & Minions"):
        Options(players=5)


@pytest.mark.parametrize("variant", ["open-adventure", "difficult-monsters"])
def test_variants_of_the_expansion_are_refused_with_the_reason(variant: str) -> None:
    with pytest.raises(RefusedOptions, match="belongs to Monsters & Minions"):
        read_options({"variants": ["short-game", variant]})


@pytest.mark.rules("V1", "V2", "V3", "V4", "V7", "V9")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variants", ALL_VARIANTS, ids=lambda some: "+".join(some) or "none")
def test_the_variants_combine_freely(players: int, edition: str, variants: tuple[str, ...]) -> None:
    options = Options(players, edition, variants=variants)
    game = new_game(options, compose(options, load(edition).components))
    play(game, f"{options}", lambda: game.over)
    # S11, V1, V3, V9: the dice everybody begins with; each round brings one more (C3).
    begun_with = max(players, 2) + 4 + (2 if "short-game" in variants else 0)
    assert game.round == 18 - begun_with
    assert all(EMPTY not in hero.sheet for hero in game.heroes)


@pytest.mark.rules("V7")
def test_the_first_edition_has_fewer_components() -> None:
    first = load("first").components
    counts = [
        len(pieces) for pieces in (first.races, first.backstories, first.alignments, first.cards)
    ]
    assert counts == [4, 12, 13, 48]
    second = load("second").components
    counts = [
        len(pieces)
        for pieces in (second.races, second.backstories, second.alignments, second.cards)
    ]
    assert counts == [6, 16, 17, 53]
    assert len(first.classes) == len(second.classes) == 12


MIXED: Final = ("random-market-deck",)


@pytest.mark.rules("S7", "V2", "V7", "L1", "L2")
@pytest.mark.parametrize(
    ("players", "edition", "variants", "piles", "removed"),
    [
        (2, "second", (), [26, 27], 14),
        (3, "second", (), [26, 27], 6),
        (4, "second", (), [26, 27], 0),
        (2, "second", MIXED, [53], 14),
        (3, "second", MIXED, [53], 6),
        (4, "second", MIXED, [53], 0),
        (1, "second", (), [26, 26], 14),
        (1, "second", MIXED, [52], 14),
        (2, "first", (), [24, 24], 0),
        (3, "first", (), [24, 24], 0),
        (4, "first", (), [24, 24], 0),
        (2, "first", MIXED, [48], 0),
        (1, "first", (), [48], 0),
    ],
)
def test_the_deck_before_the_first_market(
    players: int, edition: str, variants: tuple[str, ...], piles: list[int], removed: int
) -> None:
    options = Options(players, edition, variants=variants)
    game = new_game(options, compose(options, load(edition).components))
    assert [len(pile) for pile in game.deck] == piles
    play(game, f"{options}", lambda: game.question() == "deal-market")
    assert len(game.discard_pile) == removed
    # From each pile as many.
    left = [count - removed // len(piles) for count in piles]
    assert [len(pile) for pile in game.deck] == left
