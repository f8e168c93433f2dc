"""What the documentation site is made of; ``make docs`` builds it and follows every link."""

import re
from pathlib import Path

import pytest

from rollplayer.cli.entries import all_entries
from rollplayer.content import load
from rollplayer.expansions import EXPANSIONS
from tools.rulings import rules
from tools.site.assemble import Assembly, DeadLink, fenced, outside_code
from tools.site.gallery import Gallery, gallery_pages, with_rules
from tools.site.navigation import LANGUAGES
from tools.site.portraits import draw_portraits
from tools.site.scenarios import ScenarioPages

pytestmark = pytest.mark.once


def tree(folder: Path, **docs: str) -> Assembly:
    """A repository with these pages in docs/, an example and a page at its root."""
    (folder / "docs" / "pictures").mkdir(parents=True)
    (folder / "examples").mkdir()
    (folder / "examples" / "bot.py").write_text('"""Plays: well."""\n')
    for name in ("CONTRIBUTING", "CHANGELOG", "CREDITS", "README"):
        (folder / f"{name}.md").write_text(f"# {name}\n\n[rules](docs/rules.md#c)\n")
    for name, text in {"rules": "# Rules\n", **docs}.items():
        (folder / "docs" / f"{name}.md").write_text(text)
    assembly = Assembly(folder / "built", folder)
    assembly.pages()
    return assembly


def written(assembly: Assembly, name: str) -> str:
    return (assembly.folder / name).read_text(encoding="utf-8")


def test_links_lead_to_where_a_page_stands_on_the_site(tmp_path: Path) -> None:
    assembly = tree(
        tmp_path,
        a="[b](rules.md#c) [root](../CONTRIBUTING.md) [home](../README.md) [out](https://x.org)\n"
        "`[code](gone.md)`\n```\n[code](gone.md)\n```\n[here](#c)\n",
    )
    page = written(assembly, "a.md")
    assert "[b](rules.md#c) [root](contributing.md) [home](index.md) [out](https://x.org)" in page
    assert page.count("[code](gone.md)") == 2
    assert "[here](#c)" in page
    assert "[rules](rules.md#c)" in written(assembly, "contributing.md")


def test_a_page_named_by_its_file_is_named_by_its_title_on_the_site(tmp_path: Path) -> None:
    assembly = tree(tmp_path, a="See [rules.md](rules.md) and [the rules](rules.md).\n")
    assert "See [](rules.md) and [the rules](rules.md)." in written(assembly, "a.md")


def test_files_of_the_repository_become_pages(tmp_path: Path) -> None:
    assembly = tree(tmp_path, a="[a bot](../examples/bot.py), [all](../examples)\n")
    page = written(assembly, "a.md")
    assert "[a bot](source/examples/bot.py.md), [all](source/examples.md)" in page
    assert '```python\n"""Plays: well."""\n```' in written(assembly, "source/examples/bot.py.md")
    assert "[bot.py](examples/bot.py.md) | Plays: well." in written(assembly, "source/examples.md")


def test_a_link_to_nothing_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(DeadLink, match=r"docs/a\.md: \.\./gone\.py leads to nothing"):
        tree(tmp_path, a="[gone](../gone.py)\n")


def test_numbered_rules_have_anchors(tmp_path: Path) -> None:
    assembly = tree(tmp_path, rules="# Rules\n\n- C1 Dice. C2 is below.\n- C2 More.\n")
    page = written(assembly, "rules.md")
    assert re.findall(r'id="(\w+)" href="#(\w+)"', page) == [("C1", "C1"), ("C2", "C2")]


def test_code_is_left_alone() -> None:
    text = "a `b` c\n```\nd\n```\ne"
    assert outside_code(text, str.upper) == "A `b` C\n```\nd\n```\nE"
    assert fenced("```x```", "text").startswith("````text\n")


def test_every_entry_of_the_content_has_its_place_in_the_gallery() -> None:
    library = load(expansions=tuple(EXPANSIONS))
    shown = [entry for page in gallery_pages(library) for entry in page.entries]
    assert sorted(shown, key=str) == sorted(all_entries(library), key=str)
    assert len(shown) == len(set(shown)) > 200


def picture_beside(assembly: Assembly, page: str, id: str) -> str:
    """The picture of an entry, at the address that its page gives."""
    told = written(assembly, f"gallery/en/{page}.md")
    address = told.partition(f'id="entry-{id}"')[2].partition('src="')[2].partition('"')[0]
    return written(assembly, f"_static/{address.partition('_static/')[2]}")


def test_the_gallery_shows_what_the_command_shows(tmp_path: Path) -> None:
    assembly = Assembly(tmp_path)
    portraits = {"class-bard": "<svg >bard</svg>", "monster-dragon": "<svg >dragon</svg>"}
    gallery = Gallery(load(expansions=tuple(EXPANSIONS)), ScenarioPages(), portraits)
    gallery.write(assembly)
    for page in gallery.pages:
        for language in LANGUAGES:
            text = written(assembly, f"gallery/{language}/{page.slug}.md")
            assert text.count('class="entry"') == len(page.entries)
        for entry in page.entries:
            picture = picture_beside(assembly, page.slug, entry.id)
            assert picture.startswith("<svg ")
            assert "currentColor" not in picture
    assert picture_beside(assembly, "class", "bard") == portraits["class-bard"]
    of_the_dragon = next(
        id
        for id, facts in gallery.library.facts["adventure"].items()
        if facts["monster"] == "dragon"
    )
    assert picture_beside(assembly, "adventure", of_the_dragon) == portraits["monster-dragon"]
    # The same picture is one file, however many entries it stands beside.
    files = [path.read_text("utf-8") for path in (tmp_path / "_static/gallery").iterdir()]
    assert len(files) == len(set(files)) < sum(len(page.entries) for page in gallery.pages)
    traits = written(assembly, "gallery/en/trait.md")
    reckless = traits.partition('id="entry-reckless"')[2].partition("\n")[0]
    assert "4 Reputation Stars if the dice in your Constitution row total 6 or less." in reckless
    assert "<td>cost 6</td> <td>Rulebook</td>" in reckless
    assert "<td>stars</td> <td>House value</td> <td>*</td>" in reckless
    assert 'rules.html#E12">E12</a>' in reckless
    assert "all-scenarios/cards/traits.html#scenario-" in reckless
    assert "../de/trait.html#entry-reckless" in reckless
    assert "Monsters &amp; Minions" in written(assembly, "gallery/fr/minion.md")


def test_every_hero_and_creature_has_a_portrait() -> None:
    library = load(expansions=tuple(EXPANSIONS))
    drawn = draw_portraits(library)
    wanted = {
        f"{section}-{id}"
        for section in ("class", "race", "monster", "minion")
        for id in library.facts[section]
    }
    assert set(drawn) == wanted
    assert len(set(drawn.values())) == len(wanted)


def test_rule_numbers_of_rulings_exist_and_lead_to_the_rules() -> None:
    assert with_rules("see N5, not XP3D", "de") == (
        'see <a href="../../rules.de.html#N5">N5</a>, not XP3D'
    )
    assert "N5" in rules()


def test_every_scenario_has_an_anchor(tmp_path: Path) -> None:
    pages = ScenarioPages()
    assembly = Assembly(tmp_path)
    pages.write(assembly)
    for scenario in pages.listed:
        place, _, anchor = pages.place(scenario).partition(".html#")
        assert f'id="{anchor}"' in written(assembly, f"{place}.md")
    named = pages.listed[0]
    text = f"`tests/scenarios/{named.file}: {named.name}` `tests/scenarios/no.toml: Gone`"
    assert f'<a href="{pages.place(named)}">' in pages.linked(text)
    assert "`tests/scenarios/no.toml: Gone`" in pages.linked(text)
    assert {each.file for each in pages.showing("reckless")} >= {"cards/traits.toml"}
