"""Openings at the keyboard (K5): people get theirs beside bots, and as often as they wish."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rollplayer.cli.terminal.host import Host
from rollplayer.cli.terminal.menu import LET_BE
from rollplayer.cli.verify import verify
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import BUY, PASS, USE
from rollplayer.engine.components import ANY_TIME
from rollplayer.engine.table import SKILL
from rollplayer.log import Entry, effective, read_lines
from rollplayer.match import Match
from rollplayer.openings import ALWAYS, NEVER, NEW, OPENING, WHENS, acts
from rollplayer.text import Texts
from tests.cli.runner import cli
from tests.printed import printed_match
from tests.terminal.seated import Typist, anything, new_host, shown_by

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@dataclass
class Shopper:
    """Buys any-time Skills, and uses them in the same round wherever they can be used."""

    legal: Typist
    bought: list[tuple[int, int]] = field(default_factory=list)
    used: list[tuple[int, int]] = field(default_factory=list)

    def __call__(self, host: Host) -> str | None:
        menu, game = host.asking, host.game
        assert menu is not None
        for option in menu.options:
            card = option >> 8 & 255
            if option >> 16 == BUY and is_anytime_skill(host.match, card):
                self.bought.append((game.round, card))
                return menu.names.write(option)
            if option >> 16 == USE and (game.round, card) in self.bought:
                self.used.append((game.round, card))
                return menu.names.write(option)
        others = [o for o in menu.options if o != LET_BE and o >> 16 not in (USE, PASS)]
        if menu.question in ("last-call", "opening", "last-chance") or not others:
            return "pass"
        return self.legal(host)


def is_anytime_skill(match: Match, card: int) -> bool:
    skill = match.game.rules.cards[card]
    return skill.kind == SKILL and skill.timing == ANY_TIME


def usable(match: Match) -> Iterator[bool]:
    """For each any-time Skill that seat 0 bought and could use in that round: if it came first then.

    It did if neither a bot nor chance has answered between the first chance to use it and its use,
    other than at the opening in which all are asked.
    """
    again = Match(match.header, match.library, match.chance)
    waiting: dict[int, int] = {}
    possible: dict[str, bool] = {}
    for entry in match.entries:
        card = bought(again, entry)
        if entry.who == 0 and entry.answer in possible:
            yield possible.pop(entry.answer)
        elif entry.who != 0 and again.game.question() != OPENING:
            possible = dict.fromkeys(possible, False)
        again.say(entry.who, entry.answer)
        game = again.game
        if game.over:
            break
        if card is not None:
            waiting[card] = game.round
        for answer in acts(game, 0):
            card = answer >> 8 & 255
            if not answer & 255 and waiting.get(card) == game.round:
                del waiting[card]
                possible[game.rules.names.write(answer)] = True
    yield from dict.fromkeys(possible, False).values()


def bought(match: Match, entry: Entry) -> int | None:
    if entry.who or not entry.answer.startswith("buy "):
        return None
    names = match.game.rules.names
    options = [o for o in match.game.options() if names.write(o) == entry.answer]
    card = options[0] >> 8 & 255
    return card if is_anytime_skill(match, card) else None


@pytest.mark.rules("K5", "M6")
def test_a_skill_bought_beside_bots_can_be_used_at_once() -> None:
    """Any-time Skills that were bought and could be used: all of them, before a bot goes on."""
    at_once: list[bool] = []
    bought = 0
    for seed in range(16):
        shopper = Shopper(anything(f"shop {seed}"))
        seats = ["human", *["random"] * (1 + seed % 3)]
        host = new_host(Path(f"{seed}.jsonl"), shopper, seats=seats, seed=f"shop {seed}")
        shown_by(host.run)
        assert host.game.over
        bought += len(shopper.bought)
        at_once += usable(host.match)
    assert bought > 30
    assert len(at_once) > 25
    assert all(at_once), f"{sum(at_once)} of {len(at_once)} could be used at once, {bought} bought"


# -- as often as one wishes -------------------------------------------------------------------------


def asked_besides(when: str, seed: str) -> list[tuple[int, str, int, str]]:
    """When somebody beside two bots is asked what no turn of theirs asks: round, question, seat."""
    asked: list[tuple[int, str, int, str]] = []
    legal = Shopper(anything(seed))

    def typist(host: Host) -> str | None:
        menu, game = host.asking, host.game
        assert menu is not None
        if menu.question in ("last-call", "opening"):
            asked.append((game.round, game.question(), game.seat(), menu.question))
            return "pass"
        return legal(host)

    host = new_host(
        Path(f"{when} {seed}.jsonl"),
        typist,
        seats=["human", "random", "random"],
        seed=seed,
        openings=when,
    )
    shown_by(host.run)
    assert host.game.over
    lines = Path(f"{when} {seed}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    verify(read_lines(lines), host.match.library)
    return asked


def test_people_beside_bots_are_asked_as_often_as_they_wish() -> None:
    asked = {
        when: [moment for n in range(6) for moment in asked_besides(when, f"{n}")] for when in WHENS
    }
    assert asked[NEVER] == []
    assert 0 < len(asked[NEW]) < len(asked[ALWAYS])
    before = {question for _, question, _, kind in asked[ALWAYS] if kind == "last-call"}
    assert before == {"take", "market-turn", "refresh"}


def test_always_asks_once_before_each_turn_of_a_bot() -> None:
    asked = asked_besides(ALWAYS, "once")
    calls = [question for question in asked if question[3] == "last-call"]
    assert calls
    assert len(set(calls)) == len(calls)


# -- taking back ------------------------------------------------------------------------------------


def test_undo_goes_back_past_what_was_passed_by_itself() -> None:
    """Whoever never wants to be asked takes back an answer, not a pass, and is asked that again."""
    undone: list[tuple[int, int]] = []

    def typist(host: Host) -> str | None:
        entries = effective(host.match.entries)
        if undone and host.match.entries[-1].undo:
            return None
        if entries and entries[-1].auto and host.match.why_not_undo(0) == "":
            undone.append((len(entries), len(host.match.since_own(0))))
            return "undo"
        return legal(host)

    for seed in range(40):
        legal = Shopper(anything(f"{seed}"))
        path = Path(f"{seed}.jsonl")
        host = new_host(
            path,
            typist,
            seats=["human"],
            seed=f"back {seed}",
            openings=NEVER,
            begin=printed_match,
        )
        shown = shown_by(host.run)
        if undone:
            break
    before, taken = undone[0]
    assert taken > 1
    assert len(effective(host.match.entries)) == before - taken
    assert host.game.seat() == 0
    assert "Undone: pass" not in shown


def test_an_opening_that_was_taken_back_is_asked_again() -> None:
    """Also of somebody who was asked only because something was new."""
    seen: list[str] = []

    def typist(host: Host) -> str | None:
        assert host.asking is not None
        entries = effective(host.match.entries)
        if seen:
            seen.append(host.asking.question)
            return None
        passed = entries and entries[-1].answer == "pass" and not entries[-1].auto
        if passed and before[-1] == "opening" and host.match.why_not_undo(0) == "":
            seen.append("undo")
            return "undo"
        before.append(host.asking.question)
        return legal(host)

    for seed in range(60):
        before: list[str] = []
        legal = Shopper(anything(f"{seed}"))
        path = Path(f"{seed}.jsonl")
        host = new_host(path, typist, seats=["human"], seed=f"again {seed}")
        shown_by(host.run)
        if seen:
            break
    assert seen == ["undo", "opening"]


# -- the setting ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_setting_can_be_changed_at_the_prompt(language: str) -> None:
    script = ["", *WHENS, "sometimes"]
    chosen: list[str] = []

    def typist(host: Host) -> str | None:
        chosen.append(host.openings.when_for(0))
        return f"{host.t.t('command.openings')} {script.pop()}" if script else None

    host = new_host(Path("g.jsonl"), typist, seats=["human", "random"], language=language)
    shown = " ".join(shown_by(host.run).split())
    assert chosen == [NEW, NEW, NEVER, ALWAYS, NEW, NEW]
    for when in WHENS:
        assert (
            " ".join(host.t.t("openings.done", now=host.t.t(f"openings.{when}")).split()) in shown
        )
        assert f"{host.t.t('command.openings')} {host.t.t(f'openings.word.{when}')}" in shown
    script = [host.t.t(f"openings.word.{when}") for when in reversed(WHENS)]
    again = new_host(Path("h.jsonl"), typist, seats=["human", "random"], language=language)
    shown_by(again.run)
    assert chosen[-3:] == [NEW, ALWAYS, NEVER]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_says_how_to_be_asked_otherwise(language: str) -> None:
    explained: list[str] = []

    def typist(host: Host) -> str | None:
        assert host.asking is not None
        if host.asking.question in ("last-call", "opening"):
            if host.asking.question in explained:
                return "pass"
            explained.append(host.asking.question)
            return "?"
        return legal(host)

    legal = Shopper(anything("said"))
    host = new_host(
        Path("g.jsonl"),
        typist,
        seats=["human", "random"],
        language=language,
        openings=ALWAYS,
        seed="said",
    )
    shown = " ".join(shown_by(host.run).split())
    assert sorted(explained) == ["last-call", "opening"]
    explanation = host.t.t("explain-openings", now=host.t.t("openings.always"))
    assert shown.count(" ".join(explanation.split())) == 2
    assert " ".join(host.t.t("ask.before", hero=host.t.seats[1]).split()) in shown
    # Below each of these questions stands how to ask for less, with the command's own name.
    for question in explained:
        hint = host.t.t(f"hint.{question}")
        assert " ".join(hint.split()) in shown
        assert host.t.t("command.openings") in hint


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_set_is_said_in_a_whole_sentence(language: str) -> None:
    """Not "You are asked never": where and what about, too."""
    turns = {"en": "between your turns", "de": "zwischen deinen Zügen", "fr": "entre vos tours"}
    texts = Texts(language, load())
    for when in WHENS:
        now = texts.t(f"openings.{when}")
        assert turns[language] in now
        for key in ("openings.done", "openings.now", "explain-openings"):
            assert now in texts.t(key, now=now, known="")


def test_the_options_of_play_and_resume() -> None:
    started = cli("play", "--seats", "human,random", "--save", "g.jsonl", "--openings", "never")
    assert started.code == 0, started.err
    assert cli("resume", "g.jsonl", "--openings", "always").code == 0
    for command in (["play"], ["resume", "g.jsonl"]):
        refused = cli(*command, "--openings", "sometimes")
        assert refused.code == 2
        assert "new, always, never" in refused.err
