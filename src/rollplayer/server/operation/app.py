"""The application: all routes, the websocket, and what operators look at."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as StarletteRoute
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.settings import Settings
from rollplayer.server.notices.starting import make_deliverer
from rollplayer.server.operation.caretaker import Caretaker
from rollplayer.server.rooms.bot_queue import BotWorker, Line
from rollplayer.server.rooms.bot_workers import Thread, Worker
from rollplayer.server.rooms.draining import drain, hand_back
from rollplayer.server.rooms.far_thinkers import FarThinkers
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.services import Services
from rollplayer.server.storage.friends import Friends
from rollplayer.server.storage.invitations import Invitations
from rollplayer.server.storage.leases import Alone, Leases
from rollplayer.server.storage.nats_bus import NatsBus
from rollplayer.server.storage.outbox import Outbox
from rollplayer.server.storage.passkeys import Passkeys
from rollplayer.server.storage.persons import Persons
from rollplayer.server.storage.places import place_of
from rollplayer.server.storage.ratings import Ratings
from rollplayer.server.storage.reports import Reports
from rollplayer.server.storage.shared import HEARING, SIGNED_OUT, InMemory, Shared
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import GameStore, NotSaved
from rollplayer.server.transport.arrivals import serve_socket
from rollplayer.server.transport.friends import rehear_here
from rollplayer.server.transport.http import ApiContext, Route
from rollplayer.server.transport.in_turn import InTurn
from rollplayer.server.transport.openapi import describe
from rollplayer.server.transport.persons import sign_out_gone
from rollplayer.server.transport.relay import IN_FRONT, NO, READY, YES, Passed
from rollplayer.server.transport.requests import address_of
from rollplayer.server.transport.routes import GAME, ROUTES
from rollplayer.server.transport.security import (
    RELAYED,
    HeadersOnEverything,
    Names,
    OnlyOwnNames,
    Origins,
)
from rollplayer.server.transport.site import Site
from rollplayer.server.transport.sockets import TOO_FAST
from rollplayer.server.transport.static import Client

logger = logging.getLogger(__name__)

MakeStore = Callable[[Settings, Metrics], GameStore]
READY_SECONDS = 1.0
"""/readyz writes to the disk, but at most once in this many seconds."""
METHODS: list[str] = []
"""The route names no methods, so all reach the endpoint, which says which ones it allows."""


def store_of(settings: Settings, metrics: Metrics) -> GameStore:
    return place_of(settings).store(metrics.observe_commit)


class Application:
    """The parts of a server and the ASGI application built from them."""

    def __init__(self, settings: Settings, make_store: MakeStore = store_of) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = make_store(settings, self.metrics)
        self.client = Client()
        self.site = Site()
        self.openapi = msgspec.json.encode(describe(ROUTES))
        self._api: ApiContext | None = None
        self.on_drain: Callable[[], None] | None = None
        """Called when an operator wants this process to hand its rooms over and end."""
        self.written = 0.0
        by_path: dict[str, list[Route]] = {}
        for route in ROUTES:
            by_path.setdefault(route.path, []).append(route)
        self.asgi = Starlette(
            routes=[
                WebSocketRoute(GAME + "/socket", self.socket),
                *(
                    StarletteRoute(path, self.endpoint(routes), methods=METHODS)
                    for path, routes in by_path.items()
                ),
                StarletteRoute("/openapi.json", self.description),
                StarletteRoute("/healthz", self.healthy),
                StarletteRoute(READY, self.ready),
                StarletteRoute("/metrics", self.meters),
                StarletteRoute(IN_FRONT.format(game="{game}", seat="{seat:int}"), self.in_front),
                StarletteRoute("/{path:path}", self.page, methods=METHODS),
            ],
            lifespan=self.lifespan,
            exception_handlers={Exception: self.fault, HTTPException: self.wrong},
        )
        self.asgi.add_middleware(OnlyOwnNames, names=Names(settings), refuse=self.wrong_name)
        self.asgi.add_middleware(HeadersOnEverything)
        # The last is the outermost: nothing is done for a request before its turn but to see whose it is.
        self.asgi.add_middleware(InTurn)
        self.asgi.add_middleware(
            Passed, node=settings.node, leases=lambda: self.api.services.leases
        )
        self.asgi.router.redirect_slashes = False

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        settings = self.settings
        workers: list[BotWorker] = [Worker() for _ in range(settings.bot_workers)]
        bot_queue = Line(workers or [Thread()], settings.bot_patience, self.metrics)
        leases: Leases = Alone()
        shared: Shared = InMemory()
        if isinstance(self.store, SqlStore):
            leases, shared = self.store.leases, self.store.shared
        services = Services(settings, self.store, self.metrics, bot_queue, leases, shared)
        deliverer = far_thinkers = None
        if settings.bus:
            services.bus = NatsBus(settings.bus)
            self.metrics.bus.set_function(lambda: services.bus.is_connected)
        lobby = Lobby(services)
        lobby.ownership.on_drain = self.on_drain
        if isinstance(self.store, SqlStore):
            services.watching = self.store.watching
            self.store.on_doubt = lobby.look_again
            if self.store.thinking is not None:
                far_thinkers = FarThinkers(bot_queue, self.store.thinking, self.metrics)
            services.persons = Persons(self.store)
            services.passkeys = Passkeys(self.store)
            await services.persons.look_up_sanctions()
            services.friends = Friends(self.store)
            services.invitations = Invitations(self.store)
            services.reports = Reports(self.store)
            services.outbox = Outbox(self.store)
            services.ratings = Ratings(self.store)
            deliverer = await make_deliverer(lobby, services.outbox)
            services.on_asked = deliverer.wake.set
        self._api = ApiContext(
            services,
            lobby,
            Origins(settings),
            deliverer=deliverer,
        )
        if deliverer is not None and leases.seconds:
            deliverer.in_front_elsewhere = self._api.relay.in_front
        lobby.ownership.is_ready = self._api.relay.is_ready
        self.heed(self._api)
        await lobby.timekeeper.begin()
        lobby.start()
        if far_thinkers is not None:
            far_thinkers.start()
        helpers = [asyncio.create_task(services.shared.work(), name="shared")]
        if isinstance(self.store, SqlStore):
            work = Caretaker(lobby, self.store).work()
            helpers.append(asyncio.create_task(work, name="caretaker"))
        if deliverer is not None:
            helpers.append(asyncio.create_task(deliverer.work(), name="notices"))
        if leases.seconds:
            helpers.append(asyncio.create_task(hand_back(lobby), name="rooms to hand back"))
        try:
            yield
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
            await lobby.stop()
            if far_thinkers is not None:
                await far_thinkers.stop()
            await bot_queue.close()
            await self._api.close()
            await self.store.close()

    def heed(self, context: ApiContext) -> None:
        """What other processes announce is looked at here, too."""
        services, lobby = context.services, context.lobby
        services.shared.on_announced(HEARING, lambda person: rehear_here(context, person))
        persons = services.persons
        if persons is not None:
            services.shared.on_announced(SIGNED_OUT, lambda _: sign_out_gone(lobby, persons))

    async def drain(self) -> None:
        """Leave everything to the other processes, if there are any: first the rooms, then whoever still comes.

        Callers are passed on for a while, until whatever sends them has noticed that this process is not ready.
        """
        api, begun = self.api, time.monotonic()
        if api.deliverer is not None and api.services.leases.successor("") is not None:
            await api.deliverer.finish()
        try:
            await api.services.leases.drain()
        except NotSaved as error:
            # Then rooms are given back, or run out, when the process has ended.
            logger.warning("not drained", extra={"reason": str(error)})
            return
        if api.services.leases.successor("") is None:
            return
        logger.info("draining", extra={"rooms": len(api.lobby.rooms)})
        await drain(api.lobby)
        logger.info("drained", extra={"seconds": round(time.monotonic() - begun, 2)})
        await asyncio.sleep(begun + self.settings.drain_seconds - time.monotonic())

    @property
    def api(self) -> ApiContext:
        assert self._api is not None, "the application has not started"
        return self._api

    # -- HTTP ---------------------------------------------------------------------------------------

    def endpoint(self, routes: list[Route]) -> Callable[[Request], Awaitable[Response]]:
        by_method = {route.method: route for route in routes}
        by_method |= {"HEAD": by_method["GET"]} if "GET" in by_method else {}

        async def serve(raw: Request) -> Response:
            route = by_method.get(raw.method)
            if route is None:
                response = self.api.problem(raw, Refused("method", method=raw.method[:20]))
                response.headers["allow"] = ", ".join(by_method)
                return response
            return await self.api.serve(route, raw)

        return serve

    async def description(self, _: Request) -> Response:
        return Response(self.openapi, media_type="application/json")

    async def healthy(self, _: Request) -> Response:
        """The process answers."""
        return JSONResponse({"status": "ok"})

    async def ready(self, raw: Request) -> Response:
        """The store can be written to, and rooms are taken."""
        try:
            if self.api.lobby.stopping or self.api.lobby.draining:
                raise Refused("stopping")
            if time.monotonic() - self.written > READY_SECONDS:
                await self.store.ready()
                self.written = time.monotonic()
        except NotSaved as error:
            return self.api.problem(raw, Refused("not-saved", reason=str(error)))
        except Refused as refused:
            return self.api.problem(raw, refused)
        return JSONResponse({"status": "ready", "rooms": len(self.api.lobby.rooms)})

    async def meters(self, _: Request) -> Response:
        return Response(self.metrics.page(), media_type="text/plain; version=0.0.4")

    async def in_front(self, raw: Request) -> Response:
        """Whether a seat's holder has a table of ours before them, for the other processes of this store alone."""
        game, seat = raw.path_params["game"], raw.path_params["seat"]
        room = self.api.lobby.rooms.get(game) if RELAYED in raw.scope else None
        if room is None or seat >= len(room.seats):
            return await self.page(raw)
        return Response(YES if room.in_front(seat) else NO, media_type="application/json")

    async def page(self, raw: Request) -> Response:
        if raw.method not in ("GET", "HEAD"):
            response = self.api.problem(raw, Refused("method", method=raw.method[:20]))
            response.headers["allow"] = "GET, HEAD"
            return response
        if self.site.has(raw.scope["path"]):
            return self.site.serve(raw)
        served = self.client.serve(raw)
        return served or self.api.problem(raw, Refused("not-found", what=raw.scope["path"][:60]))

    def wrong_name(self, raw: HTTPConnection) -> Response:
        host = raw.headers.get("host", "").encode("ascii", "replace").decode()[:60]
        return self.api.problem(raw, Refused("host", host=host))

    async def fault(self, raw: Request, error: Exception) -> Response:
        logger.error("fault", exc_info=error, extra={"path": raw.scope["path"]})
        return self.api.problem(raw, Refused("fault"))

    async def wrong(self, raw: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        code = "method" if status == 405 else "not-found" if status == 404 else "malformed"
        arguments: dict[str, Any] = {
            "method": {"method": raw.method[:20]},
            "not-found": {"what": raw.scope["path"][:60]},
            "malformed": {"reason": str(error)},
        }[code]
        response = self.api.problem(raw, Refused(code, **arguments))
        if isinstance(error, HTTPException):
            response.headers.update(error.headers or {})
        return response

    # -- the websocket ------------------------------------------------------------------------------

    async def socket(self, websocket: WebSocket) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            await self.sit_down(websocket)

    async def sit_down(self, websocket: WebSocket) -> None:
        context = self.api
        if not context.origins.allows(websocket.scope):
            self.metrics.refused.labels("origin").inc()
            # Before the handshake, so the page gets HTTP 403 and never a socket.
            await websocket.close(1008)
            return
        address = address_of(websocket)
        is_relayed = RELAYED in websocket.scope
        most = self.settings.sockets_per_address
        most_of_all = self.settings.most_connections
        if (
            # A handshake counts as a request, at the door: everyone at the table is sent who comes and goes.
            (not is_relayed and not context.requests.bucket(address).take())
            or (most and context.sockets.get(address, 0) >= most)
            or (most_of_all and self.metrics.sockets >= most_of_all)
        ):
            self.metrics.refused.labels("too-fast").inc()
            await websocket.accept()
            await websocket.close(TOO_FAST)
            return
        context.sockets[address] = context.sockets.get(address, 0) + 1
        try:
            await serve_socket(context, websocket, address)
        finally:
            context.sockets[address] -= 1
            if not context.sockets[address]:
                del context.sockets[address]
