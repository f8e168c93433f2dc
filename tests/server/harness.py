"""A server in a process of its own, and clients for it: what the tests of the server are made of."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from email.message import Message
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from rollplayer.server.common.settings import Settings
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.places import Place, place_of
from tests import forking
from tests.server.conforming import check_message
from tests.server.stores import Kept, usual

ROOT = Path(__file__).parent.parent.parent
HEARD = ("ack", "preview", "odds")
"""How the server answers a message that it has carried out."""
QUICK = {
    "ROLLPLAYER_BOT_DELAY": "0",
    "ROLLPLAYER_INTERRUPT_SECONDS": "0",
    "ROLLPLAYER_BOT_WORKERS": "0",
    "ROLLPLAYER_LAST_CALL_SECONDS": "0",
    "ROLLPLAYER_ORDER_SECONDS": "0",
    "ROLLPLAYER_DRAIN_SECONDS": "0",
    "ROLLPLAYER_MESSAGES_PER_20_SECONDS": "0",
    "ROLLPLAYER_REQUESTS_PER_MINUTE": "0",
    "ROLLPLAYER_GAMES_PER_HOUR": "0",
    "ROLLPLAYER_PERSONS_PER_HOUR": "0",
    "ROLLPLAYER_SOCKETS_PER_ADDRESS": "0",
    "ROLLPLAYER_MESSAGES_PER_ADDRESS": "0",
    "ROLLPLAYER_CONNECTIONS_PER_ADDRESS": "0",
}
"""No waiting and no rates: tests are no people."""

Plain = dict[str, Any]


class Server:
    """``rollplayer serve`` on a free port with a folder of its own."""

    def __init__(
        self,
        data: Path,
        settings: Mapping[str, str] | None = None,
        command: Sequence[str] = ("-m", "rollplayer", "serve"),
    ) -> None:
        self.data = data
        self.settings = dict(settings or {})
        self.command = list(command)
        self.process: subprocess.Popen[str] | forking.Process | None = None
        self.address = ""
        self.log_path = data.with_suffix(".log")

    def start(self, port: int = 0) -> "Server":
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("ROLLPLAYER_")},
            "ROLLPLAYER_PURE": os.environ.get("ROLLPLAYER_PURE", ""),
            **QUICK,
            **usual(self.data).settings,
            **self.settings,
        }
        arguments = ["--port", str(port), "--data", str(self.data), "--json"]
        option, program, *rest = [*self.command, *arguments]
        with self.log_path.open("a") as log:
            if option == "-m" and is_a_test():
                self.process = forking.start(
                    program, rest, environment, stderr=log.fileno(), cwd=ROOT
                )
            else:
                self.process = subprocess.Popen(
                    [sys.executable, *self.command, *arguments],
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                    env=environment,
                    cwd=ROOT,
                )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"the server did not start: {self.log_path.read_text()}"
        self.address = json.loads(line)["address"]
        return self

    @property
    def kept(self) -> Kept:
        """Its store."""
        address = self.settings.get("ROLLPLAYER_STORE", usual(self.data).address)
        return Kept(self.data, address)

    @property
    def place(self) -> Place:
        """Where it keeps its games, for an operator beside it."""
        return place_of(Settings(data=str(self.data), store=self.kept.address))

    @contextmanager
    def opened(self) -> Iterator[Database]:
        """A connection to its games, beside it."""
        with self.kept.opened() as db:
            yield db

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def end(self, how: int = signal.SIGTERM, seconds: float = 10.0) -> int:
        """Send it a signal and wait for its end, for so long at most; returns its exit code."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(seconds)
        self.process.stdout.close()
        self.process = None
        return code

    def restart(self, how: int = signal.SIGTERM) -> None:
        port = self.port
        self.end(how)
        self.start(port)

    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8")

    def faults(self) -> list[str]:
        """The lines of the log that report a fault of the server's own."""
        return [line for line in self.log().splitlines() if '"level": "error"' in line]

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *error: object) -> None:
        if self.process is not None:
            self.end(signal.SIGKILL)

    # -- HTTP ---------------------------------------------------------------------------------------

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, Any, Message]:
        data = body if isinstance(body, bytes) else None if body is None else dump(body)
        all_headers = {"content-type": "application/json", **(headers or {})}
        request = urllib.request.Request(self.address + path, data, all_headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status, load(response.read()), response.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, load(error.read()), error.headers

    def get(self, path: str, *tokens: str) -> Any:
        status, reply, _ = self.request("GET", path, headers=bearer(*tokens))
        assert status == 200, (path, status, reply)
        return reply

    def post(self, path: str, body: Any = None, *tokens: str) -> Any:
        status, reply, _ = self.request("POST", path, body or {}, bearer(*tokens))
        assert status in (200, 201), (path, status, reply)
        return reply

    def create(self, **wish: Any) -> "Game":
        return Game(self, self.post("/api/v1/games", wish))

    def socket(self, game_id: str, **arguments: Any) -> ClientConnection:
        address = self.address.replace("http", "ws", 1)
        opened = connect(
            f"{address}/api/v1/games/{game_id}/socket",
            compression=None,
            max_size=None,
            close_timeout=1,
            **arguments,
        )
        # Clients here live longer than a block; each is closed by whoever opened it.
        entered: ClientConnection = opened.__enter__()
        return entered


def is_a_test() -> bool:
    """Proofs and benchmarks measure servers, so theirs are started as everybody's are."""
    return "PYTEST_VERSION" in os.environ


@contextmanager
def temporary_server(
    settings: Mapping[str, str] | None = None,
    command: Sequence[str] = ("-m", "rollplayer", "serve"),
) -> Iterator[Server]:
    """A server whose folder is deleted at the end."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data", settings, command) as server,
    ):
        yield server


def dump(plain: Any) -> bytes:
    return json.dumps(plain).encode()


def load(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body


def bearer(*tokens: str) -> dict[str, str]:
    return {"authorization": "Bearer " + " ".join(tokens)} if tokens else {}


class Game:
    """A game that was created, with all its tokens."""

    def __init__(self, server: Server, created: Plain) -> None:
        self.server = server
        self.id: str = created["game"]["id"]
        self.host: str = created["host"]
        self.tokens: dict[int, str] = {int(k): v for k, v in created["seats"].items()}

    @property
    def path(self) -> str:
        return f"/api/v1/games/{self.id}"

    def room(self) -> Plain:
        room: Plain = self.server.get(self.path)
        return room

    def join(self, name: str, **wish: Any) -> int:
        joined = self.server.post(self.path + "/join", {"name": name, **wish})
        self.tokens[joined["seat"]] = joined["token"]
        seat: int = joined["seat"]
        return seat

    def sit(self, *seats: int, host: bool = False, **hello: Any) -> "Client":
        tokens = [self.tokens[seat] for seat in seats] + ([self.host] if host else [])
        return Client(self.server, self.id, tokens, **hello)


class Client:
    """A client that keeps the latest state it was told."""

    def __init__(
        self,
        server: Server,
        game_id: str,
        tokens: Sequence[str] = (),
        *,
        since: int | None = None,
        language: str = "en",
        **arguments: Any,
    ) -> None:
        self.server = server
        self.socket = server.socket(game_id, **arguments)
        self.commands = 0
        self.table: Plain = {}
        self.room: Plain = {}
        self.heard: list[Plain] = []
        self.name = os.urandom(6).hex()
        hello = {"type": "hello", "protocol": 1, "tokens": list(tokens)}
        try:
            self.send({**hello, "since": since, "language": language})
            self.welcome = self.until("welcome")
            self.until("state")
        except BaseException:
            self.close()
            raise

    def send(self, message: Plain) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = 10) -> Plain:
        """The next message of the server."""
        message: Plain = json.loads(self.socket.recv(timeout))
        check_message(message)
        self.heard.append(message)
        if message["type"] in ("state", "update"):
            self.table = message
        if "room" in message:
            self.room = message["room"]
        return message

    def until(self, *types: str, timeout: float = 10) -> Plain:
        """The next message of one of these types."""
        end = time.monotonic() + timeout
        while True:
            message = self.hear(max(0.01, end - time.monotonic()))
            if message["type"] in types:
                return message

    def until_true(self, wanted: Any, timeout: float = 10) -> None:
        """Listen until something holds of the state."""
        end = time.monotonic() + timeout
        while not wanted(self):
            self.hear(max(0.01, end - time.monotonic()))

    def quiet(self, seconds: float = 0.2) -> list[Plain]:
        """Everything that comes until it is quiet."""
        heard: list[Plain] = []
        with suppress(TimeoutError):
            while True:
                heard.append(self.hear(seconds))
        return heard

    def command(self) -> str:
        self.commands += 1
        return f"{self.name}-{self.commands:06}"

    def ask(self, message_type: str, /, **fields: Any) -> Plain:
        """Send a message and wait for its ack or refusal, or for what it asked for."""
        command = fields.pop("command", None) or self.command()
        self.send({"type": message_type, "command": command, **fields})
        while True:
            message = self.until(*HEARD, "refused")
            if message["command"] in (command, ""):
                return message

    @property
    def version(self) -> int:
        version: int = self.table["version"]
        return version

    def asked(self) -> int | None:
        """The seat of ours that is asked, if any."""
        pending = self.table["pending"]
        seat = pending["seat"] if pending else None
        return seat if str(seat) in self.table["seats"] else None

    def options(self, seat: int) -> list[Plain]:
        options: list[Plain] = self.table["seats"][str(seat)]["options"]
        return options

    def answer(self, seat: int, answer: str, **fields: Any) -> Plain:
        fields = {"version": self.version, **fields}
        return self.ask("answer", seat=seat, answer=answer, **fields)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def play_on(
    clients: Sequence[Client], choose: Any, *, most: int = 10_000, timeout: float = 20
) -> int:
    """Let clients answer for their seats until the game is over, or so many answers are given."""
    given = 0
    while not clients[0].table["over"] and given < most:
        acted = False
        for client in clients:
            catch_up(client, clients[0].version)
            seat = client.asked()
            if seat is None:
                continue
            answered = client.answer(seat, choose(client.options(seat))["notation"])
            if answered.get("code") == "stale":
                # A bot has used its last call; the state follows.
                client.until("state")
                acted = True
                break
            assert answered["type"] == "ack", answered
            # At once: the next client may be asked from here on.
            client.until_true(lambda c, entry=answered["entry"]: c.version >= entry)
            catch_up(clients[0], client.version)
            acted = True
            given += 1
            break
        if not acted and not clients[0].table["over"]:
            clients[0].until("update", timeout=timeout)
    return given


def until_too_fast(ask: Callable[[], dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """All replies up to the refusal: drops come back meanwhile, so that a busy machine needs more of them."""
    replies = [ask()]
    while replies[-1].get("code") is None and len(replies) < most:
        replies.append(ask())
    assert replies[-1].get("code") == "too-fast", replies[-1]
    return replies


def catch_up(client: Client, version: int) -> None:
    client.until_true(lambda c: c.version >= version)
