"""Hints over the wire: for the seat that is asked, and for nobody else."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.rooms.services import HINTS
from tests.server.harness import Client, Server, play_on, until_too_fast

HUMANS = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]


def hint(client: Client, seat: int, **fields: Any) -> dict[str, Any]:
    command = client.command()
    client.send(
        {"type": "hint", "command": command, "seat": seat, "version": client.version, **fields}
    )
    reply = client.until("hint", "refused", timeout=30)
    assert reply["command"] == command
    return reply


def test_a_hint_is_an_answer_that_can_be_given(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0, 1, language="de") as both:
        play_on([both], random.Random(1).choice, most=22)
        seat = both.asked()
        assert seat is not None
        given = hint(both, seat)
        assert (given["version"], given["seat"]) == (both.version, seat)
        options = {option["id"]: option["notation"] for option in both.options(seat)}
        assert 1 <= len(given["hints"]) <= 3
        for each in given["hints"]:
            assert options[each["option"]] == each["answer"]
            assert each["text"]
            assert each["reason"]
        assert given["hints"][0]["behind"] == 0
        assert both.answer(seat, given["hints"][0]["answer"])["type"] == "ack"


def test_only_who_asked_hears_it(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0) as ada, game.sit(1) as bo, game.sit() as watcher:
        asking, other = (ada, bo) if ada.asked() is not None else (bo, ada)
        seat = asking.asked()
        assert seat is not None
        assert hint(asking, seat)["type"] == "hint"
        assert hint(other, 1 - seat)["code"] == "not-asked"
        assert hint(other, seat)["code"] == "forbidden"
        assert hint(watcher, seat)["code"] == "unauthorised"
        for client in (other, watcher):
            assert "hint" not in [each["type"] for each in [*client.heard, *client.quiet()]]


def test_hints_have_a_limit_of_their_own(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=HUMANS[:1], start=True)
    with game.sit(0) as ada:
        assert len(until_too_fast(lambda: hint(ada, 0), 4 * HINTS)) > HINTS
        # The seat plays on all the same.
        assert ada.answer(0, ada.options(0)[0]["notation"])["type"] == "ack"


@pytest.fixture
def in_processes(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "processes", {"ROLLPLAYER_BOT_WORKERS": "1"}) as made:
        yield made


def test_another_process_says_the_same(server: Server, in_processes: Server) -> None:
    for where in (server, in_processes):
        game = where.create(options={"players": 1}, seats=HUMANS[:1], start=True)
        with game.sit(0, language="fr") as ada:
            ran = hint(ada, 0)
            assert ran["type"] == "hint", ran
            assert len(ran["hints"]) == 3
            assert ran["hints"][0]["text"].startswith("Jouer")


def test_a_stop_while_somebody_waits_for_advice_is_no_fault(in_processes: Server) -> None:
    game = in_processes.create(options={"players": 1}, seats=HUMANS[:1], start=True)
    with game.sit(0) as ada:
        for kind in ("hint", "odds", "hint"):
            ada.send({"type": kind, "command": ada.command(), "seat": 0, "version": ada.version})
        # The process that would answer has hardly begun to start.
        ada.until("ack")
        assert in_processes.end() == 0
    assert in_processes.faults() == []
    assert "Traceback" not in in_processes.log()
