"""Differences between two tables, so that only what is new is sent.

The difference of two objects has up to three fields: ``set`` {field: new value}, ``drop`` [fields
that are gone], and ``in`` {field: difference of its value}. Lists are sent whole, except those
whose places keep their meaning: there ``in`` names places.
"""

from typing import Any, Final, TypeAlias

from rollplayer.engine.plain import Plain

Difference: TypeAlias = dict[str, Any]

BY_PLACE: Final = frozenset(["heroes", "initiative"])
WHOLE: Final = frozenset(
    ["bag", "clock", "last_call", "lines", "forecast", "prices", "seen", "sheet", "undo", "vote"]
)
"""Small objects that are sent whole, because comparing them costs more than it saves."""
NOTHING: Final = object()


class CannotApply(ValueError):
    """A difference to something else than what it is applied to."""


def difference(old: Plain, new: Plain, apart: str = "") -> Difference:
    """What makes the new object of the old one, but for one field; empty if they are equal."""
    changed: Plain = {}
    inner: dict[str, Difference] = {}
    common = 0
    for key, value in new.items():
        before = old.get(key, NOTHING)
        if before is not NOTHING:
            common += 1
        # Equal parts are mostly the same object.
        if before is value or key == apart:
            continue
        if isinstance(value, dict) and isinstance(before, dict) and key not in WHOLE:
            # Comparing first would look at everything twice, at every depth.
            within = difference(before, value)
            if not within:
                continue
            if len(within.get("set", ())) < len(value):
                inner[key] = within
                continue
            # Nothing of it has stayed.
        elif key in BY_PLACE and isinstance(before, list) and len(before) == len(value):
            places = by_place(before, value)
            if places:
                inner[key] = {"in": places}
            continue
        elif before == value:
            continue
        changed[key] = value
    parts: Difference = {"set": changed} if changed else {}
    if common < len(old):
        parts["drop"] = [key for key in old if key not in new]
    if inner:
        parts["in"] = inner
    return parts


def by_place(old: list[Plain], new: list[Plain]) -> dict[str, Difference]:
    """The differences of the objects in two lists of the same length, by place."""
    found: dict[str, Difference] = {}
    for place, was in enumerate(old):
        now = new[place]
        if now is not was:
            within = difference(was, now)
            if within:
                found[str(place)] = within
    return found


def applied(old: Any, change: Difference) -> Any:
    """The new object or list; the old one stays as it is, and what is equal is shared."""
    try:
        if isinstance(old, list):
            places = {int(place): inner for place, inner in change["in"].items()}
            return [applied(each, places.get(at, {})) for at, each in enumerate(old)]
        new = {**old, **change.get("set", {})}
        for key in change.get("drop", ()):
            del new[key]
        for key, inner in change.get("in", {}).items():
            new[key] = applied(old[key], inner)
        return new
    except (KeyError, TypeError) as error:
        raise CannotApply(repr(error)) from error
