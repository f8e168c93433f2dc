"""The Market as a picture: how often each card is bought, and what it is worth as a gift."""

from html import escape
from typing import Final

from rollplayer.engine.plain import Plain
from rollplayer.text import Texts

MARK: Final = "rollplayer lab"
"""Stands in every picture, so that no other file is overwritten."""
ROW: Final = 20
TOP: Final = 64
NAME_WIDTH: Final = 190
PANEL: Final = 300
GAP: Final = 40
WIDE: Final = NAME_WIDTH + 2 * PANEL + 2 * GAP
FEW, MANY = 0.15, 0.85
"""Cards that are bought more seldom than this seem dead, those bought more often a matter of course."""
FONT: Final = 'font-family="sans-serif" font-size="12"'
COLORS: Final = ("#b5452c", "#6b4fa0", "#2f7d4f", "#2b6ca3", "#8a6d1f", "#555555")


def picture_of(texts: Texts, outcome: Plain) -> str:
    """An SVG on a light ground; it needs nothing besides itself."""
    kinds = list(dict.fromkeys(card["kind"] for card in outcome["cards"].values()))
    cards = sorted(
        outcome["cards"].items(),
        key=lambda each: (kinds.index(each[1]["kind"]), -(each[1]["share"] or 0.0), each[0]),
    )
    low, high = bounds(outcome)
    shares_at, worth_at = NAME_WIDTH, NAME_WIDTH + PANEL + GAP
    tall = TOP + ROW * len(cards) + 30
    title = texts.t(
        "lab.title",
        n=outcome["games"],
        players=outcome["options"]["players"],
        level=texts.bot(outcome["level"]),
        seed=outcome["seed"],
    )
    height = ROW * len(cards)
    size = f'viewBox="0 0 {WIDE} {tall}" width="{WIDE}" height="{tall}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {FONT}>',
        f"<!-- {MARK} -->",
        f"<title>{escape(title)}</title>",
        box(0, 0, WIDE, tall, "#fffdf8"),
        label(12, 20, title, "start", bold=True),
        label(12, 42, texts.t("lab.picture.share"), "start"),
        label(worth_at, 42, texts.t("lab.picture.worth"), "start"),
        box(shares_at + PANEL * FEW, TOP, PANEL * (MANY - FEW), height, "#eef3e6"),
    ]
    for tick in (0, 25, 50, 75, 100):
        parts.append(label(shares_at + PANEL * tick / 100, TOP - 6, f"{tick} %", "middle"))
    for stars in range(low, high + 1):
        x = worth_at + PANEL * (stars - low) / (high - low)
        parts.append(label(x, TOP - 6, f"{stars:+d}".replace("-", "−") if stars else "0", "middle"))
        color = "#888888" if stars == 0 else "#e4ded2"
        parts.append(line(x, TOP, x, TOP + height, color))
    for at, (id, card) in enumerate(cards):
        y = TOP + ROW * at + ROW / 2
        color = COLORS[kinds.index(card["kind"]) % len(COLORS)]
        parts.append(label(NAME_WIDTH - 10, y + 4, texts.name("card", id), "end", color=color))
        parts += share_of(card, shares_at, y, color)
        parts += worth_of(card, worth_at, y, color, low, high)
    x = 12.0
    for at, kind in enumerate(kinds):
        name = texts.name("kind", kind)
        parts.append(label(x, tall - 10, name, "start", color=COLORS[at % len(COLORS)]))
        x += 8.0 * len(name) + 20
    return "\n".join([*parts, "</svg>", ""])


def bounds(outcome: Plain) -> tuple[int, int]:
    """Whole stars around all that is drawn, at most ten either way."""
    ends = [0.0, 1.0]
    for card in outcome["cards"].values():
        ends += card["worth"]["all"]["95"] or []
    return max(-10, int(min(ends) - 1)), min(10, int(max(ends) + 1))


def share_of(card: Plain, left: float, y: float, color: str) -> list[str]:
    if card["share"] is None:
        return []
    low, high = card["share_95"]
    return [
        box(left, y - 6, PANEL * card["share"], 12, color, ' fill-opacity="0.55"'),
        line(left + PANEL * low, y, left + PANEL * high, y, "#333333"),
    ]


def worth_of(card: Plain, left: float, y: float, color: str, low: int, high: int) -> list[str]:
    worth = card["worth"]["all"]
    if worth["mean"] is None:
        return []

    def place(stars: float) -> float:
        return left + PANEL * (min(max(stars, low), high) - low) / (high - low)

    dot = f'<circle cx="{place(worth["mean"]):.1f}" cy="{y:.1f}" r="4" fill="{color}"/>'
    if worth["95"] is None:
        return [dot]
    return [line(place(worth["95"][0]), y, place(worth["95"][1]), y, color), dot]


def box(x: float, y: float, wide: float, tall: float, color: str, more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}"'
    return f'<rect {place} fill="{color}"{more}/>'


def line(x: float, y: float, to_x: float, to_y: float, color: str) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="{color}" stroke-width="1.5"/>'


def label(
    x: float, y: float, text: str, anchor: str, *, bold: bool = False, color: str = "#222222"
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {at} fill="{color}"{weight}>{escape(text)}</text>'
