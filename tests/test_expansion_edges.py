"""Where the pieces of Monsters & Minions run out: computed edges of bag and deck, whole games long."""

from collections.abc import Iterator

import pytest

from rollplayer.chance import Chance
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.rules.options import Options
from tests.printed import printed_game

NAME = "monsters-and-minions"
QUIET = ("take 1", "discard", "pass")
"""Answers of somebody who touches neither bag nor deck, the first that fits."""


def quietly_played(options: Options, seed: str) -> Iterator[tuple[Game, list[Plain]]]:
    """A game in which nobody buys, after each answer with its events."""
    game = printed_game(options)
    chance = Chance.from_text(seed)
    while not game.over:
        if game.seat() == CHANCE:
            answer = chance.choose(game.options(), game.weights())
        else:
            answer = quiet(game)
        yield game, carry_out(game, game.seat(), answer)


def quiet(game: Game) -> int:
    written = {game.rules.names.write(option): option for option in game.options()}
    for start in QUIET:
        for text, option in written.items():
            if text.startswith(start):
                return option
    return game.options()[0]


@pytest.mark.parametrize("variants", [(), ("less-random-setup",)])
def test_with_five_players_the_bag_is_empty_after_the_last_roll(variants: tuple[str, ...]) -> None:
    options = Options(players=5, variants=variants, expansions=(NAME,))
    left = {}
    for game, _ in quietly_played(options, "five"):
        if not game.over and game.question() == "take":
            left[game.round] = sum(game.bag)
    assert list(left) == list(range(1, 11))
    # 91 dice less 5 x 8 starting dice; each round 6 are drawn and 1 comes back.
    assert [left[number] for number in left] == [91 - 40 - 6 - 5 * at for at in range(10)]
    assert left[10] == 0


@pytest.mark.rules("Y1", "S7", "S8")
@pytest.mark.parametrize(("variants", "reshuffled"), [((), 0), (("open-adventure",), 1)])
def test_solitaire_ends_with_an_empty_deck_or_with_open_cards_one_card_short(
    variants: tuple[str, ...], reshuffled: int
) -> None:
    options = Options(players=1, variants=variants, expansions=(NAME,))
    events: list[Plain] = []
    last_market = None
    for game, happened in quietly_played(options, "alone"):
        events += happened
        if game.round == game.rules.rounds and last_market is None:
            last_market = (sum(len(pile) for pile in game.deck), len(game.market))
    assert last_market is not None
    left, market = last_market
    assert market == 4
    assert len([event for event in events if event["event"] == "deck-reshuffled"]) == reshuffled
    assert (left == 0) is not bool(reshuffled)
