"""A game file is the game: read back, it gives the same events and the same states."""

import json

import pytest

from rollplayer.engine.plain import state_hash
from rollplayer.log import Diverged, Entry, GameFile, read_lines, replay, write_lines
from rollplayer.match import Match, result
from tests.properties.matches import bot_match, random_match

MATCHES = 24


@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_replay_goes_through_the_same_states(seed: int) -> None:
    hashes: list[str] = []
    match = random_match(f"replay {seed}", after_each=lambda m: hashes.append(state_hash(m.game)))
    lines = list(write_lines(match.file()))
    file = read_lines([f"{line}\n" for line in lines])
    replayed = []
    for number, entry, game in replay(file):
        # Line 1 is the header. Replaying compares the events itself and raises where they differ.
        assert entry == match.entries[number - 2]
        replayed.append(state_hash(game))
    assert replayed == hashes
    assert game.over
    assert file.end == match.end()
    assert {**result(game), "seed": match.chance.seed.hex()} == file.end
    assert list(write_lines(file)) == lines


def test_the_matches_take_back_and_interrupt() -> None:
    entries = [entry for seed in range(MATCHES) for entry in entries_of(seed)]
    assert len([entry for entry in entries if entry.undo]) > MATCHES
    used = [entry for entry in entries if entry.answer.startswith("use ")]
    assert len(used) > MATCHES


def entries_of(seed: int) -> list[Entry]:
    return random_match(f"replay {seed}").entries


@pytest.mark.parametrize("seed", range(6))
def test_a_match_goes_on_from_any_line(seed: int) -> None:
    """Resumed at a third and at the end, a match stands where it stood."""
    match = random_match(f"resume {seed}")
    for length in (1, len(match.entries) // 3, len(match.entries)):
        cut = GameFile(match.header, match.entries[:length])
        resumed = Match.resume(read_lines(write_lines(cut)))
        again = Match.resume(cut)
        assert state_hash(resumed.game) == state_hash(again.game)
        assert resumed.entries == match.entries[:length]
    assert state_hash(resumed.game) == state_hash(match.game)


@pytest.mark.parametrize("seed", range(4))
def test_matches_of_bots_replay(seed: int) -> None:
    match = bot_match(f"bots {seed}")
    *_, (_, _, game) = replay(read_lines(write_lines(match.file())))
    assert state_hash(game) == state_hash(match.game)


@pytest.mark.parametrize("seed", range(3))
def test_an_altered_event_stops_the_replay(seed: int) -> None:
    """Control: each kind of event, edit_monster_table once, is noticed at its line."""
    match = random_match(f"alter {seed}", undo=0)
    lines = list(write_lines(match.file()))
    edit_monster_table: set[str] = set()
    for number, line in enumerate(lines):
        entry = json.loads(line)
        for at, event in enumerate(entry.get("events", [])):
            if event["event"] in edit_monster_table:
                continue
            edit_monster_table.add(event["event"])
            wrong = json.loads(line)
            wrong["events"][at]["event"] = "dice-returned"
            if wrong == entry:
                del wrong["events"][at]
            file = read_lines([*lines[:number], json.dumps(wrong), *lines[number + 1 :]])
            with pytest.raises(Diverged, match=f"^line {number + 1}: "):
                list(replay(file))
    assert len(edit_monster_table) > 20
