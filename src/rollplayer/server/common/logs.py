"""Log lines: JSON for programs, a few words for a person. They never contain a token or a seed."""

import json
import logging
import sys
import time
from typing import Any, Final

OWN_FIELDS: Final = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "taskName",
    "color_message",
}


class JsonLines(logging.Formatter):
    """Time, level, logger, message and all extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in OWN_FIELDS}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """What is wrong, for a person at a terminal; our own faults with their traceback."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%H:%M:%S", time.localtime(record.created))
        said = {key: value for key, value in vars(record).items() if key not in OWN_FIELDS}
        more = [f"{key}={harmless(str(value))}" for key, value in said.items()]
        line = " ".join([moment, f"{record.levelname.lower()}:", record.getMessage(), *more])
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def harmless(text: str) -> str:
    r"""Escape what a client has sent, so that it cannot move the cursor or begin a new line.

    >>> harmless("/a\x1b[2J\n/b")
    '/a\\x1b[2J\\n/b'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def set_up_logs(level: str, form: str = "json") -> None:
    """Log to standard error; from libraries only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    for_person = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler.setFormatter(PlainLines() if for_person else JsonLines())
    if for_person and level == "info":
        # Games that come and go are no news to a player; --log-level debug shows them.
        level = "warning"
    for name in ("rollplayer", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel("WARNING")
    logging.getLogger("rollplayer").setLevel(level.upper())
