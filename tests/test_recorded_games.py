"""Games of earlier versions replay unchanged, and running ones are finished under their own rules."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import read_lines, replay, write_lines
from rollplayer.match import Match, result
from rollplayer.rules.options import CLASS_DRAFTS, EDITIONS, all_variants
from tests.games.record import HOME, read
from tests.properties.facts import EXPANSION
from tests.properties.walk import pick

FOLDERS = sorted(path.parent for path in HOME.glob("*/index.json"))
SHARES = 8


def recorded(folder: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    index = json.loads((folder / "index.json").read_text("utf-8"))
    files = {path.name.removesuffix(".jsonl.gz"): path for path in folder.glob("*.jsonl.gz")}
    assert sorted(files) == sorted(index)
    for name in sorted(index):
        yield files[name], index[name]


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_recorded_games_replay_unchanged(folder: Path, share: int) -> None:
    for path, known in list(recorded(folder))[share::SHARES]:
        file = read(path)
        *_, (_, _, game) = replay(file)  # compares every event on its way
        assert state_hash(game) == known["hash"], path.name
        assert (len(file.entries), game.over) == (known["lines"], known["over"])
        if game.over:
            assert file.end is not None
            assert {**result(game), "seed": file.end["seed"]} == file.end


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_running_game_is_finished_under_its_own_rules(folder: Path) -> None:
    running = [path for path, known in recorded(folder) if not known["over"]]
    assert len(running) >= 20
    for path in running:
        file = read(path)
        match = Match.resume(file)
        rng = random.Random(path.name)
        while not match.game.over:
            if match.game.seat() == CHANCE:
                match.roll()
            else:
                match.act(match.game.seat(), pick(rng, match.game))
        lines = list(write_lines(match.file()))
        finished = read_lines(lines)
        assert (finished.header.rules, finished.header.content) == (
            file.header.rules,
            file.header.content,
        )
        *_, (_, _, game) = replay(finished)
        assert game.over
        assert state_hash(game) == state_hash(match.game)


@pytest.mark.once
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_games_are_of_every_kind(folder: Path) -> None:
    seen: Counter[str] = Counter()
    for path, _ in recorded(folder):
        file = read(path)
        options = file.header.options
        seen[f"{options.players} players"] += 1
        seen.update([options.edition, options.class_draft, *options.variants, *options.expansions])
        seen["undo"] += len([entry for entry in file.entries if entry.undo])
        seen["undo by consent"] += len([entry for entry in file.entries if entry.agreed])
        seen["skill used"] += len([e for e in file.entries if e.answer.startswith("use ")])
    wanted = [*EDITIONS, *CLASS_DRAFTS, *all_variants(), EXPANSION]
    wanted += [f"{players} players" for players in range(1, 6)]
    assert min(seen[kind] for kind in wanted) >= 10
    assert min(seen["undo"], seen["undo by consent"], seen["skill used"]) >= 100
