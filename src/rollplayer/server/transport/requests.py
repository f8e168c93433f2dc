"""Requests as handlers get them: read strictly, within limits."""

import asyncio
import re
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import HTTPConnection, Request

from rollplayer.content.files import LANGUAGES
from rollplayer.server.common.limits import counted_as
from rollplayer.server.common.problems import Refused, speaks
from rollplayer.server.common.tokens import Hashes, hashes_of
from rollplayer.server.storage.idempotency import Keeper
from rollplayer.server.storage.reports import Place

BODY_SECONDS: Final = 10.0
MOST_TOKENS: Final = 8


@dataclass(frozen=True)
class Query:
    """A query parameter."""

    name: str
    about: str
    choices: tuple[str, ...] = ()
    number: tuple[int, int] | None = None
    longest: int = 100
    pattern: str = ""
    """A regular expression that all of it fits."""
    many: bool = False
    """Whether it may be given several times: then its value is a list, each thing once."""

    def read_all(self, texts: list[str]) -> Any:
        """The value of what was given; of one that may be given once, the last counts."""
        if self.many:
            return sorted({self.read(text) for text in texts})
        return self.read(texts[-1] if texts else None)

    def read(self, text: str | None) -> Any:
        """The value, or None if not given; raises Refused if it is invalid."""
        if text is None:
            return None
        if self.number is not None:
            low, high = self.number
            if not re.fullmatch(r"[0-9]{1,16}", text) or not low <= int(text) <= high:
                raise Refused("malformed", reason=f"{self.name} must be from {low} to {high}")
            return int(text)
        if self.choices and text not in self.choices:
            raise Refused("malformed", reason=f"{self.name} is one of {', '.join(self.choices)}")
        if len(text) > self.longest or "\x00" in text:
            raise Refused("malformed", reason=f"{self.name} is too long")
        if self.pattern and not re.fullmatch(self.pattern, text):
            raise Refused("malformed", reason=f"{self.name} is {self.about}")
        return text


LANGUAGE: Final = Query("language", "the language of texts", (*LANGUAGES, "en-XA"))


@dataclass
class ApiRequest:
    """A request that has been read and checked: what handlers work with."""

    raw: Request
    language: str
    query: dict[str, Any]
    body: Any
    hashes: Hashes
    key: str | None
    unheard: frozenset[Place] = frozenset()
    """Whose chat is kept from the reader, who has blocked them."""
    received: bytes = b""
    """The body as it came, to be passed on."""
    keeper: Keeper | None = None
    """With an Idempotency-Key: stores the response together with its effect."""


def address_of(raw: HTTPConnection) -> str:
    """The address that a request or a websocket is counted for."""
    return counted_as(raw.client.host) if raw.client is not None else ""


async def read_body(raw: Request, limit: int) -> bytes:
    """The whole body; raises Refused if it is too long or too slow."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in raw.stream():
                size += len(part)
                if size > limit:
                    raise Refused("too-large", most=limit)
                parts.append(part)
    except TimeoutError as error:
        raise Refused("malformed", reason="the body did not arrive in time") from error
    return b"".join(parts)


def tokens_of(raw: Request) -> Hashes:
    """The tokens of the Authorization header; several are separated by spaces."""
    scheme, _, rest = raw.headers.get("authorization", "").partition(" ")
    tokens = rest.split() if scheme.lower() == "bearer" else []
    if len(tokens) > MOST_TOKENS or any(len(token) > 100 for token in tokens):
        raise Refused("malformed", reason="too many tokens")
    return hashes_of(tokens)


def language_of(raw: HTTPConnection, *, strict: bool = True) -> str:
    """The language of ?language, else the browser's first preference that we have."""
    wanted = raw.query_params.get("language")
    if wanted is not None:
        if speaks(wanted):
            return wanted
        if strict:
            raise Refused("malformed", reason=f"language is one of {', '.join(LANGUAGES)}")
    for part in raw.headers.get("accept-language", "")[:200].split(","):
        spoken = part.split(";")[0].strip()[:2].lower()
        if spoken in LANGUAGES:
            return spoken
    return "en"
