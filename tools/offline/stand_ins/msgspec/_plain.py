"""Values as plain data."""

from dataclasses import fields, is_dataclass
from typing import Any

from ._records import Struct, plain_struct


def to_builtins(value: Any) -> Any:
    """The same in plain data."""
    if isinstance(value, Struct):
        return to_builtins(plain_struct(value))
    if isinstance(value, dict):
        return {to_builtins(name): to_builtins(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_builtins(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_builtins(getattr(value, each.name)) for each in fields(value)}
    return value
