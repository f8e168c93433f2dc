"""Wrong actors try everything that changes something, and wrong pages do, too: nothing may happen.

    python -m tests.proofs.spoof

For every message and every route there is a stage where the right actor would be heard, and is at the end. Before that
every kind of wrong actor tries the same. What must not change: every row on the disk, and the state that the right
actor is shown.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from rollplayer.server.rooms.permissions import MESSAGES as GATED
from rollplayer.server.transport.routes import ROUTES
from tests.proofs.actors import Actor, Stage, actors_of, snapshot
from tests.proofs.people import Plain
from tests.proofs.report import Report, end, parser_of
from tests.proofs.spoof_persons import prove_persons
from tests.proofs.stages import (
    HOST_MESSAGES,
    IN_CLOSED_GAMES,
    MESSAGES,
    after_rematch,
    message_of,
    set_up,
)
from tests.server.harness import HEARD, Client, Server, bearer, temporary_server
from tests.server.test_security import WRONG_ORIGINS

FREE = {"hello", "ping", "language", "entries"}
"""Messages that change nothing for anybody."""
ROUTES_WITH_ACTORS = ("give", "rematch", "close", "state")


class Tally:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.tries = 0
        self.accepted = 0
        self.kinds: set[str] = set()
        self.right_ones = 0

    def tried(self, kind: str, what: str, *, accepted: bool) -> None:
        self.tries += 1
        self.kinds.add(kind)
        if accepted:
            self.accepted += 1
            self.report.failures.append(f"{kind} was heard with {what}")

    def unchanged(self, before: Any, after: Any, kind: str, what: str) -> None:
        if before != after:
            self.accepted += 1
            self.report.failures.append(f"{kind} changed something with {what}")


# -- the websocket ------------------------------------------------------------------------------------


def try_message(stage: Stage, actor: Actor, message: Plain) -> bool:
    """Send a message as this actor; whether it was accepted."""
    if actor.socket is not None:
        reply = actor.socket.ask(
            message["type"], **{k: v for k, v in message.items() if k != "type"}
        )
        return reply["type"] in HEARD
    if actor.before_hello:
        raw = stage.server.socket(stage.game.id)
        try:
            raw.send(stage.write(message))
            return stage.read(raw.recv(5))["type"] in HEARD
        finally:
            raw.close()
    try:
        client = Client(stage.server, stage.game.id, actor.tokens)
    except ConnectionClosed:
        return False
    with client:
        fields = {k: v for k, v in message.items() if k != "type"}
        return client.ask(message["type"], **fields)["type"] in HEARD


def prove_messages(server: Server, tally: Tally, tags: Sequence[str]) -> None:
    for tag in tags:
        with ExitStack() as stack:
            stage = set_up(server, stack, tag)
            for actor in actors_of(stage, tag):
                message = message_of(stage, tag)
                before = snapshot(stage)
                accepted = try_message(stage, actor, message)
                tally.tried(actor.kind, tag, accepted=accepted)
                tally.unchanged(before, snapshot(stage), actor.kind, tag)
            right = stage.host if tag in HOST_MESSAGES else stage.right
            fields = {k: v for k, v in message_of(stage, tag).items() if k != "type"}
            reply = right.ask(tag, **fields)
            heard = reply["type"] in HEARD
            tally.report.expect(heard, f"the right actor's {tag}: {reply}")
            tally.right_ones += heard


def prove_closed(server: Server, tally: Tally, tags: Sequence[str]) -> None:
    """Whose game is closed has nothing to decide any more."""
    for tag in tags:
        if tag in IN_CLOSED_GAMES:
            continue
        with ExitStack() as stack:
            stage = set_up(server, stack, tag)
            message = message_of(stage, tag)
            server.post(stage.game.path + "/close", {}, stage.game.host)
            before = snapshot(stage)
            right = stage.host if tag in HOST_MESSAGES else stage.right
            reply = right.ask(tag, **{k: v for k, v in message.items() if k != "type"})
            tally.tried("closed game", tag, accepted=reply["type"] in HEARD)
            tally.unchanged(before, snapshot(stage), "closed game", tag)


def prove_rematch(server: Server, tally: Tally, tags: Sequence[str]) -> None:
    """A rematch begins with the same tokens; one that is given away there opens nothing there."""
    for tag in tags:
        with ExitStack() as stack:
            stage, actors = after_rematch(server, stack)
            for actor in actors:
                before = snapshot(stage)
                accepted = try_message(actor.stage or stage, actor, message_of(stage, tag))
                tally.tried(actor.kind, tag, accepted=accepted)
                tally.unchanged(before, snapshot(stage), actor.kind, tag)


# -- HTTP -----------------------------------------------------------------------------------------------


def http_actors(stage: Stage, route: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Kind, headers and what is put behind the address."""
    for actor in actors_of(stage, route):
        if actor.socket is None and not actor.before_hello:
            yield actor.kind, bearer(*actor.tokens), ""
    token = stage.token if route != "close" else stage.game.host
    yield "another scheme", {"authorization": f"Basic {token}"}, ""
    yield "no scheme", {"authorization": token}, ""
    yield "token in the address", {}, f"?token={token}"
    yield "token in a cookie", {"cookie": f"token={token}"}, ""
    yield "token broken by a space", bearer(token[:20], token[20:]), ""


def prove_routes(server: Server, tally: Tally, routes: Sequence[str]) -> None:
    for route in routes:
        with ExitStack() as stack:
            stage = set_up(server, stack, "chat")
            game = stage.game
            if route == "rematch":
                server.post(game.path + "/close", {}, game.host)
            path = game.path + ("/seats/0/give" if route == "give" else f"/{route}")
            method = "GET" if route == "state" else "POST"
            for kind, headers, behind in http_actors(stage, route):
                before = snapshot(stage)
                body: Plain | None = None if method == "GET" else {}
                status, reply, _ = server.request(method, path + behind, body, headers)
                if route == "state":
                    # A spectator may look, but is told nothing of a seat.
                    accepted = status == 200 and "0" in reply["seats"]
                else:
                    accepted = status < 400
                tally.tried(kind, f"{method} {route}", accepted=accepted)
                tally.report.expect(status < 500, f"{kind}, {route}: {status}")
                tally.unchanged(before, snapshot(stage), kind, f"{method} {route}")
            join = server.request("POST", game.path + "/join", {"name": "x", "seat": 0})[0]
            tally.tried("somebody on a taken seat", "POST join", accepted=join < 400)
            right = game.host if route == "close" else stage.token
            status = server.request(method, path, None if method == "GET" else {}, bearer(right))[0]
            tally.report.expect(status == 200, f"the right actor's {route}: {status}")
            tally.right_ones += status == 200


# -- Origins --------------------------------------------------------------------------------------------


def prove_origins(server: Server, report: Report) -> None:
    with ExitStack() as stack:
        stage = set_up(server, stack, "chat")
        tries = accepted = 0
        before = snapshot(stage)
        for template in WRONG_ORIGINS:
            headers = {"Origin": template.format(port=server.port)}
            for method, path in unsafe_routes(stage):
                with_token = {**headers, **bearer(stage.token)}
                status = server.request(method, path, {}, with_token)[0]
                tries += 1
                accepted += status < 400
                report.expect(status in (403, 405), f"{method} {path} from {headers}: {status}")
            tries += 1
            try:
                server.socket(stage.game.id, additional_headers=headers).close()
                accepted += 1
                report.failures.append(f"a websocket from {headers}")
            except InvalidStatus as refused:
                report.expect(refused.response.status_code == 403, f"{headers}: {refused}")
        report.expect(before == snapshot(stage), "a wrong page changed something")
        own = server.socket(stage.game.id, additional_headers={"Origin": server.address})
        own.close()
    report.figures = {"wrong Origins": len(WRONG_ORIGINS), "tries": tries, "accepted": accepted}


def unsafe_routes(stage: Stage) -> Iterator[tuple[str, str]]:
    for route in ROUTES:
        path = route.path.replace("{id}", stage.game.id).replace("{seat}", "0")
        if route.method == "POST":
            yield "POST", path
        yield from ((method, path) for method in ("PUT", "PATCH", "DELETE"))


def prove(
    tags: Sequence[str] = MESSAGES, routes: Sequence[str] = ROUTES_WITH_ACTORS
) -> list[Report]:
    matrix, origins = Report("spoof: actors"), Report("spoof: origins")
    known = {str(kind.__struct_config__.tag) for kind in GATED}
    matrix.expect(known == set(MESSAGES) | FREE, "there are messages that nobody tries")
    tally = Tally(matrix)
    with temporary_server() as server:
        prove_messages(server, tally, tags)
        prove_closed(server, tally, tags)
        prove_rematch(server, tally, tags)
        prove_routes(server, tally, routes)
        prove_origins(server, origins)
        matrix.expect_no_faults(server.faults())
    matrix.figures = {
        "kinds of wrong actor": len(tally.kinds),
        "messages": len(tags),
        "routes": len(routes) + 1,
        "tries": tally.tries,
        "accepted": tally.accepted,
        "right actors heard": tally.right_ones,
    }
    return [matrix, origins, prove_persons()]


def main() -> None:
    arguments = parser_of(__doc__).parse_args()
    end(prove(), as_json=arguments.json)


if __name__ == "__main__":
    main()
