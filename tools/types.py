"""The types of the browser client, made from those of the server.

``python -m tools.docs`` writes ``web/src/lib/types.ts`` and, for what a box adds to them, ``types.ts`` among
its browser parts; ``--check`` compares them.
"""

import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect

from rollplayer.content import load
from rollplayer.engine.table import ARROWS, ROWS, SPACES, STEP_TO
from rollplayer.expansions import EXPANSIONS
from rollplayer.server.protocol import bodies, messages, payloads
from rollplayer.server.transport.routes import ROUTES

HEAD = """\
// What the server reads and sends; docs/protocol.md describes every field.
// Generated from src/rollplayer/server/protocol by python -m tools.docs: do not edit.
"""
BOX_HEAD = """\
// What this box adds to what the server sends.
// Generated from its server.py by python -m tools.docs: do not edit.
"""
FILLED = {payloads.Seen, payloads.Forecast}
"""These are empty until boxes fill them."""
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


def box_types() -> dict[Path, str]:
    """By path: the types of each of our boxes that has parts in the browser."""
    files = {}
    for name in EXPANSIONS:
        web = Path(EXPANSIONS.folder(name), "web")
        server = EXPANSIONS.part(name, "server")
        if (web / "index.ts").is_file() and server is not None:
            files[web / "types.ts"] = types_of_box(server.ADDS) + "\n" + box_events(name)
    return files


def types_of_box(adds: dict[Any, Any]) -> str:
    """What it adds to a type is called after that type: ``ViewPart``."""
    named: dict[str, str] = {}
    parts: dict[Any, str] = {}
    for base, added in adds.items():
        info: Any = inspect.type_info(added)
        *within, _ = found_in(info)
        for each in within:
            named.setdefault(each.cls.__name__, interface(each))
        part = f"{base.__name__}Part"
        same = parts.setdefault(added, part)
        named[part] = interface(info, part) if same == part else f"export type {part} = {same};\n"
    return "\n".join([BOX_HEAD, *named.values()])


def roots() -> list[Any]:
    """All that travels: messages in both directions, and the bodies of HTTP."""
    types = [*get_args(messages.FromClient), *get_args(messages.FromServer)]
    for route in ROUTES:
        types += [each for each in (route.body, route.returns) if each is not None]
    types.append(bodies.Problem)
    types = [each for each in types if hasattr(each, "__annotations__")]
    return list(dict.fromkeys(types))


def constants() -> Iterator[str]:
    """What the client walks through in the engine's order."""
    for name, values in (
        ("ROWS", ROWS),
        ("COLORS", load().components.vocabulary.colors),
        ("SPACES", SPACES),
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
    """In the order of the source. What boxes add is theirs."""
    order = list(typing.get_type_hints(info.cls))
    return sorted(info.fields, key=lambda field: order.index(field.name))


def interface(info: Any, name: str = "") -> str:
    name = name or info.cls.__name__
    if not fields_of(info):
        return f"export type {name} = Record<string, {'unknown' if info.cls in FILLED else 'never'}>;\n"
    lines = [*comment(info.cls), f"export interface {name} {{"]
    if isinstance(info, inspect.StructType) and info.tag_field:
        lines.append(f"  {info.tag_field}: {quoted(info.tag)};")
    for field in fields_of(info):
        sign = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{sign}: {written(field.type)};")
    if info.cls is payloads.GameEvent:
        lines += [f"  {name}?: {' | '.join(types)};" for name, types in event_parts().items()]
    return "\n".join([*lines, "}", ""])


def event_parts(boxes: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """What events have besides, by the name of the part, in a game with these boxes."""
    parts: dict[str, list[str]] = {}
    for _, *named in load(expansions=boxes).components.vocabulary.events:
        for name, sort in named:
            kind = "number" if sort == "count" else "string"
            if name and kind not in parts.setdefault(name, []):
                parts[name].append(kind)
    return parts


def box_events(box: str) -> str:
    """The events of a game with a box, which may have more parts than those of the base game."""
    base, parts = event_parts(), event_parts((box,))
    more = {name: types for name, types in parts.items() if base.get(name) != types}
    fields = [f"  {name}?: {' | '.join(types)};" for name, types in more.items()]
    return "\n".join(
        ["/** Parts of events. */", "export interface GameEventPart {", *fields, "}", ""]
    )


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
            return " | ".join(written(part) for part in parts)
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
    listed = "".join(f"\n  | {message.__name__}" for message in get_args(alias))
    return f"export type {name} ={listed};\n"
