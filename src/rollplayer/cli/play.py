"""``rollplayer play`` and ``rollplayer resume``: play in the terminal with people and bots."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rollplayer.bots import all_names, current_name
from rollplayer.chance import Deal
from rollplayer.cli.common import BAD_INPUT, Session
from rollplayer.cli.terminal.host import Host
from rollplayer.cli.terminal.paint import line, wrapped
from rollplayer.cli.terminal.saves import (
    Save,
    chance_of,
    drop_unfinished_line,
    games_folder,
    new_path,
    newest_game,
    open_save,
)
from rollplayer.content import library_for, load
from rollplayer.engine.plain import Plain
from rollplayer.log import NAME_LIMIT, open_library
from rollplayer.match import Match
from rollplayer.names import clean
from rollplayer.openings import NEW
from rollplayer.rules.options import Options
from rollplayer.text import Texts

__all__ = ["games_folder", "newest_game", "play", "resume"]

HUMAN = "human"


class UnknownSeat(ValueError):
    """A seat is neither human nor a known bot."""


def play(
    *,
    seats: list[str],
    options: Options,
    language: str,
    packs: tuple[str, ...],
    seed: str | None,
    save: Path | str | None,
    color: bool,
    yes_forced: bool,
    openings: str = NEW,
) -> int:
    """Start a game and play it; return the exit code."""
    texts = Texts(language, library_for(options, packs))
    try:
        named = read_seats(texts, seats, options.players)
    except UnknownSeat as error:
        return complain(str(error))
    chance = Deal.from_text(seed) if seed is not None else Deal.fresh()
    match = Match.new(options, named, chance, packs)
    path = Path(save) if save else new_path()
    try:
        kept = Save.start(path, match)
    except FileExistsError:
        return complain(texts.t("save.exists", path=str(path)))
    host = Host(match, Session(language, color), kept, yes_forced=yes_forced, openings=openings)
    welcome(host)
    return host.run()


def resume(path: Path | str, *, language: str, color: bool, openings: str = NEW) -> int:
    """Continue a saved game, by default the one played last.

    LogError says why a file cannot be used.
    """
    path = Path(path) if str(path) else (newest_game() or games_folder())
    if path == games_folder():
        return complain(Texts(language, load()).t("resume.none", path=str(path)))
    file, unfinished = open_save(path)
    library = open_library(file.header)
    texts = Texts(language, library)
    for seat in file.header.seats:
        if current_name(seat.get("bot", "")) not in ("", *all_names()):
            known = ", ".join(all_names())
            return complain(texts.t("seat.no-such", seat=str(seat["bot"]), known=known))
    match = Match.resume(file, chance_of(path, file, library))
    if unfinished:
        drop_unfinished_line(path, unfinished)
    kept = Save(path, len(match.entries))
    kept.closed = file.end is not None
    host = Host(match, Session(language, color), kept, yes_forced=False, openings=openings)
    host.tell(host.t.t("resume.unfinished" if unfinished else "resume.here", path=str(path)))
    return host.run()


def read_seats(texts: Texts, seats: Sequence[str], players: int) -> list[Plain]:
    """Read ``human``, ``human:Ann`` or a bot's level into seats with unique names."""
    taken: list[Plain] = []
    for at in range(players):
        text = seats[at] if at < len(seats) else HUMAN
        level, _, given = text.partition(":")
        level = current_name(level)
        name = clean(given, NAME_LIMIT)
        if level != HUMAN and level not in all_names():
            known = ", ".join((HUMAN, f"{HUMAN}:Ann", *all_names()))
            raise UnknownSeat(texts.t("seat.no-such", seat=text, known=known))
        if ":" in name or (given.strip() and not name) or not " ".join(given.split()).isprintable():
            raise UnknownSeat(texts.t("seat.bad-name", name=ascii(given)))
        if not name:
            name = texts.hero(at) if level == HUMAN else texts.bot(level)
        if any(name.casefold() == seat["name"].casefold() for seat in taken):
            name = f"{name} {at + 1}"
        taken.append({"name": name} if level == HUMAN else {"name": name, "bot": level})
    return taken


def welcome(host: Host) -> None:
    """Introduce the game to somebody who has never seen it."""
    width = host.screen.width
    lines = [line((host.t.t("welcome.title"), "bold")), line()]
    lines += wrapped(host.t.t("welcome.game"), width)
    lines += wrapped(host.t.t("welcome.unofficial"), width)
    lines += wrapped(host.t.t("welcome.help"), width)
    lines.append(line())
    host.screen.show(lines)


def complain(message: str) -> int:
    print(message, file=sys.stderr)
    return BAD_INPUT
