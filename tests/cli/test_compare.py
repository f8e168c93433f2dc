"""``cards compare``: each fact that differs from other lists, and nothing that does not."""

import json
from pathlib import Path

import pytest

from tests.cli.runner import cli


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """The facts in force, as somebody else might have them."""
    folder = tmp_path / "lists"
    assert cli("cards", "export", str(folder)).code == 0
    return folder


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def test_what_was_exported_does_not_differ(lists: Path) -> None:
    # Files may have any name, and texts and sources are no facts.
    edit(lists / "market.toml", ('effect = "', 'effect = "In other words: '))
    edit(lists / "market.toml", ('source = { name = "public"', 'source = { name = "rulebook"'))
    (lists / "market.toml").rename(lists / "cards.toml")
    ran = cli("cards", "compare", str(lists))
    assert (ran.code, ran.err) == (0, "")
    assert "none differs" in ran.out
    told = json.loads(cli("cards", "compare", str(lists), "--json").out)
    assert told["facts"] > 1000
    assert not any(told[key] for key in ("differences", "counts", "only_here", "only_there"))


def test_each_differing_fact_is_listed_and_counted(lists: Path) -> None:
    edit(
        lists / "market.toml",
        ("cost = 6", "cost = 7"),
        ('timing = "own-payment"\n', ""),
        ('id = "quarterstaff"', 'id = "pole"\nlength = 2'),
    )
    ran = cli("cards", "compare", str(lists), "--json")
    told = json.loads(ran.out)
    assert ran.code == 1
    assert [
        (each["list"], each["id"], each["key"], each["here"], each["there"])
        for each in told["differences"]
    ] == [
        ("market", "quarterstaff", "id", "quarterstaff", None),
        ("market", "foolish", "cost", 6, 7),
        ("market", "haggle", "timing", "own-payment", None),
        ("market", "pole", "id", None, "pole"),
    ]
    assert told["counts"] == {"market.cost": 1, "market.id": 2, "market.timing": 1}
    assert told["only_there"] == {"market.length": 1}
    shown = cli("cards", "compare", str(lists))
    assert shown.code == 1
    assert "market foolish: cost\n  here   6\n  there  7\n" in shown.out
    assert '  here   "own-payment"\n  there  (not given)\n' in shown.out
    assert "4 differ: market.id 2, market.cost 1, market.timing 1" in shown.out
    assert "market.length 1" in shown.out


def test_a_pack_and_fewer_boxes_are_compared_as_they_are(lists: Path, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "mine.toml").write_text("[card.reckless]\ncost = 1\n", encoding="utf-8")
    told = json.loads(cli("cards", "compare", str(lists), "--pack", str(pack), "--json").out)
    assert told["counts"] == {"market.cost": 1}
    for path in lists.iterdir():
        if path.name != "characters.toml":
            path.unlink()
    # Lists that are not there are not missed; without the box, its classes and races are.
    assert cli("cards", "compare", str(lists)).code == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[card.reckless]\ncost = 1\n", "'card' is not a list of components"),
        ('[[market]]\nname = "Reckless"\n', "an entry of [[market]] has no id"),
        ('[[market]]\nid = "a"\n[[market]]\nid = "a"\n', "two entries with the id 'a'"),
        ('[[market]]\nid = "a"\ncost = 1.5\n', "facts are texts, whole numbers"),
        ('[[spell]]\nid = "a"\n', "Found: spell"),
        ("[[market]\n", "is not valid TOML"),
    ],
)
def test_lists_that_cannot_be_compared_are_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(text, encoding="utf-8")
    ran = cli("cards", "compare", str(tmp_path))
    assert ran.code == 2
    assert str(tmp_path) in ran.err
    assert said in ran.err


def test_a_folder_without_lists_is_refused(tmp_path: Path) -> None:
    assert "has no .toml file" in cli("cards", "compare", str(tmp_path)).err
    missing = cli("cards", "compare", str(tmp_path / "none"))
    assert (missing.code, str(tmp_path / "none") in missing.err) == (2, True)
