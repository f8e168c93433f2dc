"""Random matches with interruptions and takings back, and their transcript.

    python -m tests.properties.matches --seed 7 --games 6

prints the state's hash after every answer and then the game file, for each game. Nothing in it may
depend on the process: not on the hash seed, not on the build.
"""

import argparse
import random
import sys
from collections.abc import Callable

from rollplayer import build
from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import write_lines
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options
from tests.properties.walk import every_options, pick, pick_interruption


def nothing(match: Match) -> None:
    """What is done after each line unless one is told otherwise."""


def random_match(
    seed: str,
    options: Options | None = None,
    after_each: Callable[[Match], None] = nothing,
    undo: float = 0.05,
) -> Match:
    """A match played out at random; seats take answers back where they may."""
    rng = random.Random(f"match {seed}")
    match = Match.new(options or rng.choice(every_options()), chance=Chance.from_text(seed))
    while not match.game.over:
        seat = match.entries[-1].who if match.entries else CHANCE
        wanted = pick_interruption(rng, match.game) if rng.random() < 0.3 else None
        if seat != CHANCE and rng.random() < undo and not match.why_not_undo(seat):
            match.undo(seat)
        elif wanted is not None:
            match.act(*wanted)
        elif match.game.seat() == CHANCE:
            match.roll()
        else:
            match.act(match.game.seat(), pick(rng, match.game))
        after_each(match)
    return match


def bot_match(seed: str) -> Match:
    """A match between our bots."""
    rng = random.Random(f"bots {seed}")
    options = rng.choice(every_options())
    match = Match.new(options, chance=Chance.from_text(seed))
    levels = [rng.choice(["random", "squire"]) for _ in range(options.players)]
    play_out(match, [make_bot(level, f"{seed} {at}") for at, level in enumerate(levels)])
    return match


def print_hash(match: Match) -> None:
    print(state_hash(match.game))


def main() -> int:
    """Print the transcripts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", default="7")
    parser.add_argument("--games", type=int, default=6)
    wanted = parser.parse_args()
    print(build.kind(), file=sys.stderr)
    for number in range(wanted.games):
        seed = f"{wanted.seed} {number}"
        for match in (random_match(seed, after_each=print_hash), bot_match(seed)):
            for line in write_lines(match.file()):
                print(line)
            print(state_hash(match.game))
    return 0


if __name__ == "__main__":
    sys.exit(main())
