"""``rollplayer replay``: walk through a game file answer by answer."""

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
    """One line of the file, the state after it, and what chance could choose from."""
    told = {
        "line": number,
        **entry.plain(),
        "hash": state_hash(game),
        "state": plain_game(game),
    }
    return told | choice if entry.who == CHANCE and not entry.undo else told


def choice_of(game: Game) -> Plain:
    """What chance may answer, in the order in which it is counted, and how likely each is."""
    if game.over or game.seat() != CHANCE:
        return {}
    write = game.rules.names.write
    return {"options": [write(each) for each in game.options()], "weights": game.weights()}


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
    """The table after so many lines of the game."""
    if number > len(file.entries):
        raise Problem("position", value=number, most=len(file.entries))
    game = set_up(file.header, texts.library)
    line, entry = 1, None
    choice: Plain = {}
    for _ in range(number):
        choice = choice_of(game)
        line, entry, game = next(steps)
    if json:
        told = (
            {"line": line, "hash": state_hash(game), "state": plain_game(game)}
            if entry is None
            else plain_step(line, entry, game, choice)
        )
        print(to_json(told))
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
    """Every answer with what came of it; a person goes on with Enter."""
    options = file.header.options
    told = [texts.t("replay.players", n=options.players)]
    told += [texts.name("variant", variant) for variant in options.variants]
    print(session.style(f"{texts.all_of(texts.seats)}. {', '.join(told)}.", "bold"))
    if waits:
        print(session.style(texts.t("replay.keys"), "dim"))
    for number, entry, game in steps:
        print("\n".join(entry_lines(session, texts, number - 1, entry)))
        # What nobody said is no reason to stop.
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
    """The result as the file tells it; ``verify`` checks it."""
    try:
        totals = [(int(hero["seat"]), int(hero["total"])) for hero in end["heroes"]]
        winners = [texts.hero(int(seat)) for seat in end["winners"]]
    except (KeyError, TypeError, ValueError, IndexError):
        return [texts.t("replay.odd-end")]
    lines = [
        texts.t("score.stars-for", what=texts.hero(seat), stars=texts.stars(total))
        for seat, total in sorted(totals, key=lambda each: -each[1])
        if 0 <= seat < len(texts.seats)
    ]
    if end.get("rank"):
        told = texts.t(
            "verify.rank", hero=texts.hero(0), title=texts.name("rank", str(end["rank"]))
        )
    else:
        told = texts.t("verify.over", winners=texts.all_of(winners), n=len(winners))
    return [*lines, session.style(told, "good")]
