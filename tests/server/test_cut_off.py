"""A process that no longer reaches the database: nobody stays at a table that goes on elsewhere."""

import time
from pathlib import Path

import pytest

from tests.server.harness import play_on
from tests.server.own_postgresql import PostgresqlLine
from tests.server.stores import new_database
from tests.server.test_nodes import (
    LEASE,
    RESTARTS,
    SOON,
    Nodes,
    began,
    closed_with,
    first,
    node,
    through,
)

pytestmark = pytest.mark.once


def test_who_sits_at_a_process_that_alone_is_cut_off_goes_on_at_another(tmp_path: Path) -> None:
    store = new_database()
    with (
        PostgresqlLine(store) as line,
        node(tmp_path, "ada", line.address) as ada,
        node(tmp_path, "bob", store) as bob,
    ):
        game, other = began(ada), began(bob)
        with through(ada, game, 0, 1) as here, through(ada, other) as watcher:
            assert play_on([here], first, most=3) == 3
            version = here.version
            # Who else there is it knows from its last renewal.
            time.sleep(LEASE)
            line.hide()
            assert closed_with(here, 2 * LEASE + SOON) == RESTARTS
            assert closed_with(watcher, SOON) == RESTARTS
            assert [each["code"] for each in here.heard if each["type"] == "refused"] == ["moved"]
        assert ada.request("GET", "/readyz")[0] == 503
        with through(bob, game, 0, 1) as there:
            assert there.version == version
            assert play_on([there], first, most=3) == 3
        assert Nodes(bob, bob).owner(game.id) == ("bob", 2)


def test_nobody_is_sent_away_when_all_are_cut_off(tmp_path: Path) -> None:
    store = new_database()
    with (
        PostgresqlLine(store) as line,
        PostgresqlLine(store) as another,
        node(tmp_path, "ada", line.address) as ada,
        node(tmp_path, "bob", another.address) as bob,
    ):
        game = began(ada)
        with through(ada, game, 0, 1) as here:
            time.sleep(LEASE)
            for each in (line, another):
                each.hide()
            # It would be closed by now, and listening would fail.
            here.quiet(2 * LEASE + 2 * SOON)
            asked = here.asked()
            assert asked is not None
            reply = here.answer(asked, here.options(asked)[0]["notation"])
            assert reply["code"] == "not-saved"
        assert bob.request("GET", "/readyz")[0] == 503
