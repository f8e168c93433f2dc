"""What all HTTP routes share: limits, requests that are carried out once, problems, pages that never change."""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from rollplayer.server.common.problems import Refused, take_from
from rollplayer.server.common.queues import AGAIN_SECONDS, Queue
from rollplayer.server.common.settings import Settings
from rollplayer.server.notices.deliverer import Deliverer
from rollplayer.server.protocol import bodies as b
from rollplayer.server.reference.backroom import Backroom, Ready
from rollplayer.server.reference.statistics import Counter
from rollplayer.server.rooms import notes
from rollplayer.server.rooms.keyrings import keyring_of
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.ownership import Elsewhere, OfAnotherVersion
from rollplayer.server.rooms.permissions import Guarded
from rollplayer.server.rooms.services import Services
from rollplayer.server.storage.idempotency import Keeper
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.persons import SignedOut
from rollplayer.server.storage.store import AlreadyThere, NotSaved, TooMuchWork
from rollplayer.server.transport.relay import AGAIN_SECONDS as PAUSE
from rollplayer.server.transport.relay import NoReply, Relay
from rollplayer.server.transport.requests import (
    LANGUAGE,
    ApiRequest,
    Query,
    address_of,
    language_of,
    read_body,
    tokens_of,
)
from rollplayer.server.transport.responses import Page, handed_on, is_compressed_for, page_of
from rollplayer.server.transport.security import RELAYED, SAFE_METHODS, Origins

BODY_LIMIT: Final = 64 * 1024
PROBLEM: Final = "application/problem+json"
KEYS_KEPT: Final = 2_000
KEY_SECONDS: Final = 24 * 3600.0
KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
MAILS: Final = 5
MAILS_TO_ONE: Final = 3
ASKS: Final = 20
REPORTS: Final = 20
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


Handler = Callable[["ApiContext", ApiRequest], Awaitable[Response]]


@dataclass(frozen=True)
class Route:
    """One route: enough to serve it and to describe it."""

    method: str
    path: str
    about: str
    handler: Handler
    query: tuple[Query, ...] = (LANGUAGE,)
    body: type[Any] | None = None
    raw_body: str = ""
    """The media type of a body that the handler reads itself."""
    returns: Any = None
    media_type: str = "application/json"
    status: int = 200
    refuses: tuple[str, ...] = ()
    keyed: bool = False
    tokens: bool = False
    tagged: bool = False
    """Whether responses have an ETag and may be 304."""
    body_limit: int = BODY_LIMIT
    cost: int = 1
    """How many requests it counts as: heavy work counts more."""

    async def read(self, raw: Request) -> ApiRequest:
        language = language_of(raw)
        query = {
            parameter.name: parameter.read_all(raw.query_params.getlist(parameter.name))
            for parameter in self.query
        }
        key = raw.headers.get("idempotency-key") if self.keyed else None
        if key is not None and not KEY.fullmatch(key):
            raise Refused("malformed", reason="Idempotency-Key has 8 to 64 of A-Z a-z 0-9 _ -")
        body: Any = None
        received = b""
        if self.body is not None or self.raw_body:
            body = received = await read_body(raw, self.body_limit)
            if self.body is not None:
                try:
                    body = msgspec.json.decode(body, type=self.body)
                except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                    raise Refused("malformed", reason=str(error)[:300]) from error
        return ApiRequest(raw, language, query, body, tokens_of(raw), key, received=received)


@dataclass(frozen=True)
class Keyed:
    """The outcome of a request with an Idempotency-Key."""

    print_of: bytes
    doing: "asyncio.Task[Response]"
    since: float


@dataclass
class ApiContext:
    """What handlers need: the lobby, limits and caches."""

    services: Services
    lobby: Lobby
    origins: Origins
    sockets: dict[str, int] = field(default_factory=dict)
    heavy: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    """Limits how many scores are computed at the same time."""
    lists: Queue = field(default_factory=lambda: Queue(at_once=1, most=32, most_of_one=4))
    """Lists of open and running games."""
    searches: Queue = field(default_factory=lambda: Queue(at_once=1, most=32, most_of_one=4))
    replays: Queue = field(default_factory=lambda: Queue(at_once=1, most=8, most_of_one=2))
    """A place is held until the response has been read, which limits the memory they take."""
    sentences: Queue = field(default_factory=lambda: Queue(at_once=1, most=16, most_of_one=2))
    """Slow hashes of recovery sentences."""
    deliverer: Deliverer | None = None
    """Who tells people of their turns, if the store can keep that."""
    packing: asyncio.Lock = field(default_factory=asyncio.Lock)
    pages: dict[tuple[Any, ...], Page] = field(default_factory=dict)
    """By subject, language and box; there are only a few."""
    keys: OrderedDict[bytes, "Keyed"] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        shared, settings = self.services.shared, self.settings
        self.links, self.challenges = shared.links, shared.challenges
        self.requests = shared.addresses("requests", settings.requests_per_minute, 60.0)
        self.games = shared.rate("games", settings.games_per_hour, HOUR)
        self.arrivals = shared.rate("arrivals", settings.persons_per_hour, HOUR)
        """Who becomes a person, or comes to one with a sentence or a link."""
        self.mails = shared.rate("mails", MAILS, HOUR)
        """How many mailboxes a person may name in an hour: each gets a mail that nobody there asked for."""
        self.mailboxes = shared.rate("mailboxes", MAILS_TO_ONE, DAY)
        """How often a mailbox may be named in a day, by whomever: many persons could name the same."""
        self.asks = shared.rate("asks", ASKS, DAY)
        """How many people a person may ask in a day to be friends."""
        self.reports = shared.rate("reports", REPORTS, DAY)
        """How many reports come from one address in a day."""
        self.relay = Relay(self.services.leases, self.services.metrics)
        self.searcher = Backroom(self.settings)
        self.replayer = Backroom(self.settings)
        self.stats = Counter(self.searcher, self.services.metrics)

    def notice_offer(self) -> b.NoticeOffer:
        senders = None if self.deliverer is None else self.deliverer.senders
        if senders is None:
            return {"push": None, "email": False}
        key = None if senders.vapid is None else senders.vapid.public
        return {"push": key, "email": senders.has_mail}

    async def close(self) -> None:
        await self.searcher.close()
        await self.replayer.close()

    @property
    def settings(self) -> Settings:
        return self.services.settings

    async def serve(self, route: Route, raw: Request) -> Response:
        """Handle one request, from its limits to its response.

        Refusals become problems, and so does what the store does not do: handlers let it pass.
        """
        try:
            if RELAYED not in raw.scope:
                # The process at the door has counted it.
                self.charge(address_of(raw), route.cost)
            if route.method not in SAFE_METHODS and not self.origins.allows(raw.scope):
                raise Refused("origin")
            return await self.answer(route, await route.read(raw))
        except Refused as refused:
            return self.problem(raw, refused)
        except TooMuchWork:
            return self.problem(raw, Refused("busy", seconds=AGAIN_SECONDS))
        except NotSaved as error:
            return self.problem(raw, refusal_of(route, error))
        except ClientDisconnect:
            # The client has gone; nobody reads this.
            return Response(status_code=HTTPStatus.BAD_REQUEST)

    async def answer(self, route: Route, request: ApiRequest) -> Response:
        """Carry a request out, here or by the process that owns its room, whichever that is by then."""
        end = time.monotonic() + self.relay.patience
        while True:
            # Handlers note in it what they found out, which may be another thing the next time.
            trial = replace(request)
            try:
                if request.key is None:
                    return await route.handler(self, trial)
                return await self.once(route, trial)
            except Refused as refused:
                # Nothing has changed, so it may be tried again where the room is now.
                if refused.code != "moved" or time.monotonic() > end:
                    raise
                if isinstance(refused, Elsewhere):
                    if RELAYED in request.raw.scope:
                        if not isinstance(refused, OfAnotherVersion):
                            raise
                        # Whoever has passed it on cannot play the game either.
                        await self.lobby.get(refused.game, as_it_is=True)
                        continue
                    response = await self.passed_on(request, refused.node)
                    if response is not None:
                        return response
            await asyncio.sleep(PAUSE)

    async def passed_on(self, request: ApiRequest, node: Node) -> Response | None:
        """What another process replies; None if it has not done it, and it should be tried again."""
        try:
            response = await self.relay.request(request.raw, request.received, node)
        except NoReply as error:
            if error.sent and request.key is None:
                # Nobody knows whether it was done, and it must not be done twice.
                raise Refused("busy", seconds=AGAIN_SECONDS) from error
            return None
        return None if has_moved(response) else response

    async def open_with_devices(self, request: ApiRequest, room: Guarded) -> None:
        """Exchange the devices of persons for what these have claimed at a table."""
        keyring = await keyring_of(self.services.persons, room, request.hashes)
        if not self.lobby.signed_out.holds_any(keyring.devices):
            request.hashes = keyring.hashes(room)
            request.unheard = keyring.bearing.unheard

    def charge(self, address: str, cost: int) -> None:
        """Count a request, or the work it causes; raises Refused above the limit."""
        take_from(self.requests.bucket(address), "too-fast", cost)

    async def once(self, route: Route, request: ApiRequest) -> Response:
        """Carry out a request with a key once; repeated, it gets the same response."""
        assert request.key is not None
        path, body = request.raw.scope["path"], msgspec.json.encode(request.body)
        keeper = Keeper(path, request.key, address_of(request.raw), body, request.hashes)
        mark = keeper.mark
        known = self.keys.get(mark)
        if known is not None:
            if known.print_of != keeper.print_of:
                raise Refused("key-used")
            return await asyncio.shield(known.doing)

        async def carry_out() -> Response:
            # It may have been carried out before a restart.
            kept = await self.services.store.answered(mark)
            if kept is None:
                request.keeper = keeper
                try:
                    return await route.handler(self, request)
                except Refused as refused:
                    # Another process may have been quicker with it.
                    if refused.code == "key-used":
                        kept = await self.services.store.answered(mark)
                    if kept is None:
                        raise
            if kept.print_of != keeper.print_of:
                raise Refused("key-used")
            return Response(keeper.opened(kept), kept.status, media_type="application/json")

        def free_if_failed(done: "asyncio.Task[Response]") -> None:
            # Refused or failed: nothing was returned, so the key may be used again.
            if done.cancelled() or done.exception() is not None:
                kept = self.keys.get(mark)
                if kept is not None and kept.doing is done:
                    del self.keys[mark]

        doing = asyncio.create_task(carry_out())
        doing.add_done_callback(free_if_failed)
        self.keys[mark] = Keyed(keeper.print_of, doing, time.monotonic())
        self.forget_keys()
        return await asyncio.shield(doing)

    async def page(
        self, request: ApiRequest, key: tuple[Any, ...], make: Callable[[], Any]
    ) -> Response:
        """A response that never changes: built and compressed once, in a thread."""
        if key not in self.pages:
            async with self.packing:
                if key not in self.pages:
                    self.pages[key] = await asyncio.to_thread(page_of, make)
        page = self.pages[key]
        if page.etag in request.raw.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": page.etag})
        packed = is_compressed_for(request.raw)
        ready = Ready(page.compressed if packed else page.body, packed)
        return handed_on(ready, etag=page.etag)

    def forget_keys(self) -> None:
        old = time.monotonic() - KEY_SECONDS
        while len(self.keys) > KEYS_KEPT or next(iter(self.keys.values())).since < old:
            self.keys.popitem(last=False)

    def problem(self, raw: HTTPConnection, refused: Refused) -> Response:
        self.services.metrics.refused.labels(refused.code).inc()
        problem = notes.problem(refused, language_of(raw, strict=False))
        status = problem.status
        response = Response(msgspec.json.encode(problem), status, media_type=PROBLEM)
        if status in (429, 503):
            response.headers["retry-after"] = str(refused.arguments.get("seconds", 1))
        if status == 401:
            response.headers["www-authenticate"] = "Bearer"
        return response


def has_moved(response: Response) -> bool:
    """Whether the room of a request has gone from the process that was asked."""
    if response.headers.get("content-type") != PROBLEM or not response.body:
        return False
    return msgspec.json.decode(response.body, type=b.Problem).code == "moved"


def refusal_of(route: Route, error: NotSaved) -> Refused:
    """Why nothing was saved: where somebody was signed in, they may have gone since, with all that is theirs."""
    if isinstance(error, SignedOut | AlreadyThere) and "not-signed-in" in route.refuses:
        return Refused("not-signed-in")
    return Refused("not-saved", reason=str(error))
