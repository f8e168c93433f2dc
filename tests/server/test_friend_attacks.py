"""Somebody who pesters, guesses or steals. Each test is also run against a server with the defect it is about."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.operation.instructions import give
from rollplayer.server.operation.sanctions import act
from rollplayer.server.storage.invitations import MOST_TO_ONE
from tests.server.harness import Client, Server, bearer
from tests.server.person import new_secret
from tests.server.test_friends import TWO, Met, met, waiting
from tests.server.test_games import HUMANS

pytestmark = pytest.mark.once


def count(server: Server, sql: str, *values: Any) -> int:
    with server.opened() as db:
        return int(db.execute(sql, values).fetchone()[0])


def guess_a_handle(server: Server) -> bool:
    """Whether somebody is found by an id, or whoever is not known answers otherwise than nobody."""
    ada, mallory = Met.new(server, "Ada"), Met.new(server, "Mallory")
    answers = {
        mallory.refusal(f"/friends/{what}", to=to, **fields)
        for to in (new_secret()[:20], ada.ask()["id"].ljust(20, "-"))
        for what, fields in (("ask", {}), ("remove", {}), ("block", {"blocked": True}))
    }
    return answers != {(404, "not-found")}


def steal_a_handle(server: Server) -> bool:
    """Whether the handle by which one knows somebody is worth something to another."""
    _, bo, _ = met(server)
    mallory = Met.new(server, "Mallory")
    stolen = bo.handle("Ada")
    return mallory.refusal("/friends/ask", to=stolen) != (404, "not-found")


def befriend_without_consent(server: Server) -> bool:
    """Whether somebody becomes a friend who has not agreed, however often it is asked or accepted."""
    ada, bo, _ = met(server)
    ada.befriend("ask", "Bo")
    ada.befriend("ask", "Bo")
    refused = ada.refusal("/friends/answer", to=ada.handle("Bo"), accept=True)
    return "friend" in (ada.relation("Bo"), bo.relation("Ada")) or refused != (409, "no-request")


def accept_twice_at_once(server: Server) -> bool:
    """Whether one invitation, accepted on several devices at the same moment, takes several seats."""
    ada, bo, _ = met(server)
    seats = [{"kind": "human", "name": "Ada"}, *[{"kind": "open"}] * 3]
    game = server.create(options={"players": 4}, seats=seats)
    ada.claim(game, game.tokens[0], game.host)
    ada.invite(game, "Bo")
    devices = [bo, *[Met(server, bo.recovered().secret) for _ in range(3)]]

    def accept(device: Met) -> int:
        return device.refusal("/friends/invitation", game=game.id, accept=True)[0]

    with ThreadPoolExecutor(4) as together:
        statuses = list(together.map(accept, devices))
    taken = [seat["name"] for seat in game.room()["seats"]].count("Bo")
    return statuses.count(200) != 1 or taken != 1


def answer_anothers_invitation(server: Server) -> bool:
    """Whether knowing a table is enough to be invited, or to answer for whoever was."""
    ada, bo, _ = met(server)
    mallory = Met.new(server, "Mallory")
    game = waiting(server, ada)
    ada.invite(game, "Bo")
    refused = mallory.refusal("/friends/invitation", game=game.id, accept=False)
    return refused != (409, "no-invitation") or bo.invitations() != [game.id]


def pester(server: Server) -> bool:
    """Whether somebody can be invited without end, with a new table each time."""
    ada, _, _ = met(server)
    answers = [ada.invite(waiting(server, ada), "Bo") for _ in range(MOST_TO_ONE + 2)]
    return (429, "too-many-invitations") not in answers


def replay_an_invitation(server: Server) -> bool:
    """Whether an invitation that was declined comes again when it is sent again."""
    ada, bo, _ = met(server)
    game = waiting(server, ada)
    ada.invite(game, "Bo")
    bo.do("/friends/invitation", game=game.id, accept=False)
    ada.invite(game, "Bo")
    return bo.invitations() != []


def notice_a_block(server: Server) -> bool:
    """Whether the answers to somebody who is blocked differ from those of somebody who does not react."""
    seen: list[Any] = []
    for blocked in (False, True):
        ada, bo, _ = met(server)
        bo.befriend("block", "Ada", blocked=blocked)
        game = waiting(server, ada)
        answers: list[Any] = [
            ada.invite(game, "Bo"),
            ada.refusal("/friends/ask", to=ada.handle("Bo")),
            ada.refusal("/friends/answer", to=ada.handle("Bo"), accept=True),
        ]
        people = ada.friends(game.id)["people"]
        seen.append((answers, [{**each, "handle": "", "played": 0} for each in people]))
    unblocked, blocked_too = seen
    return bool(unblocked != blocked_too)


def notice_that_somebody_is_gone(server: Server) -> bool:
    """Whether a block can be seen by who is missing from the list."""
    ada, bo, _ = met(server)
    bo.befriend("block", "Ada", blocked=True)
    return [each["name"] for each in ada.friends()["people"]] != ["Bo"]


def sit_down_where_one_is_blocked(server: Server) -> bool:
    """Whether a block keeps nobody from the host's table, invited by somebody else or not."""
    ada, bo, _ = met(server)
    game = waiting(server, ada)
    ada.invite(game, "Bo")
    ada.befriend("block", "Bo", blocked=True)
    status, _, _ = server.request("POST", game.path + "/join", {"name": "Bo"}, bearer(bo.secret))
    accepted, _ = bo.refusal("/friends/invitation", game=game.id, accept=True)
    return 409 not in (status, accepted) or game.room()["seats"][1]["kind"] != "open"


def be_heard_though_blocked(server: Server) -> bool:
    """Whether chat reaches somebody who does not want to hear it."""
    ada, bo, game = met(server)
    ada.befriend("block", "Bo", blocked=True)
    with Client(server, game.id, [ada.secret]) as hers:
        with Client(server, game.id, [bo.secret]) as his:
            his.ask("chat", seat=1, text="Can you hear me?")
        heard = [message["type"] for message in hers.quiet(0.3)]
    return "chat" in heard or bool(server.get(game.path + "/state", ada.secret)["chat"])


def go_on_though_barred(server: Server) -> bool:
    """Whether a person whom an operator has barred can still do what persons do."""
    ada, bo, game = met(server)
    server.post(game.path + "/report", {"seat": 1, "reason": "insult"}, ada.secret)
    n = count(server, "SELECT max(n) FROM reports")
    give(server.place, act(n, "bar"))
    asked = bo.refusal("/friends/ask", to="-" * 20)
    # What is kept about them they still get, and may delete.
    assert bo.ask("/export")["others"]["sanctions"][0]["barred"] is not None
    return asked != (403, "barred")


def write_though_muted(server: Server) -> bool:
    """Whether somebody who was muted writes on with the token they had before they claimed the seat."""
    ada, _, game = met(server)
    server.post(game.path + "/report", {"seat": 1, "reason": "insult"}, ada.secret)
    give(server.place, act(count(server, "SELECT max(n) FROM reports"), "mute"))
    with game.sit(1) as his:
        return bool(his.ask("chat", seat=1, text="Still here!")["type"] == "ack")


def flood_with_reports(server: Server) -> bool:
    """Whether the same report fills the operator's list."""
    ada, _, game = met(server)
    for _ in range(3):
        server.post(game.path + "/report", {"seat": 1, "reason": "spam"}, ada.secret)
    return count(server, "SELECT count(*) FROM reports WHERE game = ?", game.id) != 1


def be_remembered_in_a_report(server: Server) -> bool:
    """Whether what a third person said stays in a report after that person has gone."""
    ada, bo = Met.new(server, "Ada"), Met.new(server, "Bo")
    game = server.create(options=TWO, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0], game.host)
    bo.claim(game, game.tokens[1])
    with game.sit(0, 1) as both:
        both.ask("chat", seat=1, text="I am Bo of Bologna")
        both.ask("chat", seat=0, text="hello")
    # About the host, so that the report stays when he goes.
    server.post(game.path + "/report", {"seat": 0, "reason": "other"}, game.tokens[1])
    bo.do("/delete", delete="everything")
    sql = "SELECT count(*) FROM evidence WHERE text LIKE '%Bologna%'"
    return count(server, sql) > 0


ATTACKS: dict[str, Callable[[Server], bool]] = {
    "guessable": guess_a_handle,
    "shared": steal_a_handle,
    "one_sided": befriend_without_consent,
    "racing": accept_twice_at_once,
    "open_to_all": answer_anothers_invitation,
    "pestering": pester,
    "resending": replay_an_invitation,
    "telling": notice_a_block,
    "vanishing": notice_that_somebody_is_gone,
    "seating": sit_down_where_one_is_blocked,
    "loud": be_heard_though_blocked,
    "lenient": go_on_though_barred,
    "bypassed": write_though_muted,
    "flooded": flood_with_reports,
    "remembering": be_remembered_in_a_report,
}


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("careful") / "data") as server:
        yield server
        assert server.faults() == []


@pytest.mark.parametrize("defect", ATTACKS)
def test_an_attack_fails(careful: Server, defect: str) -> None:
    assert not ATTACKS[defect](careful)


@pytest.mark.parametrize("defect", ATTACKS)
def test_it_succeeds_where_the_server_is_careless(tmp_path: Path, defect: str) -> None:
    command = ("-m", "tests.server.faulty_friends", defect)
    with Server(tmp_path / "data", command=command) as server:
        assert ATTACKS[defect](server), "the test would not notice it"
