"""Games in which one message would be heard from the right actor."""

from contextlib import ExitStack
from typing import Any

from tests.proofs.actors import Actor, Stage
from tests.proofs.people import Plain
from tests.server.harness import Client, Game, Server, bearer, catch_up, play_on

MESSAGES = (
    "answer",
    "interrupt",
    "pass-call",
    "wait",
    "go-on",
    "openings",
    "confirm-turns",
    "turn-done",
    "undo",
    "undo-ask",
    "undo-vote",
    "break-ask",
    "break-vote",
    "chat",
    "rename",
    "entropy",
    "seat",
    "start",
    "give-to-bot",
    "take-back",
    "leave",
    "hint",
    "odds",
    "preview",
)
HOST_MESSAGES = ("seat", "start")
BEFORE_THE_START = (*HOST_MESSAGES, "entropy")
IN_CLOSED_GAMES = ("chat", "rename", "openings", "confirm-turns")
"""What people may still do when a game is given up."""
OPEN = {"kind": "open"}
PLAYERS = {"players": 2}


def set_up(server: Server, stack: ExitStack, tag: str) -> Stage:
    """A game in which seat 0 has changed hands often, at the point where a message would be heard."""
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]
    limit = {"turn_seconds": 86400} if tag.startswith("break") else None
    game = server.create(options=PLAYERS, seats=seats, language="en", time_limit=limit)
    elsewhere = server.create(options=PLAYERS, seats=seats, start=True)
    host = stack.enter_context(game.sit(host=True))
    old_tokens: dict[str, str] = {}
    old_sockets: dict[str, Client] = {}

    def loses(kind: str) -> Client:
        """Whoever sits on seat 0 now is about to lose it, with a socket that stays open."""
        old_tokens[kind] = game.tokens[0]
        old_sockets[kind] = stack.enter_context(game.sit(0))
        return old_sockets[kind]

    leaver = loses("left player")
    assert leaver.ask("leave", seat=0)["type"] == "ack"
    game.join("Cleo", seat=0)
    loses("given-away token")
    given = server.post(game.path + "/seats/0/give", {"name": "Dan"}, game.tokens[0])
    game.tokens[0] = given["token"]
    loses("put off the seat by the host")
    assert host.ask("seat", seat=0, kind="open")["type"] == "ack"
    loses_nothing = server.request("POST", game.path + "/seats/0/give", {}, bearer(game.host))
    assert loses_nothing[0] == 200
    game.tokens[0] = loses_nothing[1]["token"]
    loses("reserved seat that was given on")
    given = server.post(game.path + "/seats/0/give", {"name": "Eve"}, game.tokens[0])
    game.tokens[0] = given["token"]
    right = stack.enter_context(game.sit(0))
    other = stack.enter_context(game.sit(1))
    if tag not in BEFORE_THE_START:
        assert host.ask("start")["type"] == "ack"
        for client in (right, other):
            client.until_true(lambda c: c.table["view"] is not None)
        PREPARE.get(tag, nothing)(right, other)
    return Stage(
        server, game, game.tokens[0], right, host, other, elsewhere, old_tokens, old_sockets
    )


def nothing(right: Client, other: Client) -> None:
    return


def play(right: Client, other: Client, choose: Any, most: int = 1) -> None:
    play_on([right, other], choose, most=most)
    version = max(right.version, other.version)
    for client in (right, other):
        catch_up(client, version)


def first(options: list[Plain]) -> Plain:
    return options[0]


def until_asked(right: Client, other: Client) -> None:
    """Play until seat 0 is asked and seat 1 is up to date."""
    while right.asked() is None:
        play(right, other, first)


def until_answered(right: Client, other: Client) -> None:
    """Play until seat 0 has answered last and may take it back."""
    for _ in range(300):
        if right.table["seats"]["0"]["undo"]["can"]:
            return
        play(right, other, first)
    raise AssertionError("seat 0 never could take back")


def until_interrupting(right: Client, other: Client) -> None:
    """Play until seat 0 may interrupt seat 1: it buys Skills and keeps them."""

    def keen(options: list[Plain]) -> Plain:
        bought = [o for o in options if o["notation"].startswith("buy")]
        kept = [o for o in options if not o["notation"].startswith(("use", "drop"))]
        return (bought or kept or options)[0]

    for _ in range(300):
        if right.table["seats"]["0"]["interruptions"]:
            return
        play(right, other, keen)
    raise AssertionError("seat 0 never could interrupt")


def until_asked_to_vote(right: Client, other: Client) -> None:
    play(right, other, first, 6)
    reply = other.ask("undo-ask", version=other.version, seat=1)
    assert reply["type"] == "ack", reply
    right.until_true(lambda c: c.table["vote"] is not None)


def until_asked_for_a_break(right: Client, other: Client) -> None:
    reply = other.ask("break-ask", seat=1, seconds=3600)
    assert reply["type"] == "ack", reply
    right.until_true(lambda c: c.table["clock"]["times"]["vote"] is not None)


def with_stand_in(right: Client, other: Client) -> None:
    # While seat 1 is asked the bot has nothing to do, so that the version stays.
    while other.asked() is None:
        play(right, other, first)
    reply = right.ask("give-to-bot", seat=0)
    assert reply["type"] == "ack", reply


PREPARE = {
    "answer": until_asked,
    "interrupt": until_interrupting,
    "wait": until_interrupting,
    "undo": until_answered,
    "undo-ask": until_answered,
    "undo-vote": until_asked_to_vote,
    "break-vote": until_asked_for_a_break,
    "take-back": with_stand_in,
    "hint": until_asked,
    "odds": until_asked,
    "preview": until_asked,
}


def message_of(stage: Stage, tag: str) -> Plain:
    """What the right actor would say now."""
    stage.right.quiet(0.01)
    version = stage.server.get(stage.game.path)["version"]
    stage.right.until_true(lambda c: c.version >= version)
    mine = stage.right.table["seats"].get("0", {})
    options = mine.get("options") or [{"notation": "pass"}]
    interruptions = mine.get("interruptions") or [{"notation": "pass"}]
    fields: dict[str, dict[str, Any]] = {
        "answer": {"version": version, "answer": options[0]["notation"]},
        "interrupt": {"version": version, "answer": interruptions[0]["notation"]},
        "pass-call": {"version": version},
        "wait": {},
        "go-on": {},
        "openings": {"when": "never"},
        "undo": {"version": version},
        "undo-ask": {"version": version},
        "undo-vote": {"version": version, "agree": True},
        "break-ask": {"seconds": 3600},
        "break-vote": {"agree": True},
        "chat": {"text": "hello"},
        "rename": {"name": "Mallory"},
        "entropy": {"text": "not mine"},
        "seat": {"kind": "bot", "level": "random"},
        "start": {},
        "give-to-bot": {},
        "take-back": {},
        "leave": {},
        "hint": {"version": version},
        "odds": {"version": version},
        "preview": {"version": version, "options": [options[0].get("id", 0)]},
        "confirm-turns": {"wanted": True},
        "turn-done": {},
    }
    seat = {} if tag == "start" else {"seat": 0}
    stage_message: Plain = {"type": tag, "command": "the-right-one", **seat, **fields[tag]}
    return stage_message


def after_rematch(server: Server, stack: ExitStack) -> tuple[Stage, list[Actor]]:
    """A rematch in which seat 0 was given away, and those who hold the wrong one of its tokens."""
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]
    before = server.create(options=PLAYERS, seats=seats, start=True)
    elsewhere = server.create(options=PLAYERS, seats=seats)
    server.post(before.path + "/close", {}, before.host)
    payload = server.post(before.path + "/rematch", {}, before.host)
    created = {"game": payload["game"], "host": before.host, "seats": dict(before.tokens)}
    game = Game(server, created)
    held = stack.enter_context(game.sit(0))
    given = server.post(game.path + "/seats/0/give", {"name": "Cleo"}, game.tokens[0])
    game.tokens[0] = given["token"]
    host = stack.enter_context(game.sit(host=True))
    right, other = stack.enter_context(game.sit(0)), stack.enter_context(game.sit(1))
    assert host.ask("start")["type"] == "ack"
    right.until_true(lambda c: c.table["view"] is not None)
    stage = Stage(server, game, game.tokens[0], right, host, other, elsewhere)
    old = Stage(server, before, before.tokens[0], right, host, other, elsewhere)
    return stage, [
        Actor("token given away in the rematch", [before.tokens[0]]),
        Actor("token given away in the rematch, open socket", socket=held),
        Actor("token of the rematch in the game before", [game.tokens[0]], stage=old),
    ]
