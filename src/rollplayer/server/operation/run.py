"""Run a server: its socket, its lock on the data, and its shutdown."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from types import FrameType
from typing import Final

import uvicorn

from rollplayer.api.own import seat_bots
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.content.library import EDITION_FOLDERS
from rollplayer.expansions import EXPANSIONS
from rollplayer.server.common.logs import set_up_logs
from rollplayer.server.common.problems import texts_of
from rollplayer.server.common.settings import BadSetting, Settings
from rollplayer.server.operation.app import Application, MakeStore, store_of
from rollplayer.server.protocol.messages import FRAME_LIMIT
from rollplayer.server.storage.places import place_of
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.transport import uvicorn_protocols
from rollplayer.server.transport.door import BACKLOG, Door, Entrance, as_seen, raise_descriptors
from rollplayer.server.transport.uvicorn_protocols import HEAD_BYTES, Http, Protocol, Wiring

logger = logging.getLogger(__name__)

GRACE_SECONDS: Final = 3
GARBAGE: Final = (50_000, 20, 50)
SEND_BUFFER: Final = 256 * 1024


class Server(uvicorn.Server):
    """uvicorn that shuts down quietly on SIGTERM and Ctrl-C and reports when it is ready."""

    on_ready: Callable[[], None] | None = None
    open_store: Callable[[], Awaitable[None]] | None = None
    drain: Callable[[], Awaitable[None]] | None = None
    """What is done first when it is to end, while everything still works."""
    is_to_drain = False
    draining: asyncio.Task[None] | None = None

    def finish(self) -> None:
        """Hand over what there is, then end; at once if that is already being done."""
        if self.should_exit:
            self.force_exit = True
        elif self.drain is None or self.is_to_drain:
            self.should_exit = True
        else:
            self.is_to_drain = True

    def begin_to_drain(self) -> None:
        self.is_to_drain = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        def stop(number: int, frame: FrameType | None) -> None:
            self.finish()

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def on_tick(self, counter: int) -> bool:
        if self.is_to_drain and self.draining is None:
            self.draining = asyncio.create_task(self.drain_and_end(), name="drain")
        return await super().on_tick(counter)

    async def drain_and_end(self) -> None:
        assert self.drain is not None
        try:
            await self.drain()
        except Exception:
            # Whoever has to end ends; what was not handed over is given back then.
            logger.exception("fault while draining")
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self.open_store is not None:
            # Here, where a problem can be reported in one line.
            await self.open_store()
        await super().startup(sockets)
        if self.started and self.on_ready is not None:
            self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.draining is not None:
            self.draining.cancel()
        await super().shutdown(sockets)
        if self.force_exit:
            # A second signal does not wait for clients; games are still put away.
            await self.lifespan.shutdown()


def bind(settings: Settings) -> socket.socket:
    """Open the socket before anything else starts; raises OSError if the address is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With an explicit protocol number: asyncio disables Nagle's algorithm only then.
    bound = Entrance(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # Otherwise the system buffers up to 4 MiB for each client that does not read.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if os.name == "posix":
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((settings.host, settings.port))
    except OSError as error:
        bound.close()
        error.filename = f"{settings.host}:{settings.port}"
        raise
    return bound


def address_of(settings: Settings, bound: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    port = bound.getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def serve(
    settings: Settings,
    on_ready: Callable[[str], None] | None = None,
    make_store: MakeStore = store_of,
) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    set_up_logs(settings.log_level, settings.log_format)
    seat_bots(settings.bots)
    place = place_of(settings)
    with place.occupied(), contextlib.closing(bind(settings)) as bound:
        address = address_of(settings, bound)
        if settings.node and not settings.address:
            settings = replace(settings, address=address)
        application = Application(settings, make_store)
        server = Server(configuration(application, settings))

        def ready() -> None:
            settle()
            logger.info("serving", extra={"address": address, "data": place.name})
            if on_ready is not None:
                on_ready(address)

        async def open_store() -> None:
            try:
                await application.store.open()
            except NotSaved as error:
                setting = "store" if settings.store else "data"
                raise BadSetting(setting, place.name, str(error)) from error

        if settings.node:
            server.drain = application.drain
            application.on_drain = server.begin_to_drain
        server.on_ready = ready
        server.open_store = open_store
        try:
            server.run(sockets=[bound])
        except SystemExit as error:
            # uvicorn exits like this when it could not start; that is not a clean shutdown.
            raise RuntimeError("the server could not start; the log above says why") from error
        logger.info("stopped")


def settle() -> None:
    """Freeze what stays for good, so that the garbage collector never visits it again.

    A full collection stops the whole server, and most objects belong to content, texts and
    libraries rather than to rooms.
    """
    read_content()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def read_content() -> None:
    """Content and texts of all that can be played, so that nobody who plays waits for it."""
    for edition in EDITION_FOLDERS:
        load(edition)
    for expansion in EXPANSIONS.values():
        load(expansion.editions[0], expansions=(expansion.name,))
    for language in LANGUAGES:
        texts_of(language)


def configuration(application: Application, settings: Settings) -> uvicorn.Config:
    """The defaults of uvicorn do not suit us: messages of 16 MiB, deflate, no limits."""
    door = Door(settings, application.metrics, raise_descriptors())
    return Wiring(
        door,
        application.asgi,
        http=Http,
        ws=Protocol,
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=uvicorn_protocols.PING_SECONDS,
        ws_ping_timeout=uvicorn_protocols.PING_SECONDS,
        h11_max_incomplete_event_size=HEAD_BYTES,
        # One more than the door admits while it can make room; beyond that, HTTP says 503.
        limit_concurrency=door.most + 1 if door.most else None,
        backlog=BACKLOG,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=as_seen(settings.proxies) or None,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )
