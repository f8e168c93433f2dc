"""The whole game as plain data: heroes, market, bag, initiative, and the agenda of what is to come.

Nothing hidden lives here: the bag and the deck are multisets, and chance is a seat that is asked.
Only the functions in ``changes`` alter a Game; rules and words read it, ask, and call them.
"""

from collections.abc import Sequence
from typing import Any, Final

from rollplayer.engine.answers import VERBS, IllegalAnswer, Names, refusal, verb_of
from rollplayer.engine.components import (
    Alignment,
    Backstory,
    Card,
    CharacterClass,
    Component,
    Part,
    Race,
)
from rollplayer.engine.formula import Formula
from rollplayer.engine.hero import Hero
from rollplayer.engine.open_classes import mypyc_attr
from rollplayer.engine.pieces import BoxFault
from rollplayer.engine.table import CHANCE, EMPTY, NOBODY
from rollplayer.engine.vocabulary import Box, Vocabulary

SETUP: Final = 0
ROLL_PHASE: Final = 1
DICE_PHASE: Final = 2
MARKET_PHASE: Final = 3
CLEANUP_PHASE: Final = 4
LAST_CHANCE: Final = 5
END: Final = 6


Fields = dict[str, int | tuple[int, ...]]
MOST_SEATS: Final = 8
OwnFrame = Any
"""The kind of Frame that a step makes for itself: the agenda does not know it, the step does."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One thing that is still to happen. It asks a question, and it happens: legality stands once.

    ``begin`` runs what needs no answer. It returns True when it waits for an answer; it must then
    have changed nothing, because after an interruption it is asked again (K5).

    A step that has something to remember has a Frame class of its own, with a name for each thing,
    and makes it in ``new_frame``.
    """

    def __init__(self, name: str, interruptible: bool = False) -> None:
        self.name = name
        self.interruptible = interruptible
        self.beginnings: list[Frame | None] = [None] * (1 + MOST_SEATS)
        """By seat, NOBODY first."""

    def __repr__(self) -> str:
        return self.name

    def frame(self, seat: int) -> "Frame":
        """This step at its beginning, to be put on the agenda. Made once: frames never change."""
        frame = self.beginnings[seat + 1]
        if frame is None:
            frame = self.new_frame(seat)
            self.beginnings[seat + 1] = frame
        return frame

    def new_frame(self, seat: int, about: int = 0) -> "Frame":
        """The frame that this step begins with: its own kind where it has one.

        ``about`` is what a hook tells: the card that was used, the Initiative card of the turn.
        """
        return Frame(self, seat)

    def advance(self, game: "Game", frame: OwnFrame) -> bool:
        return True

    def asked(self, game: "Game", frame: OwnFrame) -> int:
        """The seat that answers, or CHANCE."""
        whose: Frame = frame
        return whose.seat

    def question(self, game: "Game", frame: OwnFrame) -> str:
        """The key of the question's text."""
        return self.name

    def options(self, game: "Game", frame: OwnFrame) -> list[int]:
        """Every legal answer. The list may be shared: never change it."""
        raise NotImplementedError(self.name)

    def weights(self, game: "Game", frame: OwnFrame) -> list[int] | None:
        """For chance: how likely each option is; None when all are alike."""
        return None

    def stock(self, game: "Game", frame: OwnFrame) -> list[int]:
        """For chance: what it could answer if the deck were whole; the options are among these.

        Drawing from all of it until an option comes gives two games the same answer wherever it is
        possible in both.
        """
        return self.options(game, frame)

    def draw(self, game: "Game", frame: OwnFrame) -> str:
        """For chance: the name of this draw, which no earlier answer changes.

        What is drawn for all has its place in the round; what a seat rolls for itself is counted.
        """
        whose: Frame = frame
        seat = str(whose.seat) if whose.seat != NOBODY else "all"
        return f"{self.question(game, frame)}/{game.round}/{seat}"

    def resolve(self, game: "Game", frame: OwnFrame, answer: int) -> None:
        raise NotImplementedError(self.name)

    def interrupted(self, game: "Game", frame: OwnFrame) -> None:
        """A seat is about to _interrupt while this waits for an answer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame:
    """A step on the agenda: whose it is and how far it has come. Never changed, only replaced.

    Kinds of frames set ``step`` and ``seat`` themselves: where the engine is interpreted, a call of
    ``super().__init__`` takes as long as all the rest, and frames are made all the time.
    """

    def __init__(self, step: Step, seat: int) -> None:
        self.step = step
        self.seat = seat

    def __repr__(self) -> str:
        words = [f"{name}={value!r}" for name, value in self.fields().items()]
        return " ".join([f"<{self.step!r} seat={self.seat}", *words]) + ">"

    def fields(self) -> Fields:
        """What the step remembers, in the order in which it is created."""
        return {}

    def numbers(self) -> list[int]:
        """The fields as the three numbers or more that stand in the hash of a state.

        Game files compare that hash: fields may get other names, their numbers stay.
        """
        numbers: list[int] = []
        for value in self.fields().values():
            assert isinstance(value, int), "a field that is no number needs numbers() of its own"
            numbers.append(int(value))
        return numbers + [0] * (3 - len(numbers))


@mypyc_attr(allow_interpreted_subclasses=True)
class CountingFrame(Frame):
    """How far a step has come that does the same some number of times."""

    def __init__(self, step: Step, seat: int, done: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.done = done

    def fields(self) -> Fields:
        return {"done": self.done}


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnOption:
    """Something a seat may do in place of, or beside, what a step asks."""

    def __init__(self, verb: int) -> None:
        self.verb = verb

    def __repr__(self) -> str:
        return VERBS[self.verb].word

    def add_options(self, game: "Game", seat: int, options: list[int]) -> None:
        raise NotImplementedError

    def resolve(self, game: "Game", seat: int, answer: int) -> None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Interruption(TurnOption):
    """Something a seat may do whenever the game waits openly (K3, K5): Skills, Weapon discards."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Placement(TurnOption):
    """Something else to do with the die of the Dice turn than laying it into a row (D2)."""

    def question(self, game: "Game", seat: int) -> str:
        """The key of the question where another one should be asked than for a row; else empty."""
        return ""

    def waiting(self, game: "Game", seat: int) -> int:
        """How many dice it holds that may be placed in this turn, too."""
        return 0

    def place(self, game: "Game", seat: int, answer: int) -> int:
        """Carry the answer out. A mask of the rows whose Attribute Action it brings."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Extension:
    """What an expansion adds to the table. Never changed, only replaced: copies of a game share it."""

    def seen_by(self, seat: int) -> "Extension":
        """The same as far as this seat knows it; itself where nothing is hidden."""
        return self

    def plain(self, names: Names) -> dict[str, object]:
        """All of it as plain data, what nobody knows left out."""
        return {}

    def plain_shown(self, names: Names) -> dict[str, object]:
        """What follows from it, for whoever looks at the table: no part of the log's hash."""
        return {}

    def plain_secrets(self, names: Names) -> dict[str, object]:
        """Who knows what: for the log's hash, not for a player."""
        return {}


@mypyc_attr(allow_interpreted_subclasses=True)
class ScoreLine:
    """One line of the score sheet. Expansions and solitaire add theirs."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def stars(self, rules: "Ruleset", hero: Hero) -> int:
        raise NotImplementedError

    def reasons(self, rules: "Ruleset", hero: Hero) -> list[tuple[str, str, int]]:
        """What the stars come from: (kind of thing, its id, stars)."""
        raise NotImplementedError

    def formula(self, rules: "Ruleset") -> Formula:
        """``reasons`` for a client: a list of records."""
        raise BoxFault(f"{self!r} has no formula, so the browser's scorer cannot count it")


class Ruleset:
    """The rules of one game as a value: its pieces, its components, the steps it is made of."""

    def __init__(self, players: int, dice: list[int], vocabulary: Vocabulary) -> None:
        if not 1 <= players <= MOST_SEATS:
            raise ValueError(f"there is room for {MOST_SEATS} seats, not {players}")
        self.players = players
        self.vocabulary = vocabulary
        self.boxes: list[Box] = []
        """The boxes that are added to the base game."""
        self.dice = dice
        """By kind of dice: how many there are."""
        self.solitaire = False
        self.cards: list[Card] = []
        self.races: list[Race] = []
        self.classes: list[CharacterClass] = []
        self.alignments: list[Alignment] = []
        self.backstories: list[Backstory] = []
        self.in_deck: list[bool] = []
        self.parts: dict[str, Part] = {}
        """By expansion: what its own sections of the content describe."""
        self.armor_stars: list[list[int]] = []
        self.armor_colors: list[list[int]] = []
        self.actions: list[Step] = []
        self.interruptions: list[Interruption] = []
        self.interruption_verbs = 0
        """A mask of the verbs of ``interruptions``."""
        self.round_counts: list[int] = []
        """The counts that are 0 again when a round begins (K10)."""
        self.spendable: list[int] = []
        """The counts that can be spent at any time."""
        self.more_discounts = False
        """Whether there are any ``discounts`` or ``turn_discounts``."""
        self.discounts: list[list[int]] = vocabulary.discounts
        """By kind of card: the numbers that are discounts on it."""
        self.turn_discounts: list[int] = []
        """The counts of Gold off the next buy of the Market turn."""
        self.after_buying: list[list[int]] = vocabulary.after_buying
        """By kind of card: the hooks at which the buyer's class and cards act after it (M14)."""
        self.after_action: list[list[int]] = vocabulary.after_action
        """By row: the hooks at which class and cards act after its Attribute Action (D15)."""
        self.ranks: list[tuple[int, str]] = []
        """The solitaire chart, best first (L7)."""
        self.lost: list[int] = []
        """The counts of which one says that a solitaire hero has lost."""
        self.score_lines: list[ScoreLine] = []
        self.start: Step = Step("nothing")
        self.dice_turn: list[Step] = []
        """What follows the taking of an Initiative card, in order (D2)."""
        self.placements: list[Placement] = []
        """What may be done with the drafted die besides laying it into a row."""
        self.before_cleanup = 0
        """A mask of the phases in which Charisma tokens are kept (U1)."""
        self.components: dict[str, list[Component]] = {}
        """By kind: what the content describes and heroes may own."""
        self.owned_piles: list[tuple[int, list[Component]]] = []
        """The extra piles whose things modify numbers and act, and what lies there by index."""
        self.discards_for_gold = True
        """V4: whether taking 2 Gold discards a Market card."""
        self.market_size = players + 1
        self.initiative_cards = players + 1
        self.starting_dice = 0
        self.rounds = 0
        self.names: Names = Names(vocabulary)

    def give(self, kind: str, components: Sequence[Component]) -> None:
        """Name what the content describes; a hero's pile of this kind then modifies like cards."""
        self.names.give(kind, [component.id for component in components])
        self.components[kind] = list(components)
        self.owned_piles = [
            (pile, self.components[sort])
            for pile, sort in self.vocabulary.pile_sorts.items()
            if sort in self.components
        ]


class Game:
    """The state of one game. ``decision`` and ``apply`` move it on; ``copy`` is cheap."""

    def __init__(
        self,
        rules: Ruleset,
        heroes: list[Hero],
        agenda: list[Frame],
        bag: list[int],
        aside: list[int],
        dice: list[int],
        card_gold: list[int],
        taken: list[int],
        deck: list[list[int]],
        removed: list[int],
        pool: list[int],
        market: list[int],
        discard_pile: list[int],
        trash: list[int],
    ) -> None:
        self.rules = rules
        self.heroes = heroes
        self.agenda = agenda
        self.phase = SETUP
        self.round = 0
        self.start_player = 0
        # Copies share ``aside``, ``pool``, ``deck``, ``discard_pile`` and ``trash``: changes put a
        # new list in their place.
        # Dice: in the bag by color, aside, rolled and to be laid, on each Initiative card.
        self.bag = bag
        self.aside = aside
        self.pool = pool
        self.dice = dice
        self.card_gold = card_gold
        self.taken = taken
        """By Initiative card: the seat that has taken it, or NOBODY."""
        # Cards: the Market by place (NOBODY where one has gone), the deck's piles as multisets.
        self.market = market
        self.deck = deck
        self.discard_pile = discard_pile
        self.trash = trash
        self.removed = removed
        self.top_card = NOBODY
        """The deck's top card once somebody has looked at it, and a mask of who has (M17)."""
        self.top_known = 0
        self.discard_pile_open = False
        self.extensions: tuple[Extension, ...] = ()
        self.listed: list[int] | None = None
        self.events: list[tuple[int, int, int, int, int]] | None = None

    def copy(self) -> "Game":
        """An independent game at the same point; events are not recorded in it."""
        twin = Game(
            self.rules,
            [hero.copy() for hero in self.heroes],
            self.agenda.copy(),
            self.bag.copy(),
            self.aside,
            self.dice.copy(),
            self.card_gold.copy(),
            self.taken.copy(),
            self.deck,
            self.removed,
            self.pool,
            self.market.copy(),
            self.discard_pile,
            self.trash,
        )
        twin.phase = self.phase
        twin.round = self.round
        twin.start_player = self.start_player
        twin.top_card = self.top_card
        twin.top_known = self.top_known
        twin.discard_pile_open = self.discard_pile_open
        twin.extensions = self.extensions
        twin.listed = self.listed
        return twin

    # -- the agenda ---------------------------------------------------------------------------

    def push(self, frame: Frame) -> None:
        self.agenda.append(frame)

    def pop(self) -> None:
        self.agenda.pop()

    def replace(self, frame: Frame) -> None:
        """The step on top goes on from another point."""
        self.agenda[-1] = frame

    def advance(self) -> None:
        """Run on to the next question, or to the end of the game."""
        agenda = self.agenda
        while agenda:
            frame = agenda[-1]
            if frame.step.advance(self, frame):
                return

    # -- questions and answers ----------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.agenda

    def seat(self) -> int:
        """Who is asked now: a seat or CHANCE."""
        if not self.agenda:
            raise IllegalAnswer("the game is over: nobody is asked")
        frame = self.agenda[-1]
        return frame.step.asked(self, frame)

    def question(self) -> str:
        """The key of the pending question."""
        frame = self.agenda[-1]
        return frame.step.question(self, frame)

    def options(self) -> list[int]:
        """Every legal answer of the seat that is asked. Shared: never change it."""
        listed = self.listed
        if listed is None:
            if not self.agenda:
                return []
            frame = self.agenda[-1]
            step = frame.step
            listed = step.options(self, frame)
            if step.interruptible:
                seat = step.asked(self, frame)
                if seat != CHANCE:
                    hero = self.heroes[seat]
                    if hero.may_interrupt:
                        listed = listed + self.interruptions(seat)
            self.listed = listed
        return listed

    def weights(self) -> list[int] | None:
        """For chance: how likely each option is; None when all are alike."""
        frame = self.agenda[-1]
        if frame.step.asked(self, frame) != CHANCE:
            return None
        return frame.step.weights(self, frame)

    def stock(self) -> list[int]:
        """For chance: what it could answer if the deck were whole."""
        frame = self.agenda[-1]
        return frame.step.stock(self, frame)

    def draw(self) -> str:
        """For chance: the name of its draw."""
        frame = self.agenda[-1]
        return frame.step.draw(self, frame)

    def interruptions(self, seat: int) -> list[int]:
        """What this seat may do now besides answering the question (K3, K5)."""
        options: list[int] = []
        seated = 0 <= seat < len(self.heroes)
        if seated and self.agenda and self.agenda[-1].step.interruptible:
            for interruption in self.rules.interruptions:
                interruption.add_options(self, seat, options)
        return options

    def apply(self, answer: int) -> None:
        """Answer the pending question and run on to the next one."""
        if answer not in self.options():
            raise IllegalAnswer(self.refuse(answer, self.options()))
        self.apply_legal(answer)

    def interrupt(self, seat: int, answer: int) -> None:
        """A seat interrupts; afterwards the waiting question is asked again (K5)."""
        allowed = self.interruptions(seat)
        if answer not in allowed:
            raise IllegalAnswer(self.refuse(answer, allowed))
        self._interrupt(seat, answer)
        self.listed = None
        self.advance()

    def apply_legal(self, answer: int) -> None:
        """Carry out one of the options; the caller has looked it up among them."""
        frame = self.agenda[-1]
        if frame.step.interruptible and self.rules.interruption_verbs >> verb_of(answer) & 1:
            self._interrupt(frame.step.asked(self, frame), answer)
        else:
            frame.step.resolve(self, frame, answer)
        self.listed = None
        self.advance()

    def _interrupt(self, seat: int, answer: int) -> None:
        verb = verb_of(answer)
        frame = self.agenda[-1]
        frame.step.interrupted(self, frame)
        for interruption in self.rules.interruptions:
            if interruption.verb == verb:
                interruption.resolve(self, seat, answer)
                return

    def refuse(self, answer: int, options: list[int]) -> str:
        names = self.rules.names
        wanted = str(answer)
        if answer >= 0:
            try:
                wanted = names.write(answer)
            except (IndexError, ValueError):
                wanted = f"answer {answer}"
        if not options:
            why = "the game is over" if self.over else "no answer is expected here now"
            return f"{wanted!r} is not possible: {why}"
        return refusal(wanted, [names.write(option) for option in options])

    # -- numbers asked for everywhere ---------------------------------------------------------

    def sheets_full(self) -> bool:
        """E1: all rows of all players are full."""
        for hero in self.heroes:
            if hero.open_spaces() > 0:
                return False
        return True

    def free_cards(self) -> list[int]:
        """Numbers (from 1) of the Initiative cards that nobody has taken and a die lies on."""
        return [
            number + 1
            for number, owner in enumerate(self.taken)
            if owner == NOBODY and self.dice[number] != EMPTY
        ]
