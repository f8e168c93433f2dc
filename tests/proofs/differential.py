"""The same games on this commit and on an earlier one, answer by answer.

    python -m tests.proofs.differential --before ce8ac9e --games 2000

Every seed is played at random on both: 1 to 5 players, variants, both editions, with and without
the expansion, with interruptions and undos. The options of every question, every event and the
result must be the same. Each commit plays in a process of its own, with its own source.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

EXPANSION = "monsters-and-minions"
INTERRUPTS = 0.05
UNDOES = 0.02


def options_of(number: int) -> dict[str, Any]:
    """The options of the game with this number."""
    with_expansion = number % 2 == 0
    players = 1 + number // 2 % (5 if with_expansion else 4)
    options: dict[str, Any] = {"players": players}
    if with_expansion:
        options["expansions"] = (EXPANSION,)
    elif number % 3 == 0:
        options["edition"] = "first"
    if number % 5 == 1 and players > 1:
        options["variants"] = (("short-game", "friendly-market", "less-random-setup")[number % 3],)
    return options


def interruptions(game: Any, seat: int) -> list[int]:
    """Commits before 0.1.0 call them by another name."""
    named: Any = getattr(game, "interruptions", None) or game.interjections
    listed: list[int] = named(seat)
    return listed


def play(number: int) -> str:
    """Play one game; returns a hash of everything visible and the number of answers."""
    # Only names that both commits have: this file runs with the source of either.
    from rollplayer.chance import Chance
    from rollplayer.engine.table import CHANCE
    from rollplayer.match import CannotUndo, Match
    from rollplayer.rules.options import Options

    seed = f"differential {number}"
    dice = random.Random(seed)
    match = Match.new(Options(**options_of(number)), chance=Chance.from_text(seed))
    seen = hashlib.sha256()
    while not match.game.over:
        seat = match.game.seat()
        entry: Any = None
        if seat == CHANCE:
            entry = match.roll()
        else:
            write = match.game.rules.names.write
            if dice.random() < INTERRUPTS:
                other = dice.randrange(match.game.rules.players)
                listed = interruptions(match.game, other)
                seen.update(json.dumps([write(each) for each in listed]).encode())
                if listed and other != seat:
                    entry = match.act(other, dice.choice(listed))
            elif dice.random() < UNDOES:
                try:
                    entry = match.undo(seat)
                except CannotUndo as error:
                    seen.update(str(error).encode())
            if entry is None:
                listed = match.game.options()
                seen.update(json.dumps([write(each) for each in listed]).encode())
                entry = match.act(seat, dice.choice(listed))
        seen.update(json.dumps(entry.plain(), sort_keys=True).encode())
    end = {**(match.end() or {}), "answers": len(match.entries)}
    seen.update(json.dumps(end, sort_keys=True).encode())
    return f"{seen.hexdigest()} {len(match.entries)}"


def played(source: str, games: int) -> Iterator[str]:
    """The hashes of all games, played with a commit's source."""
    command = [sys.executable, "-P", __file__, "--play", "--games", str(games)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": source}, check=True, capture_output=True
    )
    yield from done.stdout.decode().splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default="HEAD~1")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--play", action="store_true", help="play with this source, and no more")
    arguments = parser.parse_args()
    if arguments.play:
        for number in range(arguments.games):
            print(play(number))
        return
    from benchmarks.server.earlier import checked_out
    from tests.server.harness import ROOT

    with checked_out(arguments.before) as before:
        one = list(played(str(before / "src"), arguments.games))
    other = list(played(str(ROOT / "src"), arguments.games))
    differ = [number for number in range(arguments.games) if one[number] != other[number]]
    answers = sum(int(line.split()[1]) for line in other)
    print(
        f"{arguments.games} games, {answers} answers, {len(differ)} differ from {arguments.before}"
    )
    for number in differ[:10]:
        print(f"  game {number}: {options_of(number)}")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
