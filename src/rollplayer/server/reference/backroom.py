"""Long work in a separate process: searches, statistics and replays.

The process has low priority and limited time and memory for each piece of work, and it returns
bytes that are ready to be sent. The event loop never waits for it.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.queues import AGAIN_SECONDS
from rollplayer.server.common.settings import PREFIX, Settings
from rollplayer.server.storage.store import NotSaved

MODULE: Final = "rollplayer.server.reference.reader_process"
STORE_VARIABLE: Final = PREFIX + "STORE"
LONGEST_HEAD: Final = 1 << 16
START_SECONDS: Final = 30.0
"""Long enough to import everything on a busy machine."""


@dataclass(frozen=True)
class Ready:
    """A response as it goes to the client."""

    body: bytes
    compressed: bool


class Backroom:
    """One such process, started on demand and again after a failure."""

    def __init__(self, settings: Settings) -> None:
        self.arguments = [settings.data, settings.log_level, settings.log_format]
        # Not an argument, which everybody on the machine could read: there may be a password in it.
        self.environment = {**os.environ, STORE_VARIABLE: settings.store}
        self.process: asyncio.subprocess.Process | None = None
        self.one_by_one = asyncio.Lock()

    async def ask(
        self, what: str, wishes: dict[str, Any], body: bytes = b"", *, seconds: float
    ) -> Ready:
        """Have work done; raises what the process reports, or Refused (busy) after a timeout."""
        async with self.one_by_one:
            try:
                process = await self._running()
                async with asyncio.timeout(seconds):
                    return await self._ask(process, what, wishes, body)
            except (Refused, NotSaved):
                raise
            except TimeoutError as error:
                await self.close()
                raise Refused("busy", seconds=AGAIN_SECONDS) from error
            except BaseException:
                # The caller or the process is gone, so the rest of its output belongs to nobody.
                await self.close()
                raise

    async def _running(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                MODULE,
                *self.arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=self.environment,
                limit=LONGEST_HEAD,
            )
            assert self.process.stdout is not None
            async with asyncio.timeout(START_SECONDS):
                await self.process.stdout.readline()
        return self.process

    async def _ask(
        self, process: asyncio.subprocess.Process, what: str, wishes: dict[str, Any], body: bytes
    ) -> Ready:
        assert process.stdin is not None
        assert process.stdout is not None
        head = {"what": what, "length": len(body), **wishes}
        process.stdin.write(json.dumps(head).encode() + b"\n" + body)
        await process.stdin.drain()
        reply = json.loads(await process.stdout.readline() or b'{"error": "it has ended"}')
        if "refused" in reply:
            raise Refused(reply["refused"], **reply["arguments"])
        if "not_saved" in reply:
            raise NotSaved(reply["not_saved"])
        if "error" in reply:
            raise RuntimeError(f"{what}: {reply['error']}")
        return Ready(await process.stdout.readexactly(reply["length"]), reply["compressed"])

    async def close(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
