"""The types of the browser client, made from those of the server.

``python -m tools.docs`` writes ``web/src/lib/types.ts``; ``--check`` compares it.
"""

import typing
from collections.abc import Iterator
from typing import Any, get_args

from msgspec import inspect

from rollplayer.content import load
from rollplayer.engine.table import ARROWS, COLORS, KINDS, ROWS, SPACES, STEP_TO
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import compose
from rollplayer.rules.options import EDITIONS, Options
from rollplayer.server.protocol import messages, payloads
from rollplayer.server.transport.routes import ROUTES

HEAD = """\
// What the server reads and sends; docs/protocol.md describes every field.
// Generated from src/rollplayer/server (messages.py, payloads.py) by python -m tools.docs: do not edit.
"""
SIMPLE: dict[type, str] = {
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def types() -> str:
    """The whole file."""
    named: dict[str, Any] = {}
    for root in roots():
        for info in found_in(inspect.type_info(root)):
            known = named.setdefault(info.cls.__name__, info)
            if known.cls is not info.cls:
                raise ValueError(f"two types are called {info.cls.__name__}")
    parts = [HEAD, *constants()]
    parts += [interface(info) for info in named.values()]
    parts += [
        "/** Whatever a client may say. */",
        union("FromClient", messages.FromClient),
        "/** Whatever the websocket sends. */",
        union("FromServer", messages.FromServer),
    ]
    return "\n".join(parts)


def roots() -> list[Any]:
    """All that travels: messages in both directions, and the bodies of HTTP."""
    told = [*get_args(messages.FromClient), *get_args(messages.FromServer)]
    for route in ROUTES:
        told += [each for each in (route.body, route.returns) if each is not None]
    told.append(messages.Problem)
    told = [each for each in told if hasattr(each, "__annotations__")]
    return list(dict.fromkeys(told))


def constants() -> Iterator[str]:
    """What the client walks through in the engine's order."""
    for name, values in (
        ("ROWS", ROWS),
        ("COLORS", COLORS),
        ("SPACES", SPACES),
        ("KINDS", KINDS),
        ("LINES", score_lines()),
    ):
        listed = ", ".join(f"'{value}'" for value in values)
        yield f"export const {name} = [{listed}] as const;"
    yield "/** Where an arrow leads the Alignment token, by arrow and space; nowhere off the grid. */"
    yield "export const ARROW_STEPS: Record<string, Record<string, string>> = {"
    for arrow, steps in zip(ARROWS, STEP_TO, strict=False):
        leads = {SPACES[at]: SPACES[to] for at, to in enumerate(steps) if to >= 0}
        listed = ", ".join(f"{space}: '{to}'" for space, to in leads.items())
        yield f"  {arrow}: {{ {listed} }},"
    yield "};"
    yield ""
    yield "export type Row = (typeof ROWS)[number];"
    yield "export type Color = (typeof COLORS)[number];"
    yield ""


def score_lines() -> list[str]:
    """Those of a solitaire game with all expansions, which has the most."""
    names: list[str] = []
    for edition in EDITIONS:
        boxes = tuple(name for name, box in EXPANSIONS.items() if edition in box.editions)
        options = Options(players=1, edition=edition, expansions=boxes)
        rules = compose(options, load(edition, expansions=boxes).components)
        names += [line.name for line in rules.score_lines if line.name not in names]
    return names


def found_in(info: inspect.Type) -> Iterator[Any]:
    """The named types within a type, each after those it is made of."""
    seen: set[type] = set()

    def walk(each: Any) -> Iterator[Any]:
        if isinstance(each, (inspect.StructType, inspect.TypedDictType)):
            if each.cls in seen:
                return
            seen.add(each.cls)
            for field in fields_of(each):
                yield from walk(field.type)
            yield each
        elif isinstance(each, inspect.Metadata):
            yield from walk(each.type)
        elif isinstance(each, inspect.UnionType):
            for part in each.types:
                yield from walk(part)
        elif isinstance(each, inspect.DictType):
            yield from walk(each.key_type)
            yield from walk(each.value_type)
        elif isinstance(each, inspect.ListType):
            yield from walk(each.item_type)
        elif isinstance(each, inspect.TupleType):
            for part in each.item_types:
                yield from walk(part)

    yield from walk(info)


def fields_of(info: Any) -> list[inspect.Field]:
    """In the order of the source; those that expansions add come last."""
    order = list(typing.get_type_hints(info.cls))
    own = sorted(info.fields, key=lambda field: order.index(field.name))
    for addition in payloads.additions(info.cls):
        own += fields_of(inspect.type_info(addition))
    return own


def interface(info: Any) -> str:
    if not fields_of(info):
        return f"export type {info.cls.__name__} = Record<string, never>;\n"
    lines = [*comment(info.cls), f"export interface {info.cls.__name__} {{"]
    if isinstance(info, inspect.StructType) and info.tag_field:
        lines.append(f"  {info.tag_field}: {quoted(info.tag)};")
    for field in fields_of(info):
        sign = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{sign}: {written(field.type)};")
    if info.cls is payloads.GameEvent:
        lines += [f"  {name}?: {' | '.join(types)};" for name, types in event_parts().items()]
    return "\n".join([*lines, "}", ""])


def event_parts() -> dict[str, list[str]]:
    """What events have besides, by the name of the part, in a game with all expansions."""
    parts: dict[str, list[str]] = {}
    for _, *named in load(expansions=tuple(EXPANSIONS)).components.vocabulary.events:
        for name, sort in named:
            kind = "number" if sort == "count" else "string"
            if name and kind not in parts.setdefault(name, []):
                parts[name].append(kind)
    return parts


def comment(cls: Any) -> list[str]:
    text = (cls.__doc__ or "").partition("\n\n")[0]
    # A Struct without a docstring shows that of its base.
    if not text or any(text == (base.__doc__ or "") for base in cls.__mro__[1:]):
        return []
    return [f"/** {' '.join(text.split())} */".replace("``", "`")]


def written(info: Any) -> str:
    """A type as TypeScript writes it."""
    match info:
        case inspect.Metadata():
            return written(info.type)
        case inspect.StructType() | inspect.TypedDictType():
            return str(info.cls.__name__)
        case inspect.LiteralType() if set(info.values) == set(ROWS):
            return "Row"
        case inspect.LiteralType():
            return " | ".join(quoted(value) for value in info.values)
        case inspect.UnionType():
            parts = sorted(info.types, key=lambda each: isinstance(each, inspect.NoneType))
            return " | ".join(written(each) for each in parts)
        case inspect.ListType():
            inner = written(info.item_type)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(written(each) for each in info.item_types)}]"
        case inspect.DictType():
            record = f"Record<{written(info.key_type)}, {written(info.value_type)}>"
            # Of named keys not all need to be there.
            return (
                f"Partial<{record}>" if isinstance(info.key_type, inspect.LiteralType) else record
            )
    return SIMPLE[type(info)]


def quoted(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def union(name: str, alias: Any) -> str:
    listed = "".join(f"\n  | {each.__name__}" for each in get_args(alias))
    return f"export type {name} ={listed};\n"
