"""What Glassworks adds to what the server sends."""

from typing import Any, Final, TypedDict

from rollplayer.server.protocol import payloads


class WorkshopView(TypedDict, total=False):
    """The Cracks that nobody has."""

    crack_deck: list[str]


class KilnHero(TypedDict, total=False):
    """``kiln`` by space, null where it is open."""

    glow: int
    cracks: list[str]
    kiln: list[str | None]


ADDS: Final[dict[Any, Any]] = {
    payloads.View: WorkshopView,
    payloads.Seen: WorkshopView,
    payloads.Hero: KilnHero,
}
