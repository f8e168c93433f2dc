"""Rules that only a whole game shows."""

from collections.abc import Callable

import pytest

from rollplayer.chance import Chance
from rollplayer.engine.answers import BUY, COLLECT, DISCARD, USE
from rollplayer.engine.events import describe
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import SPECTATOR, plain_view
from rollplayer.rules.options import Options
from tests.printed import printed_game

Choose = Callable[[list[int]], int]


def first(options: list[int]) -> int:
    return options[0]


def never_buys(options: list[int]) -> int:
    """The first answer, but in the Market one that leaves all cards to the others."""
    for option in options:
        if option >> 16 in (DISCARD, COLLECT):
            return option
    return next(option for option in options if option >> 16 not in (BUY, USE))


def advance(
    game: Game, seed: str, until: Callable[[Game], bool], choose: Choose = first
) -> list[Plain]:
    """Play on, chance from a seed, until something holds or the game is over; what happened."""
    chance = Chance.from_text(seed)
    events: list[Plain] = []
    while not game.over and not until(game):
        asked = game.seat()
        options = game.options()
        answer = chance.choose(options, game.weights()) if asked == CHANCE else choose(options)
        game.events = []
        game.apply(answer)
        events += [describe(game.rules.names, event) for event in game.events]
    return events


def at_end(game: Game) -> bool:
    return game.over


# -- edges ----------------------------------------------------------------------------------------


@pytest.mark.rules("R1", "C1", "U3")
@pytest.mark.parametrize("variants", [(), ("short-game",), ("less-random-setup",)])
def test_with_four_players_the_last_roll_empties_the_bag(variants: tuple[str, ...]) -> None:
    game = printed_game(Options(4, variants=variants))
    left_after_roll: dict[int, int] = {}

    def in_round(number: int) -> Callable[[Game], bool]:
        return lambda game: game.question() == "take" and game.round == number

    rounds = game.rules.rounds
    for number in range(1, rounds + 1):
        advance(game, f"round {number}", in_round(number))
        left_after_roll[number] = sum(game.bag)
    # A round takes four dice for good; the fifth returns.
    assert left_after_roll == {number: 4 * (rounds - number) for number in range(1, rounds + 1)}
    advance(game, "to the end", at_end)
    assert game.round == rounds


@pytest.mark.rules("V7", "U4", "S8")
def test_first_edition_with_four_players_is_two_cards_short_for_the_last_market() -> None:
    game = printed_game(Options(4, "first"))
    events = advance(game, "two short", at_end, never_buys)
    dealt = [
        event["event"] for event in events if event["event"] in ("card-revealed", "deck-reshuffled")
    ]
    assert game.round == 10
    # Ten Markets of five; the 48 cards end with the third of the last Market.
    assert dealt == ["card-revealed"] * 48 + ["deck-reshuffled"] + ["card-revealed"] * 2


@pytest.mark.rules("S7", "U4")
def test_second_edition_with_four_players_needs_no_reshuffle() -> None:
    game = printed_game(Options(4))
    events = advance(game, "no reshuffle", at_end, never_buys)
    dealt = [event for event in events if event["event"] == "card-revealed"]
    assert len(dealt) == 50
    assert [event for event in events if event["event"] == "deck-reshuffled"] == []


# -- setup ----------------------------------------------------------------------------------------


@pytest.mark.rules("C3", "S2")
def test_the_side_of_the_sheet_changes_nothing() -> None:
    games = []
    for side in (0, 1):
        game = printed_game(Options(2))
        advance(game, "start", lambda g: g.question() == "choose-race")
        for _ in range(2):
            free = [option for option in game.options() if option & 255 == side]
            game.apply(free[0])
        games.append((advance(game, "sides", at_end), game))
    (events, male), (other_events, female) = games
    assert [hero.side for hero in male.heroes] == [0, 0]
    assert [hero.side for hero in female.heroes] == [1, 1]
    assert events == other_events
    standings = [
        [hero["standing"] for hero in plain_view(game, SPECTATOR)["heroes"]]
        for game in (male, female)
    ]
    assert standings[0] == standings[1]


@pytest.mark.rules("S6")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_backstory_and_one_alignment_each_lie_open(players: int) -> None:
    game = printed_game(Options(players))
    events = advance(game, "open", lambda g: g.question() == "take")
    for seat in (*range(players), SPECTATOR):
        seen = plain_view(game, seat)["heroes"]
        for kind in ("backstory", "alignment"):
            dealt = {
                event["seat"]: event[kind] for event in events if event["event"] == f"{kind}-dealt"
            }
            assert sorted(dealt) == list(range(players))
            assert len(set(dealt.values())) == players
            assert [hero[kind] for hero in seen] == [dealt[seat] for seat in range(players)]


@pytest.mark.rules("S6")
def test_the_other_backstories_and_alignments_leave_the_game() -> None:
    game = printed_game(Options(3))
    events = advance(game, "rest", at_end)
    for kind in ("backstory-dealt", "alignment-dealt"):
        assert [event["seat"] for event in events if event["event"] == kind].count(0) == 1
        assert len([event for event in events if event["event"] == kind]) == 3


@pytest.mark.rules("S15")
def test_cards_moved_in_setup_lie_open_and_serve_from_round_1() -> None:
    """The Druid brings one back in the first Market Phase."""
    game = printed_game(Options(2, class_draft="forward"))
    advance(game, "druid", lambda g: g.question() == "choose-class")
    druid = game.rules.names.read("class druid", game.options())
    game.apply(druid)
    events = advance(game, "druid", lambda g: g.question() == "bring-back")
    moved = [str(event["card"]) for event in events if event["event"] == "card-removed"]
    assert game.round == 1
    assert len(moved) == 14
    for seat in (0, 1, SPECTATOR):
        assert plain_view(game, seat)["discard_pile"] == moved
    offered = [game.rules.names.write(option) for option in game.options()]
    assert offered == [*(f"bring {card}" for card in moved), "pass"]


@pytest.mark.rules("S1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_rolls_once_for_the_start_unless_tied(players: int) -> None:
    game = printed_game(Options(players))
    rolls = [f"roll {face}" for face in (3, 6, 2, 1)[:players]]
    for roll in rolls:
        assert game.seat() == CHANCE
        game.apply(game.rules.names.read(roll, game.options()))
    assert game.start_player == 1
    assert game.question() == "choose-race"


# -- chance ---------------------------------------------------------------------------------------


@pytest.mark.rules("S4", "S11", "R1", "C1")
@pytest.mark.parametrize("at", ["draw-class-color", "draw-starting-dice", "roll-phase"])
def test_each_die_of_the_bag_is_as_likely_as_any_other(at: str) -> None:
    game = printed_game(Options(3))
    advance(game, "weights", lambda g: g.question() == at)
    weights = game.weights()
    assert weights is not None
    by_color = [0] * len(game.bag)
    faces: dict[int, set[int]] = {color: set() for color in range(len(game.bag))}
    for option, weight in zip(game.options(), weights, strict=True):
        color, face = option >> 8 & 255, option & 255
        # A die's face comes with drawing it, except where only its color counts.
        by_color[color] += weight
        faces[color].add(face)
    rolled = [1, 2, 3, 4, 5, 6] if at != "draw-class-color" else [0]
    assert by_color == [count * len(rolled) for count in game.bag]
    assert all(sorted(rolls) == rolled for rolls in faces.values())
