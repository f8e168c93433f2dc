"""``rollplayer verify``: derive a whole game again and name the first difference."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rollplayer.chance import Chance
from rollplayer.cli.common import DIFFERENT, OK, Session, to_json, wrapped
from rollplayer.cli.files import named, open_game_file
from rollplayer.content import Library
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import (
    Diverged,
    Entry,
    GameFile,
    LogError,
    replay,
    set_up,
    take_back,
)
from rollplayer.match import result
from rollplayer.text import Texts

SEED_CHECKED: Final = "checked"
SEED_HIDDEN: Final = "hidden"
SEED_BYTES_MOST: Final = 64
RESULT_KEYS: Final = ("heroes", "winners", "rank")


@dataclass(frozen=True)
class Verdict:
    """What was found to be true of a game file."""

    answers: int
    taken_back: int
    over: bool
    seed: str
    hash: str
    winners: tuple[int, ...]
    """Seats, if the game is over."""
    rank: str
    """In solitaire, if the game is over."""
    rolls_taken_back: int
    """Answers of chance that were taken back by agreement. A file cannot prove who agreed."""


def verify_file(session: Session, path: str, *, json: bool, packs: Sequence[str] | None) -> int:
    file, library = open_game_file(path, packs)
    seats = [str(seat["name"]) for seat in file.header.seats]
    texts = session.texts(library, seats)
    try:
        with named(path):
            verdict = verify(file, library)
    except Diverged as difference:
        if json:
            print(to_json({"holds": False, "difference": str(difference)}))
        else:
            told = texts.t("verify.differs", difference=str(difference))
            print(session.style(wrapped(told), "bad"))
        return DIFFERENT
    if json:
        print(to_json(plain_verdict(verdict)))
    else:
        print(session.style(wrapped(summary(texts, path, verdict)), "good"))
    return OK


def plain_verdict(verdict: Verdict) -> Plain:
    return {
        "holds": True,
        "answers": verdict.answers,
        "taken_back": verdict.taken_back,
        "rolls_taken_back": verdict.rolls_taken_back,
        "over": verdict.over,
        "seed": verdict.seed,
        "winners": list(verdict.winners) if verdict.over else None,
        "rank": verdict.rank or None,
        "hash": verdict.hash,
    }


def summary(texts: Texts, path: str, verdict: Verdict) -> str:
    told = [texts.t("verify.holds", path=path, n=verdict.answers)]
    if verdict.rank:
        title = texts.name("rank", verdict.rank)
        told.append(texts.t("verify.rank", hero=texts.hero(0), title=title))
    elif verdict.over:
        winners = texts.all_of([texts.hero(seat) for seat in verdict.winners])
        told.append(texts.t("verify.over", winners=winners, n=len(verdict.winners)))
    else:
        told.append(texts.t("verify.unfinished"))
    told.append(texts.t(f"verify.seed-{verdict.seed}"))
    if verdict.rolls_taken_back:
        told.append(texts.t("verify.rolls-taken-back", n=verdict.rolls_taken_back))
    return " ".join(told)


# -- verifying --------------------------------------------------------------------------------------


def verify(file: GameFile, library: Library) -> Verdict:
    """Derive everything again; Diverged names the first line that tells something else."""
    end_line = len(file.entries) + 2
    chance = revealed_chance(file, end_line)
    game = set_up(file.header, library)
    again = replay(file, library)
    standing: list[Entry] = []
    rolls_taken_back = 0
    for number, entry in enumerate(file.entries, 2):
        if entry.undo:
            secrets = game.rules.vocabulary.secret_events
            check_undo(number, entry, standing, file.header.options.players, secrets)
        elif chance is not None and entry.who == CHANCE:
            check_chance(number, entry, game, chance)
        _, _, game = next(again)
        if entry.undo:
            taken = take_back(standing, entry.undo)
            rolls_taken_back += len([each for each in taken if each.who == CHANCE])
        else:
            standing.append(entry)
    check_end(file, game, end_line)
    ended = result(game) if game.over else {}
    return Verdict(
        answers=len(standing),
        taken_back=sum(entry.undo for entry in file.entries),
        over=game.over,
        seed=SEED_CHECKED if chance is not None else SEED_HIDDEN,
        hash=state_hash(game),
        winners=tuple(ended.get("winners", ())),
        rank=ended.get("rank") or "",
        rolls_taken_back=rolls_taken_back,
    )


def revealed_chance(file: GameFile, end_line: int) -> Chance | None:
    """The stream of the revealed seed, if it is the one that was committed to; None if hidden."""
    if file.end is None or "seed" not in file.end:
        return None
    told = file.end["seed"]
    try:
        seed = bytes.fromhex(told) if isinstance(told, str) else b""
    except ValueError:
        seed = b""
    if not 0 < len(seed) <= SEED_BYTES_MOST:
        raise Diverged(f"line {end_line}: seed {to_json(told)} is not a hexadecimal number")
    commitment = hashlib.sha256(seed).hexdigest()
    if commitment != file.header.commitment:
        raise Diverged(
            f"line {end_line}: the seed's SHA-256 is {commitment[:12]}..., but line 1 committed to "
            f"{file.header.commitment[:12]}..."
        )
    return Chance(seed, file.header.entropy)


def check_chance(number: int, entry: Entry, game: Game, chance: Chance) -> None:
    """Chance's answer must be the one its stream gives here."""
    if game.over or game.seat() != CHANCE:
        return  # Out of turn: replaying says so.
    names = game.rules.names
    drawn = names.write(chance.choose(game.options(), game.weights()))
    if drawn != entry.answer:
        raise Diverged(
            f"line {number}: chance answers {entry.answer!r}, but the seed gives {drawn!r}"
        )


def check_undo(
    number: int, entry: Entry, standing: list[Entry], players: int, secrets: list[str]
) -> None:
    """Nobody takes back chance, another's answer or what showed a hidden card, unless all agreed."""
    for seat in entry.agreed:
        if not 0 <= seat < players:
            raise Diverged(f"line {number}: seat {seat} agreed, but there is no such seat")
    if entry.who in entry.agreed:
        return
    for earlier in standing[-entry.undo :]:
        if earlier.auto:
            continue
        if earlier.who == CHANCE:
            raise Diverged(f"line {number}: undoes {earlier.answer!r}, which chance answered")
        if earlier.who != entry.who:
            raise Diverged(
                f"line {number}: seat {entry.who} undoes {earlier.answer!r}, "
                f"which seat {earlier.who} answered"
            )
        if any(event["event"] in secrets for event in earlier.events):
            raise Diverged(f"line {number}: undoes {earlier.answer!r}, which showed a card")


def check_end(file: GameFile, game: Game, end_line: int) -> None:
    """The closing line must tell the result that the rules give."""
    if file.end is None:
        if game.over:
            raise LogError(
                f"line {end_line}: is missing: the game is over, but the line with its result is "
                "not there (the file may be cut off)"
            )
        return
    if not game.over:
        raise Diverged(f"line {end_line}: states the end, but the game is not over")
    derived = result(game)
    for key in RESULT_KEYS:
        told, given = to_json(file.end.get(key)), to_json(derived[key])
        if told != given:
            raise Diverged(f"line {end_line}: {key} says {told}, but the rules give {given}")
    for key in file.end:
        if key not in (*RESULT_KEYS, "seed"):
            raise Diverged(f"line {end_line}: tells {key!r}, which is not part of a result")
