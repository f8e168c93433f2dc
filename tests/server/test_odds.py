"""The odds of one's goals over the wire: of one's own hero, of this moment, from what the seat knows."""

import random
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

from rollplayer.analysis.forecast import forecast
from rollplayer.analysis.hints import coach
from rollplayer.engine.table import ROWS
from rollplayer.engine.view import View
from rollplayer.server.rooms.bot_workers import odds
from rollplayer.server.rooms.services import ODDS
from tests.server.harness import Client, Server, play_on, until_too_fast
from tests.server.prepared import grown

HUMANS = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]


def ask(client: Client, seat: int, version: int | None = None) -> dict[str, Any]:
    command = client.command()
    at = client.version if version is None else version
    client.send({"type": "odds", "command": command, "seat": seat, "version": at})
    reply = client.until("odds", "refused", timeout=30)
    assert reply["command"] == command
    return reply


def test_a_seat_learns_the_odds_of_its_own_goals(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0) as ada, game.sit(1) as bo, game.sit() as watcher:
        play_on([ada, bo], random.Random(4).choice, most=40)
        goals = ask(ada, 0)["goals"]
        assert set(goals) == set(ROWS)
        assert all(0 <= chance <= 1 for chance in goals.values())
        assert 0 < sum(goals.values()) < len(ROWS)
        assert ask(bo, 0)["code"] == "forbidden"
        assert ask(watcher, 0)["code"] == "unauthorised"
        assert ask(ada, 0, ada.version - 1)["goals"] == {}


def test_odds_have_a_limit_of_their_own(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=HUMANS[:1], start=True)
    with game.sit(0) as ada:
        assert len(until_too_fast(lambda: ask(ada, 0), 4 * ODDS)) > ODDS
        assert ada.answer(0, ada.options(0)[0]["notation"])["type"] == "ack"


def test_whoever_sits_at_many_tables_asks_at_the_price_of_all(tmp_path: Path) -> None:
    """The limit of a seat is no limit for somebody with a seat at each of many tables."""
    with (
        Server(tmp_path, {"ROLLPLAYER_MESSAGES_PER_ADDRESS": "60"}) as server,
        ExitStack() as seats,
    ):
        games = [
            server.create(options={"players": 1}, seats=HUMANS[:1], start=True) for _ in range(3)
        ]
        people = [seats.enter_context(game.sit(0)) for game in games]
        turns = cycle(people)
        # Each of these tables alone allows as many.
        assert len(until_too_fast(lambda: ask(next(turns), 0), len(people) * ODDS)) > 1


def test_odds_come_from_what_the_seat_knows() -> None:
    """They are those of its own world: the bag's order and others' hidden cards are not in it."""
    table = grown(lambda table: table.game.round >= 3 and table.game.question() == "take")
    game, seat = table.game, table.game.seat()
    world = View(game, seat).world
    expected = forecast(coach(world.rules), world, seat).goals
    told = odds(game, seat, "second", (), "en")
    assert list(told.values()) == [round(chance, 2) for chance in expected]
