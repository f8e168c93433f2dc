"""Wrong actors at the routes of persons, passkeys and notices: nothing of somebody else's may change or be read.

The right actor is one device of Ada's. Everything that the store knows about her must stay as it is, whoever
else asks, and at the end she is heard at every route.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rollplayer.server.common.tokens import new_token
from rollplayer.server.transport.routes import ROUTES
from tests.proofs.report import Report
from tests.server.authenticator import PUBLIC, Authenticator
from tests.server.harness import Game, Server, bearer, temporary_server
from tests.server.person import PERSON, Somebody, new_secret
from tests.server.test_games import HUMANS

HOOK = "https://example.org/hook"
TABLES = {
    "persons": "id = :person",
    "devices": "person = :person",
    "claims": "person = :person",
    "channels": "person = :person OR game = :game",
    "notice_times": "person = :person",
    "passkeys": "person = :person",
}


@dataclass
class Scene:
    """Ada with a device to lose, a passkey, a place for notices and a game; and somebody else."""

    server: Server
    ada: Somebody
    mallory: Somebody
    game: Game
    ids: dict[str, str]
    phone: Authenticator

    @classmethod
    def new(cls, server: Server) -> "Scene":
        ada, mallory, phone = Somebody.new(server), Somebody.new(server, "Mallory"), Authenticator()
        game = server.create(options={"players": 2}, seats=HUMANS, start=True, watch=False)
        ada.claim(game, game.tokens[0])
        old = ada.recovered()
        (device,) = [each["id"] for each in old.ask()["devices"] if each["this"]]
        (passkey,) = phone.join(ada)
        (channel,) = ada.do("/notices", kind="webhook", address=HOOK)["channels"]
        body = {"kind": "webhook", "address": HOOK}
        (hook,) = server.post(game.path + "/webhooks", body, game.host)["channels"]
        ids = {
            "person": ada.ask()["id"],
            "game": game.id,
            "device": device,
            "passkey": passkey["id"],
            "channel": channel["id"],
            "hook": hook["id"],
        }
        return cls(server, ada, mallory, game, ids, phone)

    def rows(self) -> str:
        """All that the store knows about Ada and her game."""
        with self.server.opened() as db:
            found = [
                db.execute(
                    f"SELECT * FROM {table} WHERE {whose} ORDER BY 1, 2", self.ids
                ).fetchall()
                for table, whose in TABLES.items()
            ]
        return repr(found)

    def body(self, path: str) -> dict[str, Any]:
        """What Ada would send to a route."""
        ids = self.ids
        if path == "/passkeys":
            return Authenticator().made(self.ada.do("/passkeys/new"))
        if path == "/link/confirm":
            code = self.ada.do("/link")["code"]
            sent = {"code": code, "secret": new_secret()}
            waiting = self.server.post(PERSON + "/link/redeem", sent)
            return {"number": waiting["number"], "accept": False}
        token = self.game.tokens[0]
        bodies: dict[str, dict[str, Any]] = {
            "/change": {"name": "Eve"},
            "/sentence": {},
            "/link": {},
            "/sign-out": {"devices": [ids["device"]]},
            "/claim": {"games": [{"id": self.game.id, "tokens": [token]}]},
            "/hide": {"id": self.game.id, "hidden": True},
            "/delete": {"delete": "everything"},
            "/notices": {"kind": "webhook", "address": HOOK + "/2"},
            "/notices/change": {"id": ids["channel"], "digest": True},
            "/notices/remove": {"id": ids["channel"]},
            "/notices/times": {"quiet_from": 60},
            "/notices/game": {"id": self.game.id, "told": False},
            "/passkeys/new": {},
            "/passkeys/rename": {"id": ids["passkey"], "name": "Eve's"},
            "/passkeys/remove": {"id": ids["passkey"]},
        }
        return bodies[path]


def routes() -> list[tuple[str, str]]:
    """Those that ask who somebody is; deleting comes last."""
    found = [
        (route.method, route.path.removeprefix(PERSON))
        for route in ROUTES
        if route.path.startswith(PERSON) and route.tokens
    ]
    return sorted(found, key=lambda each: each[1] == "/delete")


def wrong_actors(scene: Scene) -> Iterator[tuple[str, Mapping[str, str], str]]:
    """Kind, headers and what is put behind the address."""
    secret = scene.ada.secret
    yield "nobody", {}, ""
    for kind, token in {
        "truncated secret": secret[:-1],
        "longer secret": secret + "A",
        "forged secret": new_token(),
        "secret in another case": secret.swapcase(),
        "hash of the secret": hashlib.sha256(secret.encode()).hexdigest(),
        "id of the person": scene.ids["person"],
        "id of a device": scene.ids["device"],
        "token of her seat": scene.game.tokens[0],
        "host of her game": scene.game.host,
        "recovery sentence": scene.ada.sentence.replace(" ", "-"),
    }.items():
        yield kind, bearer(token), ""
    yield "her secret beside another", bearer(secret, scene.mallory.secret), ""
    yield "secret broken by a space", bearer(secret[:20], secret[20:]), ""
    yield "another scheme", {"authorization": f"Basic {secret}"}, ""
    yield "secret in the address", {}, f"?token={secret}"
    yield "secret in a cookie", {"cookie": f"token={secret}"}, ""


def ask(
    scene: Scene, method: str, path: str, headers: Mapping[str, str], body: Any, behind: str = ""
) -> tuple[int, Any]:
    sent = None if method == "GET" else body
    status, reply, _ = scene.server.request(method, PERSON + path + behind, sent, dict(headers))
    return status, reply


def prove_persons() -> Report:
    report = Report("spoof: persons")
    tries = accepted = heard = 0
    kinds: set[str] = set()
    with temporary_server(PUBLIC) as server:
        scene = Scene.new(server)
        for method, path in routes():
            body = {} if method == "GET" else scene.body(path)
            before = scene.rows()
            for kind, headers, behind in wrong_actors(scene):
                status, _ = ask(scene, method, path, headers, body, behind)
                tries, accepted = tries + 1, accepted + (status != 401)
                kinds.add(kind)
                report.expect(status == 401, f"{kind}, {method} {path}: {status}")
            # Somebody else may do the same with what is theirs, but with nothing of hers.
            if path != "/delete":
                status, reply = ask(scene, method, path, bearer(scene.mallory.secret), body)
                tries += 1
                report.expect(status < 500, f"another person, {method} {path}: {status}")
                told = str(reply)
                for secret in (scene.ids["person"], scene.ids["passkey"], scene.ids["channel"]):
                    known = secret in str(body) or path == "/claim"
                    report.expect(known or secret not in told, f"{method} {path} tells {secret}")
            unchanged = before == scene.rows()
            accepted += not unchanged
            report.expect(unchanged, f"somebody changed something with {method} {path}")
            status, reply = ask(scene, method, path, bearer(scene.ada.secret), body)
            heard += status < 300
            report.expect(status < 300, f"the right actor's {method} {path}: {status} {reply}")
            if path in ("/notices/remove", "/passkeys/remove", "/sign-out"):
                # What was removed is needed again.
                scene = Scene.new(server)
        prove_webhooks(Scene.new(server), report)
        report.expect_no_faults(server.faults())
    report.figures = {
        "kinds of wrong actor": len(kinds) + 1,
        "routes": len(routes()),
        "tries": tries,
        "accepted": accepted,
        "right actors heard": heard,
    }
    return report


def prove_webhooks(scene: Scene, report: Report) -> None:
    """A table's webhooks are its host's alone, also for whoever holds a seat there."""
    path = scene.game.path + "/webhooks"
    before = scene.rows()
    for token in ("", *scene.game.tokens.values(), scene.ada.secret, scene.mallory.secret):
        headers = bearer(token) if token else {}
        for method, behind, body in (
            ("GET", "", None),
            ("POST", "", {"kind": "slack", "address": HOOK}),
            ("POST", "/remove", {"id": scene.ids["hook"]}),
        ):
            status, _, _ = scene.server.request(method, path + behind, body, headers)
            report.expect(status in (401, 403), f"{method} webhooks{behind}: {status}")
    report.expect(before == scene.rows(), "somebody changed the webhooks of a table")
    body = {"id": scene.ids["hook"]}
    left = scene.server.post(path + "/remove", body, scene.game.host)["channels"]
    report.expect(left == [], "the host is not heard")
