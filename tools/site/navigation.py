"""The sections of the site and the pages in each, in the order of the menu."""

from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "fr": "Français"}

NAVIGATION: Final[dict[str, tuple[str, ...]]] = {
    "Play": ("play", "cli"),
    "Rules": ("English <rules>", "Deutsch <rules.de>", "Français <rules.fr>", "rulings"),
    "Cards and classes": (
        "About the gallery <gallery>",
        *(f"{name} <gallery/{language}/index>" for language, name in LANGUAGES.items()),
    ),
    "Study": (
        "bots",
        "balance",
        "api",
        "notation",
        "scenarios",
        "all-scenarios/index",
        "source/examples",
    ),
    "Extend": ("content", "words", "boxes"),
    "Run a server": ("deploy", "offline", "capacity", "protocol", "fair-dice", "ratings"),
    "How it is built": (
        "architecture",
        "browser",
        "glossary",
        "contributing",
        "changelog",
        "credits",
    ),
}
"""A page that stands nowhere here, nor below one that does, stops the build."""


def toctree(pages: tuple[str, ...] | list[str], caption: str = "") -> str:
    """A hidden list of pages: what the menu is made of."""
    lines = ["```{toctree}", ":hidden:", f":caption: {caption}" if caption else "", "", *pages]
    return "\n".join([line for at, line in enumerate(lines) if line or at > 2] + ["```", ""])


def menu() -> str:
    return "\n" + "\n".join(toctree(pages, caption) for caption, pages in NAVIGATION.items())
