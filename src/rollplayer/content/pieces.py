"""Find the box that has a piece which the content names but the game lacks."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rollplayer.content.errors import ContentError
from rollplayer.engine.pieces import Pieces
from rollplayer.engine.table import COLORS, KINDS
from rollplayer.engine.vocabulary import Vocabulary
from rollplayer.expansions import EXPANSIONS

BROUGHT: dict[str, Callable[[Pieces], Iterable[str]]] = {
    "color": lambda pieces: [COLORS[kind] for kind in pieces.dice_kinds],
    "kind": lambda pieces: [KINDS[kind] for kind in pieces.card_kinds],
    "number": lambda pieces: [number.name for number in pieces.numbers],
    "hook": lambda pieces: [name for _, name in pieces.hooks],
    "pile": lambda pieces: [name for _, name, _ in pieces.piles],
    "word": lambda pieces: [name for words in pieces.words.values() for name in words],
}
"""By sort of piece: how to list those of a box."""


def elsewhere(sort: str, name: Any, known: Vocabulary) -> str:
    """The box that has a piece this game lacks; empty if none does."""
    if sort not in BROUGHT:
        return ""
    for box in EXPANSIONS.values():
        if box.name not in known.boxes and name in BROUGHT[sort](box.pieces):
            return f"; it belongs to {box.title} ({box.name!r}), which is not part of this game"
    return ""


def unknown(
    where: str, value: Any, names: Sequence[str], sort: str, known: Vocabulary
) -> ContentError:
    """The error for an unknown piece: lists the known ones and the box that has it."""
    listed = ", ".join(names) or "nothing, because this game has none"
    text = f"{value!r} is not one of: {listed}"
    return ContentError(where, text + elsewhere(sort, value, known))
