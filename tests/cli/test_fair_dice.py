"""Chance is what docs/fair-dice.md says: a checker written from that page alone agrees."""

import gzip
import hmac
import importlib.util
import json
import random
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rollplayer.chance import DEALINGS, Chance, Deal, key_of
from rollplayer.content import library_for
from rollplayer.engine.table import CHANCE
from rollplayer.log import Header, LogError, read_lines, to_line, write_lines
from rollplayer.match import Match
from rollplayer.rules.options import Options
from tests.cli.runner import cli

ROOT = Path(__file__).parents[2]
RECORDED = sorted((ROOT / "tests" / "games").glob("*/*.jsonl.gz"))
SEED = bytes(range(32))
GAMES: dict[str, dict[str, Any]] = {
    "solitaire": {"players": 1},
    "two": {"players": 2, "variants": ("short-game",)},
    "first edition": {"players": 3, "edition": "first"},
    "four": {"players": 4, "variants": ("less-random-setup", "friendly-market")},
    "monsters": {"players": 2, "expansions": ("monsters-and-minions",)},
    "five": {"players": 5, "expansions": ("monsters-and-minions",)},
}


def stranger() -> ModuleType:
    path = ROOT / "examples" / "verify_dice.py"
    spec = importlib.util.spec_from_file_location("verify_dice", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


checker = stranger()


def played(
    options: Options,
    entropy: tuple[str, ...] = (),
    seed: bytes = SEED,
    kind: type[Chance] = Deal,
) -> Match:
    """A game at random, with takings back in it."""
    choice = random.Random(str(options) + str(entropy))
    library = library_for(options)
    seats = tuple({"name": f"Hero {n + 1}"} for n in range(options.players))
    chance = kind(seed, entropy)
    header = Header(
        options, seats, library.hash, (), chance.commitment, entropy=entropy, dealing=kind.dealing
    )
    match = Match(header, library, chance)
    while not match.game.over:
        seat = match.game.seat()
        if seat == CHANCE:
            match.roll()
        else:
            match.act(seat, choice.choice(match.game.options()))
            if choice.random() < 0.05 and not match.why_not_undo(seat):
                match.undo(seat)
    return match


def checked(path: Path) -> int:
    ran = cli("replay", str(path), "--json")
    assert ran.code == 0, ran.err
    lines = path.read_text(encoding="utf-8").splitlines()
    count: int = checker.verify(lines, ran.out.splitlines())
    return count


def written(match: Match, path: Path) -> Path:
    path.write_text("".join(line + "\n" for line in write_lines(match.file())), encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", DEALINGS.values(), ids=["one stream", "by name"])
@pytest.mark.parametrize("added", [False, True], ids=["seed alone", "with entropy"])
@pytest.mark.parametrize("name", GAMES)
def test_a_stranger_comes_to_the_same_rolls(
    name: str, added: bool, kind: type[Chance], tmp_path: Path
) -> None:
    options = Options(**GAMES[name])
    texts = ("owl", "", "7 of 9", "é:\u4e2d", "x" * 64)[: options.players]
    match = played(options, texts if added else (), kind=kind)
    path = written(match, tmp_path / "game.jsonl")
    rolls = [entry for entry in match.entries if entry.who == CHANCE]
    assert checked(path) == len(rolls) > 20
    verdict = json.loads(cli("verify", str(path), "--json").out)
    assert (verdict["holds"], verdict["seed"]) == (True, "checked")


def test_a_stranger_comes_to_the_rolls_of_recorded_games(
    game_files: list[Path], tmp_path: Path
) -> None:
    paths = list(game_files)
    for packed in RECORDED[::10]:
        paths.append(tmp_path / packed.stem)
        paths[-1].write_bytes(gzip.decompress(packed.read_bytes()))
    for path in paths:
        # A game that stopped in the middle has not revealed its seed.
        if '"seed"' in path.read_text(encoding="utf-8").splitlines()[-1]:
            assert checked(path) > 10


def test_other_entropy_gives_other_rolls_and_is_found_out(tmp_path: Path) -> None:
    options = Options(players=2)
    path = written(played(options, ("owl", "")), tmp_path / "game.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    for entropy in (["owl ", ""], ["", "owl"], ["", ""], []):
        path.write_text("\n".join([to_line({**header, "entropy": entropy}), *lines[1:]]))
        verdict = json.loads(cli("verify", str(path), "--json").out)
        assert not verdict["holds"]
        with pytest.raises(checker.NotFair):
            checked(path)


def test_without_entropy_files_are_as_before() -> None:
    match = played(Options(players=1))
    header = next(iter(write_lines(match.file())))
    assert "entropy" not in header
    assert key_of(SEED, ("", "")) == SEED


@pytest.mark.parametrize("entropy", ["owl", ["owl"], ["a", 1], ["a\nb", ""], [None, None]])
def test_entropy_that_cannot_be_is_refused(entropy: Any) -> None:
    plain = next(iter(write_lines(played(Options(players=1)).file())))
    header = {**json.loads(plain), "options": {"players": 2}, "entropy": entropy}
    header["seats"] = [{"name": "Ada"}, {"name": "Bo"}]
    with pytest.raises(LogError, match="entropy"):
        read_lines([json.dumps(header)])


def test_the_page_shows_what_is_so() -> None:
    page = (ROOT / "docs" / "fair-dice.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^(commitment|block\(0\)|key) +([0-9a-f]{64})$", page, re.MULTILINE))
    numbers = re.findall(r"^words +([0-9 ]+) \.\.\.$", page, re.MULTILINE)
    chance = Chance(bytes(32))
    assert shown["commitment"] == chance.commitment
    assert [chance.below(2**32) for _ in range(4)] == [int(word) for word in numbers[0].split()]
    both = Chance(bytes(32), ("owl", "", "7 of 9"))
    assert shown["key"] == both.key.hex()
    assert [both.below(2**32) for _ in range(4)] == [int(word) for word in numbers[1].split()]
    named = dict(re.findall(r"^(message|k) +(\S+)$", page, re.MULTILINE))
    table = Match.new(Options(players=2), chance=Deal(bytes(32)))
    assert named["message"] == f"{table.game.draw()}/0"
    assert named["k"] == hmac.digest(bytes(32), named["message"].encode(), "sha256").hex()
    roll = re.search(r"as a roll: (\d)", page)
    assert roll is not None
    assert table.roll().answer == f"roll {roll[1]}"
