"""What other players of the same deal tell about a player's stars.

    python -m benchmarks.references --players squire hurried~0.5 --copies 8 --deals 250
                                    --seed bots --out build/references/many.jsonl
    python -m benchmarks.references --players champion~0.3 --luck --deals 250
                                    --out build/references/champion.jsonl

Plays solitaire deals and writes a line for each game: its stars by line of the score, with
``--offers`` what was offered and with ``--luck`` how lucky a review calls its deals. Adventurers,
champions and legends have no chance of their own: all copies of one play alike. So
``adventurer~0.3`` takes any answer that an adventurer judges less than 0.3 stars behind its best
one, and each copy takes others. The same command goes on where it stopped;
``benchmarks.references_told`` reads the file.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rollplayer.analysis.review import LuckReviewer
from rollplayer.bots import HURRIED, make_bot
from rollplayer.bots.moment import own_chance
from rollplayer.bots.thinking import ThinkingBot
from rollplayer.chance import Deal
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.plain import Plain
from rollplayer.engine.view import View
from rollplayer.log import Entry
from rollplayer.match import Bot, Match, play_out, result
from rollplayer.openings import OPENING, acts
from rollplayer.rules.options import Options

DIGITS: Final = 4
FINE: Final = 1 << 16
"""Into how many steps a tremble is cut."""


class Trembling(Bot):
    """Takes any answer that another bot judges close to its best one."""

    def __init__(self, bot: ThinkingBot, tremble: float, seed: str) -> None:
        self.bot = bot
        self.tremble = tremble
        self.seed = seed

    def choose(self, view: View, options: list[int]) -> int:
        if len(options) == 1:
            return options[0]
        world = view.world
        if world.question() == OPENING and not acts(world, view.seat):
            return PASS_CODE
        values = self.bot.judge_for(world.rules).options(world, view.seat)
        chance = own_chance(self.seed, view, options)
        shaken = [value + self.tremble * chance.below(FINE) / FINE for value in values]
        return options[shaken.index(max(shaken))]


def player_of(name: str, seed: str) -> Bot:
    level, _, tremble = name.partition("~")
    bot = HURRIED.make(seed) if level == HURRIED.name else make_bot(level, seed)
    if not tremble:
        return bot
    if not isinstance(bot, ThinkingBot):
        raise ValueError(f"{level} judges no options; known: adventurer, champion, legend, hurried")
    return Trembling(bot, float(tremble), seed)


class Listening(Match):
    """A match that notes each draw by its name."""

    @property
    def offers(self) -> dict[str, str]:
        noted: dict[str, str] = self.__dict__.setdefault("noted", {})
        return noted

    def roll(self) -> Entry:
        name = self.game.draw()
        entry = super().roll()
        self.offers.setdefault(name, entry.answer)
        return entry


def play(player: str, copy: int, deal: int, seed: str, luck: bool, offers: bool) -> Plain:
    match = Listening.new(Options(1), chance=Deal.from_text(f"{seed}/{deal}"))
    assert isinstance(match, Listening)
    began = time.process_time()
    play_out(match, [player_of(player, f"{seed}/{deal}/copy {copy}")])
    played = time.process_time()
    hero = result(match.game)["heroes"][0]
    told: Plain = {
        "player": player,
        "copy": copy,
        "deal": deal,
        "stars": hero["total"],
        "lines": hero["lines"],
        "s": round(played - began, DIGITS),
    }
    if offers:
        told["offers"] = match.offers
    if luck:
        reviewer = LuckReviewer(match.file(), match.library, [0])
        for _ in reviewer.walk():
            pass
        review = reviewer.reviews[0]
        told["luck"] = {each: round(value, DIGITS) for each, value in review.deals.items()}
        told["luck_s"] = round(time.process_time() - played, DIGITS)
    return told


def tasks_of(chosen: argparse.Namespace) -> Iterator[tuple[str, int, int]]:
    for deal in range(chosen.first, chosen.deals + 1):
        for player in chosen.players:
            for copy in range(chosen.copies):
                yield player, copy, deal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", nargs="+", default=["squire", "hurried", "adventurer"])
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", default="bots")
    parser.add_argument("--luck", action="store_true")
    parser.add_argument("--offers", action="store_true")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after that")
    parser.add_argument("--out", required=True)
    chosen = parser.parse_args()
    out = Path(chosen.out)
    known: set[tuple[str, int, int]] = set()
    if out.exists():
        lines: list[dict[str, Any]] = [json.loads(line) for line in out.read_text().splitlines()]
        known = {(each["player"], each["copy"], each["deal"]) for each in lines}
    until = time.time() + chosen.seconds
    with out.open("a", encoding="utf-8") as file:
        for player, copy, deal in tasks_of(chosen):
            if time.time() > until:
                break
            if (player, copy, deal) not in known:
                told = play(player, copy, deal, chosen.seed, chosen.luck, chosen.offers)
                file.write(json.dumps(told) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
