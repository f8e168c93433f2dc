"""Lessons are games of the engine, and what they say of dice and odds is what the table shows."""

from dataclasses import replace
from typing import Any

import pytest

from rollplayer.content import Library, library_for
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.server.reference import lessons as module
from rollplayer.server.reference.lessons import FIRST, lessons, taught
from tests.server.harness import Server

HUNT = "hunt"
NO_BREAK = "\u00a0"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", lessons())
def test_a_lesson_is_a_game_of_the_engine(id: str, language: str) -> None:
    lesson, script = taught(id, language), lessons()[id].script
    steps = lesson["steps"]
    captions = [caption for caption, _ in script if caption]
    assert [step["caption"] for step in steps] == [*captions, lessons()[id].last]
    asked = [step for step in steps if step["options"]]
    assert [step["options"][0]["notation"] for step in asked] == [
        answer for caption, answer in script if caption and answer
    ]
    assert all(step["pending"]["seat"] == 0 for step in asked)
    assert all(step["text"] for step in steps)
    assert steps[-1]["pending"] is None
    last = steps[-1]["view"]["heroes"][0]
    assert all(len(dice) == 3 for dice in last["sheet"].values())
    assert lesson["end"]["heroes"][0]["total"] == last["standing"]["total"]


@pytest.mark.parametrize("id", lessons())
@pytest.mark.parametrize("dots", [1, 2])
def test_a_new_card_changes_no_lesson(id: str, dots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = library_for(lessons()[id].options)
    new = {**whole.facts["card"]["weak"], "dots": dots}
    facts = {**whole.facts, "card": {"new": new, **whole.facts["card"]}}
    with_it = Library(facts, whole.texts, (), whole.expansions)
    before = taught(id, "en")
    monkeypatch.setattr(module, "library_for", lambda _options: with_it)
    assert taught.__wrapped__(id, "en")["end"] == before["end"]


def test_an_answer_that_a_script_cannot_have_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    script = tuple(
        (caption, text.replace("draw red4", "draw red7")) for caption, text in FIRST.script
    )
    monkeypatch.setattr(module, "lessons", lambda: {"first": replace(FIRST, script=script)})
    with pytest.raises(IllegalAnswer, match="lesson 'first': 'draw red7' is not possible now"):
        taught.__wrapped__("first", "en")


def test_each_lesson_leads_to_the_next() -> None:
    ids = list(lessons())
    assert ids == ["first", HUNT]
    after = [taught(id, "en")["next"] for id in ids]
    assert after[0]["id"] == HUNT
    assert after[0]["title"] == taught(HUNT, "en")["title"]
    assert after[1] is None


def hunt(language: str = "en") -> dict[str, Any]:
    return {step["caption"]: step for step in taught(HUNT, language)["steps"]}


def trophy(step: dict[str, Any], column: str, least: int = 7) -> int:
    """The chance of the Trophy as the rows of the table have it."""
    return sum(row[column] for row in step["forecast"]["hunt"]["rows"] if row["from"] >= least)


@pytest.mark.rules("X3", "X4", "X6", "X11")
def test_the_hunt_has_all_that_it_teaches() -> None:
    steps = hunt()
    happened = {
        caption: [event for entry in step["entries"] for event in entry["events"]]
        for caption, step in steps.items()
    }
    names = {caption: {event["event"] for event in events} for caption, events in happened.items()}
    assert "hunt-begun" in names["stay"]
    assert "combat-dice-taken" in names["hire"]
    assert {"mercenary-hired", "charisma-spent"} <= names["roll"]
    assert "combat-die-rolled" in names["reroll"]
    assert "hunt-ended" not in names["reroll"]
    assert {"combat-die-rerolled", "trophy-taken", "adventure-token-taken"} <= names["trophy"]
    # Chance waits until it is read: no new Minion lies there yet, and no new round has begun.
    assert steps["trophy"]["view"]["minion"] is None
    assert steps["trophy"]["pending"]["seat"] == "chance"
    # What only the hunter sees is the hunter's.
    assert steps["trophy"]["view"]["adventure"]["location"] is None
    assert steps["trophy"]["seen"]["adventure"]["location"]
    assert "adventure-turned-up" in names["monster"]
    short, enough = (steps[each]["view"]["heroes"][0] for each in ("fight", "again"))
    strength = steps["fight"]["view"]["strength"]
    for hero, lives in ((short, False), (enough, True)):
        assert (sum(map(int, hero["combat_roll"])) + hero["honor"] >= strength) == lives
    assert steps["scoring"]["view"]["heroes"][0]["monster_stars"] > 0
    assert taught(HUNT, "en")["end"]["winners"] == [0]


@pytest.mark.rules("X4", "X15")
def test_preparing_and_hiring_raise_the_odds() -> None:
    steps = hunt()
    for before, after in (("place", "charm"), ("hire", "roll")):
        assert trophy(steps[before], "more") == trophy(steps[after], "now")
        assert trophy(steps[before], "now") < trophy(steps[after], "now")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hunt_tells_the_numbers_of_the_table(language: str) -> None:
    steps = hunt(language)
    for caption, column in (("minion", "more"), ("charm", "now"), ("hire", "now"), ("roll", "now")):
        shown = trophy(steps[caption], column)
        # Each row is rounded, and so is their sum.
        text = steps[caption]["text"].replace(NO_BREAK, " ")
        assert any(f" {n} %" in text for n in (shown - 1, shown, shown + 1))
    better = steps["reroll"]["forecast"]["hunt"]["better"]["1"]
    assert f" {better} %" in steps["reroll"]["text"].replace(NO_BREAK, " ")
    stars = steps["monster"]["forecast"]["monster"]
    for mean in (stars["now"], stars["more"]):
        assert (mean if language == "en" else mean.replace(".", ",")) in steps["monster"]["text"]
    # Each rung of the ladder of stars has its chance; each is rounded for itself.
    assert len(stars["rungs"]) == len(steps["monster"]["view"]["ladder"])
    assert abs(sum(stars["rungs"]) - 100) <= len(stars["rungs"])
    end = steps["scoring"]["view"]["heroes"][0]
    assert steps["scoring"]["text"].startswith(str(end["combat"]))


@pytest.mark.once
def test_lessons_over_the_wire(server: Server) -> None:
    offered = server.get("/api/v1?language=de")["lessons"]
    assert [each["id"] for each in offered] == list(lessons())
    assert offered[1]["title"] == "Deine erste Jagd"
    assert all(each["text"].endswith(".") and each["icon"] for each in offered)
    assert server.get("/api/v1/lesson")["id"] == "first"
    payload = server.get(f"/api/v1/lesson?lesson={HUNT}&language=fr")
    assert (payload["id"], payload["language"]) == (HUNT, "fr")
    assert payload["expansions"] == ["monsters-and-minions"]
    status, refused, _ = server.request("GET", "/api/v1/lesson?lesson=nonsense", None)
    assert status == 422
    assert "first, hunt" in refused["detail"]
