"""Why a request is refused: a stable code for programs, a sentence for people."""

from typing import Final

from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import MOST_PLAYERS, NeedsExpansion
from rollplayer.server.common import store_reasons
from rollplayer.server.common.limits import Bucket
from rollplayer.text import PSEUDO, Argument, Texts

STATUS: Final[dict[str, int]] = {
    "malformed": 422,
    "hello-first": 422,
    "not-found": 404,
    "method": 405,
    "unauthorised": 401,
    "not-signed-in": 401,
    "forbidden": 403,
    "origin": 403,
    "host": 421,
    "stale": 409,
    "illegal": 422,
    "not-asked": 409,
    "last-call": 409,
    "held": 409,
    "unconfirmed": 409,
    "cannot-wait": 409,
    "cannot-undo": 409,
    "log-full": 409,
    "no-vote": 409,
    "bad-order": 422,
    "no-order": 409,
    "your-turn": 409,
    "vote-open": 409,
    "no-time-limit": 409,
    "time-up": 409,
    "not-open": 409,
    "not-running": 409,
    "not-finished": 409,
    "not-full": 409,
    "seat-taken": 409,
    "no-open-seat": 409,
    "not-away": 409,
    "no-stand-in": 409,
    "stand-in": 409,
    "refused-options": 422,
    "refused-seats": 422,
    "unknown-level": 422,
    "bad-name": 422,
    "muted": 403,
    "bad-file": 422,
    "bad-score": 422,
    "bad-sentence": 422,
    "wrong-sentence": 403,
    "spent-link": 409,
    "no-link": 409,
    "too-many-devices": 409,
    "spent-challenge": 409,
    "wrong-passkey": 403,
    "doubted-passkey": 403,
    "too-many-passkeys": 409,
    "rated": 409,
    "rated-options": 422,
    "rated-time": 422,
    "rated-seats": 409,
    "left-too-often": 403,
    "bad-address": 422,
    "bad-zone": 422,
    "not-offered": 409,
    "too-many-channels": 409,
    "too-many-mails": 429,
    "spent-code": 409,
    "no-request": 409,
    "unblock-first": 409,
    "too-many-friends": 409,
    "too-many-requests": 429,
    "no-invitation": 409,
    "not-available": 409,
    "too-many-invitations": 429,
    "too-many-reports": 429,
    "person-muted": 403,
    "barred": 403,
    "key-used": 409,
    "too-large": 413,
    "too-fast": 429,
    "too-many-games": 429,
    "too-many-persons": 429,
    "busy": 503,
    "broken-game": 409,
    "not-saved": 503,
    "moved": 503,
    "stopping": 503,
    "fault": 500,
}
"""Every code and the HTTP status it comes with."""


class Refused(Exception):
    """A request that is not carried out. Nothing has changed."""

    def __init__(self, code: str, **arguments: Argument) -> None:
        super().__init__(code)
        assert code in STATUS, code
        self.code = code
        self.arguments = arguments

    def text(self, language: str) -> str:
        texts, arguments = texts_of(language), dict(self.arguments)
        reason = store_reasons.KEYS.get(str(arguments.get("reason")))
        if reason is not None:
            arguments["reason"] = texts.t(reason)
        return texts.t(f"server.refused.{self.code}", **arguments)


def take_from(bucket: Bucket, code: str, cost: int = 1) -> None:
    """Count something; Refused beyond its limit, with the seconds to wait."""
    if not bucket.take(cost):
        raise Refused(code, seconds=bucket.wait(cost))


class NeedsBox(Refused):
    """Explain options that only an expansion allows, in the reader's language and with its name."""

    def __init__(self, needs: NeedsExpansion) -> None:
        super().__init__("refused-options")
        self.option = needs.option
        self.arguments = {
            "value": needs.value,
            "title": EXPANSIONS[needs.expansion].title,
            "how": f'"expansions": ["{needs.expansion}"]',
            "most": MOST_PLAYERS,
        }

    def text(self, language: str) -> str:
        return texts_of(language).t(f"needs-expansion.{self.option}", **self.arguments)


def speaks(language: str) -> bool:
    return language in LANGUAGES or language == PSEUDO


_texts: dict[str, Texts] = {}


def texts_of(language: str) -> Texts:
    """The texts that belong to no game."""
    if language not in _texts:
        _texts[language] = Texts(language, load())
    return _texts[language]
