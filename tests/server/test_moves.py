"""A room changes its owner while people play: they notice nothing but that they connect again."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rollplayer.last_calls import last_callers
from tests import forking
from tests.server.harness import Game, play_on
from tests.server.prepared import grown, on, stored
from tests.server.stores import keep_at, new_database
from tests.server.test_calls import calls_somebody, wants_skills
from tests.server.test_games import HUMANS, at_random
from tests.server.test_nodes import Nodes, began, first, node, through
from tests.server.test_time_limits import LIMIT, left

pytestmark = pytest.mark.once

THREE = [*HUMANS, {"kind": "human", "name": "Cleo"}]


@dataclass
class WithCall(Nodes):
    """With a game in which somebody may still interrupt."""

    game: Game
    asked: int
    caller: int


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WithCall]:
    folder = tmp_path_factory.mktemp("moves")
    store = new_database()
    waiting = {"ROLLPLAYER_LAST_CALL_SECONDS": "60"}
    keep_at(folder / "data", store)
    table = grown(calls_somebody, 2, wants_skills)
    created = stored(folder / "data", table)
    with (
        node(folder, "ada", store, **waiting) as ada,
        node(folder, "bob", store, **waiting) as bob,
    ):
        yield WithCall(ada, bob, on(bob, created), table.game.seat(), *last_callers(table.game))
        assert ada.faults() == []
        assert bob.faults() == []


def move(nodes: Nodes, game: Game) -> None:
    """An operator wants something of a game: the process that keeps house takes it from its owner."""
    assert nodes.owner(game.id)[0] == "bob"
    done = forking.run("rollplayer", ["admin", "title", game.id, "Moved", "--store", nodes.store])
    assert done.returncode == 0, done
    assert nodes.owner(game.id) == ("ada", 2)


def test_what_is_sent_again_to_the_next_owner_acts_once(nodes: Nodes) -> None:
    game = began(nodes.bob)
    with through(nodes.bob, game, 0, 1) as before:
        play_on([before], first, most=3)
        version, seat = before.version, before.asked()
        assert seat is not None
        sent = {
            "command": "an-answer-1",
            "seat": seat,
            "version": version,
            "answer": before.options(seat)[0]["notation"],
        }
        said = {"command": "a-message-1", "seat": 0, "text": "once"}
        answered, heard = before.ask("answer", **sent), before.ask("chat", **said)
        assert (answered["type"], answered["duplicate"], heard["type"]) == ("ack", False, "ack")
    move(nodes, game)
    # At either door, by whoever did not hear that it was done.
    for door in (nodes.ada, nodes.bob):
        with through(door, game, 0, 1) as after:
            length = after.version
            again = after.ask("answer", **sent)
            assert (again["type"], again["entry"]) == ("ack", answered["entry"])
            assert again["duplicate"] is True
            assert after.ask("chat", **said)["type"] == "ack"
            assert after.version == length
            assert [line["text"] for line in after.table["chat"]] == ["once"]


def test_a_vote_goes_on_where_it_was(nodes: Nodes) -> None:
    game = nodes.bob.create(options={"players": 3}, seats=THREE, start=True)
    with through(nodes.bob, game, 0, 1, 2) as all_three:
        while all_three.table["view"]["round"] < 2:
            play_on([all_three], at_random(3), most=1)
        version = all_three.version
    asked = {"command": "an-undo-1", "seat": 0, "version": version}
    agreed = {"command": "a-vote-1", "seat": 1, "version": version, "agree": True}
    with through(nodes.bob, game, 0) as one, through(nodes.bob, game, 1) as other:
        assert one.ask("undo-ask", **asked)["type"] == "ack"
        assert other.ask("undo-vote", **agreed)["type"] == "ack"
        one.until_true(lambda c: c.table["vote"] and c.table["vote"]["agreed"] == [0, 1])
        before = one.table["vote"]
    move(nodes, game)
    with through(nodes.bob, game, 0, 1) as both, through(nodes.ada, game, 2) as third:
        vote = third.table["vote"]
        assert {**vote, "until": 0} == {**before, "until": 0}
        assert (vote["agreed"], vote["waiting"]) == ([0, 1], [2])
        # It has no more time than before, and no less.
        assert abs(vote["until"] - before["until"]) < 2000
        assert both.ask("undo-ask", **asked)["duplicate"] is True
        assert both.ask("undo-vote", **agreed)["duplicate"] is True
        last = {"command": "a-vote-2", "seat": 2, "version": version, "agree": True}
        assert third.ask("undo-vote", **last)["type"] == "ack"
        both.until_true(lambda c: c.version > version)
        (entry,) = [each for each in both.table["entries"] if each.get("undo")][-1:]
        assert (entry["undo"], entry["agreed"]) == (vote["answers"], [0, 1, 2])
        assert both.table["vote"] is None


def test_a_vote_that_was_withdrawn_does_not_come_back(nodes: Nodes) -> None:
    game = began(nodes.bob)
    with through(nodes.bob, game, 0, 1) as both:
        play_on([both], at_random(3), most=12)
        version = both.version
    with through(nodes.bob, game, 0) as one:
        assert one.ask("undo-ask", seat=0, version=version)["type"] == "ack"
        assert one.ask("undo-vote", seat=0, version=version, agree=False)["type"] == "ack"
    move(nodes, game)
    with through(nodes.ada, game, 0) as one:
        assert (one.version, one.table["vote"]) == (version, None)


def test_a_clock_runs_on(nodes: Nodes) -> None:
    game = nodes.bob.create(
        options={"players": 2}, seats=HUMANS, start=True, pace="turns", time_limit=LIMIT
    )
    with through(nodes.bob, game, 0, 1) as both:
        seat = both.asked()
        assert seat is not None
        time.sleep(1.0)
        before, at = left(both, seat), time.monotonic()
        assert before < LIMIT["turn_seconds"] + LIMIT["bank_seconds"] - 0.9
    move(nodes, game)
    time.sleep(1.0)
    with through(nodes.ada, game, 0, 1) as both:
        passed = time.monotonic() - at
        assert before - passed - 0.5 < left(both, seat) < before - passed + 0.5


def test_a_last_call_is_asked_again(nodes: WithCall) -> None:
    game, asked, caller = nodes.game, nodes.asked, nodes.caller
    with through(nodes.bob, game, caller), through(nodes.bob, game, asked) as taker:
        taker.until_true(lambda c: c.table["last_call"] is not None)
    move(nodes, game)
    with through(nodes.bob, game, caller) as holder, through(nodes.ada, game, asked) as taker:
        answer = taker.options(asked)[0]["notation"]
        assert taker.answer(asked, answer)["code"] == "last-call"
        assert taker.table["last_call"]["seats"] == [caller]
        assert holder.ask("pass-call", seat=caller, version=holder.version)["type"] == "ack"
        taker.until_true(lambda c: c.table["last_call"] is None)
        assert taker.answer(asked, answer)["type"] == "ack"
