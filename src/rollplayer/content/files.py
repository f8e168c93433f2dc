"""Read the TOML files of a pack into one table."""

import tomllib
from pathlib import Path
from typing import Any

from rollplayer.content.errors import ContentError, one_of
from rollplayer.expansions import EXPANSIONS

BASE_SECTIONS = ("race", "class", "alignment", "backstory", "armor_set", "card", "action", "only")
LANGUAGES = ("en", "de", "fr")

Table = dict[str, Any]


def sections() -> tuple[str, ...]:
    """The sections of the base game and of every installed expansion."""
    more = [section for box in EXPANSIONS.values() for section in box.sections]
    return (*BASE_SECTIONS, *more)


def read_toml(path: Path) -> Table:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise ContentError(str(path), f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # ValueError: also a number of 5,000 digits
        raise ContentError(str(path), f"is not valid TOML: {error}") from error


def read_folder(folder: Path) -> tuple[dict[str, Table], dict[str, Table]]:
    """The facts of a pack by section and id, and its texts by language."""
    if not folder.is_dir():
        raise ContentError(str(folder), "is not a folder; a pack is a folder of .toml files")
    facts: dict[str, Table] = {section: {} for section in sections()}
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise ContentError(
            str(folder), "contains no .toml file; see docs/content.md for an example"
        )
    for path in files:
        for section, entries in read_toml(path).items():
            where = f"{path.name}: [{section}]"
            if section not in facts:
                raise one_of(where, section, sections())
            if not isinstance(entries, dict):
                raise ContentError(where, f"must be a table of ids, not {entries!r}")
            for id, entry in entries.items():
                if id in facts[section]:
                    raise ContentError(f"{where[:-1]}.{id}]", "appears twice in this pack")
                facts[section][id] = entry
    return facts, read_texts(folder / "locale")


def read_texts(folder: Path) -> dict[str, Table]:
    texts: dict[str, Table] = {}
    for language in LANGUAGES:
        path = folder / f"{language}.toml"
        if path.is_file():
            texts[language] = read_toml(path)
    return texts
