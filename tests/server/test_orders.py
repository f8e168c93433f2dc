"""Orders for turns: carried out once, as ordinary answers, known to nobody but their owner."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Client, Game, Server, play_on
from tests.server.person import Somebody
from tests.server.receivers import Receiver
from tests.server.stores import opened
from tests.server.test_games import HUMANS, at_random, verified

pytestmark = pytest.mark.once

ANY_DIE: dict[str, Any] = {
    "turn": "dice",
    "take": {},
    "place": ["str", "dex", "con", "int", "wis", "cha"],
    "without_action": True,
}
NO_DIE = {**ANY_DIE, "take": {"least": 9}}
ANY_CARD = {"turn": "market", "do": "discard", "card": {}}
SLOW = {"ROLLPLAYER_ORDER_SECONDS": "60"}


class Table:
    """A game by turns with two people; `first` is asked to take a die, then it is `second`'s turn."""

    def __init__(self, server: Server, **wish: Any) -> None:
        fields = {"options": {"players": 2}, "seats": HUMANS, "start": True, "pace": "turns"}
        self.game: Game = server.create(**{**fields, **wish})
        with self.game.sit(0, 1) as both:
            while both.table["pending"]["question"] != "take":
                play_on([both], at_random(5), most=1)
            asked = both.asked()
        assert asked is not None
        self.first, self.second = asked, 1 - asked

    def state(self, *seats: int) -> dict[str, Any]:
        """What those on these seats see, without a socket."""
        tokens = [self.game.tokens[seat] for seat in seats]
        state: dict[str, Any] = self.game.server.get(f"{self.game.path}/state", *tokens)
        return state

    def orders(self) -> list[dict[str, Any]]:
        seat = self.state(self.second)["seats"][str(self.second)]
        orders: list[dict[str, Any]] = seat.get("orders", [])
        return orders

    def leave(self, client: Client, *clauses: dict[str, Any], **fields: Any) -> dict[str, Any]:
        return client.ask("order", seat=self.second, clauses=list(clauses), **fields)

    def take_turn(self, client: Client) -> None:
        """The first seat takes a die, places it, and does nothing more."""
        for question in ("take", "place", "action"):
            client.until_true(lambda c, q=question: asks(c, self.first, q))
            options = [each["notation"] for each in client.options(self.first)]
            assert client.answer(self.first, options[-1])["type"] == "ack"

    def until(self, holds: Any, seconds: float = 8) -> None:
        """Wait until something holds of what everybody sees, with nobody at the table."""
        end = time.monotonic() + seconds
        while not holds(self.state()):
            assert time.monotonic() < end
            time.sleep(0.02)


def asks(client: Client, seat: int, question: str) -> bool:
    pending = client.table["pending"]
    return bool(pending) and (pending["seat"], pending["question"]) == (seat, question)


def is_market(state: dict[str, Any]) -> bool:
    return bool(state["view"]["phase"] == "market")


@contextmanager
def sitting(table: Table) -> Iterator[tuple[Client, Client]]:
    """Whoever has the turn, and the owner of the order."""
    with table.game.sit(table.first) as first, table.game.sit(table.second) as owner:
        yield first, owner


# -- what it does -----------------------------------------------------------------------------------


def test_an_order_answers_when_its_turn_comes(server: Server, tmp_path: Path) -> None:
    table = Table(server)
    with sitting(table) as (first, owner):
        assert table.leave(owner, NO_DIE, ANY_DIE)["type"] == "ack"
        owner.close()
        table.take_turn(first)
        first.until_true(lambda c: is_market(c.table))
        (order,) = table.orders()
        assert (order["turn"], order["clause"], order["ended"]) == ("dice", 1, "done")
        took, placed, passed = order["answers"]
        name = HUMANS[table.second]["name"]
        assert took.startswith(f"{name} took Initiative card")
        assert placed.startswith(f"{name} placed the")
        assert passed.startswith("Go on")
        with table.game.sit(0, 1) as both:
            play_on([both], at_random(1))
    # In the file its answers are those of any game.
    assert verified(server, table.game, tmp_path)["seed"] == "checked"


def test_nobody_else_sees_anything_of_an_order(server: Server) -> None:
    table = Table(server)
    with sitting(table) as (first, owner), table.game.sit() as watcher:
        for other in (first, watcher):
            other.quiet()
        ordered = table.leave(owner, ANY_DIE)
        assert table.leave(owner, ANY_CARD)["type"] == "ack"
        assert owner.ask("revoke", seat=table.second, order=ordered["command"])["type"] == "ack"
        assert table.leave(owner, ANY_DIE)["type"] == "ack"
        # Not even that something was said: no message, no other version, no other state.
        assert first.quiet() == watcher.quiet() == []
        table.take_turn(first)
        first.until_true(lambda c: is_market(c.table))
        for other in (first, watcher):
            other.quiet()
            assert "order" not in str(other.heard)
        assert "order" not in str(server.get(f"{table.game.path}"))
        assert "order" not in str(table.state(table.first))
        answers = [entry for message in first.heard for entry in message.get("entries", [])]
        fields = {seat: set() for seat in (0, 1)}  # type: dict[int, set[str]]
        for entry in answers:
            if entry["who"] in fields:
                fields[entry["who"]] |= set(entry)
        assert fields[table.first] == fields[table.second]
        assert len(table.orders()) == 3


def test_without_a_fitting_clause_its_owner_is_asked(server: Server) -> None:
    table = Table(server)
    with sitting(table) as (first, owner):
        table.leave(owner, NO_DIE)
        table.take_turn(first)
        owner.until_true(lambda c: asks(c, table.second, "take"))
        assert [order["ended"] for order in table.orders()] == ["asked"]
        assert owner.quiet() == []


def test_what_an_order_does_not_say_its_owner_is_asked(server: Server) -> None:
    table = Table(server)
    with sitting(table) as (first, owner):
        table.leave(owner, {**ANY_DIE, "without_action": False})
        table.take_turn(first)
        owner.until_true(lambda c: asks(c, table.second, "action"))
        (order,) = table.orders()
        assert (order["ended"], len(order["answers"])) == ("done", 2)


def test_an_order_for_the_market_and_a_newer_one_for_the_same_turn(server: Server) -> None:
    # A live game takes orders, too.
    table = Table(server, pace="live")
    with sitting(table) as (first, owner):
        table.leave(owner, {"turn": "market", "do": "buy", "card": {"price": 0}})
        table.leave(owner, ANY_CARD)
        table.leave(owner, ANY_DIE)
        table.take_turn(first)
        while not all(order["ended"] for order in table.orders()):
            play_on([first], at_random(3), most=1)
        ended = [(order["turn"], order["ended"]) for order in table.orders()]
        assert ended == [("market", "replaced"), ("market", "done"), ("dice", "done")]


@pytest.mark.parametrize(
    ("clauses", "code"),
    [
        ([], "malformed"),
        ([{**ANY_DIE, "take": {"colors": ["pink"]}}], "bad-order"),
        ([ANY_DIE, ANY_CARD], "bad-order"),
        ([{**ANY_DIE, "if_hidden": "top-card"}], "malformed"),
    ],
)
def test_what_is_no_order_is_refused(server: Server, clauses: Any, code: str) -> None:
    table = Table(server)
    with sitting(table) as (_, owner):
        refused = table.leave(owner, *clauses)
        assert refused["code"] == code
        assert table.orders() == []


def test_who_is_asked_answers_at_the_table(server: Server) -> None:
    table = Table(server)
    with sitting(table) as (first, _):
        order = {"seat": table.first, "clauses": [ANY_DIE]}
        assert first.ask("order", **order)["code"] == "your-turn"
        assert first.ask("order", seat=table.first, clauses=[ANY_CARD])["type"] == "ack"


# -- attacks ----------------------------------------------------------------------------------------


def test_nobody_orders_or_revokes_for_another_seat(server: Server) -> None:
    table = Table(server)
    with sitting(table) as (first, owner), table.game.sit() as watcher:
        ordered = table.leave(owner, ANY_DIE)
        assert table.leave(first, NO_DIE)["code"] == "forbidden"
        assert table.leave(watcher, NO_DIE)["code"] == "unauthorised"
        theirs, none = ordered["command"], "there-is-none"
        assert first.ask("revoke", seat=table.second, order=theirs)["code"] == "forbidden"
        # Whether an id is in use elsewhere cannot be found out.
        answers = [
            {**first.ask("revoke", seat=table.first, order=id), "command": ""}
            for id in (theirs, none)
        ]
        assert answers[0] == answers[1]
        assert answers[0]["code"] == "no-order"
        mine = first.ask("order", seat=table.first, clauses=[ANY_CARD], command=theirs)
        assert (mine["type"], mine["duplicate"]) == ("ack", False)
        assert [order["ended"] for order in table.orders()] == [""]


def test_an_order_that_is_sent_again_acts_once(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        table = Table(server)
        with sitting(table) as (first, owner):
            ordered = table.leave(owner, ANY_DIE)
            again = {"command": ordered["command"]}
            assert table.leave(owner, ANY_DIE, **again)["duplicate"]
            table.take_turn(first)
            first.until_true(lambda c: is_market(c.table))
            assert table.leave(owner, ANY_DIE, **again)["duplicate"]
        server.restart(signal.SIGKILL)
        with table.game.sit(table.second) as owner:
            assert table.leave(owner, ANY_DIE, **again)["duplicate"]
        assert [order["ended"] for order in table.orders()] == ["done"]


def test_an_order_outlives_a_kill_and_acts_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", SLOW)
    with server:
        table = Table(server)
        with table.game.sit(table.second) as owner:
            table.leave(owner, ANY_DIE)
        server.restart(signal.SIGKILL)
        with table.game.sit(table.first) as first:
            table.take_turn(first)
            first.until_true(lambda c: asks(c, table.second, "take"))
            version = first.version
        # Killed while it is about to answer: nobody has to come for it to go on.
        server.settings = {}
        server.restart(signal.SIGKILL)
        until_written(tmp_path / "data", table, version + 3)
        table.until(is_market)
        server.restart(signal.SIGKILL)
        assert server.faults() == []
        assert [order["ended"] for order in table.orders()] == ["done"]
        assert commands(tmp_path / "data") == 3


def until_written(data: Path, table: Table, version: int, seconds: float = 8) -> None:
    """Wait for entries on the disk, without asking the server, which would fetch the game."""
    end = time.monotonic() + seconds
    with opened(data) as db:
        sql = "SELECT count(*) FROM entries WHERE game = ?"
        while db.execute(sql, (table.game.id,)).fetchone()[0] < version:
            assert time.monotonic() < end
            time.sleep(0.02)


def commands(data: Path) -> int:
    """How many answers orders have given."""
    with opened(data) as db:
        sql = "SELECT count(*) FROM entries WHERE command LIKE 'order:%'"
        count: int = db.execute(sql).fetchone()[0]
    return count


def test_nothing_acts_after_a_revoke_was_acknowledged(tmp_path: Path) -> None:
    """The race: it is revoked, or answered by hand, while it is about to answer."""
    with Server(tmp_path / "data", {"ROLLPLAYER_ORDER_SECONDS": "1"}) as server:
        for way in ("revoke", "answer"):
            table = Table(server)
            with sitting(table) as (first, owner):
                ordered = table.leave(owner, ANY_DIE)
                table.take_turn(first)
                owner.until_true(lambda c, t=table: asks(c, t.second, "take"))
                if way == "revoke":
                    reply = owner.ask("revoke", seat=table.second, order=ordered["command"])
                else:
                    reply = owner.answer(table.second, owner.options(table.second)[0]["notation"])
                assert reply["type"] == "ack"
                owner.quiet()
                version = owner.version
                assert owner.quiet(1.3) == []
                assert owner.version == version
                expected = {"revoke": "revoked", "answer": "own"}[way]
                assert [order["ended"] for order in table.orders()] == [expected]
                again = owner.ask("revoke", seat=table.second, order=ordered["command"])
                assert again["code"] == "no-order"


FORGETFUL = (
    "-c",
    """
import sys
from rollplayer import cli
from rollplayer.server.rooms import orders

def revoke(room, seat, id):
    order = room.orders.find(seat, id)
    room.orders.end(order, "revoked")

orders.revoke = revoke
sys.exit(cli.main(["serve", *sys.argv[1:]]))
""",
)
"""Does not look whether an order could still act."""


def asks_for_a_die(client: Client, seat: int) -> bool:
    return any(asks(client, seat, question) for question in ("take", "place"))


def revoke_from_two_devices(server: Server, tries: int) -> bool:
    """Whether two devices that revoke at once, while the order acts, are ever told what is not so."""
    for _ in range(tries):
        table = Table(server)
        with sitting(table) as (first, owner), table.game.sit(table.second) as phone:
            ordered = table.leave(owner, ANY_DIE)
            table.take_turn(first)
            wish = {"seat": table.second, "order": ordered["command"]}
            with ThreadPoolExecutor(2) as together:
                asked = [together.submit(each.ask, "revoke", **wish) for each in (owner, phone)]
                replies = [each.result() for each in asked]
            acknowledged = [reply for reply in replies if reply["type"] == "ack"]
            for device in (owner, phone):
                device.quiet()
            (order,) = table.orders()
            expected = "revoked" if acknowledged else "done"
            if len(acknowledged) > 1 or order["ended"] != expected:
                return True
            assert {reply.get("code") for reply in replies} <= {None, "no-order"}
            # Nothing acts after it was acknowledged: both devices are asked for what is left to answer,
            # which is where to place the die, if it was taken just before.
            for device in (owner, phone):
                device.until_true(
                    lambda c, t=table, so=bool(acknowledged): asks_for_a_die(c, t.second) == so
                )
            assert owner.version == phone.version
    return False


def test_two_devices_revoke_an_order_while_it_acts(tmp_path: Path) -> None:
    hurried = {"ROLLPLAYER_ORDER_SECONDS": "0.02"}
    with Server(tmp_path / "data", hurried) as server:
        assert not revoke_from_two_devices(server, 4)
        assert server.faults() == []
    with Server(tmp_path / "careless", hurried, FORGETFUL) as server:
        assert revoke_from_two_devices(server, 6), "the test would not notice it"


def test_an_undone_answer_is_not_given_again(server: Server) -> None:
    table = Table(server)
    with sitting(table) as (first, owner):
        table.leave(owner, {**ANY_DIE, "without_action": False})
        table.take_turn(first)
        owner.until_true(lambda c: asks(c, table.second, "action"))
        for question in ("place", "take"):
            undone = owner.ask("undo", seat=table.second, version=owner.version)
            assert undone["type"] == "ack"
            owner.until_true(lambda c, q=question: asks(c, table.second, q))
        assert owner.quiet() == []
        # Nor does one that was meant for the next round.
        play_on([owner], lambda options: options[0], most=2)
        assert table.leave(owner, ANY_DIE)["type"] == "ack"
        for question in ("place", "take"):
            owner.ask("undo", seat=table.second, version=owner.version)
            owner.until_true(lambda c, q=question: asks(c, table.second, q))
        assert owner.quiet() == []
        assert [order["ended"] for order in table.orders()] == ["done", "undone"]


@pytest.mark.parametrize("way", ["stand-in", "given", "left"])
def test_orders_end_with_the_seat(server: Server, way: str) -> None:
    table = Table(server)
    with sitting(table) as (first, owner):
        table.leave(owner, ANY_DIE)
        if way == "stand-in":
            owner.ask("give-to-bot", seat=table.second, level="random")
            assert table.leave(owner, ANY_DIE)["code"] == "stand-in"
            owner.ask("take-back", seat=table.second)
        elif way == "given":
            given = server.post(
                f"{table.game.path}/seats/{table.second}/give", {}, table.game.tokens[table.second]
            )
            table.game.tokens[table.second] = given["token"]
        else:
            owner.ask("leave", seat=table.second)
            table.game.join("Cleo", seat=table.second)
        assert table.orders() == []
        with table.game.sit(table.second) as next_owner:
            table.take_turn(first)
            next_owner.until_true(lambda c: asks(c, table.second, "take"))
            assert next_owner.quiet() == []


def test_an_order_answers_like_a_quick_person(tmp_path: Path) -> None:
    """Not at once, and seen at the table meanwhile: others cannot tell who has answered."""
    with Server(tmp_path / "data", {"ROLLPLAYER_ORDER_SECONDS": "1.2"}) as server:
        table = Table(server)
        with sitting(table) as (first, owner):
            table.leave(owner, {**ANY_DIE, "without_action": False})
            owner.close()
            first.until_true(lambda c: not c.room["seats"][table.second]["connected"])
            table.take_turn(first)
            first.until_true(lambda c: asks(c, table.second, "take"))
            began, version = time.monotonic(), first.version
            first.until_true(lambda c: c.version > version)
            assert 0.25 <= time.monotonic() - began < 3
            assert first.room["seats"][table.second]["connected"]
            assert first.room["seats"][table.second]["away_since"] is None
            first.until_true(lambda c: not c.room["seats"][table.second]["connected"])
            assert asks(first, table.second, "action")


def test_orders_answer_without_a_notice_and_what_they_leave_is_told(tmp_path: Path) -> None:
    with Receiver() as hook:
        settings = {"ROLLPLAYER_NOTICE_ORIGINS": hook.origin}
        with Server(tmp_path / "data", {**settings, **SLOW}) as server:
            table = Table(server)
            owner = Somebody.new(server, name="Bo")
            owner.claim(table.game, table.game.tokens[table.second])
            owner.do("/notices", kind="webhook", address=f"{hook.origin}/owner")
            with table.game.sit(table.second) as client:
                table.leave(client, {**ANY_DIE, "without_action": False})
            exported = str(owner.ask("/export"))
            assert "without_action" not in exported
            assert "'place': ['str'" in exported
            with table.game.sit(table.first) as first:
                table.take_turn(first)
                first.until_true(lambda c: asks(c, table.second, "take"))
            time.sleep(0.5)
            assert hook.received == [], "the order will answer"
            server.settings = settings
            server.restart()
            hook.wait(1)
            time.sleep(0.4)
            (notice,) = [received.plain() for received in hook.received]
            asked = server.get(f"{table.game.path}/state")["pending"]
            assert asked["question"] == "action"
            assert notice["games"][0]["question"] == asked["text"]


def test_orders_end_with_the_game(server: Server) -> None:
    table = Table(server)
    with table.game.sit(0, 1) as both:
        table.leave(both, {"turn": "market", "do": "buy", "card": {"price": 0}})
        assert table.orders()
        server.post(f"{table.game.path}/close", {}, table.game.host)
        assert table.orders() == []
