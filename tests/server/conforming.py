"""Whether what a server sends is what ``server/protocol/messages.py`` says it sends."""

import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from rollplayer.server.protocol import messages, payloads

Plain = dict[str, Any]
OPEN: Final = (payloads.GameEvent,)


type_info: Final = cache(inspect.type_info)


def _kind(message: Any) -> str:
    (kind,) = get_args(typing.get_type_hints(message)["type"])
    return str(kind)


BY_TYPE: Final = {_kind(message): message for message in get_args(messages.FromServer)}


def check_message(message: Plain) -> None:
    """A message of the websocket; AssertionError says what in it nobody has declared."""
    check(message, BY_TYPE[message["type"]])


def check(value: Any, declared: Any) -> None:
    """Every field is declared and of its type, and nothing that is always there is missing."""
    msgspec.convert(value, declared)
    unknown = list(undeclared(value, type_info(declared)))
    assert not unknown, f"{declared.__name__} does not declare {', '.join(unknown)}"


def undeclared(value: Any, info: Any, at: str = "") -> Iterator[str]:
    """The fields of a value, however deep, that its type does not name."""
    match info:
        case inspect.Metadata():
            yield from undeclared(value, info.type, at)
        case inspect.UnionType():
            fitting = [each for each in info.types if not isinstance(each, inspect.NoneType)]
            if value is not None and len(fitting) == 1:
                yield from undeclared(value, fitting[0], at)
        case inspect.ListType():
            for place, each in enumerate(value):
                yield from undeclared(each, info.item_type, f"{at}[{place}]")
        case inspect.DictType():
            for key, each in value.items():
                yield from undeclared(each, info.value_type, f"{at}.{key}")
        case inspect.StructType() | inspect.TypedDictType():
            fields = {field.encode_name: field for field in info.fields}
            for addition in payloads.additions(info.cls):
                within = type_info(addition)
                assert isinstance(within, inspect.TypedDictType)
                own = {field.encode_name: field for field in within.fields}
                msgspec.convert({key: value[key] for key in own if key in value}, addition)
                fields |= own
            for key, each in value.items():
                if key in fields:
                    yield from undeclared(each, fields[key].type, f"{at}.{key}")
                elif info.cls not in OPEN:
                    yield f"{at}.{key}"
