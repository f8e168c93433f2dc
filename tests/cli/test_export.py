"""``cards export``: the facts in force as lists, which can be read back to the very same facts."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rollplayer.content import Library, load
from rollplayer.content.export import exported, read_export, written
from rollplayer.expansions import EXPANSIONS
from tests.cli.runner import cli

EVERYTHING = tuple(EXPANSIONS)


def read(folder: Path) -> dict[str, Any]:
    lists: dict[str, Any] = {}
    for path in sorted(folder.glob("*.toml")):
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
        assert not lists.keys() & entries
        lists |= entries
    return lists


def of(library: Library) -> dict[str, Any]:
    return {section: entries for section, entries in library.facts.items() if entries}


@pytest.mark.parametrize("edition", ["second", "first"])
def test_what_is_written_is_the_content(edition: str, tmp_path: Path) -> None:
    assert cli("cards", "export", str(tmp_path), "--edition", edition).code == 0
    boxes = [name for name in EVERYTHING if edition in EXPANSIONS[name].editions]
    assert read_export(read(tmp_path)) == of(load(edition, expansions=tuple(boxes)))


def test_every_entry_names_its_set_and_what_the_first_edition_had(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    ran = cli("cards", "export", str(folder), "--json")
    told = json.loads(ran.out)
    assert told["content"] == load(expansions=EVERYTHING).hash
    assert [Path(name) for name in told["files"]] == [
        folder / f"{name}.toml" for name in ("characters", "market", *EVERYTHING)
    ]
    lists = read(folder)
    base, first = load().facts, load("first").facts
    for card in lists["market"]:
        in_base = card["id"] in base["card"]
        assert (card["set"] == "base") == in_base
        assert card.get("first_edition") == ((card["id"] in first["card"]) if in_base else None)
    assert {monster["set"] for monster in lists["monster"]} == {"monsters-and-minions"}
    (reckless,) = [card for card in lists["market"] if card["id"] == "reckless"]
    assert list(reckless) == [
        *("id", "name", "name_de", "name_fr", "number", "set", "type", "dots", "first_edition"),
        *("cost", "arrow", "stars", "effect", "source", "source_note"),
    ]
    assert reckless["source"]["cost"] == "rulebook"
    (cleric,) = [each for each in lists["class"] if each["id"] == "cleric"]
    assert cleric["ability"] == "Charitable"


def test_packs_are_in_force(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    card = '[card.rod]\nkind = "weapon"\ndots = 1\ncost = 0\nhands = 1\n'
    (pack / "mine.toml").write_text(f"[card.reckless]\ncost = 1\n\n{card}", encoding="utf-8")
    assert cli("cards", "export", str(tmp_path / "out"), "--pack", str(pack)).code == 0
    lists = read(tmp_path / "out")
    costs = {card["id"]: (card["cost"], card["set"]) for card in lists["market"]}
    assert (costs["reckless"], costs["rod"]) == ((1, "base"), (0, "pack"))
    assert read_export(lists) == of(load(packs=(str(pack),), expansions=EVERYTHING))


def test_nothing_is_written_of_a_box_that_is_not_in_the_library() -> None:
    pages = exported(load())
    assert list(pages) == ["characters.toml", "market.toml"]
    for page in pages.values():
        assert "monsters-and-minions" not in page


def test_existing_files_are_never_overwritten(tmp_path: Path) -> None:
    own = tmp_path / "market.toml"
    own.write_text("[card.reckless]\ncost = 1\n", encoding="utf-8")
    ran = cli("cards", "export", str(tmp_path))
    assert ran.code == 2
    assert str(own) in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["market.toml"]
    assert own.read_text(encoding="utf-8") == "[card.reckless]\ncost = 1\n"


def test_any_text_is_written_as_toml() -> None:
    odd = {"a b": ['"\\\n\t\x7f“”', True, False, -3, {}, []], "c-d_1": {"x": "é"}}
    assert tomllib.loads(f"value = {written(odd)}") == {"value": odd}
    with pytest.raises(TypeError):
        written(1.5)
