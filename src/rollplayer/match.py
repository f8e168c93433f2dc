"""A game in progress with its seats, chance and log. Everything that plays a game uses it."""

from collections.abc import Callable, Sequence

from rollplayer.chance import Chance, Deal
from rollplayer.content import Library, library_for
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, plain_standing
from rollplayer.engine.scoring import rank, winners
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.last_calls import LastCalls
from rollplayer.log import (
    Entry,
    GameFile,
    Header,
    open_library,
    read_answer,
    replay,
    set_up,
    take_back,
)
from rollplayer.rules.options import Options
from rollplayer.undo_rules import taken_along, why_not_undo


class CannotUndo(ValueError):
    """Why an answer cannot be undone: one of the reasons in ``undo_rules``."""


class Match:
    """A game, its chance and its log."""

    def __init__(
        self, header: Header, library: Library, chance: Chance, entries: Sequence[Entry] = ()
    ) -> None:
        self.header = header
        self.library = library
        self.chance = chance
        self.game: Game = set_up(header, library)
        self.entries: list[Entry] = []
        for entry in entries:
            self.entries.append(entry)
        self.stood_in: set[int] = set()
        """The places of answers that a bot gave for an absent person. A game file does not know."""
        self._standing: list[int] = []
        self._counted = 0

    @classmethod
    def new(
        cls,
        options: Options,
        seats: Sequence[Plain] = (),
        chance: Chance | None = None,
        packs: tuple[str, ...] = (),
    ) -> "Match":
        """A new game. Seats are objects with a name and, for a bot, its level."""
        library = library_for(options, packs)
        chance = chance or Deal.fresh()
        return cls(Header.of(options, seats, library, chance, packs), library, chance)

    @classmethod
    def resume(cls, file: GameFile, chance: Chance | None = None) -> "Match":
        """Continue a game file where it ends; LogError if it is inconsistent.

        Chance gets a new stream unless the owner of the seed passes the old one.
        """
        library = open_library(file.header)
        match = cls(file.header, library, chance or Deal.fresh())
        for _, entry, game in replay(file, library):
            match.entries.append(entry)
            match.game = game
        return match

    # -- answers --------------------------------------------------------------------------------

    def act(self, who: int, answer: int) -> Entry:
        """Apply an answer and log it. IllegalAnswer leaves everything unchanged."""
        notation = self.game.rules.names.write(answer)
        entry = Entry(who, notation, carry_out(self.game, who, answer))
        self.entries.append(entry)
        return entry

    def say(self, who: int, text: str) -> Entry:
        """Apply an answer by its notation."""
        return self.act(who, read_answer(self.game, who, text))

    def pass_opening(self) -> Entry:
        """Pass for the seat that is asked at an opening but did not want to be (K5)."""
        seat = self.game.seat()
        entry = Entry(seat, "pass", carry_out(self.game, seat, PASS_CODE), auto=True)
        self.entries.append(entry)
        return entry

    def roll(self) -> Entry:
        """Let chance answer its question."""
        return self.act(CHANCE, self.chance.answer(self.game))

    # -- undo -----------------------------------------------------------------------------------

    def standing(self) -> list[int]:
        """The positions in the log of the answers that still count.

        Updated with the log instead of recounted, which is slow with many undos.
        """
        if self._counted > len(self.entries):
            self._standing, self._counted = [], 0
        for at in range(self._counted, len(self.entries)):
            undo = self.entries[at].undo
            if undo:
                take_back(self._standing, undo)
            else:
                self._standing.append(at)
        self._counted = len(self.entries)
        return self._standing

    def play_again(self) -> None:
        """Rebuild the game from the answers that still count."""
        self.game = set_up(self.header, self.library)
        for at in self.standing():
            earlier = self.entries[at]
            carry_out(self.game, earlier.who, read_answer(self.game, earlier.who, earlier.answer))

    def why_not_undo(self, seat: int) -> str:
        """Empty if the seat may undo its last answer; otherwise the reason why not."""
        return why_not_undo(
            self.game.rules.vocabulary.secret_events,
            self.entries,
            self.standing(),
            seat,
            taken_along(self.header.seats, seat),
            self.stood_in,
        )

    def since_own(self, seat: int) -> list[Entry]:
        """The last answer the seat gave itself that still counts, and the entries since."""
        since: list[Entry] = []
        for at in reversed(self.standing()):
            entry = self.entries[at]
            since.append(entry)
            if entry.who == seat and not entry.auto:
                return since[::-1]
        return []

    def undo(self, seat: int) -> Entry:
        """Undo the seat's last answer and what bots have answered to it; CannotUndo says why not."""
        reason = self.why_not_undo(seat)
        if reason:
            raise CannotUndo(reason)
        return self.take_back(seat, len(self.since_own(seat)))

    def take_back(self, seat: int, answers: int, agreed: Sequence[int] = ()) -> Entry:
        """Undo the last answers that still count. The undo is an entry; the log only grows."""
        entry = Entry(seat, "", undo=answers, agreed=tuple(agreed))
        self.entries.append(entry)
        self.play_again()
        return entry

    # -- the end --------------------------------------------------------------------------------

    def file(self) -> GameFile:
        return GameFile(self.header, self.entries, self.end())

    def end(self) -> Plain | None:
        """The closing line: the result and the revealed seed."""
        if not self.game.over:
            return None
        return {**result(self.game), "seed": self.chance.seed.hex()}


def result(game: Game) -> Plain:
    """Stars by line for each seat, the winners, and the rank in solitaire."""
    standings = [plain_standing(game, hero) for hero in game.heroes]
    return {
        "heroes": [
            {"seat": seat, "total": standing["total"], "lines": standing["lines"]}
            for seat, standing in enumerate(standings)
        ],
        "winners": winners(game),
        "rank": rank(game),
    }


class Bot:
    """A player that sees its View and its options, and nothing else."""

    name = "bot"

    def choose(self, view: View, options: list[int]) -> int:
        """Answer the question put to this seat."""
        raise NotImplementedError

    def interrupt(self, view: View, options: list[int]) -> int | None:
        """Interrupt with one of the options, or None."""
        return None


def play_out(
    match: Match, bots: Sequence[Bot], until: Callable[[Game], bool] | None = None
) -> None:
    """Let bots play a match to its end, or until something holds."""
    calls = LastCalls()
    while not match.game.over:
        if until is not None and until(match.game):
            return
        for seat in calls.update(match.game, lambda seat: True):
            calls.mark_passed(seat)
            call(match, bots, seat)
        answer_once(match, bots)


def call(match: Match, bots: Sequence[Bot], seat: int) -> None:
    """Ask a seat whether it interrupts."""
    options = match.game.interruptions(seat)
    answer = bots[seat].interrupt(View(match.game, seat), options) if options else None
    if answer is not None:
        match.act(seat, answer)
        settle_interruption(match, bots)


def answer_once(match: Match, bots: Sequence[Bot]) -> None:
    seat = match.game.seat()
    if seat == CHANCE:
        match.roll()
    else:
        match.act(seat, bots[seat].choose(View(match.game, seat), match.game.options()))


def settle_interruption(match: Match, bots: Sequence[Bot]) -> None:
    """Resolve an interruption completely (K5) before anybody else is asked."""
    while not match.game.agenda[-1].step.interruptible:
        answer_once(match, bots)
