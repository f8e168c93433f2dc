"""What bots expect of cards over the rounds to come: by their words, not by their names."""

from pathlib import Path

import pytest

from rollplayer.content import library_for
from rollplayer.engine.game import Ruleset
from rollplayer.engine.pieces import BoxFault, Pieces
from rollplayer.engine.table import KINDS
from rollplayer.engine.tally import AT_LEAST, AT_MOST, EVERY, Shape
from rollplayer.rules.compose import compose
from rollplayer.rules.expansion import vocabulary_of
from rollplayer.rules.options import Options
from rollplayer.scenario import Scenario, build
from rollplayer.search.estimate import Estimate
from rollplayer.search.prospects import USUAL_SKILL, Prospects, expected, words_of
from rollplayer.words.counts import PATTERNS
from rollplayer.words.prospects import BORROWING

PACK = """
[card.rummage]
number = 900
kind = "skill"
dots = 1
cost = 3
arrow = "evil"
timing = "any"
on_use = [{ do = "search" }]
source = { name = "house", dots = "house", cost = "house", arrow = "house", effect = "house" }
"""
NAMES = """
[card.rummage]
name = "Rummage"
text = "Search."
"""


def rules_of(options: Options = Options(), packs: tuple[str, ...] = ()) -> Ruleset:  # noqa: B008  frozen
    return compose(options, library_for(options, packs).components)


def index_of(rules: Ruleset, id: str) -> int:
    return next(card.index for card in rules.cards if card.id == id)


def test_everything_that_is_expected_is_a_word() -> None:
    known = rules_of().vocabulary
    narrowed = [f"rows {pattern}" for pattern in PATTERNS] + [f"cards {kind}" for kind in KINDS]
    words = {*known.words["effects"], *known.number_names(), BORROWING}
    assert set(known.prospects) <= words
    assert set(known.growths) <= {*known.words["counts"], *narrowed}


def test_every_word_that_works_over_rounds_in_our_content_has_a_prospect() -> None:
    rules = rules_of()
    numbers = {number.index: number.name for number in rules.vocabulary.numbers}
    said = {word for card in rules.cards for word, _ in words_of(card, numbers)}
    assert len(said) > 15
    assert said <= set(rules.vocabulary.prospects)


def test_a_card_of_a_pack_is_judged_by_its_words(tmp_path: Path) -> None:
    (tmp_path / "market.toml").write_text(PACK, encoding="utf-8")
    (tmp_path / "locale").mkdir()
    for language in ("en", "de", "fr"):
        (tmp_path / "locale" / f"{language}.toml").write_text(NAMES, encoding="utf-8")
    rules = rules_of(packs=(str(tmp_path),))
    prospects = Prospects(rules)
    ours, theirs, other = (index_of(rules, id) for id in ("search", "rummage", "intimidate"))
    for left in (1, 3, 7, 12):
        assert prospects.of(theirs, left) == prospects.of(ours, left) > prospects.of(other, left)
    assert prospects.of(ours, 0) == 0


def test_a_box_brings_its_own_and_no_two_bring_the_same() -> None:
    one, other = Pieces("one"), Pieces("other")
    one.prospect("thaw", 0.5, 2.0)
    one.growth("icicles", 0.5)
    other.prospect("melt", 0.1, 0.2)
    known = vocabulary_of([])
    assert "thaw" not in known.prospects
    both = type(known)([one, other])
    assert both.prospects == {"thaw": (0.5, 2.0), "melt": (0.1, 0.2)}
    assert both.growths == {"icicles": 0.5}
    other.growth("icicles", 0.1)
    with pytest.raises(BoxFault, match="other and one both bring a growth called 'icicles'"):
        type(known)([one, other])


@pytest.mark.parametrize(
    ("kind", "count", "growth", "left", "low", "high"),
    [
        (AT_LEAST, 8, 0.7, 5, 4.0, 4.0),  # has it
        (AT_LEAST, 7, 0.7, 0, 0.0, 0.0),  # over
        (AT_LEAST, 7, 0.7, 5, 3.5, 4.0),
        (AT_LEAST, 1, 0.7, 3, 0.0, 0.2),
        (AT_MOST, 9, 0.1, 5, 0.0, 0.0),  # lost
        (AT_MOST, 2, 0.1, 5, 3.9, 4.0),
        (EVERY, 8, 0.0, 5, 4.0, 4.0),  # nothing grows
        (EVERY, 8, 2.0, 4, 4.0, 8.0),
    ],
)
def test_a_count_is_expected_to_grow(
    kind: int, count: int, growth: float, left: int, low: float, high: float
) -> None:
    assert low <= expected(Shape(kind, 8, 4), count, growth, left) <= high


def test_a_weapon_that_spoils_a_goal_is_as_good_as_discarded() -> None:
    """M4: with the Longbow this Warrior's Dexterity is past its goal; others have none there."""
    sheet = {"dex": "blue6 green6 red4"}
    goals = []
    for cards in ([], ["longbow"]):
        hero = {"class": "warrior", "race": "human", "cards": cards, "sheet": sheet}
        given = {"heroes": [hero, {}]}
        game = build(Scenario(Path(__file__), "goals", (), (), (), given, (), {}))
        estimate = Estimate(game.rules)
        goals.append(estimate.goals(game.heroes[0], 12))
        with_it = estimate.goals_with(game.heroes[0], 12, weapons=True)
    assert goals[1] == goals[0] > with_it


def test_skills_that_nobody_has_measured_count_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of()
    search = index_of(rules, "search")
    monkeypatch.delitem(rules.vocabulary.prospects, "search")
    assert Prospects(rules).of(search, 12) == USUAL_SKILL[1]
