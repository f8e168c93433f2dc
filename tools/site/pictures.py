"""The pictures of the gallery: the client's icons, each on the color of its kind."""

import json
import re
from pathlib import Path
from typing import Any, Final

from tools.site.assemble import ROOT

CLIENT: Final = ROOT / "src" / "rollplayer" / "web" / "assets"
ICONS: Final = ROOT / "web" / "src" / "icons.json"
BOX_ICONS: Final = ROOT / "src" / "rollplayer" / "expansions"
SYMBOL: Final = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
TOKEN: Final = re.compile(r"^ *--([\w-]+): ([^;]+);", re.MULTILINE)
TOKENS: Final = ROOT / "web" / "src" / "style" / "tokens.css"
FONTS: Final = TOKENS.with_name("fonts.css")
CLASS_COLORS: Final = {
    "white": ("paper-89", "wood-27"),
    "black": ("slate-20", "paper-94"),
    "red": ("red-45", "paper-97"),
    "green": ("green-45", "paper-97"),
    "blue": ("blue-44", "paper-97"),
    "purple": ("purple-41", "paper-97"),
}
"""Ground and drawing, by names of tokens.css."""
KIND_COLORS: Final = {
    kind: (kind, "paper-97") for kind in ("weapon", "armor", "trait", "skill", "scroll")
}
OTHERS: Final = ("wood-37", "brass-90")


class NoClient(RuntimeError):
    """The client, whose pictures these are, is not built."""


class Icons:
    """Every icon of the built client, by what it stands for."""

    def __init__(self) -> None:
        sprite = next(CLIENT.glob("icons-*.svg"), None)
        if sprite is None:
            raise NoClient("the pictures are those of the built client: make web")
        self.drawings = dict(SYMBOL.findall(sprite.read_text(encoding="utf-8")))
        self.names: dict[str, str] = json.loads(ICONS.read_text(encoding="utf-8"))
        for path in sorted(BOX_ICONS.glob("*/web/icons.json")):
            self.names |= json.loads(path.read_text(encoding="utf-8"))
        # The first of each name is the light theme's.
        self.tokens = dict(reversed(TOKEN.findall(TOKENS.read_text(encoding="utf-8"))))

    def name(self, section: str, id: str, facts: dict[str, Any]) -> str:
        """The icon of an entry, else of its kind, else of its section."""
        kind = facts.get("kind", section)
        for key in (f"{section}-{id}", f"kind-{kind}", section, f"kind-{section}", "kind-card"):
            if key in self.names:
                return self.names[key]
        raise KeyError(f"no icon for {section} {id}")

    def color(self, token: str) -> str:
        value = self.tokens[token]
        inner = re.fullmatch(r"var\(--([\w-]+)\)", value)
        return self.color(inner[1]) if inner else value

    def picture(self, section: str, id: str, facts: dict[str, Any]) -> str:
        """A square picture that needs no style sheet."""
        chosen = CLASS_COLORS.get(facts.get("color", "")) or KIND_COLORS.get(facts.get("kind", ""))
        ground, drawing = map(self.color, chosen or OTHERS)
        shape = self.drawings[self.name(section, id, facts)].replace("currentColor", drawing)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
            f'<rect width="512" height="512" rx="72" fill="{ground}"/>'
            f'<g transform="translate(64 64) scale(.75)">{shape}</g></svg>\n'
        )


def fonts() -> dict[str, Path]:
    """The client's typefaces by the names that the style sheet of the site uses."""
    return {
        re.sub(r"-[\w-]{8}\.woff2$", ".woff2", path.name): path for path in CLIENT.glob("*.woff2")
    }


def font_styles() -> str:
    """The client's style sheet of them, for files that lie beside it."""
    return re.sub(r"'@fontsource/[\w-]+/files/", "'", FONTS.read_text(encoding="utf-8"))
