"""Pictures drawn from facts: the grid of an Alignment, the dice of a Backstory."""

from typing import Any, Final

from rollplayer.engine.table import ROWS
from tools.site.pictures import Icons

DICE: Final = {
    "white": "paper-97",
    "black": "slate-20",
    "red": "red-53",
    "green": "green-58",
    "blue": "blue-60",
    "purple": "purple-56",
    "gold": "brass-76",
}
HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'


def alignment_picture(icons: Icons, facts: dict[str, Any]) -> str:
    """C5: Good on top, Lawful on the left; stars green, lost ones red."""
    parts = [f'<rect width="512" height="512" rx="72" fill="{icons.color("wood-31")}"/>']
    for line, values in enumerate(facts["grid"]):
        for column, value in enumerate(values):
            ground = "green-45" if value > 0 else "red-45" if value < 0 else "wood-40"
            x, y = 46 + 145 * column, 46 + 145 * line
            sign = f"{value:+d}".replace("-", "−") if value else "0"
            parts.append(
                f'<rect x="{x}" y="{y}" width="130" height="130" rx="18" fill="{icons.color(ground)}"/>'
                f'<text x="{x + 65}" y="{y + 90}" font-family="Georgia, serif" font-weight="700" '
                f'font-size="76" text-anchor="middle" fill="{icons.color("paper-97")}">{sign}</text>'
            )
    return f"{HEAD}{''.join(parts)}</svg>\n"


def backstory_picture(icons: Icons, facts: dict[str, Any]) -> str:
    """Six rows of three spaces, and in each row the die it asks for."""
    parts = [f'<rect width="512" height="512" rx="72" fill="{icons.color("paper-86")}"/>']
    for line, row in enumerate(ROWS):
        color, place = facts["dice"][row]
        for space in range(1, 4):
            x, y = 100 + 110 * (space - 1), 42 + 72 * line
            fill = icons.color(DICE[color]) if space == place else "none"
            parts.append(
                f'<rect x="{x}" y="{y}" width="92" height="62" rx="12" fill="{fill}" '
                f'stroke="{icons.color("wood-39")}" stroke-width="6"/>'
            )
    return f"{HEAD}{''.join(parts)}</svg>\n"
