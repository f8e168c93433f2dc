"""Everybody who tries to do what they may not."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rollplayer.server.common.tokens import new_token
from tests.proofs.people import Plain
from tests.server.harness import Client, Game, Server

MOVING = ("connected", "away_since", "watchers")
"""What changes in a Room because somebody comes or goes."""


@dataclass
class Stage:
    """A game in which the right actor's message would be accepted. The actor is seat 0."""

    server: Server
    game: Game
    token: str
    """Of seat 0, as it is now."""
    right: Client
    host: Client
    other: Client
    """Seat 1."""
    elsewhere: Game
    old_tokens: dict[str, str] = field(default_factory=dict)
    old_sockets: dict[str, Client] = field(default_factory=dict)

    def write(self, message: Plain) -> str:
        return json.dumps(message)

    def read(self, text: str | bytes) -> Plain:
        message: Plain = json.loads(text)
        return message


@dataclass
class Actor:
    """A wrong actor, with these tokens or a socket that is still open."""

    kind: str
    tokens: list[str] = field(default_factory=list)
    socket: Client | None = None
    before_hello: bool = False
    stage: Stage | None = None
    """The stage on which they try, if not the usual one."""


def actors_of(stage: Stage, what: str) -> Iterator[Actor]:
    """All kinds of wrong actor for a message or a route."""
    host_needed = what in ("seat", "start", "close")
    anyone_at_the_table = what == "rematch"
    token = stage.game.host if host_needed else stage.token
    yield Actor("nobody, before hello", before_hello=True)
    yield Actor("spectator")
    if not anyone_at_the_table:
        yield Actor("other seat", [stage.game.tokens[1]])
        yield Actor("other seat, open socket", socket=stage.other)
        if host_needed:
            yield Actor("seat where the host is needed", [stage.token])
        else:
            yield Actor("host where the seat is needed", [stage.game.host])
            yield Actor("host and other seat", [stage.game.host, stage.game.tokens[1]])
    for kind, old in stage.old_tokens.items():
        yield Actor(kind, [old])
        if not anyone_at_the_table:
            yield Actor(f"{kind}, beside a good token", [stage.game.tokens[1], old])
    for kind, socket in stage.old_sockets.items():
        yield Actor(f"{kind}, open socket", socket=socket)
    yield Actor("token of another game", [stage.elsewhere.tokens[0]])
    yield Actor("host of another game", [stage.elsewhere.host])
    yield Actor("truncated token", [token[:-1]])
    yield Actor("longer token", [token + "A"])
    yield Actor("forged token", [new_token()])
    yield Actor("token in another case", [token.swapcase()])
    yield Actor("token with padding", [token + "="])
    yield Actor("hash of the token", [hashlib.sha256(token.encode()).hexdigest()])
    yield Actor("id of the game", [stage.game.id])
    if what not in ("give", "rematch", "close", "state"):
        # Headers are split at spaces, so there the spaces would not be part of the token.
        yield Actor("token with blanks", [f" {token} "])
        yield Actor("token with a zero byte", [f"{token}\x00"])


def snapshot(stage: Stage) -> tuple[str, str]:
    """Everything that must not change: all rows on disk, and what the right actor sees."""
    with stage.server.opened() as games:
        rows = [
            games.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("games", "seats", "entries", "chat")
        ]
    token = stage.token
    state = stage.server.get(stage.game.path + "/state?since=0", token)
    for each in (state["room"], *state["room"]["seats"]):
        for name in MOVING:
            each.pop(name, None)
    shown: Any = json.dumps(state, sort_keys=True)
    return hashlib.sha256(repr(rows).encode()).hexdigest(), shown
