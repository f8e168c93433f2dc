"""Reports: what is kept as evidence, and what operators can do about a person, on a server that runs or not."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.ratings.glicko import Rating
from rollplayer.server.common.tokens import now
from rollplayer.server.operation.sanctions import find
from rollplayer.server.storage.rated import put_rating
from tests.cli.runner import cli
from tests.server.harness import Client, Game, Server, bearer
from tests.server.test_admin import admin
from tests.server.test_friends import Met, met

pytestmark = pytest.mark.once

INSULT = {"seat": 1, "reason": "insult", "text": "He was  unkind.\u202e"}


def reported(server: Server) -> tuple[Met, Met, Game]:
    """Somebody who was unkind, and was reported."""
    ada, bo, game = met(server)
    with game.sit(0, 1) as both:
        both.ask("chat", seat=1, text="something unkind")
        both.ask("chat", seat=0, text="please stop")
    server.post(game.path + "/report", INSULT, ada.secret)
    return ada, bo, game


def act(server: Server, *words: str) -> tuple[int, Any]:
    return admin("reports", *words, *server.kept.flags)


def test_an_operator_sees_a_report_with_the_chat(server: Server) -> None:
    _, _, game = reported(server)
    (report,) = [each for each in find(server.place) if each.game == game.id]
    assert (report.seat, report.name, report.reason) == (1, "Bo", "insult")
    assert report.text == "He was unkind."
    assert [line["text"] for line in report.chat] == ["something unkind", "please stop"]
    run = cli("admin", "reports", str(report.n), *server.kept.flags)
    assert "something unkind" in run.out
    assert "a person, reported once" in run.out
    run = cli("admin", "reports", *server.kept.flags)
    assert game.id in run.out
    assert act(server, str(report.n), "--resolve") == (0, {"games": 1})
    assert report.n not in [each.n for each in find(server.place)]
    assert report.n in [each.n for each in find(server.place, everything=True)]


@pytest.mark.parametrize("running", [True, False], ids=["running", "stopped"])
def test_a_person_is_warned_muted_barred_and_forgiven(tmp_path: Path, running: bool) -> None:
    with Server(tmp_path / "data") as server:
        ada, bo, game = reported(server)
        (report,) = find(server.place)
        number = str(report.n)

        def instruct(*words: str) -> None:
            if not running:
                server.end()
            assert act(server, number, *words) == (0, {"games": 1})
            if not running:
                server.start()

        instruct("--warn", "Please stay friendly.")
        assert bo.friends()["warning"] == "Please stay friendly."
        bo.do("/friends/warning")
        assert bo.friends()["warning"] is None
        instruct("--mute")
        with Client(server, game.id, [bo.secret]) as his:
            assert his.ask("chat", seat=1, text="hello")["code"] == "person-muted"
            assert his.ask("rename", seat=1, name="Rude")["code"] == "person-muted"
        # The token of the seat, kept from before it was claimed, is no way around it.
        with game.sit(1) as his:
            assert his.ask("chat", seat=1, text="hello")["code"] == "person-muted"
        with Client(server, game.id, [ada.secret]) as hers:
            assert hers.ask("chat", seat=0, text="hello")["type"] == "ack"
        instruct("--bar")
        assert bo.refusal("/link") == (403, "barred")
        status, reply, _ = server.request("GET", game.path + "/state", headers=bearer(bo.secret))
        assert (status, reply["code"]) == (403, "barred")
        kept = bearer(game.tokens[1])
        assert server.request("GET", game.path + "/state", headers=kept)[0] == 403
        assert bo.is_in()
        instruct("--lift")
        with Client(server, game.id, [bo.secret]) as his:
            assert his.ask("chat", seat=1, text="sorry")["type"] == "ack"
        assert server.faults() == []


@pytest.mark.parametrize("running", [True, False], ids=["running", "stopped"])
def test_a_person_is_renamed_and_hidden_without_a_report(tmp_path: Path, running: bool) -> None:
    with Server(tmp_path / "data") as server:
        ada, bo, _ = met(server)
        with server.opened() as db:
            for each, strength in ((ada, 2000), (bo, 2100)):
                put_rating(db, each.ask("")["id"], Rating(strength, 50), 20, now())
            db.execute("UPDATE ratings SET shown = 1")
        his = bo.ask("")["id"]

        def on_the_ladder() -> list[tuple[int, str]]:
            entries = server.get("/api/v1/ladder")["entries"]
            return [(each["place"], each["name"]) for each in entries]

        def order(*words: str) -> None:
            if not running:
                server.end()
            done = admin("persons", his, *words, *server.kept.flags)
            assert done == (0, {"games": 1})
            if not running:
                server.start()

        assert on_the_ladder() == [(1, "Bo"), (2, "Ada")]
        order("--rename", "  Somebody\u202e ")
        assert on_the_ladder() == [(1, "Somebody"), (2, "Ada")]
        order("--mute")
        assert bo.refusal("/change", name="Rude") == (403, "person-muted")
        bo.do("/change", language="de")
        for hiding in ("--hide", "--bar"):
            order(hiding)
            assert on_the_ladder() == [(1, "Ada")]
            assert ada.ask("/rating")["place"] == 1
            order("--lift")
            assert on_the_ladder() == [(1, "Somebody"), (2, "Ada")]
        bo.do("/change", name="Bo again")
        assert server.faults() == []


def test_persons_are_found_by_name_and_acted_on_by_id(server: Server) -> None:
    _, bo, _ = met(server)
    his, data = bo.ask("")["id"], server.kept.flags
    bo.do("/change", name="Bo the Bald")
    run = cli("admin", "persons", "BALD", *data)
    assert his in run.out
    assert "1 person." in run.out
    assert admin("persons", his, "--hide", *data) == (0, {"games": 1})
    assert "hidden" in cli("admin", "persons", his, *data).out
    for words, said in (
        (("nobody", "--hide"), "no person with this id"),
        ((his, "--hide", "--bar"), "at most one of"),
        (("--hide",), "name the id"),
        ((his, "--rename", "\u202e"), "something visible"),
    ):
        run = cli("admin", "persons", *words, *data)
        assert (run.code, said in run.err) == (2, True), run.err


def test_an_open_socket_learns_of_it_at_once(server: Server) -> None:
    _, bo, game = reported(server)
    (report,) = [each for each in find(server.place) if each.game == game.id]
    with Client(server, game.id, [bo.secret]) as his:
        act(server, str(report.n), "--mute")
        assert his.ask("chat", seat=1, text="hello")["code"] == "person-muted"
        act(server, str(report.n), "--bar")
        with pytest.raises(ConnectionClosed):
            his.quiet(5)


def test_guests_report_and_are_reported(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=[{"kind": "open"}, {"kind": "open"}])
    ada, bo = game.join("Ada"), game.join("Bo")
    report = {"seat": bo, "reason": "name"}
    server.post(game.path + "/report", report, game.tokens[ada])
    (found,) = [each for each in find(server.place) if each.game == game.id]
    assert (found.person, found.name) == (None, "Bo")
    run = cli("admin", "reports", str(found.n), "--bar", *server.kept.flags)
    assert run.code == 2
    assert "a guest" in run.err
    # Whoever does not sit there reports nobody, and nobody reports themselves.
    path = game.path + "/report"
    assert server.request("POST", path, report)[0] == 401
    assert server.request("POST", path, report, bearer(game.tokens[bo]))[0] == 403


def test_who_reports_can_block_as_well(server: Server) -> None:
    ada, bo, game = met(server)
    server.post(game.path + "/report", {**INSULT, "block": True}, ada.secret)
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("blocked", "played")


def test_a_report_outlives_its_game(server: Server) -> None:
    _, _, game = reported(server)
    assert admin("delete", game.id, *server.kept.flags) == (0, {"games": 1})
    (report,) = [each for each in find(server.place) if each.game == game.id]
    assert len(report.chat) == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["999999"], "no report with this number"),
        (["--bar"], "name the number of a report"),
        (["1", "--bar", "--mute"], "at most one of"),
        (["one"], "must be a whole number"),
    ],
)
def test_what_makes_no_sense_is_explained(server: Server, words: list[str], problem: str) -> None:
    run = cli("admin", "reports", *words, *server.kept.flags)
    assert run.code == 2
    assert problem in run.err


def test_reports_can_be_read_by_programs(server: Server) -> None:
    _, _, game = reported(server)
    run = cli("admin", "reports", "--json", *server.kept.flags)
    lines = [json.loads(line) for line in run.out.splitlines()]
    assert game.id in [line["game"] for line in lines]


SLOW_LOOKS = (
    "-c",
    """
import asyncio, sys
from rollplayer import cli
from rollplayer.server.storage.persons import Persons
bearing = Persons.bearing

async def slowly(self, game, devices):
    found = await bearing(self, game, devices)
    await asyncio.sleep(3)
    return found

Persons.bearing = slowly
sys.exit(cli.main(["serve", *sys.argv[1:]]))
""",
)
"""Takes three seconds to see who comes."""


def test_who_is_barred_while_they_come_in_stays_outside(tmp_path: Path) -> None:
    with Server(tmp_path / "data", command=SLOW_LOOKS) as server, ThreadPoolExecutor(1) as beside:
        _, bo, game = met(server)
        his = bo.ask("")["id"]
        with server.socket(game.id) as socket:
            hello = {"type": "hello", "protocol": 1, "tokens": [bo.secret]}
            socket.send(json.dumps(hello))
            barring = beside.submit(admin, "persons", his, "--bar", *server.kept.flags)
            heard = json.loads(socket.recv(10))
            assert barring.result() == (0, {"games": 1})
            assert (heard["type"], heard["code"]) == ("refused", "barred")
        assert server.faults() == []


def test_operators_act_at_once_on_a_busy_server(tmp_path: Path) -> None:
    """Whatever is asked after the command has come back knows of it, however many ask meanwhile."""
    with Server(tmp_path / "data") as server:
        ada, bo, game = met(server)
        his, end = bo.ask("")["id"], threading.Event()
        with server.opened() as db:
            put_rating(db, his, Rating(2100, 50), 20, now())
            db.execute("UPDATE ratings SET shown = 1")

        def busy(number: int) -> int:
            """Ask for what the ladder and the lists keep, and claim, which looks up who is barred."""
            asked = 0
            while not end.is_set():
                server.request("GET", "/api/v1/ladder")
                ada.refusal("/claim", games=[{"id": game.id, "tokens": [game.tokens[0]]}])
                asked += 1
                if number == 0:
                    bo.refusal("/change", language="fr")
            return asked

        def instruct(*words: str) -> None:
            assert admin("persons", his, *words, *server.kept.flags) == (0, {"games": 1})

        def names() -> list[str]:
            status, ladder, _ = server.request("GET", "/api/v1/ladder")
            while status == 503:
                status, ladder, _ = server.request("GET", "/api/v1/ladder")
            return [each["name"] for each in ladder["entries"]]

        with ThreadPoolExecutor(4) as together:
            asking = [together.submit(busy, number) for number in range(4)]
            try:
                for number in range(2):
                    instruct("--rename", f"Somebody {number}")
                    assert names() == [f"Somebody {number}"]
                    instruct("--hide")
                    assert names() == []
                    with Client(server, game.id, [bo.secret]) as client:
                        instruct("--bar")
                        with pytest.raises(ConnectionClosed):
                            client.quiet(5)
                    for tokens in (bo.secret, game.tokens[1]):
                        status, reply, _ = server.request(
                            "GET", game.path + "/state", headers=bearer(tokens)
                        )
                        assert (status, reply["code"]) == (403, "barred")
                    assert bo.refusal("/link") == (403, "barred")
                    instruct("--lift")
                    assert names() == [f"Somebody {number}"]
            finally:
                end.set()
        assert all(each.result() > 3 for each in asking)
        assert server.faults() == []
