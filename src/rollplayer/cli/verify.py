"""``rollplayer verify``: derive a game again and report the first difference."""

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
from rollplayer.undo_rules import BY_CHANCE, BY_OTHER, taken_along, why_stays

SEED_CHECKED: Final = "checked"
SEED_HIDDEN: Final = "hidden"
SEED_BYTES_MOST: Final = 64
RESULT_KEYS: Final = ("heroes", "winners", "rank")


@dataclass(frozen=True)
class Verdict:
    """The result of verifying a game file."""

    answers: int
    undone: int
    over: bool
    seed: str
    hash: str
    winners: tuple[int, ...]
    """The winning seats, if the game is over."""
    rank: str
    """The solitaire title, if the game is over."""
    rolls_undone: int
    """Answers of chance that were undone by consent. A file cannot prove who agreed."""


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
            message = texts.t("verify.differs", difference=str(difference))
            print(session.style(wrapped(message), "bad"))
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
        "undone": verdict.undone,
        "rolls_undone": verdict.rolls_undone,
        "over": verdict.over,
        "seed": verdict.seed,
        "winners": list(verdict.winners) if verdict.over else None,
        "rank": verdict.rank or None,
        "hash": verdict.hash,
    }


def summary(texts: Texts, path: str, verdict: Verdict) -> str:
    sentences = [texts.t("verify.holds", path=path, n=verdict.answers)]
    if verdict.rank:
        title = texts.name("rank", verdict.rank)
        sentences.append(texts.t("verify.rank", hero=texts.hero(0), title=title))
    elif verdict.over:
        winners = texts.all_of([texts.hero(seat) for seat in verdict.winners])
        sentences.append(texts.t("verify.over", winners=winners, n=len(verdict.winners)))
    else:
        sentences.append(texts.t("verify.unfinished"))
    sentences.append(texts.t(f"verify.seed-{verdict.seed}"))
    if verdict.rolls_undone:
        sentences.append(texts.t("verify.rolls-undone", n=verdict.rolls_undone))
    return " ".join(sentences)


# -- verifying --------------------------------------------------------------------------------------


def verify(file: GameFile, library: Library) -> Verdict:
    """Derive everything again; Diverged names the first line that differs."""
    end_line = len(file.entries) + 2
    chance = revealed_chance(file, end_line)
    game = set_up(file.header, library)
    again = replay(file, library)
    standing: list[Entry] = []
    rolls_undone = 0
    for number, entry in enumerate(file.entries, 2):
        if entry.undo:
            secrets = game.rules.vocabulary.secret_events
            check_undo(number, entry, standing, file.header.seats, secrets)
        elif chance is not None and entry.who == CHANCE:
            check_chance(number, entry, game, chance)
        _, _, game = next(again)
        if entry.undo:
            taken = take_back(standing, entry.undo)
            rolls_undone += len([entry for entry in taken if entry.who == CHANCE])
        else:
            standing.append(entry)
    check_end(file, game, end_line)
    ended = result(game) if game.over else {}
    return Verdict(
        answers=len(standing),
        undone=sum(entry.undo for entry in file.entries),
        over=game.over,
        seed=SEED_CHECKED if chance is not None else SEED_HIDDEN,
        hash=state_hash(game),
        winners=tuple(ended.get("winners", ())),
        rank=ended.get("rank") or "",
        rolls_undone=rolls_undone,
    )


def revealed_chance(file: GameFile, end_line: int) -> Chance | None:
    """The stream of the revealed seed, checked against the commitment; None if it is hidden."""
    if file.end is None or "seed" not in file.end:
        return None
    written = file.end["seed"]
    try:
        seed = bytes.fromhex(written) if isinstance(written, str) else b""
    except ValueError:
        seed = b""
    if not 0 < len(seed) <= SEED_BYTES_MOST:
        raise Diverged(f"line {end_line}: seed {to_json(written)} is not a hexadecimal number")
    commitment = hashlib.sha256(seed).hexdigest()
    if commitment != file.header.commitment:
        raise Diverged(
            f"line {end_line}: the seed's SHA-256 is {commitment[:12]}..., but line 1 committed to "
            f"{file.header.commitment[:12]}..."
        )
    return file.header.chance(seed)


def check_chance(number: int, entry: Entry, game: Game, chance: Chance) -> None:
    """Chance's answer must be the one its stream gives here."""
    if game.over or game.seat() != CHANCE:
        return  # Out of turn: the replay reports it.
    names = game.rules.names
    drawn = names.write(chance.answer(game))
    if drawn != entry.answer:
        raise Diverged(
            f"line {number}: chance answers {entry.answer!r}, but the seed gives {drawn!r}"
        )


def check_undo(
    number: int, entry: Entry, standing: list[Entry], seats: Sequence[Plain], secrets: list[str]
) -> None:
    """Without consent, nobody undoes chance, another's answer or a look at a hidden card."""
    for seat in entry.agreed:
        if not 0 <= seat < len(seats):
            raise Diverged(f"line {number}: seat {seat} agreed, but there is no such seat")
    if entry.who in entry.agreed:
        return
    along = taken_along(seats, entry.who)
    for at, earlier in enumerate(standing[-entry.undo :]):
        reason = "" if earlier.auto else why_stays(secrets, earlier, entry.who, along)
        if at == 0 and earlier.who != entry.who:
            # Bots are taken along, never undone alone.
            reason = reason or BY_OTHER
        if reason == BY_CHANCE:
            raise Diverged(f"line {number}: undoes {earlier.answer!r}, which chance answered")
        if reason == BY_OTHER:
            raise Diverged(
                f"line {number}: seat {entry.who} undoes {earlier.answer!r}, "
                f"which seat {earlier.who} answered"
            )
        if reason:
            raise Diverged(f"line {number}: undoes {earlier.answer!r}, which showed a card")


def check_end(file: GameFile, game: Game, end_line: int) -> None:
    """Check that the closing line states the result by the rules."""
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
        written, given = to_json(file.end.get(key)), to_json(derived[key])
        if written != given:
            raise Diverged(f"line {end_line}: {key} says {written}, but the rules give {given}")
    for key in file.end:
        if key not in (*RESULT_KEYS, "seed"):
            raise Diverged(f"line {end_line}: has {key!r}, which is not part of a result")
