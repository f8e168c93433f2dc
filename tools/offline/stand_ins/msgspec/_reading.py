"""How values are read, by type: strictly, and refused in the words of msgspec."""

import json
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, Union, cast, get_args, get_origin

from ._marks import Meta, UnsetType, ValidationError
from ._records import Struct, StructMeta

Reader = Callable[[Any, str], Any]
"""Checks a value and returns what it stands for; it is told where the value is."""

NAMES: Final = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    type(None): "null",
    dict: "object",
    list: "array",
    tuple: "array",
}


def name_of(value: Any) -> str:
    return NAMES.get(type(value), type(value).__name__)


def fault(text: str, path: str) -> ValidationError:
    return ValidationError(text if path == "$" else f"{text} - at `{path}`")


def expected(wanted: str, value: Any, path: str) -> ValidationError:
    return fault(f"Expected `{wanted}`, got `{name_of(value)}`", path)


@cache
def reader(kind: Any) -> Reader:
    """How values of a type are read."""
    origin = get_origin(kind)
    if origin is typing.Annotated:
        inner, *marks = get_args(kind)
        read = reader(inner)
        for mark in marks:
            if isinstance(mark, Meta):
                read = bounded(read, mark, wanted_of(inner))
        return read
    if kind is Any or isinstance(kind, typing.TypeVar):
        return lambda value, path: value
    if origin is Literal:
        return one_of(get_args(kind))
    if origin in (Union, types.UnionType):
        return union(get_args(kind))
    if origin is list:
        return list_of(get_args(kind)[0])
    if origin is tuple:
        return tuple_of(get_args(kind))
    if origin is dict:
        return dict_of(*get_args(kind))
    if origin in (typing.Required, typing.NotRequired):
        return reader(get_args(kind)[0])
    if isinstance(kind, StructMeta):
        return a_struct(cast("type[Struct]", kind))
    if typing.is_typeddict(kind):
        return typed_dict(kind)
    if is_dataclass(kind):
        return a_dataclass(kind)
    if kind in (str, int, bool, list, dict):
        return simple(kind)
    if kind is float:
        return a_float
    if kind is None or kind is type(None):
        return null
    if kind is UnsetType:
        return never
    raise TypeError(f"the stand-in for msgspec cannot read {kind!r}")


def wanted_of(kind: Any) -> str:
    origin = get_origin(kind)
    if origin is typing.Annotated:
        return wanted_of(get_args(kind)[0])
    if origin is Literal:
        return "int" if isinstance(get_args(kind)[0], int) else "str"
    if origin in (Union, types.UnionType):
        return " | ".join(wanted_of(each) for each in get_args(kind) if each is not UnsetType)
    if origin in (list, tuple):
        return "array"
    if kind is None:
        return "null"
    return NAMES.get(origin or kind, "object")


def simple(kind: type) -> Reader:
    name = NAMES[kind]

    def read(value: Any, path: str) -> Any:
        if type(value) is kind:
            return value
        raise expected(name, value, path)

    return read


def a_float(value: Any, path: str) -> float:
    if type(value) not in (int, float):
        raise expected("float", value, path)
    return float(value)


def null(value: Any, path: str) -> None:
    if value is not None:
        raise expected("null", value, path)


def never(value: Any, path: str) -> Any:
    raise expected("unset", value, path)


def bounded(read: Reader, mark: Meta, wanted: str) -> Reader:
    pattern = None if mark.pattern is None else re.compile(mark.pattern)

    def checked(value: Any, path: str) -> Any:
        found = read(value, path)
        if found is None:
            return found
        if mark.ge is not None and found < mark.ge:
            raise fault(f"Expected `{wanted}` >= {mark.ge}", path)
        if mark.le is not None and found > mark.le:
            raise fault(f"Expected `{wanted}` <= {mark.le}", path)
        if mark.lt is not None and found >= mark.lt:
            # Of whole numbers the real one names the largest that may be.
            bound = f"<= {mark.lt - 1}" if wanted == "int" else f"< {mark.lt}"
            raise fault(f"Expected `{wanted}` {bound}", path)
        if mark.min_length is not None and len(found) < mark.min_length:
            raise fault(f"Expected `{wanted}` of length >= {mark.min_length}", path)
        if mark.max_length is not None and len(found) > mark.max_length:
            raise fault(f"Expected `{wanted}` of length <= {mark.max_length}", path)
        if pattern is not None and not pattern.search(found):
            raise fault(f"Expected `str` matching regex {mark.pattern!r}", path)
        return found

    return checked


def one_of(values: tuple[Any, ...]) -> Reader:
    name = NAMES[type(values[0])]

    def read(value: Any, path: str) -> Any:
        for each in values:
            if type(each) is type(value) and each == value:
                return each
        if type(value) is not type(values[0]):
            raise expected(name, value, path)
        raise fault(f"Invalid enum value {json.dumps(value).replace(chr(34), chr(39))}", path)

    return read


def union(kinds: tuple[Any, ...]) -> Reader:
    kinds = tuple(each for each in kinds if each is not UnsetType)
    structs_among = [cast("type[Struct]", each) for each in kinds if isinstance(each, StructMeta)]
    tagged = {each.struct_tag: each for each in structs_among if each.struct_tag}
    if tagged:
        return tagged_union(tagged, nullable=type(None) in kinds)
    if len(kinds) == 1:
        return reader(kinds[0])
    if len(kinds) == 2 and type(None) in kinds:
        (other,) = (each for each in kinds if each is not type(None))
        wanted = f"{wanted_of(other)} | null"
        read_other = reader(other)
        python_type = {"str": str, "int": int, "bool": bool, "object": dict, "array": list}.get(
            wanted_of(other)
        )

        def read(value: Any, path: str) -> Any:
            if value is None:
                return None
            if python_type is not None and type(value) is not python_type:
                raise expected(wanted, value, path)
            return read_other(value, path)

        return read
    readers = [reader(each) for each in kinds]
    names = " | ".join(wanted_of(each) for each in kinds)

    def first(value: Any, path: str) -> Any:
        for each in readers:
            try:
                return each(value, path)
            except ValidationError:
                continue
        raise expected(names, value, path)

    return first


def tagged_union(kinds: Mapping[str, type[Struct]], *, nullable: bool) -> Reader:
    tag_field = next(iter(kinds.values())).struct_tag_field

    def read(value: Any, path: str) -> Any:
        if value is None and nullable:
            return None
        if type(value) is not dict:
            raise expected("object | null" if nullable else "object", value, path)
        if tag_field not in value:
            raise fault(f"Object missing required field `{tag_field}`", path)
        tag = value[tag_field]
        if type(tag) is not str:
            raise fault("Expected `str`", f"{path}.{tag_field}")
        if tag not in kinds:
            raise fault(f"Invalid value '{tag}'", f"{path}.{tag_field}")
        return reader(kinds[tag])(value, path)

    return read


def list_of(kind: Any) -> Reader:
    read = reader(kind)

    def checked(value: Any, path: str) -> list[Any]:
        if type(value) not in (list, tuple):
            raise expected("array", value, path)
        return [read(each, f"{path}[{at}]") for at, each in enumerate(value)]

    return checked


def tuple_of(kinds: tuple[Any, ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        read = list_of(kinds[0])
        return lambda value, path: tuple(read(value, path))
    readers = [reader(each) for each in kinds]

    def checked(value: Any, path: str) -> tuple[Any, ...]:
        if type(value) not in (list, tuple):
            raise expected("array", value, path)
        if len(value) != len(readers):
            raise fault(f"Expected `array` of length {len(readers)}, got {len(value)}", path)
        pairs = enumerate(zip(readers, value, strict=True))
        return tuple(read(each, f"{path}[{at}]") for at, (read, each) in pairs)

    return checked


def dict_of(key: Any, kind: Any) -> Reader:
    read_key, read = reader(key), reader(kind)

    def checked(value: Any, path: str) -> dict[Any, Any]:
        if type(value) is not dict:
            raise expected("object", value, path)
        return {
            read_key(name, f"{path}[...]"): read(each, f"{path}[...]")
            for name, each in value.items()
        }

    return checked


def a_struct(kind: type[Struct]) -> Reader:
    @cache
    def readers() -> dict[str, tuple[str, Reader]]:
        # Only now are all names of the module defined.
        hints = typing.get_type_hints(kind, include_extras=True)
        return {
            kind.struct_encoded[name]: (name, reader(hints[name])) for name in kind.struct_fields
        }

    def from_array(value: Any, path: str) -> Struct:
        if type(value) not in (list, tuple):
            raise expected("array", value, path)
        known = list(readers().values())
        if len(value) < len(known) - len(kind.struct_defaults):
            least = len(known) - len(kind.struct_defaults)
            raise fault(f"Expected `array` of at least length {least}, got {len(value)}", path)
        pairs = enumerate(zip(known, value, strict=False))
        return kind(**{name: read(each, f"{path}[{at}]") for at, ((name, read), each) in pairs})

    def read(value: Any, path: str) -> Struct:
        if type(value) is not dict:
            raise expected("object", value, path)
        known, given = readers(), {}
        for name, each in value.items():
            found = known.get(name)
            if found is not None:
                given[found[0]] = found[1](each, f"{path}.{name}")
            elif name == kind.struct_tag_field and kind.struct_tag is not None:
                if each != kind.struct_tag:
                    raise fault(f"Invalid value {each!r}", f"{path}.{name}")
            elif kind.struct_forbids:
                raise fault(f"Object contains unknown field `{name}`", path)
        for name, (own, _) in known.items():
            if own not in given and own not in kind.struct_defaults:
                raise fault(f"Object missing required field `{name}`", path)
        return kind(**given)

    return from_array if kind.struct_is_array else read


def typed_dict(kind: Any) -> Reader:
    required: frozenset[str] = kind.__required_keys__

    @cache
    def readers() -> dict[str, Reader]:
        hints = typing.get_type_hints(kind, include_extras=True)
        return {name: reader(hint) for name, hint in hints.items()}

    def read(value: Any, path: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise expected("object", value, path)
        known = readers()
        found = {
            name: known[name](each, f"{path}.{name}")
            for name, each in value.items()
            if name in known
        }
        for name in known:
            if name in required and name not in found:
                raise fault(f"Object missing required field `{name}`", path)
        return found

    return read


def a_dataclass(kind: Any) -> Reader:
    @cache
    def readers() -> dict[str, Reader]:
        hints = typing.get_type_hints(kind, include_extras=True)
        return {each.name: reader(hints[each.name]) for each in fields(kind)}

    def read(value: Any, path: str) -> Any:
        if type(value) is not dict:
            raise expected("object", value, path)
        known = readers()
        given = {
            name: known[name](each, f"{path}.{name}")
            for name, each in value.items()
            if name in known
        }
        return kind(**given)

    return read


def convert(value: Any, type: Any) -> Any:  # noqa: A002  its name in msgspec
    """What plain data stands for."""
    return reader(type)(value, "$")
