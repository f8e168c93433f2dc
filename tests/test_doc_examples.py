"""The pages on words, packs and scenarios show only examples that can happen."""

import re
import tomllib
from pathlib import Path

import pytest

from rollplayer.content import Library, load
from rollplayer.content.library import library_for
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options
from rollplayer.scenario import run_file
from rollplayer.scenario.notations import a_notation

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[1] / "docs"
EVERYTHING = tuple(EXPANSIONS)
TOML_BLOCK = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"^\| `(\{ (do|count) = \"[^`]+ \})` \| ([^|]*) \|", re.MULTILINE)
REWARD = re.compile(r"^\| `(stars|goals|weakness|gains)` of .*`(\{ [^`]+ \})` \|$", re.MULTILINE)
QUOTED = re.compile(r'"(?:\d+: |chance: )?([a-z][a-z0-9 -]*)"')


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def library_with(folder: Path, facts: str) -> Library:
    """The content with a pack of these facts; ContentError if it is not valid."""
    folder.mkdir(exist_ok=True)
    (folder / "facts.toml").write_text(facts, encoding="utf-8")
    return load(packs=(str(folder),), expansions=EVERYTHING)


def words() -> list[tuple[str, str]]:
    """The words of docs/words.md that need no parameter, each with its key."""
    return [
        (example, key)
        for example, key, parameters in WORD.findall(page("words.md"))
        if all(part == "none" or "(" in part for part in parameters.split(", "))
    ]


@pytest.mark.parametrize(("example", "key"), words())
def test_every_word_can_be_written_as_shown(example: str, key: str, tmp_path: Path) -> None:
    value = f"on_use = [{example}]" if key == "do" else f"stars = [{example[:-2]}, stars = 1 }}]"
    library = library_with(tmp_path / "pack", f"[card.climb]\n{value}\n")
    card = next(card for card in library.components.cards if card.id == "climb")
    assert len(card.on_use if key == "do" else card.stars) == 1


@pytest.mark.parametrize(("key", "example"), REWARD.findall(page("words.md")))
def test_every_reward_can_be_written_as_shown(key: str, example: str, tmp_path: Path) -> None:
    entry = {"weakness": "minion.goblin", "gains": "adventure.black-sea"}.get(key, "card.longsword")
    value = example if key == "gains" else f"[{example}]"
    library = library_with(tmp_path / "pack", f"[{entry}]\n{key} = {value}\n")
    section, _, id = entry.partition(".")
    assert library.facts[section][id][key] == tomllib.loads(f"x = {value}")["x"]


def test_the_page_on_words_has_examples_of_all_rewards() -> None:
    keys = [key for key, _ in REWARD.findall(page("words.md"))]
    assert keys == ["stars", "goals", "weakness", "gains"]
    assert len(words()) > 30


def test_the_pack_of_the_page_on_content_is_valid(tmp_path: Path) -> None:
    facts, texts = TOML_BLOCK.findall(page("content.md"))
    pack = tmp_path / "pack"
    (pack / "locale").mkdir(parents=True)
    (pack / "locale" / "en.toml").write_text(texts, encoding="utf-8")
    library = library_with(pack, facts)
    assert library.facts["card"]["longsword"]["cost"] == 5
    assert library.text("card", "lucky-charm", "name") == "Lucky Charm"


def test_the_scenario_of_the_page_holds(tmp_path: Path) -> None:
    (block,) = TOML_BLOCK.findall(page("scenarios.md"))
    path = tmp_path / "scenario.toml"
    path.write_text(block, encoding="utf-8")
    (result,) = run_file(path)
    assert result.passed, result.message
    assert len(result.answers) == 3


def test_every_answer_on_the_page_on_scenarios_can_be_given() -> None:
    options = Options(expansions=EVERYTHING)
    names = compose(options, library_for(options).components).names
    verbs = {verb.word for verb in names.vocabulary.verbs}
    section = page("scenarios.md").partition("## answers")[2].partition("## then")[0]
    answers = [text for text in QUOTED.findall(section) if text.split()[0] in verbs]
    assert len(answers) > 6
    for answer in answers:
        assert a_notation(names, answer, "docs/scenarios.md") == answer
