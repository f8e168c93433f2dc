"""People one has played with: friends by consent, invitations, blocks, and what happens to all of it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rollplayer.server.protocol import friends as f
from rollplayer.server.storage.invitations import MOST_RECEIVED, MOST_TO_ONE
from tests.server.conforming import check
from tests.server.harness import Client, Game, Server, bearer, play_on
from tests.server.person import PERSON, Somebody, new_secret
from tests.server.receivers import Receiver
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

TWO = {"players": 2}
OPEN = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, endpoint: Receiver) -> Iterator[Server]:
    settings = {"ROLLPLAYER_NOTICE_ORIGINS": endpoint.origin}
    with Server(tmp_path_factory.mktemp("friends") / "data", settings) as running:
        yield running
        assert running.faults() == []


class Met(Somebody):
    """A person who knows others."""

    def friends(self, game: str = "") -> Any:
        return self.ask(f"/friends?game={game}")

    def sees(self, name: str) -> dict[str, Any]:
        (seen,) = [each for each in self.friends()["people"] if each["name"] == name]
        return dict(seen)

    def handle(self, name: str) -> str:
        return str(self.sees(name)["handle"])

    def relation(self, name: str) -> str:
        return str(self.sees(name)["relation"])

    def befriend(self, what: str, name: str, **fields: Any) -> Any:
        return self.do(f"/friends/{what}", to=self.handle(name), **fields)

    def invite(self, game: Game, name: str) -> tuple[int, str]:
        body = {"to": self.handle(name)}
        status, reply, _ = self.server.request(
            "POST", game.path + "/invite", body, bearer(self.secret)
        )
        return status, reply.get("code", "")

    def invitations(self) -> list[str]:
        return [each["game"] for each in self.friends()["invitations"]]


def met(server: Server, **wish: Any) -> tuple[Met, Met, Game]:
    """Two who have begun a game together."""
    ada, bo = Met.new(server, "Ada"), Met.new(server, "Bo")
    game = server.create(options=TWO, seats=HUMANS, start=True, **wish)
    ada.claim(game, game.tokens[0], game.host)
    bo.claim(game, game.tokens[1])
    return ada, bo, game


def waiting(server: Server, host: Somebody) -> Game:
    """A table of somebody's that waits for a second player."""
    game = server.create(options=TWO, seats=OPEN)
    host.claim(game, game.tokens[0], game.host)
    return game


def test_people_who_began_a_game_know_each_other(server: Server) -> None:
    ada, bo, _ = met(server)
    told = ada.friends()
    check(told, f.Friends)
    (seen,) = told["people"]
    assert (seen["name"], seen["relation"], seen["games"]) == ("Bo", "played", 1)
    assert seen["played"] is not None
    assert bo.relation("Ada") == "played"
    # Nothing of the person's own id, and another handle for everybody.
    own = bo.ask()["id"]
    assert own not in json.dumps(told)
    assert seen["handle"] != own


def test_a_waiting_room_makes_nobody_known(server: Server) -> None:
    ada, bo = Met.new(server, "Ada"), Met.new(server, "Bo")
    game = waiting(server, ada)
    joined = server.post(game.path + "/join", {"name": "Bo"}, bo.secret)
    bo.claim(game, joined["token"])
    assert ada.friends()["people"] == []


def test_friends_are_friends_when_both_agree(server: Server) -> None:
    ada, bo, _ = met(server)
    ada.befriend("ask", "Bo")
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("asked", "asks")
    bo.befriend("answer", "Ada", accept=True)
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("friend", "friend")
    bo.befriend("remove", "Ada")
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("played", "played")
    to = bo.handle("Ada")
    assert bo.refusal("/friends/answer", to=to, accept=True) == (409, "no-request")


def test_who_asks_back_agrees(server: Server) -> None:
    ada, bo, _ = met(server)
    ada.befriend("ask", "Bo")
    bo.befriend("ask", "Ada")
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("friend", "friend")
    ada.befriend("remove", "Bo")
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("played", "played")


def test_a_request_that_was_declined_cannot_be_put_again_and_again(server: Server) -> None:
    ada, bo, _ = met(server)
    ada.befriend("ask", "Bo")
    bo.befriend("answer", "Ada", accept=False)
    # She does not learn of it, and whatever she does he is not asked again.
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("asked", "played")
    ada.befriend("remove", "Bo")
    ada.befriend("ask", "Bo")
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("asked", "played")
    bo.befriend("ask", "Ada")
    assert (ada.relation("Bo"), bo.relation("Ada")) == ("friend", "friend")


def test_a_request_that_was_withdrawn_cannot_be_accepted(server: Server) -> None:
    ada, bo, _ = met(server)
    ada.befriend("ask", "Bo")
    ada.befriend("remove", "Bo")
    assert bo.relation("Ada") == "played"
    to = bo.handle("Ada")
    assert bo.refusal("/friends/answer", to=to, accept=True) == (409, "no-request")


def test_somebody_is_invited_told_and_sits_down(server: Server, endpoint: Receiver) -> None:
    ada, bo, _ = met(server)
    bo.do("/change", language="de")
    bo.do("/notices", kind="webhook", address=f"{endpoint.origin}/bo")
    endpoint.received.clear()
    game = waiting(server, ada)
    assert ada.invite(game, "Bo") == (200, "")
    # Sent again it is the same invitation.
    assert ada.invite(game, "Bo") == (200, "")
    (notice,) = endpoint.wait()
    plain = notice.plain()
    assert (plain["type"], plain["games"][0]["invited_by"]) == ("invitation", "Ada")
    assert plain["title"].startswith("Ada lädt dich ein: ")
    assert plain["games"][0]["link"].endswith(f"/g/{game.id}")
    (invitation,) = bo.friends()["invitations"]
    assert (invitation["name"], invitation["open_seats"]) == ("Ada", 1)
    assert ada.friends(game.id)["people"][0]["invited"] == "open"
    bo.do("/friends/invitation", game=game.id, accept=True)
    assert game.room()["seats"][1]["name"] == "Bo"
    assert game.id in bo.games()
    assert bo.invitations() == []
    assert ada.friends(game.id)["people"][0]["invited"] == "accepted"
    with Client(server, game.id, [bo.secret]) as client:
        assert client.welcome["seats"] == [1]


def test_who_declines_or_comes_too_late_is_asked_no_more(server: Server) -> None:
    ada, bo, _ = met(server)
    game, other = waiting(server, ada), waiting(server, ada)
    ada.invite(game, "Bo")
    ada.invite(other, "Bo")
    assert set(bo.invitations()) == {game.id, other.id}
    bo.do("/friends/invitation", game=game.id, accept=False)
    assert ada.friends(game.id)["people"][0]["invited"] == "declined"
    assert ada.invite(game, "Bo") == (200, "")
    assert bo.invitations() == [other.id]
    server.post(other.path + "/join", {"name": "Cleo"})
    answer = {"game": other.id, "accept": True}
    assert bo.refusal("/friends/invitation", **answer) == (409, "no-open-seat")
    # Somebody may get up again.
    assert bo.invitations() == [other.id]
    server.post(other.path + "/close", {}, other.host)
    assert bo.invitations() == []
    assert ada.invite(other, "Bo") == (409, "not-open")


def test_there_are_only_so_many_invitations(server: Server) -> None:
    ada, bo, _ = met(server)
    for _ in range(MOST_TO_ONE):
        assert ada.invite(waiting(server, ada), "Bo") == (200, "")
    last = waiting(server, ada)
    assert ada.invite(last, "Bo") == (429, "too-many-invitations")
    assert len(bo.invitations()) == MOST_TO_ONE
    with server.opened() as db:
        db.execute("UPDATE invitations SET at = at - 25 * 3600000")
    assert ada.invite(last, "Bo") == (200, "")


def test_nobody_gets_more_than_they_can_read(server: Server) -> None:
    _, bo, _ = met(server)
    answers = []
    for _ in range(MOST_RECEIVED // MOST_TO_ONE + 1):
        cleo = Met.new(server, "Cleo")
        together = server.create(options=TWO, seats=HUMANS, start=True)
        cleo.claim(together, together.tokens[0])
        bo.claim(together, together.tokens[1])
        answers += [cleo.invite(waiting(server, cleo), "Bo") for _ in range(MOST_TO_ONE)]
    assert answers == [(200, "")] * MOST_RECEIVED + [(409, "not-available")] * MOST_TO_ONE


def test_only_who_sits_at_a_table_invites_to_it(server: Server) -> None:
    ada, bo, _ = met(server)
    assert bo.invite(waiting(server, ada), "Ada") == (401, "unauthorised")
    assert ada.invitations() == []


def test_a_table_again_invites_the_persons_of_the_last_one(server: Server) -> None:
    ada, bo, game = met(server)
    server.post(game.path + "/close", {}, game.host)
    again = server.post(game.path + "/rematch", {}, ada.secret)["game"]
    assert (bo.invitations(), ada.invitations()) == ([again["id"]], [])
    bo.do("/friends/invitation", game=again["id"], accept=True)
    # He had his seat already.
    assert [seat["name"] for seat in server.get(f"/api/v1/games/{again['id']}")["seats"]] == [
        "Ada",
        "Bo",
    ]
    assert bo.invitations() == []


def test_who_is_blocked_hears_what_others_hear_who_get_no_answer(server: Server) -> None:
    ada, bo, _ = met(server)
    ada.befriend("ask", "Bo")
    bo.befriend("answer", "Ada", accept=True)
    game = waiting(server, ada)
    bo.befriend("block", "Ada", blocked=True)
    assert bo.relation("Ada") == "blocked"
    assert ada.relation("Bo") == "played"
    ada.befriend("ask", "Bo")
    assert ada.relation("Bo") == "asked"
    assert ada.invite(game, "Bo") == (200, "")
    assert ada.friends(game.id)["people"][0]["invited"] == "open"
    assert (bo.relation("Ada"), bo.invitations()) == ("blocked", [])
    refused = bo.refusal("/friends/invitation", game=game.id, accept=True)
    assert refused == (409, "no-invitation")
    assert bo.refusal("/friends/ask", to=bo.handle("Ada")) == (409, "unblock-first")
    bo.befriend("block", "Ada", blocked=False)
    # What she asked for meanwhile does not come up afterwards.
    assert bo.relation("Ada") == "played"


def test_who_is_blocked_finds_no_seat_at_the_table_of_the_host(server: Server) -> None:
    ada, bo, _ = met(server)
    ada.befriend("block", "Bo", blocked=True)
    game = waiting(server, ada)
    join = game.path + "/join"
    for body, code in (
        ({"name": "Bo"}, "no-open-seat"),
        ({"name": "Bo", "seat": 1}, "seat-taken"),
    ):
        status, reply, _ = server.request("POST", join, body, bearer(bo.secret))
        assert (status, reply["code"]) == (409, code)
    ada.befriend("block", "Bo", blocked=False)
    assert server.post(join, {"name": "Bo"}, bo.secret)["seat"] == 1


def test_the_chat_of_somebody_blocked_is_not_heard(server: Server) -> None:
    ada, bo, game = met(server)
    with (
        Client(server, game.id, [ada.secret]) as hers,
        Client(server, game.id, [bo.secret]) as his,
    ):
        assert his.ask("chat", seat=1, text="before")["type"] == "ack"
        hers.until("chat")
        ada.befriend("block", "Bo", blocked=True)
        assert his.ask("chat", seat=1, text="after")["type"] == "ack"
        assert "chat" not in [message["type"] for message in hers.quiet(0.3)]
    with Client(server, game.id, [ada.secret]) as hers:
        assert hers.table["chat"] == []
    state = game.path + "/state"
    assert server.get(state, ada.secret)["chat"] == []
    assert [line["text"] for line in server.get(state, bo.secret)["chat"]] == ["before", "after"]


def test_everything_is_exported_and_goes_with_the_person(either: Server) -> None:
    ada, bo, game = met(either, title="Goodbye")
    ada.befriend("ask", "Bo")
    bo.befriend("answer", "Ada", accept=True)
    ada.invite(waiting(either, ada), "Bo")
    with game.sit(1) as his:
        his.ask("chat", seat=1, text="something unkind")
    report = {"seat": 1, "reason": "insult", "text": "He was unkind."}
    either.post(game.path + "/report", report, ada.secret)
    evidence = "SELECT count(*) FROM evidence WHERE text = 'something unkind'"
    with either.opened() as db:
        assert db.execute(evidence).fetchone() == (1,)
    others = ada.ask("/export")["others"]
    assert [each["name"] for each in others["friends"]] == ["Bo"]
    assert [each["name"] for each in others["invitations"]] == ["Bo"]
    assert [each["text"] for each in others["reports"]] == ["He was unkind."]
    bo.do("/delete", delete="everything")
    assert (ada.friends()["people"], ada.friends()["invitations"]) == ([], [])
    with either.opened() as db:
        assert db.execute(evidence).fetchone() == (0,)
        sql = "SELECT count(*) FROM reports WHERE game = ?"
        assert db.execute(sql, (game.id,)).fetchone() == (0,)
    assert ada.ask("/export")["others"]["friends"] == []


def test_a_table_that_was_played_to_its_end_counts_as_well(server: Server) -> None:
    ada, bo = Met.new(server, "Ada"), Met.new(server, "Bo")
    game = server.create(options={**TWO, "variants": ["short-game"]}, seats=HUMANS, start=True)
    with game.sit(0, 1) as both:
        play_on([both], at_random(7))
    ada.claim(game, game.tokens[0])
    bo.claim(game, game.tokens[1])
    assert ada.relation("Bo") == "played"


def test_guests_are_asked_for_nothing(server: Server) -> None:
    """Without a device nothing of this is there, and nothing of it is needed."""
    status, reply, _ = server.request("GET", PERSON + "/friends", headers=bearer(new_secret()))
    assert (status, reply["code"]) == (401, "not-signed-in")
    game = server.create(options=TWO, seats=OPEN)
    assert server.post(game.path + "/join", {"name": "Guest"})["seat"] == 1
