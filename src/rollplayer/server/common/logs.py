"""Log lines: JSON for programs, a few words for a person. No token or seed is ever given to them."""

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
    """Time, level, where, what, and whatever was said besides."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {key: value for key, value in vars(record).items() if key not in OWN_FIELDS}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """What is wrong, for somebody who looks at a terminal; a fault of ours with all we know."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%H:%M:%S", time.localtime(record.created))
        said = {key: value for key, value in vars(record).items() if key not in OWN_FIELDS}
        more = [f"{key}={harmless(str(value))}" for key, value in said.items()]
        told = " ".join([moment, f"{record.levelname.lower()}:", record.getMessage(), *more])
        return f"{told}\n{self.formatException(record.exc_info)}" if record.exc_info else told


def harmless(text: str) -> str:
    r"""What a client has sent must not move the cursor or begin a line of its own.

    >>> harmless("/a\x1b[2J\n/b")
    '/a\\x1b[2J\\n/b'
    """
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def set_up_logs(level: str, form: str = "json") -> None:
    """Everything to standard error; of the libraries only what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    for_person = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler.setFormatter(PlainLines() if for_person else JsonLines())
    if for_person and level == "info":
        # Games that come and go are no news to who plays them; --log-level debug shows them.
        level = "warning"
    for name in ("rollplayer", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel("WARNING")
    logging.getLogger("rollplayer").setLevel(level.upper())
