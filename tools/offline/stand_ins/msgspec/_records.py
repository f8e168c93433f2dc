"""Records with typed fields, and what becomes of their declaration."""

import inspect
import sys
from collections.abc import Mapping
from typing import Any, ClassVar, cast, get_origin

from ._marks import MISSING, UNSET


class Field:
    def __init__(self, default: Any, default_factory: Any, name: str | None) -> None:
        self.default, self.default_factory, self.name = default, default_factory, name


def field(
    *, default: Any = MISSING, default_factory: Any = MISSING, name: str | None = None
) -> Any:
    return Field(default, default_factory, name)


def own_annotations(cls: type) -> dict[str, Any]:
    """The names of the fields; their types may not be defined yet."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return dict(inspect.get_annotations(cls))


class StructMeta(type):
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
            if isinstance(base, StructMeta):
                above = cast("type[Struct]", base)
                names |= above.struct_own
                defaults |= above.struct_defaults
                encoded |= above.struct_encoded
        own = {
            each: kw_only
            for each, kind in own_annotations(cls).items()
            if get_origin(kind) is not ClassVar and kind is not ClassVar
        }
        for each in own:
            given = namespace.get(each, MISSING)
            defaults.pop(each, None)
            encoded[each] = each
            if isinstance(given, Field):
                encoded[each] = given.name or each
                given = (
                    given.default
                    if given.default_factory is MISSING
                    else Field(MISSING, given.default_factory, None)
                )
            if given is not MISSING:
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


class Struct(metaclass=StructMeta):
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
                setattr(self, name, default_of(self.struct_defaults, name))
        if named:
            raise TypeError(f"Unexpected keyword argument {next(iter(named))!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    # As Python wants it of what compares by value and can change; types have no word for that.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.struct_fields)
        return f"{type(self).__name__}({parts})"


def default_of(defaults: Mapping[str, Any], name: str) -> Any:
    try:
        default = defaults[name]
    except KeyError:
        raise TypeError(f"Missing required argument {name!r}") from None
    if isinstance(default, Field):
        return default.default_factory()
    # Empty ones only, as with the real one; each struct gets its own.
    return type(default)() if isinstance(default, list | dict | set) else default


def plain_struct(value: Struct) -> Any:
    """A struct as it is written: its tag first."""
    if value.struct_is_array:
        return [getattr(value, name) for name in value.struct_fields]
    plain: dict[str, Any] = {}
    if value.struct_tag is not None:
        plain[value.struct_tag_field] = value.struct_tag
    for name in value.struct_fields:
        held = getattr(value, name)
        if held is UNSET or (value.struct_omits and is_default(value.struct_defaults, name, held)):
            continue
        plain[value.struct_encoded[name]] = held
    return plain


def is_default(defaults: Mapping[str, Any], name: str, held: Any) -> bool:
    default = defaults.get(name, MISSING)
    if isinstance(default, Field):
        return default.default_factory in (list, dict, set) and held == default.default_factory()
    return default is held or (isinstance(default, list | dict | set) and held == default)
