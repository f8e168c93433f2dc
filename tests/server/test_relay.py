"""What one process says to another about a caller is believed for one node, one request and half a minute."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from rollplayer.server.storage.leases import Alone
from rollplayer.server.transport import relay
from rollplayer.server.transport.relay import FRESH, HEADER, Passed, code_of, statement
from rollplayer.server.transport.security import RELAYED

pytestmark = pytest.mark.once


class Known(Alone):
    """Leases of a store whose secret a test knows, at a time that it sets."""

    def __init__(self, secret: str = "secret", at: int = 1_000_000) -> None:
        self.secret, self.at = secret, at

    def time(self) -> int:
        return self.at

    def proof(self, text: str) -> str:
        return hashlib.sha256(f"{self.secret} {text}".encode()).hexdigest()


def scope_of(path: str = "/api/v1/games/x/leave", **more: Any) -> dict[str, Any]:
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": []}
    return {**scope, "client": ("10.0.0.5", 4000), **more}


def seen(said: str | None, scope: dict[str, Any], node: str = "ada") -> str:
    """The address of the caller as the owner sees it."""
    passed: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        passed.append(scope)

    if said is not None:
        scope["headers"] = [(HEADER.encode(), said.encode())]
    nothing: Any = None
    asyncio.run(Passed(app, node, Known)(scope, nothing, nothing))
    (scope,) = passed
    address: str = scope["client"][0]
    assert (RELAYED in scope) == (address != "10.0.0.5")
    return address


def test_the_caller_is_who_it_was_at_the_door() -> None:
    for caller in ("192.0.2.7", "2001:db8::7"):
        assert seen(statement(Known(), "ada", caller, scope_of()), scope_of()) == caller


def test_nothing_else_is_believed() -> None:
    caller = "192.0.2.7"
    good = statement(Known(), "ada", caller, scope_of())
    at, node, _, proof = good.split(" ")
    for said, scope in (
        (None, scope_of()),
        ("", scope_of()),
        (f"{at} {node} 192.0.2.8 {proof}", scope_of()),
        (f"{int(at) + 1} {node} {caller} {proof}", scope_of()),
        (f"{at} {node} {caller} ", scope_of()),
        (f"{at} {node} {caller} \xe9{proof[1:]}", scope_of()),
        (f"{'9' * 5000} {node} {caller} {proof}", scope_of()),
        # Said of something else.
        (good, scope_of("/api/v1/games/x/close")),
        (good, scope_of(method="GET")),
        (good, scope_of(query_string=b"language=de")),
        (good, scope_of(type="websocket")),
        # By somebody who knows another secret, to somebody else, or too long ago.
        (statement(Known("guessed"), "ada", caller, scope_of()), scope_of()),
        (statement(Known(), "bob", caller, scope_of()), scope_of()),
        (statement(Known(at=1_000_000 - FRESH - 1), "ada", caller, scope_of()), scope_of()),
        (statement(Known(at=1_000_000 + FRESH + 1), "ada", caller, scope_of()), scope_of()),
    ):
        assert seen(said, scope) == "10.0.0.5", said
    # A process that shares its games with nobody listens to nobody.
    assert seen(statement(Known(), "", caller, scope_of()), scope_of(), node="") == "10.0.0.5"


def test_a_socket_is_closed_as_its_owner_closed_it() -> None:
    assert [code_of(code) for code in (1000, 1012, 4401, 4404)] == [1000, 1012, 4401, 4404]
    # Vanished, or said nothing: whoever comes back finds the new owner.
    assert [code_of(code) for code in (None, 1005, 1006, 1015)] == [1012] * 4


def test_a_caller_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise both connections would last for as long as the caller likes, whatever the owner does."""
    monkeypatch.setattr(relay, "SLOW_SECONDS", 0.05)

    class Line:
        async def __aiter__(self) -> AsyncIterator[str]:
            for _ in range(3):
                yield "news"

    class Deaf:
        sent = 0

        async def send_text(self, _: str) -> None:
            self.sent += 1
            if self.sent > 1:
                await asyncio.Event().wait()

    async def run() -> int:
        deaf = Deaf()
        async with asyncio.timeout(5):
            await relay.to_caller(cast(Any, Line()), cast(Any, deaf))
        return deaf.sent

    assert asyncio.run(run()) == 2
