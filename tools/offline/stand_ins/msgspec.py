"""What the server uses of msgspec, in Python alone: for browsers, where no compiled package runs.

Reads as strictly and writes the same bytes; tests/offline compares it with the real one. What is not
used is not here: whoever needs more gets an AttributeError, in the tests at the latest.
"""

import inspect
import json as _json
import re
import secrets
import sys
import types
import typing
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields as _dataclass_fields
from dataclasses import is_dataclass
from functools import cache
from typing import Any, ClassVar, Final, Literal, Union, cast, get_args, get_origin

Reader = Callable[[Any, str], Any]
"""Checks a value and returns what it stands for; it is told where the value is."""


class MsgspecError(Exception):
    """Whatever goes wrong here."""


class DecodeError(MsgspecError):
    """It is no JSON."""


class ValidationError(DecodeError):
    """It is JSON, but not what was wanted."""


class UnsetType:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET: Final = UnsetType()
_MISSING: Final = object()


class Meta:
    """What a value must be beside its type."""

    def __init__(
        self,
        *,
        ge: float | None = None,
        lt: float | None = None,
        le: float | None = None,
        pattern: str | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
    ) -> None:
        self.ge, self.lt, self.le = ge, lt, le
        self.pattern = pattern
        self.min_length, self.max_length = min_length, max_length


class Raw:
    """JSON that is there already."""

    def __init__(self, encoded: bytes) -> None:
        self.encoded = encoded

    def __bytes__(self) -> bytes:
        return self.encoded


# -- structs ----------------------------------------------------------------------------------------


class _Field:
    def __init__(self, default: Any, default_factory: Any, name: str | None) -> None:
        self.default, self.default_factory, self.name = default, default_factory, name


def field(
    *, default: Any = _MISSING, default_factory: Any = _MISSING, name: str | None = None
) -> Any:
    return _Field(default, default_factory, name)


def _own_annotations(cls: type) -> dict[str, Any]:
    """The names of the fields; their types may not be defined yet."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return dict(inspect.get_annotations(cls))


class _StructMeta(type):
    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        tag: str | None = None,
        tag_field: str | None = None,
        kw_only: bool = False,
        forbid_unknown_fields: bool | None = None,
        omit_defaults: bool | None = None,
        array_like: bool | None = None,
        gc: bool = True,
    ) -> type:
        cls = cast("type[Struct]", super().__new__(mcs, name, bases, namespace))
        above = cast("type[Struct] | None", bases[0] if bases else None)

        def option(what: str, given: Any) -> Any:
            return getattr(above, what, None) if given is None else given

        cls.struct_tag = tag
        cls.struct_tag_field = option("struct_tag_field", tag_field) or "type"
        cls.struct_forbids = bool(option("struct_forbids", forbid_unknown_fields))
        cls.struct_omits = bool(option("struct_omits", omit_defaults))
        cls.struct_is_array = bool(option("struct_is_array", array_like))
        names: dict[str, bool] = {}
        defaults: dict[str, Any] = {}
        encoded: dict[str, str] = {}
        for base in reversed(cls.__mro__[1:]):
            if isinstance(base, _StructMeta):
                above = cast("type[Struct]", base)
                names |= above.struct_own
                defaults |= above.struct_defaults
                encoded |= above.struct_encoded
        own = {
            each: kw_only
            for each, kind in _own_annotations(cls).items()
            if get_origin(kind) is not ClassVar and kind is not ClassVar
        }
        for each in own:
            given = namespace.get(each, _MISSING)
            defaults.pop(each, None)
            encoded[each] = each
            if isinstance(given, _Field):
                encoded[each] = given.name or each
                given = (
                    given.default
                    if given.default_factory is _MISSING
                    else _Field(_MISSING, given.default_factory, None)
                )
            if given is not _MISSING:
                defaults[each] = given
                delattr(cls, each)
        cls.struct_own = own
        names |= own
        positional = [each for each, only in names.items() if not only]
        keywords = [each for each, only in names.items() if only]
        cls.struct_fields = (*positional, *keywords)
        cls.struct_positional = tuple(positional)
        cls.struct_defaults, cls.struct_encoded = defaults, encoded
        return cls


class Struct(metaclass=_StructMeta):
    """A record with typed fields."""

    struct_tag: ClassVar[str | None] = None
    struct_tag_field: ClassVar[str] = "type"
    struct_forbids: ClassVar[bool] = False
    struct_omits: ClassVar[bool] = False
    struct_is_array: ClassVar[bool] = False
    struct_own: ClassVar[dict[str, bool]] = {}
    struct_fields: ClassVar[tuple[str, ...]] = ()
    struct_positional: ClassVar[tuple[str, ...]] = ()
    struct_defaults: ClassVar[dict[str, Any]] = {}
    struct_encoded: ClassVar[dict[str, str]] = {}

    def __init__(self, *given: Any, **named: Any) -> None:
        if len(given) > len(self.struct_positional):
            raise TypeError("Extra positional arguments provided")
        for name, value in zip(self.struct_positional, given, strict=False):
            setattr(self, name, value)
        for name in self.struct_fields[len(given) :]:
            if name in named:
                setattr(self, name, named.pop(name))
            else:
                setattr(self, name, _default_of(self.struct_defaults, name))
        if named:
            raise TypeError(f"Unexpected keyword argument {next(iter(named))!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    # As Python wants it of what compares by value and can change; types have no word for that.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.struct_fields)
        return f"{type(self).__name__}({parts})"


def _default_of(defaults: Mapping[str, Any], name: str) -> Any:
    try:
        default = defaults[name]
    except KeyError:
        raise TypeError(f"Missing required argument {name!r}") from None
    if isinstance(default, _Field):
        return default.default_factory()
    # Empty ones only, as with the real one; each struct gets its own.
    return type(default)() if isinstance(default, list | dict | set) else default


def _plain_struct(value: Struct) -> Any:
    """A struct as it is written: its tag first."""
    if value.struct_is_array:
        return [getattr(value, name) for name in value.struct_fields]
    plain: dict[str, Any] = {}
    if value.struct_tag is not None:
        plain[value.struct_tag_field] = value.struct_tag
    for name in value.struct_fields:
        held = getattr(value, name)
        if held is UNSET or (value.struct_omits and _is_default(value.struct_defaults, name, held)):
            continue
        plain[value.struct_encoded[name]] = held
    return plain


def _is_default(defaults: Mapping[str, Any], name: str, held: Any) -> bool:
    default = defaults.get(name, _MISSING)
    if isinstance(default, _Field):
        return default.default_factory in (list, dict, set) and held == default.default_factory()
    return default is held or (isinstance(default, list | dict | set) and held == default)


class _Structs:
    @staticmethod
    def asdict(value: Struct) -> dict[str, Any]:
        return {name: getattr(value, name) for name in value.struct_fields}


structs: Final = types.ModuleType("msgspec.structs")
# A module that is made here, so types do not know what is in it.
structs.asdict = _Structs.asdict  # type: ignore[attr-defined]
sys.modules.setdefault(f"{__name__}.structs", structs)


# -- reading ----------------------------------------------------------------------------------------

_NAMES: Final = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    type(None): "null",
    dict: "object",
    list: "array",
    tuple: "array",
}


def _name_of(value: Any) -> str:
    return _NAMES.get(type(value), type(value).__name__)


def _fault(text: str, path: str) -> ValidationError:
    return ValidationError(text if path == "$" else f"{text} - at `{path}`")


def _expected(wanted: str, value: Any, path: str) -> ValidationError:
    return _fault(f"Expected `{wanted}`, got `{_name_of(value)}`", path)


@cache
def _reader(kind: Any) -> Reader:
    """How values of a type are read."""
    origin = get_origin(kind)
    if origin is typing.Annotated:
        inner, *marks = get_args(kind)
        read = _reader(inner)
        for mark in marks:
            if isinstance(mark, Meta):
                read = _bounded(read, mark, _wanted(inner))
        return read
    if kind is Any or isinstance(kind, typing.TypeVar):
        return lambda value, path: value
    if origin is Literal:
        return _one_of(get_args(kind))
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is list:
        return _list_of(get_args(kind)[0])
    if origin is tuple:
        return _tuple_of(get_args(kind))
    if origin is dict:
        return _dict_of(*get_args(kind))
    if origin in (typing.Required, typing.NotRequired):
        return _reader(get_args(kind)[0])
    if isinstance(kind, _StructMeta):
        return _struct(cast("type[Struct]", kind))
    if typing.is_typeddict(kind):
        return _typed_dict(kind)
    if is_dataclass(kind):
        return _dataclass(kind)
    if kind in (str, int, bool, list, dict):
        return _simple(kind)
    if kind is float:
        return _float
    if kind is None or kind is type(None):
        return _null
    if kind is UnsetType:
        return _never
    raise TypeError(f"the stand-in for msgspec cannot read {kind!r}")


def _wanted(kind: Any) -> str:
    origin = get_origin(kind)
    if origin is typing.Annotated:
        return _wanted(get_args(kind)[0])
    if origin is Literal:
        return "int" if isinstance(get_args(kind)[0], int) else "str"
    if origin in (Union, types.UnionType):
        return " | ".join(_wanted(each) for each in get_args(kind) if each is not UnsetType)
    if origin in (list, tuple):
        return "array"
    if kind is None:
        return "null"
    return _NAMES.get(origin or kind, "object")


def _simple(kind: type) -> Reader:
    name = _NAMES[kind]

    def read(value: Any, path: str) -> Any:
        if type(value) is kind:
            return value
        raise _expected(name, value, path)

    return read


def _float(value: Any, path: str) -> float:
    if type(value) not in (int, float):
        raise _expected("float", value, path)
    return float(value)


def _null(value: Any, path: str) -> None:
    if value is not None:
        raise _expected("null", value, path)


def _never(value: Any, path: str) -> Any:
    raise _expected("unset", value, path)


def _bounded(read: Reader, mark: Meta, wanted: str) -> Reader:
    pattern = None if mark.pattern is None else re.compile(mark.pattern)

    def checked(value: Any, path: str) -> Any:
        found = read(value, path)
        if found is None:
            return found
        if mark.ge is not None and found < mark.ge:
            raise _fault(f"Expected `{wanted}` >= {mark.ge}", path)
        if mark.le is not None and found > mark.le:
            raise _fault(f"Expected `{wanted}` <= {mark.le}", path)
        if mark.lt is not None and found >= mark.lt:
            # Of whole numbers the real one names the largest that may be.
            bound = f"<= {mark.lt - 1}" if wanted == "int" else f"< {mark.lt}"
            raise _fault(f"Expected `{wanted}` {bound}", path)
        if mark.min_length is not None and len(found) < mark.min_length:
            raise _fault(f"Expected `{wanted}` of length >= {mark.min_length}", path)
        if mark.max_length is not None and len(found) > mark.max_length:
            raise _fault(f"Expected `{wanted}` of length <= {mark.max_length}", path)
        if pattern is not None and not pattern.search(found):
            raise _fault(f"Expected `str` matching regex {mark.pattern!r}", path)
        return found

    return checked


def _one_of(values: tuple[Any, ...]) -> Reader:
    name = _NAMES[type(values[0])]

    def read(value: Any, path: str) -> Any:
        for each in values:
            if type(each) is type(value) and each == value:
                return each
        if type(value) is not type(values[0]):
            raise _expected(name, value, path)
        raise _fault(f"Invalid enum value {_json.dumps(value).replace(chr(34), chr(39))}", path)

    return read


def _union(kinds: tuple[Any, ...]) -> Reader:
    kinds = tuple(each for each in kinds if each is not UnsetType)
    structs_among = [cast("type[Struct]", each) for each in kinds if isinstance(each, _StructMeta)]
    tagged = {each.struct_tag: each for each in structs_among if each.struct_tag}
    if tagged:
        return _tagged(tagged, nullable=type(None) in kinds)
    if len(kinds) == 1:
        return _reader(kinds[0])
    if len(kinds) == 2 and type(None) in kinds:
        (other,) = (each for each in kinds if each is not type(None))
        wanted = f"{_wanted(other)} | null"
        read_other = _reader(other)
        python_type = {"str": str, "int": int, "bool": bool, "object": dict, "array": list}.get(
            _wanted(other)
        )

        def read(value: Any, path: str) -> Any:
            if value is None:
                return None
            if python_type is not None and type(value) is not python_type:
                raise _expected(wanted, value, path)
            return read_other(value, path)

        return read
    readers = [_reader(each) for each in kinds]
    names = " | ".join(_wanted(each) for each in kinds)

    def first(value: Any, path: str) -> Any:
        for each in readers:
            try:
                return each(value, path)
            except ValidationError:
                continue
        raise _expected(names, value, path)

    return first


def _tagged(kinds: Mapping[str, type[Struct]], *, nullable: bool) -> Reader:
    tag_field = next(iter(kinds.values())).struct_tag_field

    def read(value: Any, path: str) -> Any:
        if value is None and nullable:
            return None
        if type(value) is not dict:
            raise _expected("object | null" if nullable else "object", value, path)
        if tag_field not in value:
            raise _fault(f"Object missing required field `{tag_field}`", path)
        tag = value[tag_field]
        if type(tag) is not str:
            raise _fault("Expected `str`", f"{path}.{tag_field}")
        if tag not in kinds:
            raise _fault(f"Invalid value '{tag}'", f"{path}.{tag_field}")
        return _reader(kinds[tag])(value, path)

    return read


def _list_of(kind: Any) -> Reader:
    read = _reader(kind)

    def checked(value: Any, path: str) -> list[Any]:
        if type(value) not in (list, tuple):
            raise _expected("array", value, path)
        return [read(each, f"{path}[{at}]") for at, each in enumerate(value)]

    return checked


def _tuple_of(kinds: tuple[Any, ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        read = _list_of(kinds[0])
        return lambda value, path: tuple(read(value, path))
    readers = [_reader(each) for each in kinds]

    def checked(value: Any, path: str) -> tuple[Any, ...]:
        if type(value) not in (list, tuple):
            raise _expected("array", value, path)
        if len(value) != len(readers):
            raise _fault(f"Expected `array` of length {len(readers)}, got {len(value)}", path)
        pairs = enumerate(zip(readers, value, strict=True))
        return tuple(read(each, f"{path}[{at}]") for at, (read, each) in pairs)

    return checked


def _dict_of(key: Any, kind: Any) -> Reader:
    read_key, read = _reader(key), _reader(kind)

    def checked(value: Any, path: str) -> dict[Any, Any]:
        if type(value) is not dict:
            raise _expected("object", value, path)
        return {
            read_key(name, f"{path}[...]"): read(each, f"{path}[...]")
            for name, each in value.items()
        }

    return checked


def _struct(kind: type[Struct]) -> Reader:
    @cache
    def readers() -> dict[str, tuple[str, Reader]]:
        # Only now are all names of the module defined.
        hints = typing.get_type_hints(kind, include_extras=True)
        return {
            kind.struct_encoded[name]: (name, _reader(hints[name])) for name in kind.struct_fields
        }

    def from_array(value: Any, path: str) -> Struct:
        if type(value) not in (list, tuple):
            raise _expected("array", value, path)
        known = list(readers().values())
        if len(value) < len(known) - len(kind.struct_defaults):
            least = len(known) - len(kind.struct_defaults)
            raise _fault(f"Expected `array` of at least length {least}, got {len(value)}", path)
        pairs = enumerate(zip(known, value, strict=False))
        return kind(**{name: read(each, f"{path}[{at}]") for at, ((name, read), each) in pairs})

    def read(value: Any, path: str) -> Struct:
        if type(value) is not dict:
            raise _expected("object", value, path)
        known, given = readers(), {}
        for name, each in value.items():
            found = known.get(name)
            if found is not None:
                given[found[0]] = found[1](each, f"{path}.{name}")
            elif name == kind.struct_tag_field and kind.struct_tag is not None:
                if each != kind.struct_tag:
                    raise _fault(f"Invalid value {each!r}", f"{path}.{name}")
            elif kind.struct_forbids:
                raise _fault(f"Object contains unknown field `{name}`", path)
        for name, (own, _) in known.items():
            if own not in given and own not in kind.struct_defaults:
                raise _fault(f"Object missing required field `{name}`", path)
        return kind(**given)

    return from_array if kind.struct_is_array else read


def _typed_dict(kind: Any) -> Reader:
    required: frozenset[str] = kind.__required_keys__

    @cache
    def readers() -> dict[str, Reader]:
        hints = typing.get_type_hints(kind, include_extras=True)
        return {name: _reader(hint) for name, hint in hints.items()}

    def read(value: Any, path: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise _expected("object", value, path)
        known = readers()
        found = {
            name: known[name](each, f"{path}.{name}")
            for name, each in value.items()
            if name in known
        }
        for name in known:
            if name in required and name not in found:
                raise _fault(f"Object missing required field `{name}`", path)
        return found

    return read


def _dataclass(kind: Any) -> Reader:
    @cache
    def readers() -> dict[str, Reader]:
        hints = typing.get_type_hints(kind, include_extras=True)
        return {each.name: _reader(hints[each.name]) for each in _dataclass_fields(kind)}

    def read(value: Any, path: str) -> Any:
        if type(value) is not dict:
            raise _expected("object", value, path)
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
    return _reader(type)(value, "$")


# -- writing ----------------------------------------------------------------------------------------

_MARK: Final = secrets.token_hex(8)
"""Nobody can write it by chance: it stands where JSON that is there already goes."""
_RAW: Final = re.compile(rf'"{_MARK}([0-9]+)"')


def encode(value: Any) -> bytes:
    raws: list[Raw] = []

    def plain(part: Any) -> Any:
        if isinstance(part, Struct):
            return _plain_struct(part)
        if isinstance(part, Raw):
            raws.append(part)
            return f"{_MARK}{len(raws) - 1}"
        if isinstance(part, set | frozenset):
            return list(part)
        if isinstance(part, bytes):
            return b64encode(part).decode()
        if is_dataclass(part):
            return {each.name: getattr(part, each.name) for each in _dataclass_fields(part)}
        raise TypeError(f"Encoding objects of type {type(part).__name__} is unsupported")

    text = _json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain)
    if raws:
        text = _RAW.sub(lambda found: raws[int(found[1])].encoded.decode(), text)
    return text.encode()


def to_builtins(value: Any) -> Any:
    """The same in plain data."""
    if isinstance(value, Struct):
        return to_builtins(_plain_struct(value))
    if isinstance(value, dict):
        return {to_builtins(name): to_builtins(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_builtins(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {
            each.name: to_builtins(getattr(value, each.name)) for each in _dataclass_fields(value)
        }
    return value


def _no_number(name: str) -> Any:
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
        plain = _json.loads(text, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise DecodeError(f"Invalid UTF-8 encountered: {error}") from error
    except ValueError as error:
        raise DecodeError(f"JSON is malformed: {error}") from error
    return _reader(type)(plain, "$")


json: Final = types.ModuleType("msgspec.json")
for _part in (Encoder, Decoder, encode, decode):
    setattr(json, _part.__name__, _part)
sys.modules.setdefault(f"{__name__}.json", json)
