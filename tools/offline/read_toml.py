"""Stands in for ``tomllib`` in browsers, where the TOML files of the game travel as JSON (``pack.py``)."""

import json
from typing import Any, BinaryIO

loads = json.loads
TOMLDecodeError = json.JSONDecodeError


def load(file: BinaryIO) -> dict[str, Any]:
    plain: dict[str, Any] = json.load(file)
    return plain
