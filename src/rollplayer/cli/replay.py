"""``rollplayer replay``: step through a game file answer by answer."""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from rollplayer.cli.common import OK, Problem, Session, interactive, to_json, whole, wrapped
from rollplayer.cli.files import named, open_game_file
from rollplayer.cli.position import position
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, plain_game, state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import Entry, GameFile, replay, set_up
from rollplayer.text import Texts

MOST_LINES: Final = 10**9
QUIT: Final = ("q", "quit")


def replay_file(
    session: Session,
    path: str,
    *,
    json: bool,
    everything: bool,
    at: str,
    packs: Sequence[str] | None,
) -> int:
    file, library = open_game_file(path, packs)
    texts = session.texts(library, [str(seat["name"]) for seat in file.header.seats])
    steps = replay(file, library)
    with named(path):
        if at:
            number = whole("--at", at, 0, MOST_LINES)
            show_position(session, texts, file, number, steps, json=json)
        elif json:
            choice = choice_of(set_up(file.header, library))
            for number, entry, game in steps:
                print(to_json(plain_step(number, entry, game, choice)))
                choice = choice_of(game)
        else:
            walk(session, texts, file, steps, waits=interactive() and not everything)
    return OK


def plain_step(number: int, entry: Entry, game: Game, choice: Plain) -> Plain:
    """One line of the file, the state after it, and chance's options."""
    plain = {
        "line": number,
        **entry.plain(),
        "hash": state_hash(game),
        "state": plain_game(game),
    }
    return plain | choice if entry.who == CHANCE and not entry.undo else plain


def choice_of(game: Game) -> Plain:
    """Chance's options in the order of the draw, their weights, and what they are drawn from."""
    if game.over or game.seat() != CHANCE:
        return {}
    write = game.rules.names.write
    return {
        "options": [write(option) for option in game.options()],
        "weights": game.weights(),
        "draw": game.draw(),
        "stock": [write(option) for option in game.stock()],
    }


# -- one position -----------------------------------------------------------------------------------


def show_position(
    session: Session,
    texts: Texts,
    file: GameFile,
    number: int,
    steps: Iterator[tuple[int, Entry, Game]],
    *,
    json: bool,
) -> None:
    """Show the table after this many answers."""
    if number > len(file.entries):
        raise Problem("position", value=number, most=len(file.entries))
    game = set_up(file.header, texts.library)
    line, entry = 1, None
    choice: Plain = {}
    for _ in range(number):
        choice = choice_of(game)
        line, entry, game = next(steps)
    if json:
        plain = (
            {"line": line, "hash": state_hash(game), "state": plain_game(game)}
            if entry is None
            else plain_step(line, entry, game, choice)
        )
        print(to_json(plain))
        return
    if entry is not None:
        print("\n".join(entry_lines(session, texts, number, entry)))
        print()
    print("\n".join(position(session, texts, game)))


# -- all of them ------------------------------------------------------------------------------------


def walk(
    session: Session,
    texts: Texts,
    file: GameFile,
    steps: Iterator[tuple[int, Entry, Game]],
    *,
    waits: bool,
) -> None:
    """Show every answer with its events; a person continues with Enter."""
    options = file.header.options
    agreed = [texts.t("replay.players", n=options.players)]
    agreed += [texts.name("variant", variant) for variant in options.variants]
    print(session.style(f"{texts.all_of(texts.seats)}. {', '.join(agreed)}.", "bold"))
    if waits:
        print(session.style(texts.t("replay.keys"), "dim"))
    for number, entry, game in steps:
        print("\n".join(entry_lines(session, texts, number - 1, entry)))
        # Do not stop at automatic passes.
        if waits and not entry.auto and not go_on():
            print("\n".join(position(session, texts, game)))
            return
    if file.end is None:
        print(wrapped(texts.t("replay.unfinished", n=len(file.entries))))
    else:
        print("\n".join(end_lines(session, texts, file.end)))


def go_on() -> bool:
    sys.stdout.flush()
    line = sys.stdin.readline()
    return bool(line) and line.strip().lower() not in QUIT


def entry_lines(session: Session, texts: Texts, number: int, entry: Entry) -> list[str]:
    who = texts.t("replay.chance") if entry.who == CHANCE else texts.hero(entry.who)
    if entry.undo:
        return [f"{number:>4}  {texts.t('replay.undo', hero=who, n=entry.undo)}"]
    answer = session.style(entry.answer, "dim" if entry.who == CHANCE or entry.auto else "bold")
    lines = [f"{number:>4}  {texts.t('replay.says', who=who, what=answer)}"]
    lines += [wrapped(texts.event(event), "      ", "        ") for event in entry.events]
    return lines


def end_lines(session: Session, texts: Texts, end: Plain) -> list[str]:
    """The result as stated in the file; ``verify`` checks it."""
    try:
        totals = [(int(hero["seat"]), int(hero["total"])) for hero in end["heroes"]]
        winners = [texts.hero(int(seat)) for seat in end["winners"]]
    except (KeyError, TypeError, ValueError, IndexError):
        return [texts.t("replay.odd-end")]
    lines = [
        texts.t("score.stars-for", what=texts.hero(seat), stars=texts.stars(total))
        for seat, total in sorted(totals, key=lambda of_seat: -of_seat[1])
        if 0 <= seat < len(texts.seats)
    ]
    if end.get("rank"):
        verdict = texts.t(
            "verify.rank", hero=texts.hero(0), title=texts.name("rank", str(end["rank"]))
        )
    else:
        verdict = texts.t("verify.over", winners=texts.all_of(winners), n=len(winners))
    return [*lines, session.style(verdict, "good")]
