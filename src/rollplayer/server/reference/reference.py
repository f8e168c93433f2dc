"""What does not change while people play: content, rules, replays, scores."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from rollplayer.content import Library, load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.game import Game
from rollplayer.engine.pieces import BoxFault
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import SPECTATOR, plain_view
from rollplayer.expansions import EXPANSIONS
from rollplayer.log import (
    CHANCE_NAME,
    Entry,
    GameFile,
    LogError,
    open_library,
    read_answer,
    read_lines,
    replay,
    set_up,
    to_line,
)
from rollplayer.rules.options import Options, RefusedOptions
from rollplayer.scorer import ScoreError, read_text
from rollplayer.scorer import score as score_table
from rollplayer.server.common.problems import Refused
from rollplayer.server.protocol.box_info import box_infos
from rollplayer.server.protocol.score_form import score_form
from rollplayer.server.protocol.score_program import check_boxes
from rollplayer.server.reference.story import StoryTeller
from rollplayer.server.storage.store import GameRow
from rollplayer.text import TextError, Texts, homes

MOST_ENTRIES: Final = 5_000
FOR_TABLES: Final = ("game.json", "server.json")
NOT_FOR_TABLES: Final = ("help.", "problem.", "serve.", "admin.")


@cache
def content(language: str, edition: str, expansions: tuple[str, ...] = ()) -> Plain:
    """Everything printed on components, and the texts of the catalogue."""
    library = load(edition, expansions=expansions)
    known = library.components.vocabulary
    spoken = language if language in LANGUAGES else "en"
    return {
        "language": language,
        "edition": edition,
        "expansions": list(expansions),
        "hash": library.hash,
        "facts": library.facts,
        "texts": texts_in(library, language),
        "house": house_values(library),
        "score": score_form(library, language, edition),
        "boxes": box_infos(library, language, edition),
        "messages": messages(spoken) | box_messages(spoken, expansions),
        "verbs": [
            {"word": verb.word, "first": verb.first, "second": verb.second} for verb in known.verbs
        ],
        "events": [
            {"event": kind, "parts": [{"name": part, "sort": sort} for part, sort in parts if part]}
            for kind, *parts in known.events
        ],
    }


def messages(language: str) -> dict[str, str]:
    """The texts that a table needs, without those of the command line."""
    texts: dict[str, str] = {}
    for path in [home / language / name for home in homes() for name in FOR_TABLES]:
        if path.exists():
            read: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
            texts |= read
    return {key: text for key, text in texts.items() if not key.startswith(NOT_FOR_TABLES)}


def box_messages(language: str, expansions: tuple[str, ...]) -> dict[str, str]:
    """The sentences of the browser parts of boxes; the client has its own."""
    merged: dict[str, str] = {}
    for name in expansions:
        path = Path(EXPANSIONS.folder(name), "locale", language, "web.json")
        if path.exists():
            merged |= json.loads(path.read_text(encoding="utf-8"))
    return merged


def texts_in(library: Library, language: str) -> Plain:
    """All texts of a language; English where a pack has none."""
    texts = Texts(language, library)
    return {
        section: {
            id: {key: texts.content(section, id, key) for key in entry}
            for id, entry in entries.items()
        }
        for section, entries in library.texts["en"].items()
    }


def house_values(library: Library) -> dict[str, list[str]]:
    """Which values are our own, because no source gives them."""
    return {
        section: house
        for section, entries in library.facts.items()
        if (
            house := [
                id
                for id, entry in entries.items()
                if isinstance(entry, dict) and "house" in (entry.get("source") or {}).values()
            ]
        )
    }


@cache
def rules(language: str) -> Plain:
    """Questions, phases, variants and terms in words."""
    texts = Texts(language, load(expansions=tuple(EXPANSIONS)))
    keys = [key.removeprefix("question.") for key in texts.catalogue if key.startswith("question.")]
    return {
        "language": language,
        "questions": [
            {"key": key, "question": texts.question(key), "explain": texts.explain(key)}
            for key in keys
        ],
        **{
            f"{section}s": [
                {
                    "id": id,
                    "name": texts.name(section, id),
                    "text": texts.content(section, id, "text"),
                }
                for id in texts.library.texts["en"][section]
            ]
            for section in ("phase", "variant", "term")
        },
    }


def checked_box(edition: str | None, expansions: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The edition and the expansions that are asked about; Refused if they do not go together."""
    chosen, boxes = edition or "second", tuple(expansions)
    try:
        Options(edition=chosen, expansions=boxes)
        check_boxes(chosen, boxes)
    except (RefusedOptions, BoxFault) as error:
        raise Refused("refused-options", reason=str(error)) from error
    return chosen, boxes


# -- replays ----------------------------------------------------------------------------------------


def whole_file(game: GameRow, lines: Sequence[str]) -> bytes:
    """The file of a finished game; Refused before the end."""
    if game.result is None or game.header is None:
        raise Refused("not-finished")
    end = to_line({"end": game.result["end"]})
    return "\n".join([to_line(game.header), *lines, end]).encode()


def read_file(body: bytes) -> GameFile:
    """A posted game file; Refused says which line is wrong."""
    try:
        file = read_lines(body.decode().splitlines())
    except UnicodeDecodeError as error:
        raise Refused("bad-file", reason="it is not UTF-8 text") from error
    except LogError as error:
        raise Refused("bad-file", reason=str(error)) from error
    if file.header.packs or file.header.pack_contents:
        # Packs are folders on somebody else's disk.
        raise Refused("bad-file", reason="it was played with a content pack")
    if len(file.entries) > MOST_ENTRIES:
        raise Refused("bad-file", reason=f"it has more than {MOST_ENTRIES} entries")
    return file


def frames(file: GameFile, language: str) -> Plain:
    """A game step by step. Nothing is hidden: it is over, or the client already has the file."""
    try:
        library = open_library(file.header)
        texts = Texts(language, library, [str(seat["name"]) for seat in file.header.seats])
        game = set_up(file.header, library)
        before = open_view(game)
        frames: list[Plain] = [{"n": 0, **frame(game, texts, {}, before)}]
        teller = StoryTeller(texts, file.header.options.expansions)
        again = replay(file, library)
        for n, entry in enumerate(file.entries, 1):
            part = entry_part(game, texts, entry)
            _, _, game = next(again)
            after = open_view(game)
            frames.append({"n": n, **part, **frame(game, texts, before, after)})
            teller.saw(n, before, after, part["events"], entry.undo)
            before = after
    except LogError as error:
        raise Refused("bad-file", reason=str(error)) from error
    return {
        "header": file.header.plain(),
        "seats": [str(seat["name"]) for seat in file.header.seats],
        "frames": frames,
        "end": file.end,
        "story": teller.ended(game),
    }


def entry_part(game: Game, texts: Texts, entry: Entry) -> Plain:
    """What an entry says, before it happens."""
    part: Plain = {"who": CHANCE_NAME if entry.who == CHANCE else entry.who}
    if entry.undo:
        hero, agreed = texts.hero(entry.who), len(entry.agreed)
        text = texts.t("server.undone", hero=hero, n=entry.undo, agreed=agreed)
        return {**part, "undo": entry.undo, "text": text, "events": []}
    try:
        answer = read_answer(game, entry.who, entry.answer)
        text = texts.answer(game.rules.names, answer, game.question())
        events = [{**event, "text": texts.event(event)} for event in entry.events]
    except (IllegalAnswer, TextError, TypeError, KeyError, ValueError, AttributeError):
        # Replaying, which comes next, says what is wrong with it.
        text, events = "", []
    if entry.auto:
        part["auto"] = True
    return {**part, "answer": entry.answer, "text": text, "events": events}


def open_view(game: Game) -> Plain:
    view = plain_view(game, SPECTATOR)
    for key in ("seat", "pending", "interruptions", "top_card"):
        del view[key]
    return view


def frame(game: Game, texts: Texts, before: Plain, after: Plain) -> Plain:
    """The state of the game, as a difference from the frame before."""
    changes: Plain = {
        key: value for key, value in after.items() if key != "heroes" and before.get(key) != value
    }
    heroes = before.get("heroes", [None] * len(after["heroes"]))
    changed = {str(seat): hero for seat, hero in enumerate(after["heroes"]) if heroes[seat] != hero}
    if changed:
        changes["heroes"] = changed
    pending = None
    if not game.over:
        asked = game.seat()
        pending = {
            "seat": CHANCE_NAME if asked == CHANCE else asked,
            "question": game.question(),
            "text": texts.question(game.question()),
        }
    phase = game.rules.vocabulary.phases[game.phase]
    return {"round": game.round, "phase": phase, "changes": changes, "pending": pending}


# -- the scorer -------------------------------------------------------------------------------------


def score(body: bytes, language: str, edition: str, expansions: tuple[str, ...] = ()) -> Plain:
    library = load(edition, expansions=expansions)
    texts = Texts(language, library)
    try:
        table = read_text(body.decode(), library, edition)
    except UnicodeDecodeError as error:
        raise Refused("bad-score", reason="it is not UTF-8 text") from error
    except ScoreError as error:
        reason = texts.t(error.remark.key, **error.remark.arguments)
        raise Refused("bad-score", reason=reason) from error
    warnings: list[Any] = [texts.t(warning.key, **warning.arguments) for warning in table.warnings]
    return {"score": score_table(table), "warnings": warnings}
