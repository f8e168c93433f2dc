"""How often a person is asked "anything before the round goes on?" in a game against a bot.

    python -m benchmarks.openings --games 200 [--level random] [--expansion monsters-and-minions]

Both seats are played by a bot; the first one stands for a person with each of the settings. What is
counted: questions at openings that are not passed for her, and questions before the other seat or
chance goes on.
"""

import argparse

from rollplayer.bots import LEVELS, make_bot
from rollplayer.chance import Chance
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.match import Match
from rollplayer.openings import OPENING, WHENS, Openings
from rollplayer.rules.options import Options

PERSON = 0


def times_asked(match: Match, when: str, level: str, seed: str) -> int:
    """Play the match to its end; how often the person was asked."""
    bots = [make_bot(level, f"{seed} {seat}") for seat in (0, 1)]
    openings = Openings(when)
    game = match.game
    asked = 0
    while not game.over:
        seat = game.seat()
        if seat != PERSON and openings.interrupts(game, PERSON):
            asked += 1
            openings.note(game, PERSON)
        if seat == CHANCE:
            match.roll()
        elif seat == PERSON and openings.passes(game, seat):
            match.pass_opening()
        else:
            if seat == PERSON:
                asked += game.question() == OPENING
                openings.note(game, seat)
            match.act(seat, bots[seat].choose(View(game, seat), game.options()))
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default="squire")
    parser.add_argument("--expansion", action="append", default=[])
    arguments = parser.parse_args()
    options = Options(2, expansions=tuple(arguments.expansion))
    for when in WHENS:
        asked = 0
        for number in range(arguments.games):
            seed = f"openings {number}"
            match = Match.new(options, chance=Chance.from_text(seed))
            asked += times_asked(match, when, arguments.level, seed)
        print(
            f"{when:7} asked {asked / arguments.games:.2f} times a game ({arguments.games} games)"
        )


if __name__ == "__main__":
    main()
