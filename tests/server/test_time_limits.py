"""Time limits over the wire: across a restart and a kill, with nobody there, and what is refused."""

import asyncio
import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.server_time import HEARTBEAT_SECONDS
from tests.server.harness import Client, Game, Server
from tests.server.prepared import grown, on, stored
from tests.server.stores import opened, usual
from tests.server.test_games import HUMANS
from tests.server.test_times import in_a_turn

DAY = 24 * 3600
LIMIT = {"turn_seconds": 300, "bank_seconds": 600}


@pytest.fixture(scope="module")
def moment() -> RecordedMatch:
    return grown(in_a_turn)


def limit_to(folder: Path, created: dict[str, Any], **limit: Any) -> None:
    """Give a stored game a time limit, also one that is too short to be wished for."""
    agreed = {"turn_seconds": 300, "bank_seconds": 0, "downtime": False, "stand_in": "random"}

    async def write() -> None:
        store = usual(folder).store()
        await store.open()
        await store.change(created["game"]["id"], {"time_limit": {**agreed, **limit}})
        await store.close()

    asyncio.run(write())


def left(client: Client, seat: int) -> float:
    """Seconds, as a state that is asked for now tells them."""
    client.send({"type": "language", "language": "en"})
    client.until("state")
    times = client.table["clock"]["times"]["left"][seat]
    return float(times["turn"] + times["bank"]) / 1000


def test_what_was_agreed_is_told_before_anybody_sits_down(server: Server) -> None:
    game = server.create(
        options={"players": 2}, listed=True, pace="turns", time_limit={**LIMIT, "downtime": True}
    )
    agreed = {**LIMIT, "downtime": True, "stand_in": "adventurer"}
    assert game.room()["time_limit"] == agreed
    listed = server.get("/api/v1/games?status=open")["games"]
    assert next(each for each in listed if each["id"] == game.id)["time_limit"] == agreed
    assert server.create(options={"players": 2}).room()["time_limit"] is None


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ({"turn_seconds": 5}, "malformed"),
        ({"turn_seconds": 31 * DAY}, "malformed"),
        ({"turn_seconds": 60, "bank_seconds": -1}, "malformed"),
        ({"turn_seconds": 60, "hurry": True}, "malformed"),
        ({"turn_seconds": 60, "stand_in": "nobody"}, "unknown-level"),
    ],
)
def test_a_limit_that_cannot_be_is_refused(
    server: Server, limit: dict[str, Any], code: str
) -> None:
    status, problem, _ = server.request("POST", "/api/v1/games", {"time_limit": limit})
    assert (status, problem["code"]) == (422, code)


def test_no_message_moves_a_clock(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True, time_limit=LIMIT)
    with game.sit(0) as ada, game.sit(1) as bo:
        for fields in ({"seat": 1, "seconds": 60}, {"seat": 0, "seconds": 31 * DAY}):
            assert ada.ask("break-ask", **fields)["type"] == "refused"
        assert ada.ask("break-vote", seat=1, agree=True)["code"] == "forbidden"
        assert ada.ask("break-ask", seat=0, seconds=3600)["type"] == "ack"
        assert ada.ask("break-vote", seat=0, agree=True)["type"] == "ack"
        bo.until_true(lambda c: c.table["clock"]["times"]["vote"] is not None)
        assert bo.table["clock"]["times"]["breaks"] == []
        assert bo.ask("break-vote", seat=1, agree=True)["type"] == "ack"
        bo.until_true(lambda c: c.table["clock"]["times"]["breaks"])
        assert bo.table["clock"]["times"]["running"] is None


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stop", "kill"])
def test_a_restart_costs_nobody_anything(
    tmp_path: Path, moment: RecordedMatch, how: signal.Signals
) -> None:
    created, seat = stored(tmp_path / "data", moment), moment.game.seat()
    limit_to(tmp_path / "data", created)
    with Server(tmp_path / "data") as server:
        game = on(server, created)
        with game.sit(seat) as ada:
            time.sleep(0.5)
            before = left(ada, seat)
            assert 290 < before < 300
        server.end(how)
        time.sleep(2.5)
        began = time.monotonic()
        server.start()
        with game_again(server, game).sit(seat) as ada:
            after = left(ada, seat)
            since = time.monotonic() - began
        assert after >= before - since, "it ran while no server did"
        assert after <= before + HEARTBEAT_SECONDS, "more was forgotten than a heartbeat"
        assert not server.faults()


def game_again(server: Server, game: Game) -> Game:
    seats = {str(seat): token for seat, token in game.tokens.items()}
    return on(server, {"game": {"id": game.id}, "host": game.host, "seats": seats})


def test_downtime_counts_where_all_were_told_so(tmp_path: Path, moment: RecordedMatch) -> None:
    created, seat = stored(tmp_path / "data", moment), moment.game.seat()
    limit_to(tmp_path / "data", created, downtime=True)
    with Server(tmp_path / "data") as server:
        game = on(server, created)
        with game.sit(seat) as ada:
            before = left(ada, seat)
        server.end(signal.SIGKILL)
        # As if it had been down for a minute.
        with opened(tmp_path / "data") as db:
            db.execute("UPDATE server_time SET at = at - 60000")
            for id, times in db.execute("SELECT id, times FROM games").fetchall():
                kept = json.loads(times)
                kept["time"]["at"] -= 60_000
                db.execute("UPDATE games SET times = ? WHERE id = ?", (json.dumps(kept), id))
        server.start()
        with game_again(server, game).sit(seat) as ada:
            assert 60 <= before - left(ada, seat) < 75


def test_time_is_up_also_where_nobody_looks(tmp_path: Path, moment: RecordedMatch) -> None:
    """Whoever closes the browser stops no clock, nor does a server that begins again."""
    created, seat = stored(tmp_path / "data", moment, "turns"), moment.game.seat()
    limit_to(tmp_path / "data", created, turn_seconds=3)
    quickly = {"ROLLPLAYER_IDLE_SECONDS": "0.2"}
    with Server(tmp_path / "data", quickly) as server:
        game = on(server, created)
        with game.sit(1 - seat) as bo:
            assert bo.table["clock"]["times"]["running"] == seat
        server.restart(signal.SIGKILL)
        time.sleep(4.0)
        with game_again(server, game).sit(seat) as ada:
            ada.until_true(lambda c: c.room["seats"][seat]["stand_in"] == "random")
            # The other may have run out of time since.
            overrun = ada.table["clock"]["times"]["overruns"][0]
            assert (overrun["seat"], overrun["version"]) == (seat, moment.version)
            assert ada.version > moment.version, "the bot has not played"
        assert not server.faults()
