"""Record whole games of the current rules version, to be replayed by every later one.

    python -m tests.games.record

writes about 200 games into ``tests/games/<rules version>/``: all numbers of players, editions, class
drafts and variants, with and without the expansion; random play with interruptions and undos, by
consent too, and play of every level of bots. Some end in the middle, as running games do. A file that
is there already is never written over: record once per rules version, before the rules change again.
"""

import gzip
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import (
    Entry,
    GameFile,
    read_lines,
    write_lines,
)
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options
from rollplayer.rules.versions import CURRENT_RULES
from tests.properties.facts import EXPANSION
from tests.properties.matches import random_match
from tests.properties.walk import every_options

HOME = Path(__file__).parent
RANDOM_GAMES = 140
CUT_GAMES = 20
BOT_GAMES = 40
CONSENT = 0.01
"""How often a table agrees to take back more than the last answer."""


def folder_of(rules: str) -> Path:
    """The folder of a rules version, ``base/1`` and the like."""
    return HOME / rules.replace("/", "-")


def take_back_together(match: Match, rng: random.Random) -> None:
    """What a server records when all seats agree to take back several answers."""
    if rng.random() >= CONSENT or len(match.standing()) < 12:
        return
    asking = match.entries[-1].who
    if asking == CHANCE:
        return
    everyone = tuple(range(match.header.options.players))
    match.entries.append(Entry(asking, "", undo=rng.randrange(2, 10), agreed=everyone))
    match.play_again()


def spread_options(rng: random.Random, games: int) -> list[Options]:
    """Each number of players, edition, draft and box equally often, with any variants."""
    kinds: dict[tuple[object, ...], list[Options]] = {}
    for options in every_options():
        kind = (options.players, options.edition, options.class_draft, options.expansions)
        kinds.setdefault(kind, []).append(options)
    order = [kinds[kind] for kind in sorted(kinds, key=str)]
    return [rng.choice(order[number % len(order)]) for number in range(games)]


def random_games(games: int, name: str) -> Iterator[tuple[str, Match]]:
    rng = random.Random(name)
    for number, options in enumerate(spread_options(rng, games)):
        seed = f"{name} {number}"
        undo = rng.choice((0.0, 0.05, 0.2))
        yield (
            f"{name}-{number:03}",
            random_match(
                seed, options, after_each=lambda match: take_back_together(match, rng), undo=undo
            ),
        )


def bot_games() -> Iterator[tuple[str, Match]]:
    """Bots of every level at tables of every size; the strongest think long, so they play little."""
    rng = random.Random("bots")
    levels = ("random", "squire", "adventurer", "champion")
    for number in range(BOT_GAMES):
        expansions = (EXPANSION,) if number % 2 else ()
        players = number // 2 % (5 if expansions else 4) + 1
        options = Options(players, expansions=expansions)
        chosen = ["legend"] if players == 1 and number < 12 else rng.choices(levels, k=players)
        seats = [{"name": f"{level} {at + 1}", "bot": level} for at, level in enumerate(chosen)]
        match = Match.new(options, seats, Chance.from_text(f"bots {number}"))
        play_out(match, [make_bot(level, f"{number} {at}") for at, level in enumerate(chosen)])
        yield f"bots-{number:03}", match


def cut(match: Match, share: float) -> GameFile:
    """A running game: the same up to some line."""
    return GameFile(match.header, match.entries[: max(1, round(len(match.entries) * share))])


def write(name: str, file: GameFile) -> dict[str, object]:
    folder = folder_of(file.header.rules)
    folder.mkdir(exist_ok=True)
    lines = "".join(f"{line}\n" for line in write_lines(file))
    with (folder / f"{name}.jsonl.gz").open("xb") as out:
        out.write(gzip.compress(lines.encode(), mtime=0))
    resumed = Match.resume(file)
    return {"lines": len(file.entries), "hash": state_hash(resumed.game), "over": resumed.game.over}


def read(path: Path) -> GameFile:
    """A recorded game."""
    return read_lines(gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True))


def main() -> int:
    """Record the games and their index."""
    rules = CURRENT_RULES
    if folder_of(rules).exists():
        print(f"{folder_of(rules)} is there already; recorded games are never renewed")
        return 1
    index: dict[str, object] = {}
    for name, match in random_games(RANDOM_GAMES, "random"):
        index[name] = write(name, match.file())
    for number, (name, match) in enumerate(random_games(CUT_GAMES, "running")):
        index[name] = write(name, cut(match, (number + 1) / (CUT_GAMES + 1)))
    for name, match in bot_games():
        index[name] = write(name, match.file())
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(index[name])}" for name in sorted(index))
    (folder_of(rules) / "index.json").write_text(f"{{\n{text}\n}}\n", "utf-8")
    print(f"{len(index)} games of {rules}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
