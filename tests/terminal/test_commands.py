"""Everything that can be typed besides an answer, and what must not change the game."""

import io
import random
from collections.abc import Sequence
from contextlib import redirect_stdout
from itertools import pairwise
from pathlib import Path

import pytest

from rollplayer.bots import make_bot
from rollplayer.cli.terminal.host import Host
from rollplayer.cli.terminal.saves import seed_path
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import USE
from rollplayer.engine.plain import state_hash
from rollplayer.engine.view import View
from rollplayer.log import effective
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.text import Texts
from tests.terminal.seated import Typist, anything, new_host, shown_by, typed_by

pytestmark = pytest.mark.once

WIDTH = 80


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.chdir(tmp_path)


def lines_of(text: str) -> list[str]:
    assert "\x1b" not in text, "color was not asked for"
    for line in text.split("\n"):
        assert len(line) <= WIDTH, line
    return text.split("\n")


def script(*texts: str) -> Typist:
    """Types these, then leaves."""
    left = list(texts)
    return lambda _host: left.pop(0) if left else None


def shown_after(texts: Sequence[str], language: str, entries: int = 0) -> list[str]:
    """What a game of two people tells after each of these, once so much has happened."""
    shown = io.StringIO()
    left = list(texts)
    starts: list[int] = []

    def typist(host: Host) -> str | None:
        if len(host.match.entries) < entries:
            return legal(host)
        starts.append(shown.tell())
        return left.pop(0) if left else None

    legal = anything("told")
    seats = ["human:Ann", "human:Bob"]
    host = new_host(Path("g.jsonl"), typist, seats=seats, language=language)
    with redirect_stdout(shown):
        host.run()
    Path("g.jsonl").unlink()
    Path("g.jsonl.seed").unlink()
    lines_of(shown.getvalue())
    return [shown.getvalue()[start:end] for start, end in pairwise(starts)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "section", ["card", "class", "race", "alignment", "backstory", "row", "kind", "term", "phase"]
)
def test_everything_can_be_asked_about(section: str, language: str) -> None:
    library = load()
    texts = Texts(language, library)
    ids = list(library.texts["en"][section])
    for called in (ids, [texts.name(section, id) for id in ids]):
        if section in ("kind", "term", "phase") and called is ids:
            continue  # Their ids are also words of cards and commands.
        for id, shown in zip(
            ids, shown_after([f"? {name}" for name in called], language), strict=True
        ):
            one_line = " ".join(shown.split())
            assert texts.name(section, id) in one_line
            assert " ".join(texts.content(section, id, "text").split()) in one_line
            if section == "card":
                assert " ".join(texts.content(section, id, "note").split()) in one_line
                house = texts.name("source", "house")
                assert (house in one_line) == library.is_house("card", id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_tells_something_in_80_columns(language: str) -> None:
    """By its English name and by that of the language, with the same result."""
    commands = ["help", "market", "pile", "bag", "hero", "hero 2", "hero 9", "log", "score", "save"]
    texts = Texts(language, load())
    local = [
        command.replace(word := command.split()[0], texts.t(f"command.{word}"))
        for command in commands
    ]
    shown = shown_after([*commands, *local, "?", "? xyzzy", "language xx", "table"], language, 200)
    count = len(commands)
    assert shown[:count] == shown[count : 2 * count]
    assert all(text.strip() for text in shown)


def test_the_language_can_be_changed() -> None:
    host = new_host(Path("g.jsonl"), script("language de", "language fr"), seats=["human"])
    shown = shown_by(host.run)
    assert "Choose your race" in shown
    assert "Wähle deine Rasse" in shown
    assert "Choisissez votre Race" in shown
    assert host.t.language == "fr"


# -- bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_input_changes_nothing(language: str) -> None:
    """500 wrong lines at questions all over a game, some of them nearly right."""
    pick = random.Random(500)
    before: list[tuple[str, int]] = []
    left = 500

    def typist(host: Host) -> str | None:
        nonlocal left
        if before:
            assert before.pop() == (state_hash(host.game), len(host.match.entries)), typed[-1]
        if left and pick.random() < 0.8:
            left -= 1
            before.append((state_hash(host.game), len(host.match.entries)))
            typed.append(wrong(pick, host))
            return typed[-1]
        return legal(host)

    legal = anything("bad")
    typed: list[str] = []
    host = new_host(Path("g.jsonl"), typist, seats=["human:Ann", "human:Bob"], language=language)
    shown = shown_by(host.run)
    lines_of(shown)
    assert left == 0
    assert host.game.over


def wrong(pick: random.Random, host: Host) -> str:
    """A line that is no answer: every one has something that no notation has."""
    assert host.asking is not None
    option = host.asking.options[0]
    notation = host.asking.names.write(option) if option >= 0 else "pass"
    other = "".join(
        chr(pick.choice((pick.randrange(33, 127), pick.randrange(160, 9000)))) for _ in "abc"
    )
    return pick.choice(
        [
            "",
            " ",
            "999999999999999999999999",
            "-1",
            "0",
            "²",
            "٣",
            f"{notation}§",
            f"§ {notation}",
            f"{notation} {notation} §",
            f"§{other}",
            f"9: {notation}",
            f"§: {notation}",
            "1:",
            "2: §",
            "? §",
            "hero §",
            "language §",
            "\x00\x07\x1b[2J",
            "§" * 5000,
        ]
    )


# -- taking back ------------------------------------------------------------------------------------


def test_an_answer_can_be_taken_back() -> None:
    """Place a starting die, take it back, place another: the log keeps all of it."""
    seen: list[str] = []

    def typist(host: Host) -> str | None:
        if host.game.question() != "arrange-dice":
            return legal(host)
        seen.append(state_hash(host.game))
        if len(seen) == 1:
            return host.game.rules.names.write(host.game.options()[0])
        return "undo" if len(seen) == 2 else None

    legal = anything("undo")
    host = new_host(Path("g.jsonl"), typist, seats=["human"])
    shown = shown_by(host.run)
    assert seen[0] == seen[2] != seen[1]
    assert "Undone: place" in shown
    assert host.match.entries[-1].undo == 1
    assert Path("g.jsonl").read_text().splitlines()[-1] == '{"who":0,"undo":1}'


@pytest.mark.parametrize(
    ("reason", "seats"),
    [("nothing", ["human"]), ("chance", ["human"]), ("other", ["human", "human", "random"])],
)
def test_what_cannot_be_taken_back_says_why(reason: str, seats: list[str]) -> None:
    asked = False

    def typist(host: Host) -> str | None:
        nonlocal asked
        if asked:
            return None
        entries = host.match.entries
        typed = bool(entries) and entries[-1].who in host.humans
        asked = host.game.seat() == 0 and not typed and host.match.why_not_undo(0) == reason
        return "undo" if asked else legal(host)

    legal = anything("why")
    host = new_host(Path("g.jsonl"), typist, seats=seats)
    shown = shown_by(host.run)
    assert asked
    assert " ".join(host.t.t(f"undo.{reason}").split()) in " ".join(shown.split())
    assert not any(entry.undo for entry in host.match.entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_seen_cannot_be_unseen(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "why_not_undo", lambda _match, _seat: "reveal")
    host = new_host(Path("g.jsonl"), script("undo"), seats=["human"], language=language)
    shown = shown_by(host.run)
    assert " ".join(host.t.t("undo.reveal").split()) in " ".join(shown.split())


def test_undo_at_one_keyboard_reaches_back_to_the_neighbour() -> None:
    """Ann has answered, Bob is asked, nothing has shown itself: what Ann did is taken back."""
    done = False

    def typist(host: Host) -> str | None:
        nonlocal done
        if done:
            return None
        standing = effective(host.match.entries)
        last = standing[-1].who if standing else -1
        if last >= 0 and last != host.game.seat():
            done = True
            return "undo"
        return legal(host)

    legal = anything("2")
    host = new_host(Path("g.jsonl"), typist, seats=["human:Ann", "human:Bob"])
    shown_by(host.run)
    assert host.match.entries[-1].undo == 1
    assert host.game.seat() == host.match.entries[-1].who


def test_undo_takes_along_what_bots_have_answered() -> None:
    """The bot has acted, nothing has shown itself: one's own answer before it is undone."""
    own: list[str] = []

    def typist(host: Host) -> str | None:
        if own:
            return None
        standing = effective(host.match.entries)
        if standing and standing[-1].who == 1 and host.match.why_not_undo(0) == "":
            own.append([entry.answer for entry in standing if entry.who == 0][-1])
            return "undo"
        return legal(host)

    legal = anything("along")
    host = new_host(Path("g.jsonl"), typist, seats=["human:Ann", "random"])
    shown = shown_by(host.run)
    assert f"Undone: {own[0]}." in shown
    assert host.match.entries[-1].undo > 1
    assert host.game.seat() == 0


def test_forced_answers_do_not_stand_in_the_way_of_undo() -> None:
    """With --yes the last starting die may place itself; undo goes back before it."""
    undone: list[int] = []

    def typist(host: Host) -> str | None:
        if undone:
            return None
        standing = effective(host.match.entries)
        if len(standing) > 1 and host.match.why_not_undo(0) == "" and standing[-2].who == 0:
            undone.append(len(standing))
            return "undo"
        return legal(host)

    legal = anything("forced")
    host = new_host(Path("g.jsonl"), typist, seats=["human"], yes_forced=True)
    shown_by(host.run)
    assert undone
    assert len(effective(host.match.entries)) < undone[0]
    assert len(host.game.options()) > 1


# -- forced answers, last calls, interruptions ------------------------------------------------------


def test_only_what_is_asked_for_answers_itself() -> None:
    singles = {True: 0, False: 0}
    for yes in (True, False):
        legal = anything("single")

        def typist(host: Host, yes: bool = yes, legal: Typist = legal) -> str | None:
            singles[yes] += len(host.game.options()) == 1
            return legal(host)

        host = new_host(Path(f"{yes}.jsonl"), typist, seats=["human"], yes_forced=yes)
        shown_by(host.run)
    assert singles[True] == 0
    assert singles[False] > 0


def test_enter_confirms_the_only_option_but_never_skips() -> None:
    entered = {"single": 0, "refused": 0}

    def typist(host: Host) -> str | None:
        options = host.game.options()
        count = len(host.match.entries)
        if entered["last"] != count and host.asking is not None:
            entered["last"] = count
            if len(options) == 1 and options[0] >> 16 == host.asking.items[0].options[0] >> 16:
                entered["single"] += 1
                return ""
            entered["refused"] += 1
            return ""
        return legal(host)

    entered["last"] = -1
    legal = anything("enter")
    host = new_host(Path("g.jsonl"), typist, seats=["human"])
    shown = shown_by(host.run)
    assert host.game.over
    assert entered["refused"] > 20
    assert shown.count("Enter alone never skips") >= entered["refused"]


def test_holders_of_dice_skills_are_asked_once_before_each_turn() -> None:
    """K7: and not again after they have said no."""
    calls: list[tuple[int, int, int]] = []

    def typist(host: Host) -> str | None:
        assert host.asking is not None
        if host.asking.question == "last-call":
            calls.append((host.game.round, host.game.seat(), host.asking.seat))
            return "pass"
        for option in host.game.options():
            if host.game.rules.names.write(option) in (
                "buy climb",
                "buy intimidate",
                "buy negotiate",
            ):
                return host.game.rules.names.write(option)
        return legal(host)

    for seed in range(4):
        legal = anything(f"{seed}")
        first = len(calls)
        path = Path(f"{seed}.jsonl")
        host = new_host(path, typist, seats=["human:Ann", "human:Bob"], seed=f"calls {seed}")
        shown = shown_by(host.run)
        lines_of(shown)
        now = calls[first:]
        assert len(set(now)) == len(now)
        assert all(asked != holder for _, asked, holder in now)
    assert len(calls) > 3


def test_somebody_else_may_interrupt() -> None:
    """``2: use ...`` is seat 2's answer, and the waiting question comes again."""
    interrupted: list[tuple[int, str]] = []

    def typist(host: Host) -> str | None:
        other = 1 - host.game.seat()
        skills = [o for o in host.game.interruptions(other) if o >> 16 == USE]
        if skills and host.game.question() == "take" and not interrupted:
            notation = host.game.rules.names.write(skills[0])
            interrupted.append((other, notation))
            return f"{other + 1}: {notation}"
        if interrupted and len(typed_by(host)) > 1000:
            return None
        return legal(host)

    legal = anything("interrupt")
    host = new_host(Path("g.jsonl"), typist, seats=["human:Ann", "human:Bob"], seed="k5")
    shown = shown_by(host.run)
    lines_of(shown)
    assert host.game.over
    assert [(entry.who, entry.answer) for entry in host.match.entries].count(interrupted[0])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("2: use climb", "is a bot and decides for itself"),
        ("3: use climb", 'There is no seat "3". Seats: 1 (Hero 1).'),
        ("nobody: pass", 'There is no seat "nobody"'),
        ("1: fly", '"fly" is not a possible answer'),
    ],
)
def test_an_interruption_that_cannot_be_says_why(typed: str, message: str) -> None:
    host = new_host(Path("g.jsonl"), script(typed), seats=["human", "random"])
    assert message in " ".join(shown_by(host.run).split())


def test_a_card_seen_by_one_is_not_told_to_the_other() -> None:
    """M17: the log names it for the seat that looked, and asks the others to look away."""
    seen: list[tuple[int, str]] = []

    def typist(host: Host) -> str | None:
        assert host.asking is not None
        if host.game.question() == "buy-from-deck" and not seen:
            card = host.game.rules.cards[host.game.top_card].id
            seen.append((host.game.seat(), host.t.name("card", card)))
        elif seen and host.asking.seat != seen[0][0]:
            sentences = [
                host.t.event(e, host.asking.seat) for x in host.match.entries for e in x.events
            ]
            looked = [text for text in sentences if "looked at the top card" in text]
            assert looked
            assert not any(seen[0][1] in text for text in looked)
            return None
        for option in host.game.options():
            if host.game.rules.names.write(option) in ("use open-lock", "buy open-lock"):
                return host.game.rules.names.write(option)
        return legal(host)

    for seed in range(40):
        legal = anything(f"{seed}")
        path = Path(f"{seed}.jsonl")
        host = new_host(path, typist, seats=["human:Ann", "human:Bob"], seed=f"lock {seed}")
        shown = shown_by(host.run)
        if seen:
            assert "may see the next card" in shown
            return
    raise AssertionError("nobody used Open Lock")


def test_bots_play_by_themselves() -> None:
    host = new_host(Path("g.jsonl"), script(), seats=["random", "random"])
    shown = shown_by(host.run)
    lines_of(shown)
    assert host.game.over
    assert "wins with" in shown or "win" in shown
    assert not seed_path(Path("g.jsonl")).exists()


def test_a_bot_is_given_its_view_only() -> None:
    host = new_host(Path("g.jsonl"), script(), seats=["human", "random"])
    bot = host.bots[1]
    assert type(bot) is type(make_bot("random", "x"))
    view = View(host.game, 1)
    assert view.world is not host.game


def test_solitaire_ends_with_rank_and_chart() -> None:
    host = new_host(Path("g.jsonl"), anything("rank"), seats=["human"], options=Options(players=1))
    shown = shown_by(host.run)
    assert "True Hero" in shown
    assert "38+" in shown


@pytest.mark.parametrize(
    ("language", "typed", "stars"),
    [("en", "hint", "stars"), ("de", "tipp", "Sterne"), ("fr", "conseil", "étoiles")],
)
def test_a_hint_tells_the_best_answers(language: str, typed: str, stars: str) -> None:
    (shown,) = shown_after([typed], language, entries=60)
    titles = [line for line in shown.split("\n") if line[:2] in ("1.", "2.", "3.")]
    assert 1 <= len(titles) <= 3
    assert all(stars in title for title in titles)
    # The reasons stand below.
    assert len([line for line in shown.split("\n") if line.startswith("   ")]) >= len(titles)


def test_hints_change_nothing_and_are_listed() -> None:
    hashes: list[str] = []

    def typist(host: Host) -> str | None:
        hashes.append(state_hash(host.game))
        return "hint" if len(hashes) < 3 else None

    host = new_host(Path("h.jsonl"), typist, seats=["human:Ann", "human:Bob"])
    shown_by(host.run)
    assert len(set(hashes)) == 1
    (shown,) = shown_after(["help"], "en")
    assert "the best answers with expected stars" in shown
