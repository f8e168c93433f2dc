"""Why nothing could be saved, in the words of SQLite; all others who keep games say the same.

Texts have them in the reader's language (``server.reason``); anything else stays as it was said.
"""

from typing import Final

FULL: Final = "database or disk is full"
READ_ONLY: Final = "attempt to write a readonly database"
FAILED: Final = "disk I/O error"
OUT_OF_REACH: Final = "the database cannot be reached"
STOOD_STILL: Final = "this server stood still for too long"
LOST: Final = "the database has lost the latest answers"

KEYS: Final = {
    FULL: "server.reason.full",
    READ_ONLY: "server.reason.read-only",
    FAILED: "server.reason.failed",
    OUT_OF_REACH: "server.reason.out-of-reach",
    STOOD_STILL: "server.reason.stood-still",
    LOST: "server.reason.lost",
}
"""By reason: its text."""
