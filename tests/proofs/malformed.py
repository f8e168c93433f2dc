"""Messages, frames and bodies that make no sense: they are refused, and nothing else happens.

python -m tests.proofs.malformed --messages 40000 --frames 4000 --bodies 6000
"""

import asyncio
import base64
import http.client
import json
import random
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

from tests.proofs.mutants import BODIES, MUTATIONS, bad_frames, is_malformed, mutant
from tests.proofs.net import hang_up
from tests.proofs.people import Place, Sitter, create, is_healthy
from tests.proofs.process import pid_of
from tests.proofs.report import Report, end, parser_of, progress
from tests.server.harness import Server, temporary_server
from tests.server.stores import opened

AT_ONCE = 8
PER_SOCKET = 45
"""The server closes a socket after 50 malformed messages."""
ODD_TARGETS = (
    "/api/v1/games?limit=999999999999999999999",
    "/api/v1/games?status=%00",
    "/api/v1/finished?query=%ff%fe&before=-1",
    "/api/v1/games/%2e%2e/state",
    "/api/v1/games/" + "a" * 5000,
    "/api/v1/games/{id}/seats/99/give",
    "/api/v1/games/{id}/state?since=1e9&language=xx",
    "/assets/..%2f..%2f..%2fetc/passwd",
    "//evil.example/%0d%0aset-cookie:x=1",
    "/%ff%fe",
)
ODD_HEADERS = (
    {"authorization": "Bearer " + "x " * 50},
    {"authorization": "Bearer \xff\xfe"},
    {"idempotency-key": "\x01"},
    {"accept-language": "," * 5000},
    {"if-none-match": '"' * 1000},
    {"content-type": "application/xml"},
    {"content-encoding": "gzip"},
    {"accept-encoding": "gzip;q=nonsense"},
    {"x-forwarded-for": "'; DROP TABLE games; --"},
    {"host": "evil.example"},
)


def rows(data: Path) -> str:
    """Everything on the disk."""
    with opened(data) as games:
        tables = ("games", "seats", "entries", "chat")
        return repr([games.execute(f"SELECT * FROM {table}").fetchall() for table in tables])


class Attack:
    def __init__(self, server: Server, place: Place, report: Report) -> None:
        self.server, self.place, self.report = server, place, report
        self.dice = random.Random(1)
        self.sent: Counter[str] = Counter()
        self.replies: Counter[str] = Counter()

    # -- messages -------------------------------------------------------------------------------------

    async def messages(self, most: int) -> None:
        async def one_after_another() -> None:
            while self.sent["messages"] < most:
                await self.one_socket(min(PER_SOCKET, most - self.sent["messages"]))

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(one_after_another())

    async def one_socket(self, count: int) -> None:
        """Malformed messages with all rights; what is only odd, without any."""
        self.sent["messages"] += count
        texts = [mutant(self.dice) for _ in range(count)]
        malformed = [text for text in texts if is_malformed(text)]
        self.sent["malformed"] += len(malformed)
        tokens = (*self.place.tokens.values(), self.place.host)
        await self.say(malformed, *tokens)
        # A hello may end the socket, so each gets its own place at the end of the list.
        odd = [text for text in texts if not is_malformed(text)]
        await self.say([text for text in odd if '"hello"' not in text])

    async def say(self, texts: list[str], *tokens: str) -> None:
        if not texts:
            return
        socket = await Sitter(self.server.address, self.place, *tokens).open()
        for text in texts:
            await socket.send_text(text)
        await socket.send({"type": "ping", "command": "still-there"})
        await socket.until(lambda: socket.heard("pong") > 0)
        replies = [each for reply in socket.replies.values() for each in reply]
        for each in replies:
            self.replies[each.get("code", "ack")] += 1
        if tokens:
            refused = sum(each.get("code") == "malformed" for each in replies)
            self.report.expect(
                refused == len(texts), f"{len(texts)} malformed messages, {refused} refused so"
            )
        await socket.close()

    # -- frames ---------------------------------------------------------------------------------------

    async def frames(self, most: int) -> None:
        async def one_after_another() -> None:
            while self.sent["frames"] < most:
                self.sent["frames"] += 1
                await self.one_frame(bad_frames(self.dice))

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(one_after_another())

    async def one_frame(self, data: bytes) -> None:
        """Shake hands, send bytes, and listen until the server has enough of it."""
        where = urlsplit(self.server.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        key = base64.b64encode(bytes(16)).decode()
        writer.write(
            f"GET {self.place.path}/socket HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        try:
            status = await reader.readuntil(b"\r\n\r\n")
            self.report.expect(b" 101 " in status, f"no handshake: {status[:60]!r}")
            writer.write(data)
            writer.write_eof()
            async with asyncio.timeout(20):
                while await reader.read(1 << 16):
                    pass
        except TimeoutError:
            self.report.failures.append(f"the server still listens after {data[:20]!r}")
        except OSError:
            # It hung up while we were still talking: as good an answer as any.
            self.replies["hung up"] += 1
        finally:
            await hang_up(writer)

    # -- HTTP -----------------------------------------------------------------------------------------

    def bodies(self, most: int) -> None:
        where = urlsplit(self.server.address)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=20)
        for number in range(most):
            method, target, body, headers = self.odd_request(number)
            try:
                connection.request(method, target, body, headers)
                response = connection.getresponse()
                reply = response.read()
            except (http.client.HTTPException, ConnectionError):
                # The server may hang up; a new connection must work.
                connection.close()
                continue
            self.sent["bodies"] += 1
            self.replies[f"HTTP {response.status}"] += 1
            if response.status >= 500:
                self.report.failures.append(
                    f"{response.status} for {method} {target}: {body!r}: {reply!r}"
                )
        connection.close()

    def odd_request(self, number: int) -> tuple[str, str, bytes | None, dict[str, str]]:
        dice = self.dice
        if number % 10 == 0:
            target = dice.choice(ODD_TARGETS).replace("{id}", self.place.id)
            return dice.choice(("GET", "HEAD", "DELETE", "OPTIONS", "TRACE")), target, None, {}
        if number % 10 == 1:
            return "GET", self.place.path, None, dice.choice(ODD_HEADERS)
        path, base = dice.choice(BODIES)
        body = self.odd_body(base)
        return "POST", path.replace("{game}", self.place.path), body, {}

    def odd_body(self, base: dict[str, object]) -> bytes:
        """A body that is no body of that route, whatever else it may be."""
        dice = self.dice
        if dice.random() < 0.1:
            return dice.choice(
                (b"", b"\xff\xfe", dice.randbytes(300), b"x" * 70_000, b"null", b"[]")
            )
        text = dice.choice(MUTATIONS)(dice, base)
        # Made wrong for sure, or a mutant of "create a game" might be a good wish.
        spoilt = text if not looks_right(text) else text + dice.choice(("}", ",", "x", "]]"))
        return spoilt.encode("utf-8", "surrogatepass")


def looks_right(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def prove(messages: int, frames: int, bodies: int) -> Report:
    report = Report("malformed")
    with temporary_server() as server:
        place = create(server, 2)
        process = pid_of(server)
        before = rows(server.data)
        attack = Attack(server, place, report)
        asyncio.run(attack.messages(messages))
        progress(f"{messages} messages")
        asyncio.run(attack.frames(frames))
        progress(f"{frames} frames")
        attack.bodies(bodies)
        alive = server.process is not None and server.process.poll() is None
        report.expect(alive and process == pid_of(server), "the server has ended")
        report.expect(is_healthy(server.address), "the server is not healthy")
        changed = before != rows(server.data)
        report.expect(not changed, "something on the disk has changed")
        lines = [json.loads(line) for line in server.log().splitlines()]
        faults = [line for line in lines if line["level"] == "error" or "error" in line]
        report.expect_no_faults(faults)
    report.expect(not attack.replies["fault"], "messages were answered with a fault")
    report.figures = {
        "messages": attack.sent["messages"],
        "of these malformed": attack.sent["malformed"],
        "frames": attack.sent["frames"],
        "HTTP requests": attack.sent["bodies"],
        "crashes": 0 if alive else 1,
        "server errors": sum(n for code, n in attack.replies.items() if code.startswith("HTTP 5"))
        + attack.replies["fault"],
        "state changes": int(changed),
        "lines in the log": len(lines),
        "of these faults or tracebacks": len(faults),
        "replies": " ".join(f"{code}:{n}" for code, n in sorted(attack.replies.items())),
    }
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--messages", type=int, default=40_000)
    parser.add_argument("--frames", type=int, default=4_000)
    parser.add_argument("--bodies", type=int, default=6_000)
    arguments = parser.parse_args()
    end([prove(arguments.messages, arguments.frames, arguments.bodies)], as_json=arguments.json)


if __name__ == "__main__":
    main()
