"""Save games: one line per answer, and the seed in a separate file."""

import os
from datetime import datetime
from itertools import count
from pathlib import Path

from platformdirs import user_data_dir

from rollplayer.chance import Chance
from rollplayer.content import Library
from rollplayer.engine.table import CHANCE
from rollplayer.log import GameFile, LogError, read_lines, replay, set_up, to_line
from rollplayer.match import Match


def games_folder() -> Path:
    """The default folder for games; --save overrides it."""
    return Path(user_data_dir("rollplayer", appauthor=False)) / "games"


def newest_game() -> Path | None:
    """The game played last, for `resume` without a file."""
    games = sorted(games_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    return games[-1] if games else None


def new_path() -> Path:
    """An unused file name: today's date and a number."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    today = datetime.now().astimezone().strftime("%Y-%m-%d")
    paths = (folder / f"{today}-{number}.jsonl" for number in count(1))
    return next(path for path in paths if not path.exists())


def seed_path(path: Path) -> Path:
    return path.with_name(path.name + ".seed")


class Save:
    """The file of one game. Lines are only added; an undo is a line too."""

    def __init__(self, path: Path, written: int) -> None:
        self.path = path
        self.written = written
        """How many entries of the match are in the file."""
        self.closed = False

    @classmethod
    def start(cls, path: Path, match: Match) -> "Save":
        """Create a new file; an existing one is never overwritten."""
        with path.open("x", encoding="utf-8") as file:
            file.write(to_line(match.header.plain()) + "\n")
        keep_seed(path, match.chance)
        save = cls(path, 0)
        save.keep(match)
        return save

    def keep(self, match: Match) -> None:
        """Append the entries since the last time."""
        lines = [to_line(entry.plain()) for entry in match.entries[self.written :]]
        end = None if self.closed else match.end()
        if end is not None:
            if match.chance.commitment != match.header.commitment:
                # The game continued with another seed, which proves nothing.
                del end["seed"]
            lines.append(to_line({"end": end}))
        if lines:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("".join(text + "\n" for text in lines))
        self.written = len(match.entries)
        if end is not None:
            # The last line now contains the seed.
            self.closed = True
            seed_path(self.path).unlink(missing_ok=True)


def keep_seed(path: Path, chance: Chance) -> None:
    """Store the seed, readable by its owner only, so that a resumed game gets the same dice."""
    try:
        handle = os.open(seed_path(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return  # The name is taken; without the seed a resumed game gets a new stream.
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(chance.seed.hex() + "\n")


def open_save(path: Path) -> tuple[GameFile, str]:
    """A saved game, and the text of an incomplete last line.

    A program killed while writing leaves such a line; its answer does not count.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LogError("line 1: is not text, so this is not a game file") from error
    whole, _, rest = text.rpartition("\n")
    try:
        return read_lines(text.splitlines(keepends=True)), ""
    except LogError:
        if not rest or not whole:
            raise
        return read_lines((whole + "\n").splitlines(keepends=True)), rest


def drop_unfinished_line(path: Path, rest: str) -> None:
    """Remove an incomplete last line atomically."""
    text = path.read_text(encoding="utf-8").removesuffix(rest)
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def chance_of(path: Path, file: GameFile, library: Library) -> Chance | None:
    """The game's stream, advanced to where the file ends; None if the seed is not available."""
    try:
        seed = bytes.fromhex(seed_path(path).read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None
    chance = file.header.chance(seed)
    if chance.commitment != file.header.commitment:
        return None
    game = set_up(file.header, library)
    again = replay(file, library)
    for entry in file.entries:
        if entry.who == CHANCE and not entry.undo:
            drawn = chance.answer(game)
            if game.rules.names.write(drawn) != entry.answer:
                return None  # Another stream was used here: the game was resumed without its seed.
        game = next(again)[2]
    return chance
