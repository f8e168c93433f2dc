"""Log lines as JSON, one object each. Tokens and seeds are never given to the log."""

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


def set_up_logs(level: str) -> None:
    """Everything to standard error; of uvicorn only what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("rollplayer", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("rollplayer").setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel("WARNING")
