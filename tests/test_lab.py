"""The card lab: its accounts add up, its pairs of deals are fair, and a known worth is found."""

from pathlib import Path
from typing import Any

import pytest

from rollplayer.chance import Deal
from rollplayer.engine.answers import BUY, first_of, verb_of
from rollplayer.lab import gifts as giving
from rollplayer.lab.figures import Sums, by_chance, leaves_zero
from rollplayer.lab.gifts import Beginning, Lab, WatchingPlayer, set_aside
from rollplayer.lab.plan import GIFTS, PAIR, SETUP, Gift, LabPlan
from rollplayer.lab.results import LabResults
from rollplayer.lab.watch import WatchedMatch
from rollplayer.rules.options import Options
from rollplayer.scenario import Scenario, build

pytestmark = pytest.mark.once


def plan(level: str = "squire", players: int = 2, **more: Any) -> LabPlan:
    said: dict[str, Any] = {"games": 2, "gifts": 2, "pairs": 0, "seed": "lab", **more}
    return LabPlan(level, Options(players).plain(), **said)


# -- accounts -------------------------------------------------------------------------------------


def watched(given: dict[str, Any], answers: list[str]) -> dict[str, Any]:
    """A scripted piece of a game and what the account says of it."""
    match = WatchingPlayer(plan().simulation()).match("scripted")
    assert isinstance(match, WatchedMatch)
    match.game = build(Scenario(Path(__file__), "scripted", (), (), (), given, (), {}))
    match.game.advance()
    for answer in answers:
        match.say(match.game.seat(), answer)
    return {line[0]: line[1:] for line in match.account.plain(match.game)["showings"]}


MARKET = ["reckless", "foolish", "chain-helm"]


@pytest.mark.parametrize(
    ("gold", "answers", "expected"),
    [
        # The second hero can pay for nothing: Reckless and Foolish were shown in vain.
        (
            [4, 1],
            ["buy chain-helm", "discard foolish"],
            {"reckless": [1, 0, -1, 0], "foolish": [1, 0, -1, 0], "chain-helm": [1, 1, 0, 3]},
        ),
        # Both cost 6 Gold, which the second hero has.
        (
            [4, 6],
            ["buy chain-helm", "buy foolish"],
            {"reckless": [1, 1, -1, 0], "foolish": [1, 1, 1, 6], "chain-helm": [1, 1, 0, 3]},
        ),
        # What the first hero discards has been shown all the same.
        (
            [2, 2],
            ["discard chain-helm", "discard reckless"],
            {"reckless": [1, 0, -1, 0], "foolish": [1, 0, -1, 0], "chain-helm": [1, 0, -1, 0]},
        ),
    ],
)
def test_the_account_of_a_scripted_market(
    gold: list[int], answers: list[str], expected: dict[str, list[int]]
) -> None:
    classes = [{"class": "cleric", "gold": gold[0]}, {"class": "monk", "gold": gold[1]}]
    heroes = [{**hero, "race": race} for hero, race in zip(classes, ("elf", "orc"), strict=True)]
    given = {"at": "market-turn", "market": MARKET, "heroes": heroes}
    assert watched(given, answers) == expected


def test_charisma_tokens_are_part_of_the_price() -> None:
    heroes = [{"class": "cleric", "gold": 2, "charisma": 1}, {"class": "monk"}]
    given = {"at": "market-turn", "market": ["chain-helm"], "heroes": heroes}
    assert watched(given, ["buy chain-helm with 1 token"]) == {"chain-helm": [1, 1, 0, 3]}


def test_accounts_agree_with_what_the_seats_were_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted a second time, from the options of every answer and from the heroes in the end."""
    offered: set[tuple[int, str]] = set()
    act = WatchedMatch.act

    def listening(match: WatchedMatch, who: int, answer: int) -> Any:
        game = match.game
        if who >= 0 and who == game.seat():
            cards = [first_of(each) for each in game.options() if verb_of(each) == BUY]
            market = [card for card in cards if card in game.market]
            offered.update((game.round, game.rules.cards[card].id) for card in market)
        return act(match, who, answer)

    monkeypatch.setattr(WatchedMatch, "act", listening)
    line = Lab(plan("squire", 3)).play(("game", 1))
    payable = {(number, card) for card, number, able, *_ in line["showings"] if able}
    assert payable == offered
    bought = [card for card, *_, buyer, _ in line["showings"] if buyer >= 0]
    bought += [card for card, *_ in line["elsewhere"]]
    owned = [card for hero in line["heroes"] for card in hero["cards"]]
    assert owned
    assert set(owned) <= set(bought)
    assert all(able for *_, able, buyer, _ in line["showings"] if buyer >= 0)


def test_results_add_up() -> None:
    results = LabResults(plan())
    heroes = [
        {"stars": 20, "class": "monk", "cards": ["longsword"]},
        {"stars": 30, "class": "bard", "cards": ["climb", "search"]},
    ]
    showings = [["longsword", 2, 1, 0, 6], ["longsword", 3, 1, -1, 0], ["longsword", 4, 0, -1, 0]]
    line: dict[str, Any] = {
        "task": ["game", 1],
        "heroes": heroes,
        "showings": showings,
        "elsewhere": [["climb", 5, 1, 3]],
        "offered": [["class", "monk", 1], ["class", "bard", 1]],
        "chosen": [["class", "monk", 1]],
        "named": [["class-chosen", "class", "monk", 0, 1], ["hail", "race", "elf", -1, 2]],
    }
    results.add(line)
    results.add({**line, "task": ["game", 3]})  # from an earlier run with more games
    found = results.plain()["lab"]
    sword, climb = found["cards"]["longsword"], found["cards"]["climb"]
    assert (sword["shown"], sword["payable"], sword["taken"], sword["share"]) == (3, 2, 1, 0.5)
    assert (sword["round"], sword["price"], sword["by"]) == (2, 6, {"monk": 1})
    assert (sword["with"]["mean"], sword["without"]["mean"]) == (20, 30)
    assert (climb["shown"], climb["elsewhere"], climb["by"]) == (0, 1, {"bard": 1})
    monk, elf = found["others"]["class"]["monk"], found["others"]["race"]["elf"]
    assert (monk["offered"], monk["chosen"], monk["with"]["n"]) == (1, 1, 1)
    # What no event says of a single hero was there for both.
    assert (elf["with"]["n"], elf["events"]) == (2, {"hail": 2})
    assert [each["n"] for each in found["kinds"]["skill"]["owned"]] == [1, 0, 1, 0, 0, 0]
    assert found["games"] == 1
    with pytest.raises(ValueError, match="no such task"):
        results.add({"task": ["dance", 1]})


# -- gifts ----------------------------------------------------------------------------------------


def check_pairing(lab: Lab) -> None:
    """A gift of nothing changes nothing: whatever differs comes from the gift."""
    for number in (1, 2, 3):
        for moment in lab.plan.moments:
            line = lab.play((GIFTS, moment, number, 0))
            assert line["nothing"] == line["without"]


def test_deals_with_and_without_a_gift_are_the_same_deal() -> None:
    check_pairing(Lab(plan()))


def test_an_unfair_pairing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seeded defect: each game that goes on draws from a seed of its own."""
    dealt: list[Deal] = []

    def other_chance(beginning: Beginning) -> Deal:
        dealt.append(Deal.from_text(f"{beginning.seed}/{len(dealt)}"))
        return dealt[-1]

    monkeypatch.setattr(giving, "same_chance", other_chance)
    with pytest.raises(AssertionError):
        check_pairing(Lab(plan()))


def test_what_is_to_be_given_is_nowhere_before() -> None:
    lab = Lab(plan())
    gifts = [Gift("card", "greedy"), Gift("card", "longsword")]
    beginning = lab.begin("aside", 6, gifts)
    game = beginning.game
    assert game.round == 6
    places = [
        *game.market,
        *game.discard_pile,
        *game.trash,
        *(c for pile in game.deck for c in pile),
    ]
    places += [card for hero in game.heroes for card in hero.cards]
    names = {game.rules.cards[card].id for card in places if card >= 0}
    assert not names & {"greedy", "longsword"}
    before = game.heroes[0].gold
    match = lab.player.match("aside")
    match.game = game.copy()
    assert giving.give(match, lab.player.bots("aside"), 0, gifts[0])
    hero = match.game.heroes[0]
    assert game.rules.cards[hero.cards[-1]].id == "greedy"
    assert hero.gold == before
    assert len(match.game.agenda) == len(game.agenda)


def test_a_weapon_without_free_hands_is_not_given() -> None:
    lab = Lab(plan())
    swords = [Gift("card", "longsword"), Gift("card", "longbow")]
    beginning = lab.begin("hands", 1, swords)
    seat = next(hero.seat for hero in beginning.game.heroes if hero.color >= 0)
    assert lab.goes_on(beginning, seat, swords) is None
    assert lab.goes_on(beginning, seat, swords[:1]) is not None


def test_a_class_is_given_unless_somebody_has_its_color() -> None:
    lab = Lab(plan())
    beginning = lab.begin("color", SETUP, [])
    game = beginning.game
    assert game.round == 0
    for kind in game.rules.classes:
        fresh = game.copy()
        taken = giving.give_character(fresh, 0, "class", kind.index)
        free = kind.color != game.heroes[1].color and kind.index != game.heroes[0].character_class
        assert taken == free
        expected = kind.index if taken else game.heroes[0].character_class
        assert fresh.heroes[0].character_class == expected


PACK = """
[card.lucky-star]
number = 99
kind = "weapon"
dots = 1
cost = 0
hands = 0
stars = [{ count = "gold", at_least = 0, stars = 3 }]
"""


def test_a_card_of_known_worth_is_measured_at_its_worth(tmp_path: Path) -> None:
    """Three stars in the end for nothing: no other play is better with it, so it brings three."""
    (tmp_path / "cards.toml").write_text(PACK, encoding="utf-8")
    known = plan("adventurer", gifts=4, packs=(str(tmp_path),), only=("card/lucky-star",))
    lab, results = Lab(known), LabResults(known)
    for task in known.tasks():
        if task[0] == GIFTS:
            results.add(lab.play(task))
    found = results.plain()["lab"]["cards"]["lucky-star"]
    worth = found["worth"]["all"]
    assert worth["n"] == 12
    low, high = worth["95"]
    assert low <= 3 <= high
    assert high - low < 4
    assert found["per_gold"] is None
    assert list(found["worth"]) == ["all", "1", "6", "10"]


def test_every_gift_has_its_turn_in_every_number() -> None:
    one = plan()
    for moment in one.moments:
        for number in (1, 2):
            given = [gift.name for group in one.groups(moment, number) for gift in group]
            assert sorted(given) == sorted(gift.name for gift in one.gifts_at(moment))
    assert one.groups(1, 1) != one.groups(1, 2)
    cards = [gift.id for gift in plan(players=1).gifts_at(1)]
    assert "diplomacy" not in cards  # L1
    assert "longsword" in cards


def test_a_pair_is_compared_with_both_alone() -> None:
    one = plan(pairs=1)
    line = Lab(one).play((PAIR, "chain-helm", "chain-tunic", 1))
    results = LabResults(one)
    results.add(line)
    first, second, both = line["pair"]
    assert results.pairs == {
        ("chain-helm", "chain-tunic"): [both - first - second + line["without"]]
    }


# -- figures --------------------------------------------------------------------------------------


def sums_of(values: list[int]) -> Sums:
    sums = Sums()
    for value in values:
        sums.add(value)
    return sums


def test_what_leaves_zero_depends_on_how_many_were_tried() -> None:
    values = [2, -1, 3, 0, 2, 1, 0, 2, 1, 0, 2, -1]
    assert leaves_zero(sums_of(values), 1)
    assert not leaves_zero(sums_of(values), 50)
    # Signs drawn at random: about one family of pairs in twenty finds something.
    assert by_chance([values] * 20, "x") <= 0.15
    assert by_chance([[9] * 12], "x") < 0.1


def test_the_class_that_profits_most_is_the_best_of_several() -> None:
    values = [3, 1, 4, 1, 5, 2, 6, 5, 3, 5]
    results = LabResults(plan())
    results.worth_for["card/climb", "monk"] = sums_of(values)
    alone = results.profit("card/climb")[0]
    for other in ("bard", "druid", "rogue"):
        results.worth_for["card/climb", other] = sums_of([value - 2 for value in values])
    among = results.profit("card/climb")[0]
    assert (alone["class"], among["class"], alone["mean"]) == ("monk", "monk", among["mean"])
    assert alone["95"] == sums_of(values).plain()["95"]
    assert among["95"][0] < alone["95"][0] < alone["95"][1] < among["95"][1]


def test_few_values_are_not_trusted() -> None:
    assert Sums().plain() == {"n": 0, "mean": None, "95": None}
    assert sums_of([4]).plain() == {"n": 1, "mean": 4.0, "95": None}
    low, high = sums_of([1, 2, 3, 4, 5]).plain()["95"]
    # By Student's distribution with four degrees of freedom.
    assert (round(low, 1), round(high, 1)) == (1.0, 5.0)


def test_cards_set_aside_are_in_no_pile() -> None:
    game = Lab(plan()).player.match("x").game
    cards = sum(map(len, game.deck))
    set_aside(game, [Gift("card", "longsword")])
    assert sum(map(len, game.deck)) == cards - 1
