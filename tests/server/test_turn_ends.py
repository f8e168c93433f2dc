"""Confirming a turn: all of it is in the log, and the game waits until its player is done."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Client, Game, Server, play_on
from tests.server.test_games import HUMANS, at_random
from tests.server.test_undo import BOT, undo_of

SOON = {"ROLLPLAYER_WAIT_SECONDS": "1", "ROLLPLAYER_LAST_CALL_SECONDS": "0.5"}


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Server]:
    """A server where nobody waits long for a turn to be confirmed."""
    with Server(tmp_path / "hasty", SOON) as server:
        yield server


def against_a_bot(server: Server, **wish: object) -> Game:
    return server.create(options={"players": 2}, seats=[HUMANS[0], BOT], start=True, **wish)


def confirming(client: Client, *seats: int) -> None:
    for seat in seats:
        assert client.ask("confirm-turns", seat=seat, wanted=True)["type"] == "ack"


def to_the_end_of_a_turn(client: Client, seed: int, seat: int = 0) -> None:
    """Answer until the turn is over, and nothing but the confirmation is missing."""
    until = time.monotonic() + 30
    while not client.table["turn_end"]:
        assert time.monotonic() < until
        if client.asked() == seat:
            play_on([client], at_random(seed), most=1)
        else:
            client.until("update")
    assert client.table["turn_end"]["seat"] == seat


def test_nothing_comes_after_a_turn_that_is_not_confirmed(server: Server) -> None:
    with against_a_bot(server).sit(0) as ada:
        confirming(ada, 0)
        to_the_end_of_a_turn(ada, 1)
        assert ada.table["turn_end"] == {"seat": 0, "until": None}
        version = ada.version
        # What was done is told and stands in the log; neither a bot nor chance goes on.
        assert ada.table["pending"]["seat"] != 0
        assert ada.quiet(0.5) == []
        assert undo_of(ada, 0)["can"]
        assert ada.ask("turn-done", seat=0)["type"] == "ack"
        ada.until_true(lambda c: c.version > version and c.table["turn_end"] is None)


def test_a_turn_can_be_undone_until_it_is_confirmed(server: Server) -> None:
    with against_a_bot(server).sit(0) as ada:
        confirming(ada, 0)
        to_the_end_of_a_turn(ada, 2)
        assert ada.ask("undo", seat=0, version=ada.version)["type"] == "ack"
        ada.until_true(lambda c: c.asked() == 0)
        assert ada.table["turn_end"] is None
        to_the_end_of_a_turn(ada, 3)


def test_who_does_not_ask_for_it_confirms_nothing(server: Server) -> None:
    with against_a_bot(server).sit(0) as ada:
        play_on([ada], at_random(4), most=30)
        assert ada.table["turn_end"] is None
        confirming(ada, 0)
        to_the_end_of_a_turn(ada, 5)
        # Changing one's mind is confirming.
        assert ada.ask("confirm-turns", seat=0, wanted=False)["type"] == "ack"
        ada.until_true(lambda c: c.table["turn_end"] is None)
        play_on([ada], at_random(6), most=10)
        assert ada.table["turn_end"] is None


def two_at_a_table(server: Server, pace: str) -> Game:
    return server.create(options={"players": 2}, seats=HUMANS, start=True, pace=pace)


def test_others_see_that_it_is_their_turn_and_wait_a_limited_time(hasty: Server) -> None:
    game = two_at_a_table(hasty, "live")
    with game.sit(0) as ada, game.sit(1) as bo:
        first = ada if ada.asked() == 0 else bo
        seat, other = (0, bo) if first is ada else (1, ada)
        confirming(first, seat)
        to_the_end_of_a_turn(first, 7, seat)
        other.until_true(lambda c: c.version == first.version)
        assert other.asked() == 1 - seat
        assert other.table["turn_end"]["until"] is not None
        options = other.options(1 - seat)
        refused = other.answer(1 - seat, options[0]["notation"])
        assert refused["code"] == "unconfirmed"
        # Nobody confirms: after a while the turn counts.
        other.until_true(lambda c: c.table["turn_end"] is None, timeout=5)
        assert other.answer(1 - seat, other.options(1 - seat)[0]["notation"])["type"] == "ack"


def test_who_goes_away_has_confirmed(hasty: Server) -> None:
    game = two_at_a_table(hasty, "turns")
    with game.sit(0) as ada, game.sit(1) as bo:
        seat = 0 if ada.asked() == 0 else 1
        first, other = (ada, bo) if seat == 0 else (bo, ada)
        confirming(first, seat)
        to_the_end_of_a_turn(first, 8, seat)
        other.until_true(lambda c: c.table["turn_end"] is not None)
        assert other.table["turn_end"]["until"] is None, "nobody is in a hurry"
        first.close()
        other.until_true(lambda c: c.table["turn_end"] is None, timeout=5)


def test_whoever_lets_a_bot_play_has_confirmed(server: Server) -> None:
    with against_a_bot(server).sit(0) as ada:
        confirming(ada, 0)
        to_the_end_of_a_turn(ada, 9)
        version = ada.version
        assert ada.ask("give-to-bot", seat=0, level="random")["type"] == "ack"
        ada.until_true(lambda c: c.version > version)
        assert ada.table["turn_end"] is None


def test_only_the_player_confirms(server: Server) -> None:
    game = two_at_a_table(server, "turns")
    with game.sit(0) as ada, game.sit(1) as bo:
        seat = 0 if ada.asked() == 0 else 1
        first, other = (ada, bo) if seat == 0 else (bo, ada)
        confirming(first, seat)
        to_the_end_of_a_turn(first, 10, seat)
        assert other.ask("turn-done", seat=seat)["code"] == "forbidden"
        assert other.ask("turn-done", seat=1 - seat)["type"] == "ack"
        assert first.ask("turn-done", seat=seat)["type"] == "ack"
        first.until_true(lambda c: c.table["turn_end"] is None)


def test_a_whole_game_with_every_turn_confirmed(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
    with game.sit(0) as ada:
        confirming(ada, 0)
        confirmed = 0
        until = time.monotonic() + 60
        while not ada.table["over"]:
            assert time.monotonic() < until
            if ada.table["turn_end"]:
                confirmed += 1
                ada.ask("turn-done", seat=0)
                ada.until_true(lambda c: c.table["turn_end"] is None)
            elif ada.table["last_call"]:
                ada.ask("pass-call", seat=0, version=ada.version)
                ada.until("update")
            elif ada.asked() == 0:
                play_on([ada], at_random(confirmed), most=1)
            else:
                ada.until("update")
        # At the least once in every round: after its card.
        assert confirmed >= ada.table["view"]["rounds"] - 1
