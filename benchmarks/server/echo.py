"""The same stack with nothing in it: uvicorn, Starlette and msgspec on asyncio send each message back.

python -m benchmarks.server.echo --port N --data FOLDER --json
"""

import contextlib
import json
import sys
from pathlib import Path
from typing import Any, cast

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.settings import Settings
from rollplayer.server.operation.run import Server, address_of, bind, configuration
from rollplayer.server.protocol.messages import encode, read_message


async def echo(websocket: WebSocket) -> None:
    await websocket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = read_message(await websocket.receive_text())
            await websocket.send_text(encode(message).decode())


class Application:
    """As much of the server's application as its configuration asks for."""

    metrics = Metrics()
    asgi = Starlette(routes=[WebSocketRoute("/{path:path}", echo)])


def main() -> None:
    flags = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=False))
    settings = Settings(port=int(flags["--port"]), data=str(Path(flags["--data"])))
    with contextlib.closing(bind(settings)) as bound:
        config = configuration(cast(Any, Application()), settings)
        # The yardstick must not depend on what else is installed.
        config.loop = "asyncio"
        server = Server(config)
        address = address_of(settings, bound)
        server.on_ready = lambda: print(json.dumps({"address": address}), flush=True)
        server.run(sockets=[bound])


if __name__ == "__main__":
    main()
