"""Game files: a header, then one JSON line per answer, including chance's.

The answers define the game; the events beside them are evidence. Replaying derives every event
again and stops at the first difference. Reading never changes a file.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from rollplayer.chance import DEALINGS, Chance
from rollplayer.content import ContentError, Library, UnknownContent, library_of
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.components import Components
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.names import clean
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options, RefusedOptions, read_options
from rollplayer.rules.versions import RULES

FORMAT = "rollplayer-game/1"
CHANCE_NAME = "chance"
NAME_LIMIT = 60


class LogError(ValueError):
    """A game file cannot be used; the message says which line and why."""


class Diverged(LogError):
    """A game file disagrees with the rules."""


@dataclass(frozen=True)
class Entry:
    """One answer with its events, or an undo of one or more answers."""

    who: int
    answer: str
    events: list[Plain] = field(default_factory=list)
    undo: int = 0
    agreed: tuple[int, ...] = ()
    """Who agreed to undo more than the seat's own last answer."""
    auto: bool = False
    """Whether it is a pass for a person who did not want to be asked at an opening (K5)."""

    def plain(self) -> Plain:
        who = CHANCE_NAME if self.who == CHANCE else self.who
        if self.undo:
            agreed = {"agreed": list(self.agreed)} if self.agreed else {}
            return {"who": who, "undo": self.undo, **agreed}
        auto = {"auto": True} if self.auto else {}
        return {"who": who, "answer": self.answer, **auto, "events": self.events}


@dataclass(frozen=True)
class Header:
    """What was agreed before the game: enough to set it up again."""

    options: Options
    seats: tuple[Plain, ...]
    content: str
    packs: tuple[str, ...] = ()
    commitment: str = ""
    pack_contents: tuple[Plain, ...] = ()
    """The packs as read when the game began. Their folders may have changed or moved since."""
    entropy: tuple[str, ...] = ()
    """The entropy each seat added after the commitment; empty if it added none."""
    dealing: int = 1
    """How chance is drawn from the seed (docs/fair-dice.md); 1 for games from before there was a choice."""

    @classmethod
    def of(
        cls,
        options: Options,
        seats: Sequence[Plain],
        library: Library,
        chance: Chance,
        packs: tuple[str, ...] = (),
        entropy: tuple[str, ...] = (),
    ) -> "Header":
        """The header of a new game, dealt by this chance; seats without a name get one."""
        named = tuple(seats) or tuple({"name": f"Hero {n + 1}"} for n in range(options.players))
        return cls(
            options,
            named,
            library.hash,
            packs,
            chance.commitment,
            library.packs,
            entropy if any(entropy) else (),
            chance.dealing,
        )

    def chance(self, seed: bytes) -> Chance:
        """Its chance before the first draw."""
        return DEALINGS[self.dealing](seed, self.entropy)

    @property
    def rules(self) -> str:
        """The rules version of the game, from its first answer to its last."""
        return self.options.rules

    def plain(self) -> Plain:
        return {
            "format": FORMAT,
            "rules": self.rules,
            "options": self.options.plain(),
            "content": self.content,
            "packs": list(self.packs),
            "seats": list(self.seats),
            "commitment": self.commitment,
            **({"dealing": self.dealing} if self.dealing != 1 else {}),
            **({"entropy": list(self.entropy)} if self.entropy else {}),
            **({"pack_contents": list(self.pack_contents)} if self.pack_contents else {}),
        }


@dataclass
class GameFile:
    """A game file: header, entries, and the closing line if the game is over."""

    header: Header
    entries: list[Entry]
    end: Plain | None = None


def to_line(plain: Plain) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def write_lines(file: GameFile) -> Iterator[str]:
    yield to_line(file.header.plain())
    for entry in file.entries:
        yield to_line(entry.plain())
    if file.end is not None:
        yield to_line({"end": file.end})


def read_lines(lines: Iterable[str]) -> GameFile:
    """Read a game file from its lines; LogError names the line that is wrong."""
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, ""))
    file = GameFile(_read_header(_parse(1, first)), [])
    for number, line in numbered:
        if not line.strip():
            raise LogError(f"line {number}: is empty; every line is one JSON object")
        plain = _parse(number, line)
        if file.end is not None:
            raise LogError(f"line {number}: comes after the end of the game")
        if "end" in plain:
            if not isinstance(plain["end"], dict):
                raise LogError(f"line {number}: 'end' must be an object")
            file.end = plain["end"]
        else:
            file.entries.append(_read_entry(number, plain, file.header.options.players))
    return file


def _parse(number: int, line: str) -> Plain:
    try:
        plain = json.loads(line)
        is_whole = "\\u" not in line or is_text(to_line(plain))
    except (ValueError, RecursionError) as error:  # ValueError: also a number of 5,000 digits
        cut = "" if line.endswith("\n") else " (the file may be cut off here)"
        raise LogError(f"line {number}: is not JSON{cut}") from error
    if not isinstance(plain, dict):
        raise LogError(f"line {number}: must be a JSON object")
    if not is_whole:
        raise LogError(f"line {number}: contains half a character, which cannot be written")
    return plain


def is_text(text: str) -> bool:
    """Whether a text can be written to a file. JSON can hold half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read_header(plain: Plain) -> Header:
    if plain.get("format") != FORMAT:
        given = plain.get("format")
        raise LogError(f"line 1: is not a game file of format {FORMAT!r}; found {given!r}")
    rules = plain.get("rules")
    if not isinstance(rules, str) or rules not in RULES:
        raise LogError(
            f"line 1: was played by rules {rules!r}; this program knows {', '.join(RULES)}"
        )
    try:
        options = replace(read_options(plain.get("options")), rules=rules)
    except RefusedOptions as error:
        raise LogError(f"line 1: {error}") from error
    seats = plain.get("seats")
    if not isinstance(seats, list) or len(seats) != options.players:
        raise LogError(f"line 1: seats must list {options.players} seats")
    for seat in seats:
        if not isinstance(seat, dict) or not isinstance(seat.get("name"), str):
            raise LogError("line 1: each seat is an object with a name")
        if not isinstance(seat.get("bot", ""), str):
            raise LogError("line 1: the bot of a seat is named by its level")
    packs = plain.get("packs", [])
    if not isinstance(packs, list) or not all(isinstance(pack, str) for pack in packs):
        raise LogError("line 1: packs must be a list of folders")
    for key in ("content", "commitment"):
        if not isinstance(plain.get(key), str):
            raise LogError(f"line 1: {key} must be text")
    seats = [
        {**seat, "name": clean(seat["name"], NAME_LIMIT) or f"Hero {number}"}
        for number, seat in enumerate(seats, 1)
    ]
    return Header(
        options,
        tuple(seats),
        plain["content"],
        tuple(packs),
        plain["commitment"],
        _read_pack_contents(plain),
        _read_entropy(plain, options.players),
        _read_dealing(plain),
    )


def _read_pack_contents(plain: Plain) -> tuple[Plain, ...]:
    packs = plain.get("pack_contents", [])
    if not isinstance(packs, list) or not all(isinstance(pack, dict) for pack in packs):
        raise LogError("line 1: pack_contents must be a list of packs")
    return tuple(packs)


def _read_dealing(plain: Plain) -> int:
    dealing = plain.get("dealing", 1)
    if type(dealing) is not int or dealing not in DEALINGS:
        known = ", ".join(map(str, DEALINGS))
        raise LogError(f"line 1: dealing is {dealing!r}; this program knows {known}")
    return dealing


def _read_entropy(plain: Plain, players: int) -> tuple[str, ...]:
    entropy = plain.get("entropy", [])
    right = isinstance(entropy, list) and len(entropy) in (0, players)
    if not right or not all(isinstance(text, str) and "\n" not in text for text in entropy):
        raise LogError("line 1: entropy must list one line of text for each seat")
    return tuple(entropy)


def _read_entry(number: int, plain: Plain, players: int) -> Entry:
    who = plain.get("who")
    seat = CHANCE if who == CHANCE_NAME else who
    if type(seat) is not int or not CHANCE <= seat < players:
        raise LogError(
            f"line {number}: who must be a seat from 0 to {players - 1} or {CHANCE_NAME!r}"
        )
    if "undo" in plain:
        if type(plain["undo"]) is not int or plain["undo"] < 1:
            raise LogError(f"line {number}: undo must be the number of answers to undo")
        agreed = plain.get("agreed", [])
        if not isinstance(agreed, list) or any(type(other) is not int for other in agreed):
            raise LogError(f"line {number}: agreed must be a list of seats")
        return Entry(seat, "", undo=plain["undo"], agreed=tuple(agreed))
    answer, events, auto = plain.get("answer"), plain.get("events"), plain.get("auto", False)
    if not isinstance(answer, str) or not isinstance(events, list):
        raise LogError(f"line {number}: needs an answer and its events")
    if type(auto) is not bool or (auto and answer != "pass"):
        raise LogError(f"line {number}: only a pass can be auto, and auto is true or false")
    return Entry(seat, answer, events, auto=auto)


def open_library(header: Header, packs: tuple[str, ...] = ()) -> Library:
    """The content a game began with: current, kept from an earlier version, or from its packs.

    LogError if it is not available.
    """
    own = () if packs else header.pack_contents
    try:
        return library_of(header.options, header.content, own, packs or header.packs)
    except UnknownContent as error:
        raise LogError(
            f"line 1: was played with other cards: {error}; name its pack with --pack"
        ) from error
    except ContentError as error:
        raise LogError(f"line 1: its content cannot be loaded: {error}") from error


def set_up(header: Header, library: Library) -> Game:
    """The game of a header, before its first answer."""
    return new_game(header.options, rules_of(header.options, library.components))


@lru_cache(maxsize=32)
def rules_of(options: Options, components: Components) -> Ruleset:
    """The same rules for all games that agree on them: they are a value, which no game changes."""
    return compose(options, components)


def read_answer(game: Game, who: int, text: str) -> int:
    """The answer with this notation; IllegalAnswer lists the legal ones."""
    if game.over:
        raise IllegalAnswer(f"{text!r}: the game is over")
    options = game.options() if who == game.seat() else game.interruptions(who)
    if not options:
        raise IllegalAnswer(f"{text!r}: seat {who} is not asked and may not interrupt now")
    return game.rules.names.read(text, options)


Stands = TypeVar("Stands")


def take_back(standing: list[Stands], undo: int) -> list[Stands]:
    """Remove the last ``undo`` answers from those that count, and return them."""
    if not 0 < undo <= len(standing):
        raise LogError(f"undoes {undo} answers, but only {len(standing)} stand")
    taken = standing[-undo:]
    del standing[-undo:]
    return taken


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The answers that still count after every undo."""
    standing: list[Entry] = []
    for entry in entries:
        if entry.undo:
            take_back(standing, entry.undo)
        else:
            standing.append(entry)
    return standing


def replay(file: GameFile, library: Library | None = None) -> Iterator[tuple[int, Entry, Game]]:
    """Replay the file: for each line its number, the entry, and the game after it.

    The game is one object that changes; after an undo it is a new object.
    """
    library = library or open_library(file.header)
    game = set_up(file.header, library)
    earlier: list[Game] = []  # the positions before the answers that still count
    for number, entry in enumerate(file.entries, 2):
        if entry.undo:
            try:
                game = take_back(earlier, entry.undo)[0]
            except LogError as error:
                raise Diverged(f"line {number}: {error}") from error
        else:
            earlier.append(game.copy())
            _repeat(number, entry, game)
        yield number, entry, game


def _repeat(number: int, entry: Entry, game: Game) -> None:
    if entry.auto and (game.over or game.question() != "opening" or game.seat() != entry.who):
        raise Diverged(f"line {number}: a pass can be automatic only at an opening")
    try:
        events = carry_out(game, entry.who, read_answer(game, entry.who, entry.answer))
    except IllegalAnswer as error:
        raise Diverged(f"line {number}: {error}") from error
    if events != entry.events:
        raise Diverged(f"line {number}: {first_difference(entry.events, events)}")


def first_difference(written: list[Any], derived: list[Plain]) -> str:
    for at in range(max(len(written), len(derived))):
        says = to_line(written[at]) if at < len(written) else "nothing"
        is_so = to_line(derived[at]) if at < len(derived) else "nothing"
        if says != is_so:
            return f"event {at + 1} says {says}, but the rules give {is_so}"
    return "events differ in the order of their parts"
