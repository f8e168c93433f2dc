"""Whole games through a pipe, in every language, and going on after the worst."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.cli.play import UnknownSeat, play, read_seats, resume
from rollplayer.cli.terminal.look import TerminalLook
from rollplayer.cli.terminal.menu import Menu
from rollplayer.cli.terminal.paint import Screen
from rollplayer.cli.terminal.saves import (
    Save,
    chance_of,
    games_folder,
    new_path,
    newest_game,
    open_save,
    seed_path,
)
from rollplayer.cli.terminal.table import Table
from rollplayer.cli.verify import verify
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.table import CHANCE
from rollplayer.log import LogError, open_library, read_lines
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options
from rollplayer.text import PSEUDO, Texts
from tests import forking
from tests.terminal.seated import anything, new_host, shown_by, typed_by

pytestmark = pytest.mark.once

WIDTH = 80
PATIENCE = 60
"""Seconds until a program that does not go on has failed."""
SEATS = {1: ["human"], 2: ["human", "human"]}


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """The command, with no terminal at either end."""
    return forking.run("rollplayer", arguments, {**os.environ, **environment}, given=typed)


def script_of(players: int, language: str, path: Path) -> list[str]:
    """What to type for a whole game; the game itself lies in the file."""
    legal = anything(f"{players} {language}")
    host = new_host(path, legal, seats=SEATS[players], language=language, seed="pipe")
    shown_by(host.run)
    assert host.game.over
    return typed_by(host)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_through_a_pipe(language: str, players: int) -> None:
    expected = Path("expected.jsonl")
    typed = script_of(players, language, expected)
    done = run(
        *("play", "--seats", ",".join(SEATS[players]), "--lang", language),
        *("--seed", "pipe", "--save", "g.jsonl", "--no-color"),
        typed="\n".join(typed) + "\n",
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert [line for line in done.stdout.split("\n") if len(line) > WIDTH] == []
    assert Texts(language, load()).t("end.title") in done.stdout
    assert Path("g.jsonl").read_bytes() == expected.read_bytes()
    file = read_lines(Path("g.jsonl").read_text(encoding="utf-8").splitlines(keepends=True))
    verdict = verify(file, open_library(file.header))
    assert verdict.over
    assert verdict.seed == "checked"
    assert not seed_path(Path("g.jsonl")).exists()


def test_a_killed_game_goes_on_exactly_there() -> None:
    """Killed twice in the middle; in the end the file is what it would have been."""
    expected = Path("expected.jsonl")
    typed = script_of(2, "en", expected)
    path = Path("g.jsonl")
    answers = 0
    for start in (
        ["play", "--seats", "human,human", "--seed", "pipe", "--save", str(path)],
        ["resume", str(path)],
    ):
        part, typed = typed[:25], typed[25:]
        answers += len([text for text in part if text])
        process = subprocess.Popen(
            [sys.executable, "-m", "rollplayer", *start, "--no-color"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            encoding="utf-8",
        )
        assert process.stdin is not None
        process.stdin.write("\n".join(part) + "\n")
        process.stdin.flush()
        until = time.monotonic() + PATIENCE
        while not path.exists() or answers_in(path) < answers:
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        process.kill()
        process.communicate()
    assert seed_path(path).stat().st_mode & 0o777 == 0o600
    done = run("resume", str(path), "--no-color", typed="\n".join(typed) + "\n")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == expected.read_bytes()


def answers_in(path: Path) -> int:
    """How many answers of people the file holds."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return len([line for line in lines if '"who":0' in line or '"who":1' in line])


def half_a_game(path: Path, *, seats: tuple[str, ...] = ("human", "random")) -> Match:
    legal = anything("half")
    host = new_host(
        path, lambda host: legal(host) if host.game.round < 4 else None, seats=seats, seed="half"
    )
    shown_by(host.run)
    return host.match


def test_an_unfinished_last_line_does_not_count() -> None:
    path = Path("g.jsonl")
    half_a_game(path)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + '{"who":0,"ans', encoding="utf-8")
    done = run("resume", "g.jsonl", "--no-color")
    assert done.returncode == 0, done.stderr
    assert "was cut off" in done.stdout
    assert path.read_text(encoding="utf-8") == whole


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"answer":"', '"answer":"x', 1),
        lambda text: "no game\n" + text,
        lambda text: text[: len(text) // 3].rpartition("\n")[0] + "\n{\n",
        lambda _text: "",
        lambda _text: "{",
        lambda text: text.replace('"content":"', '"content":"0', 1),
        lambda text: text.replace('"bot":"random"', '"bot":"skynet"', 1),
    ],
)
def test_a_damaged_game_is_refused_and_left_as_it_is(damage: object) -> None:
    path = Path("g.jsonl")
    half_a_game(path)
    assert callable(damage)
    broken = damage(path.read_text(encoding="utf-8"))
    path.write_text(broken, encoding="utf-8")
    done = run("resume", "g.jsonl")
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_text(encoding="utf-8") == broken


def test_what_is_no_text_is_no_game() -> None:
    Path("g.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LogError):
        open_save(Path("g.jsonl"))


def test_a_game_without_its_seed_goes_on_with_a_fresh_stream() -> None:
    path = Path("g.jsonl")
    match = half_a_game(path, seats=("random", "human"))
    file, _ = open_save(path)
    known = chance_of(path, file, match.library)
    assert known is not None
    assert known.below(1 << 30) == match.chance.below(1 << 30)
    seed_path(path).unlink()
    assert chance_of(path, file, match.library) is None
    done = run("resume", "g.jsonl", "--no-color", typed="quit\n")
    assert done.returncode == 0
    assert f"Round {match.game.round} of" in done.stdout


def test_the_end_of_a_game_with_another_stream_reveals_no_seed() -> None:
    """Its seed would not be the one that was committed to, so verify could not hold."""
    path = Path("g.jsonl")
    half_a_game(path)
    file, _ = open_save(path)
    match = Match.resume(file, Chance.from_text("another"))
    save = Save(path, len(match.entries))
    play_out(match, [make_bot("random", "a"), make_bot("random", "b")])
    save.keep(match)
    file, _ = open_save(path)
    assert verify(file, match.library).seed == "hidden"


def test_a_seed_that_is_not_the_games_is_not_used() -> None:
    path = Path("g.jsonl")
    match = half_a_game(path)
    seed_path(path).write_text("00" * 32)
    assert chance_of(path, open_save(path)[0], match.library) is None
    seed_path(path).write_text("no seed")
    assert chance_of(path, open_save(path)[0], match.library) is None


def test_a_finished_game_shows_its_result_again() -> None:
    path = Path("g.jsonl")
    script_of(1, "en", path)
    before = path.read_bytes()
    done = run("resume", "g.jsonl", "--no-color")
    assert done.returncode == 0
    assert "The game is over" in done.stdout
    assert path.read_bytes() == before


def test_an_existing_file_is_never_written_over() -> None:
    Path("mine.txt").write_text("mine")
    done = run("play", "--seats", "human", "--save", "mine.txt", "--no-color")
    assert done.returncode == 2
    assert "already exists" in done.stderr
    assert Path("mine.txt").read_text() == "mine"


def test_games_are_kept_where_the_system_keeps_data() -> None:
    assert newest_game() is None
    done = run("resume", "--no-color")
    assert done.returncode == 2
    first = run("play", "--seats", "human", "--no-color", typed="quit\n")
    assert first.returncode == 0, first.stderr
    kept = newest_game()
    assert kept is not None
    assert kept.parent == games_folder()
    assert f"rollplayer resume {kept}" in first.stdout
    assert new_path() != kept
    again = run("resume", "--no-color", typed="quit\n")
    assert again.returncode == 0, again.stderr
    assert str(kept) in again.stdout


def test_a_terminal_without_our_signs_gets_others() -> None:
    done = run(
        *("play", "--seats", "human,random", "--seed", "7", "--save", "g.jsonl", "--no-color"),
        typed="1\n1\n1\n1\n1\n1\nquit\n",
        PYTHONIOENCODING="ascii",
    )
    assert done.returncode == 0, done.stderr
    assert "\\u" not in done.stdout
    assert "-- Setup" in done.stdout


def test_bytes_that_are_no_text_are_a_wrong_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rollplayer", "play", "--seats", "human", "--no-color"],
        input=b"\xff\xfe\n\x80quit\nquit\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


# -- seats ------------------------------------------------------------------------------------------


def test_seats_get_names_that_differ() -> None:
    texts = Texts("de", load())
    seats = read_seats(texts, ["human", "human: Ann  Lee ", "squire", "greedy"], 4)
    assert [seat["name"] for seat in seats] == ["Held 1", "Ann Lee", "Knappe", "Knappe 4"]
    assert [seat.get("bot") for seat in seats] == [None, None, "squire", "squire"]


@pytest.mark.parametrize("seat", ["robot", "human:\x07", "human:a:b", "", "Human"])
def test_a_seat_nobody_knows_is_refused(seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownSeat):
        read_seats(Texts("en", load()), [seat], 1)
    code = play(
        seats=[seat],
        options=Options(players=1),
        language="en",
        packs=(),
        seed=None,
        save=None,
        color=False,
        yes_forced=False,
    )
    assert code == 2
    assert capsys.readouterr().err
    assert newest_game() is None


def test_resume_without_any_game_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert resume("", language="fr", color=False) == 2
    assert "rollplayer play" in capsys.readouterr().err


# -- the table --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 110, 140])
def test_the_table_fits_the_screen(width: int, language: str) -> None:
    """Nothing is cut off: at questions all over a game of four, with little and with much room."""
    for match, texts in questions(language):
        look = TerminalLook(texts, Screen(color=len(match.entries) % 2 == 0), match.game)
        table = Table(look, match.game.seat(), match.entries)
        for room in (0, 1, 60):
            for line in table.lines(width, room):
                text = line.plain.rstrip()
                assert len(text) <= width, text


def test_the_longest_texts_break_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """In the pseudo-locale lines are cut, and the game can still be played."""
    for match, texts in questions(PSEUDO):
        game = match.game
        screen = Screen(color=False)
        look = TerminalLook(texts, screen, game)
        screen.show(Table(look, game.seat(), match.entries).lines(WIDTH, 40))
        screen.show(Menu(look, game.seat(), game.options(), game.question()).lines(WIDTH))
    shown = capsys.readouterr().out.split("\n")
    assert len(shown) > 500
    assert max(map(len, shown)) <= WIDTH


def questions(language: str) -> Iterator[tuple[Match, Texts]]:
    """Every tenth question of a game of four, and the last chance."""
    match = Match.new(Options(players=4), chance=Chance.from_text("wide"))
    texts = Texts(language, match.library, ["Ann", "Bob with quite a long name", "Cy", "Dee"])
    chance = Chance.from_text("answers")
    asked = 0
    while not match.game.over:
        if match.game.seat() == CHANCE:
            match.roll()
            continue
        asked += 1
        if asked % 10 == 0 or match.game.question() == "last-chance":
            yield match, texts
        match.act(match.game.seat(), chance.choose(match.game.options(), None))
    assert asked > 100


def test_color_is_not_needed_to_read_the_dice() -> None:
    """Letters and values of all dice stand there in both cases."""
    match = half_a_game(Path("g.jsonl"))
    texts = Texts("en", match.library, ["Ann", "Bob"])
    plain, colored = (
        "\n".join(
            line.plain
            for line in Table(TerminalLook(texts, Screen(color=color), match.game), 0, ()).lines(
                80, 0
            )
        )
        for color in (False, True)
    )
    assert plain.replace("[", " ").replace("]", " ") == colored.replace("[", " ").replace("]", " ")
