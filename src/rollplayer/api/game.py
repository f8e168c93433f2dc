"""A playable game: answers by notation, undo, files, and everything on the table."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from rollplayer.api.chance import ASK, FROM_SEED, ChanceState, ScriptedChance, chance_for
from rollplayer.api.position import Position, View, view_of
from rollplayer.api.values import Event, Option, event_of, option_of
from rollplayer.chance import key_of
from rollplayer.content import Library, library_for
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.game import Game as Engine
from rollplayer.engine.plain import Plain, state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import (
    Entry,
    GameFile,
    Header,
    LogError,
    open_library,
    read_answer,
    read_lines,
    replay,
    write_lines,
)
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.text import Texts


class _Record(Match):
    """A match that remembers the state of chance before each answer."""

    chance: ScriptedChance
    before: dict[int, ChanceState]
    """By index in the log."""

    def act(self, who: int, answer: int) -> Entry:
        self.before[len(self.entries)] = self.chance.state()
        return super().act(who, answer)

    def roll(self) -> Entry:
        at, state = len(self.entries), self.chance.state()
        entry = super().roll()
        self.before[at] = state
        return entry


class Game(Position):
    """One game, from setup to its last star. ``print(game)`` draws the table.

    >>> import rollplayer as rp
    >>> game = rp.Game.new(players=2, seed="troll", names=["Ada", "Bo"])
    >>> game.asked, game.question
    (0, 'choose-race')
    >>> game.apply("race elf male")
    >>> game.apply("race orc female")
    >>> print(game)
    -- setup ---------------------------------------------------------------------
    Ada: elf male, 5 gold
    Bo: orc female, 5 gold
    Ada is asked: choose-class
      class ...
    >>> game.apply("flip con2")
    Traceback (most recent call last):
      ...
    rollplayer.engine.answers.IllegalAnswer: 'flip con2' is not possible now; try one of: class ...
    """

    def __init__(self, match: _Record, *, asks_chance: bool = False) -> None:
        """Create games with ``Game.new`` and ``rp.load``."""
        self._match = match
        self._asks_chance = asks_chance
        self._names = tuple(str(seat["name"]) for seat in match.header.seats)

    @classmethod
    def new(
        cls,
        players: int = 2,
        seed: str | int | None = None,
        *,
        names: Sequence[str] = (),
        edition: str = "second",
        class_draft: str = "dice",
        variants: Sequence[str] = (),
        expansions: Sequence[str] = (),
        packs: Sequence[str | PathLike[str]] = (),
        chance: Sequence[str] = FROM_SEED,
    ) -> "Game":
        """A new game. One player plays solitaire.

        The same ``seed`` gives the same dice and cards; without one they differ each time.
        ``rollplayer play --help`` lists ``variants`` and ``expansions``; ``packs`` are folders with
        cards of your own (docs/content.md).

        ``chance`` says where dice and cards come from: ``"seed"``; a list of chance's answers, such
        as ``["roll 6", "roll 1"]``, followed by the seed; or ``"ask"``: then the game waits until
        you ``apply`` an answer for chance or call ``roll()``.

        >>> import rollplayer as rp
        >>> rp.Game.new(players=2, chance=["roll 1", "roll 6"]).asked
        1
        >>> game = rp.Game.new(players=2, chance="ask")
        >>> game.asked, game.options
        (-1, ['roll 1', 'roll 2', 'roll 3', 'roll 4', 'roll 5', 'roll 6'])
        >>> rp.Game.new(players=9)
        Traceback (most recent call last):
          ...
        rollplayer.rules.options.RefusedOptions: players is 9; the base game seats 1 (solitaire) to 4
        """
        options = Options(players, edition, class_draft, tuple(variants), tuple(expansions))
        if names and len(names) != players:
            raise ValueError(f"{len(names)} names are given for {players} players")
        seats = [{"name": str(name)} for name in names]
        return begin(options, seats, tuple(map(str, packs)), chance_for(seed, chance), chance)

    # -- playing ------------------------------------------------------------------------------------

    def apply(self, answer: str, seat: int | None = None) -> None:
        """Answer the pending question with one of the ``options`` or its notation.

        With a ``seat`` that is not asked: interrupt with one of its ``interruptions``. Chance then
        answers its own questions, unless the game was created with ``chance="ask"``.
        IllegalAnswer lists the legal answers and leaves the game unchanged.
        """
        asked = self.asked
        if asked is None:
            raise IllegalAnswer(f"{answer!r}: the game is over")
        who = asked if seat is None else seat
        self._match.act(who, read_answer(self._engine, who, answer))
        self._let_chance_answer()

    def roll(self) -> None:
        """Let the seed answer for chance once, in a game created with ``chance="ask"``."""
        if self.asked != CHANCE:
            raise ValueError("chance is not asked now")
        self._match.roll()
        self._let_chance_answer()

    def _let_chance_answer(self) -> None:
        match = self._match
        if not self._asks_chance:
            while not match.game.over and match.game.seat() == CHANCE:
                match.roll()

    def interruptions(self, seat: int) -> list[Option]:
        """What a seat may do now although it is not asked, such as using a Skill (K5)."""
        if self.over or self.asked == seat:
            return []
        names = self._engine.rules.names
        return [option_of(names, code, seat) for code in self._engine.interruptions(seat)]

    def undo(self) -> None:
        """Undo the last answer and all answers of chance since.

        The same dice will come again. IllegalAnswer if nobody has answered yet.

        >>> import rollplayer as rp
        >>> game = rp.Game.new(players=2, seed="troll")
        >>> before = game.copy()
        >>> game.apply("race elf male")
        >>> game.undo()
        >>> game == before
        True
        """
        match = self._match
        for at in reversed(match.standing()):
            if self._asks_chance or match.entries[at].who != CHANCE:
                break
        else:
            raise IllegalAnswer("nothing can be undone: nobody has answered yet")
        del match.entries[at:]
        if at in match.before:
            match.chance.go_back(match.before[at])
        match.play_again()

    # -- looking ------------------------------------------------------------------------------------

    @property
    def _engine(self) -> Engine:
        return self._match.game

    def view(self, seat: int | None = None) -> View:
        """The table as a seat knows it; without a seat, as a spectator does."""
        return view_of(self._engine, seat, self._names)

    @property
    def history(self) -> list[Option]:
        """All answers so far that were not undone, including chance's (seat -1)."""
        entries = self._match.entries
        return [Option(entries[at].answer, entries[at].who) for at in self._match.standing()]

    @property
    def events(self) -> list[Event]:
        """The events since the last answer of a hero."""
        entries, standing = self._match.entries, self._match.standing()
        first = next((at for at in reversed(standing) if entries[at].who != CHANCE), 0)
        since = entries[first:]
        tell = self._texts("en").event
        return [event_of(plain, tell) for entry in since for plain in entry.events]

    @property
    def setup(self) -> Plain:
        """What was agreed before the game: players, edition, draft, variants, expansions."""
        return self._match.header.options.plain()

    def describe(self, answer: str, language: str = "en") -> str:
        """One of the options as a sentence; ``language`` is en, de or fr.

        >>> import rollplayer as rp
        >>> rp.Game.new(players=2, seed="troll").describe("race elf male", "de")
        '...Elf...'
        """
        names = self._engine.rules.names
        code = names.read(answer, self._engine.options())
        return self._texts(language).answer(names, code, self.question)

    def _texts(self, language: str) -> Texts:
        return Texts(language, self._match.library, self._names)

    # -- files --------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Write a game file, which ``rp.load`` and the commands can read.

        An existing file is replaced only with ``overwrite=True``.
        """
        with Path(path).open("w" if overwrite else "x", encoding="utf-8", newline="\n") as file:
            file.writelines(line + "\n" for line in self._lines())

    def _lines(self) -> list[str]:
        match = self._match
        file = match.file()
        if file.end is not None and match.chance.commitment != match.header.commitment:
            # Not all dice came from this seed, so it proves nothing.
            file.end = {key: value for key, value in file.end.items() if key != "seed"}
        return list(write_lines(file))

    # -- as a value ---------------------------------------------------------------------------------

    def copy(self) -> "Game":
        """An independent copy of the game, with the same dice to come.

        Games can also be pickled, compared and hashed. Equal games are at the same point.
        """
        match = copy(self._match)
        match.chance = match.chance.copy()
        match.game = match.game.copy()
        match.entries = match.entries.copy()
        match.before = match.before.copy()
        match._standing, match._counted = [], 0
        return Game(match, asks_chance=self._asks_chance)

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether two games are at the same point: the same rules, cards and position."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """The hash of the position; it changes as the game goes on."""
        return hash(self._key())

    def _key(self) -> tuple[Options, str, str]:
        header = self._match.header
        return header.options, header.content, state_hash(self._engine)

    def __reduce__(self) -> Any:
        """Pickle as game file and state of chance, which any build can read."""
        chance = self._match.chance
        stream = (chance.seed, chance.key, chance.script, chance.state())
        return _restore, (self._lines(), stream, self._match.before, self._asks_chance)


def begin(
    options: Options,
    seats: Sequence[Plain],
    packs: tuple[str, ...],
    scripted: ScriptedChance,
    chance: Sequence[str],
) -> Game:
    """A new game, advanced to its first question."""
    library = library_for(options, packs)
    header = Header.of(options, seats, library, scripted, packs)
    if chance != FROM_SEED:
        header = replace(header, commitment="")  # without the seed's dice nothing is committed to
    game = Game(_record(header, library, scripted), asks_chance=chance == ASK)
    game._let_chance_answer()
    return game


def _record(
    header: Header, library: Library, chance: ScriptedChance, entries: Sequence[Entry] = ()
) -> _Record:
    match = _Record(header, library, chance, entries)
    match.before = {}
    chance.names = match.game.rules.names
    return match


def _restore(
    lines: list[str],
    stream: tuple[bytes, bytes, tuple[str, ...], ChanceState],
    before: dict[int, ChanceState],
    asks_chance: bool,
) -> Game:
    file = read_lines(lines)
    seed, key, script, state = stream
    chance = ScriptedChance(seed)
    chance.key, chance.script, chance.drawn_as = key, script, file.header.dealing
    chance.go_back(state)
    match = _record(file.header, open_library(file.header), chance, file.entries)
    match.before = before
    match.play_again()
    return Game(match, asks_chance=asks_chance)


def load(
    path: str | PathLike[str], seed: str | int | None = None, *, chance: Sequence[str] = FROM_SEED
) -> Game:
    """Load a game file: replay it to its end and check every event.

    New dice follow, unless you pass the ``seed`` the game was created with. ``chance`` is as in
    ``Game.new``. ValueError names the line that is wrong.

    >>> import rollplayer as rp, tempfile
    >>> game = rp.Game.new(players=2, seed="troll")
    >>> game.apply("race elf male")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game.save(f"{folder}/elf.jsonl")
    ...     rp.load(f"{folder}/elf.jsonl") == game
    True
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LogError(f"{path}: is not UTF-8 text, so it cannot be a game file") from error
    file = read_lines(text.splitlines(keepends=True))
    library = open_library(file.header)
    stream = chance_for(seed, chance)
    stream.key = key_of(stream.seed, file.header.entropy)
    stream.drawn_as = file.header.dealing
    match = _record(file.header, library, stream)
    if seed is not None:
        _follow(file, match, stream)
    for _, entry, game in replay(file, library):
        match.entries.append(entry)
        match.game = game
    loaded = Game(match, asks_chance=chance == ASK)
    loaded._let_chance_answer()
    return loaded


def _follow(file: GameFile, match: _Record, chance: ScriptedChance) -> None:
    """Advance chance to where the file ends."""
    before = match.game.copy()
    for number, entry, game in replay(file, match.library):
        if entry.who == CHANCE and not entry.undo:
            drawn = chance.from_seed(before)
            if before.rules.names.write(drawn) != entry.answer:
                raise LogError(f"line {number}: chance's answer does not follow from this seed")
        before = game.copy()
