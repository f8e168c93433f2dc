"""Reads and writes JSON."""

import json
import re
import secrets
from base64 import b64encode
from dataclasses import fields, is_dataclass
from typing import Any, Final

from ._marks import DecodeError, Raw
from ._reading import reader
from ._records import Struct, plain_struct

MARK: Final = secrets.token_hex(8)
"""Nobody can write it by chance: it stands where JSON that is there already goes."""
RAW: Final = re.compile(rf'"{MARK}([0-9]+)"')


def encode(value: Any) -> bytes:
    raws: list[Raw] = []

    def plain(part: Any) -> Any:
        if isinstance(part, Struct):
            return plain_struct(part)
        if isinstance(part, Raw):
            raws.append(part)
            return f"{MARK}{len(raws) - 1}"
        if isinstance(part, set | frozenset):
            return list(part)
        if isinstance(part, bytes):
            return b64encode(part).decode()
        if is_dataclass(part):
            return {each.name: getattr(part, each.name) for each in fields(part)}
        raise TypeError(f"Encoding objects of type {type(part).__name__} is unsupported")

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain)
    if raws:
        text = RAW.sub(lambda found: raws[int(found[1])].encoded.decode(), text)
    return text.encode()


def no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


class Encoder:
    """Writes JSON."""

    def encode(self, value: Any) -> bytes:
        return encode(value)


class Decoder:
    """Reads JSON of one type."""

    def __init__(self, type: Any = Any) -> None:  # noqa: A002  its name in msgspec
        self.type = type

    def decode(self, text: str | bytes | bytearray) -> Any:
        return decode(text, type=self.type)


def decode(text: str | bytes | bytearray, *, type: Any = Any) -> Any:  # noqa: A002  its name in msgspec
    try:
        plain = json.loads(text, parse_constant=no_number)
    except UnicodeDecodeError as error:
        raise DecodeError(f"Invalid UTF-8 encountered: {error}") from error
    except ValueError as error:
        raise DecodeError(f"JSON is malformed: {error}") from error
    return reader(type)(plain, "$")
