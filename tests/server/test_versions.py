"""While one process after the other is upgraded: who cannot play a game leaves it to those who can."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rollplayer.expansions.places import VARIABLE
from tests import forking
from tests.cli.test_boxes import NAME, smallest_box
from tests.server.harness import Game, Server, play_on
from tests.server.stores import new_database
from tests.server.test_games import HUMANS
from tests.server.test_nodes import (
    LEASE,
    RESTARTS,
    SOON,
    Nodes,
    closed_with,
    first,
    meter,
    node,
    through,
)

pytestmark = pytest.mark.once

IDLE = 1.0
"""Seconds until a room in which nobody sits is given back."""
PASSED_ON = 'rollplayer_passed_on_total{kind="socket",outcome="done"}'


@contextmanager
def two(folder: Path) -> Iterator[Nodes]:
    """Bob has cards that ada, who is older, does not know."""
    store, box = new_database(), str(smallest_box(folder))
    idle = {"ROLLPLAYER_IDLE_SECONDS": str(IDLE)}
    with (
        node(folder, "ada", store, **idle) as ada,
        node(folder, "bob", store, **idle, **{VARIABLE: box}) as bob,
    ):
        yield Nodes(ada, bob)
        assert bob.faults() == []


def begun(server: Server) -> Game:
    options = {"players": 2, "expansions": [NAME]}
    return server.create(options=options, seats=HUMANS, start=True)


def until_idle(nodes: Nodes, game: Game) -> None:
    end = time.monotonic() + 20 * IDLE
    while nodes.owner(game.id)[0] is not None:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_game_that_only_the_newer_version_can_play_is_left_to_it(tmp_path: Path) -> None:
    with two(tmp_path) as nodes:
        game = begun(nodes.bob)
        version = 0
        # Twice: what was passed on once may be idle again.
        for _ in range(2):
            until_idle(nodes, game)
            with through(nodes.ada, game, 0) as here, through(nodes.ada, game, 1) as there:
                assert here.room["status"] == "running"
                assert here.version >= version
                assert play_on([here, there], first, most=3) == 3
                assert nodes.owner(game.id)[0] == "bob"
                version = here.version
        until_idle(nodes, game)
        assert nodes.ada.get(game.path)["status"] == "running"
        assert nodes.owner(game.id)[0] == "bob"


def test_a_request_for_it_is_passed_on_as_well(tmp_path: Path) -> None:
    with two(tmp_path) as nodes:
        game = begun(nodes.bob)
        until_idle(nodes, game)
        assert "1" in nodes.ada.get(game.path + "/state", game.tokens[1])["seats"]
        assert nodes.owner(game.id)[0] == "bob"


def test_a_game_that_nobody_can_play_is_shown_as_broken_and_stays_where_it_is(
    tmp_path: Path,
) -> None:
    with two(tmp_path) as nodes:
        game, asked = begun(nodes.bob), begun(nodes.bob)
        nodes.bob.end()
        del nodes.bob.settings[VARIABLE]
        nodes.bob.start()
        # What somebody asks ada for before that is handed back to bob, once.
        time.sleep(3 * LEASE)
        for server in (nodes.ada, nodes.bob):
            assert server.get(asked.path)["status"] == "broken"
        with through(nodes.ada, game, 0) as here, through(nodes.bob, game, 1) as there:
            for each in (here, there):
                assert each.room["status"] == "broken"
                each.quiet(2 * LEASE)
            # Nobody was sent away, and once at most anybody was passed on.
            assert {each["type"] for each in (*here.heard, *there.heard)} <= {
                "welcome",
                "state",
                "room",
            }
            assert sum(meter(server, PASSED_ON) for server in (nodes.ada, nodes.bob)) <= 2
            assert nodes.owner(game.id)[0] == "bob"
        nodes.bob.log_path.write_text("")


def test_what_an_operator_does_to_it_at_an_older_process_takes_it_from_nobody_for_long(
    tmp_path: Path,
) -> None:
    """Who keeps house takes a room by force, and is the oldest."""
    with two(tmp_path) as nodes:
        game = begun(nodes.bob)
        with through(nodes.bob, game, 0) as client:
            arguments = ["admin", "title", game.id, "Friday", "--store", nodes.store]
            done = forking.run("rollplayer", arguments)
            assert done.returncode == 0, done
            assert closed_with(client, SOON) == RESTARTS
        for door in (nodes.ada, nodes.bob):
            with through(door, game, 0, 1) as client:
                assert (client.room["title"], client.room["status"]) == ("Friday", "running")
                assert play_on([client], first, most=2) == 2
