"""Setup (section S): who starts, races, classes, backstories, alignments, Market, starting dice."""

from typing import Final

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import (
    CLASS,
    DEAL_ALIGNMENT,
    DEAL_BACKSTORY,
    DRAW,
    RACE,
    code,
    codes,
    first_of,
    second_of,
)
from rollplayer.engine.events import FOR_SETUP
from rollplayer.engine.game import CountingFrame, Fields, Frame, Game, Step
from rollplayer.engine.table import (
    CHANCE,
    CLASS_COLORS,
    GOLD,
    NOBODY,
)
from rollplayer.words.buying import all_deals, deals, market_draw, top_pile
from rollplayer.words.dice import rolls

DRAWS: Final = codes(DRAW)
CLASSES: Final = codes(CLASS)
BACKSTORIES: Final = codes(DEAL_BACKSTORY)
ALIGNMENTS: Final = codes(DEAL_ALIGNMENT)


class RollForStartFrame(Frame):
    """Masks of seats: who rolls, who has rolled, and who has rolled the best face so far."""

    def __init__(
        self,
        step: Step,
        seat: int,
        rollers: int = 0,
        rolled: int = 0,
        best_face: int = 0,
        best_seats: int = 0,
    ) -> None:
        self.step = step
        self.seat = seat
        self.rollers = rollers
        self.rolled = rolled
        self.best_face = best_face
        self.best_seats = best_seats

    def fields(self) -> Fields:
        return {
            "rollers": self.rollers,
            "rolled": self.rolled,
            "best_face": self.best_face,
            "best_seats": self.best_seats,
        }

    def numbers(self) -> list[int]:
        return [self.rollers, self.rolled, self.best_face * 256 + self.best_seats]


class RollForStart(Step):
    """S1: highest roll starts; tied players roll again."""

    def __init__(self) -> None:
        super().__init__("roll-for-start")

    def new_frame(self, seat: int, about: int = 0) -> RollForStartFrame:
        return RollForStartFrame(self, seat)

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: RollForStartFrame) -> bool:
        if frame.rollers == 0:
            everyone = (1 << game.rules.players) - 1
            game.replace(RollForStartFrame(self, NOBODY, rollers=everyone))
            return False
        if frame.rolled != frame.rollers:
            return True
        best = frame.best_seats
        if best & (best - 1):
            game.replace(RollForStartFrame(self, NOBODY, rollers=best))
            return False
        seat = 0
        while not best >> seat & 1:
            seat += 1
        game.pop()
        changes.start_player_set(game, seat)
        return False

    def roller(self, frame: RollForStartFrame) -> int:
        waiting = frame.rollers & ~frame.rolled
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        return seat

    def options(self, game: Game, frame: Frame) -> list[int]:
        return rolls(GOLD)

    def resolve(self, game: Game, frame: RollForStartFrame, answer: int) -> None:
        face = first_of(answer)
        seat = self.roller(frame)
        changes.rolled_for_start(game, seat, face)
        best_face, best_seats = frame.best_face, frame.best_seats
        if face > best_face:
            best_face, best_seats = face, 1 << seat
        elif face == best_face:
            best_seats |= 1 << seat
        rolled = frame.rolled | 1 << seat
        game.replace(RollForStartFrame(self, NOBODY, frame.rollers, rolled, best_face, best_seats))


class ChooseRace(Step):
    """S2: a free race and a side."""

    def __init__(self) -> None:
        super().__init__("choose-race")

    def options(self, game: Game, frame: Frame) -> list[int]:
        taken = [hero.race for hero in game.heroes]
        return [
            code(RACE, race.index, side)
            for race in game.rules.races
            if race.index not in taken
            for side in (0, 1)
        ]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.race_chosen(game, frame.seat, first_of(answer), second_of(answer))
        game.pop()


class StartingGold(Step):
    """S3: 5 Gold each, with a bonus for the third and fourth in order."""

    def __init__(self, bonus: list[int]) -> None:
        super().__init__("starting-gold")
        self.bonus = bonus

    def advance(self, game: Game, frame: Frame) -> bool:
        players = game.rules.players
        for place in range(players):
            seat = (game.start_player + place) % players
            changes.gold_gained(game, seat, 5 + self.bonus[place], FOR_SETUP)
        game.pop()
        return False


def free_classes(game: Game, color: int) -> list[int]:
    """Classes of this color, or of any free color where color is -1 (C0)."""
    taken = [hero.color for hero in game.heroes]
    return [
        CLASSES[character_class.index]
        for character_class in game.rules.classes
        if character_class.color not in taken and color in (-1, character_class.color)
    ]


class DrawClassFrame(Frame):
    """The color that was drawn and is free; -1 until there is one."""

    def __init__(self, step: Step, seat: int, color: int = -1) -> None:
        self.step = step
        self.seat = seat
        self.color = color

    def fields(self) -> Fields:
        return {"color": self.color}

    def numbers(self) -> list[int]:
        return [self.color + 1, 0, 0]


class DrawClass(Step):
    """S4: a die decides the color, its owner the class."""

    def __init__(self) -> None:
        super().__init__("draw-class")

    def new_frame(self, seat: int, about: int = 0) -> DrawClassFrame:
        return DrawClassFrame(self, seat)

    def asked(self, game: Game, frame: DrawClassFrame) -> int:
        return frame.seat if frame.color >= 0 else CHANCE

    def question(self, game: Game, frame: DrawClassFrame) -> str:
        return "choose-class" if frame.color >= 0 else "draw-class-color"

    def options(self, game: Game, frame: DrawClassFrame) -> list[int]:
        if frame.color >= 0:
            return free_classes(game, frame.color)
        return [DRAWS[kind] for kind in range(len(game.bag)) if game.bag[kind]]

    def weights(self, game: Game, frame: Frame) -> list[int] | None:
        return [count for count in game.bag if count]

    def resolve(self, game: Game, frame: DrawClassFrame, answer: int) -> None:
        if frame.color >= 0:
            changes.class_chosen(game, frame.seat, first_of(answer))
            game.pop()
            return
        color = first_of(answer)
        # Gold, Boost or a color taken: set aside, draw again.
        free = color < CLASS_COLORS and len(free_classes(game, color)) > 0
        changes.class_color_drawn(game, frame.seat, color, free)
        if free:
            game.replace(DrawClassFrame(self, frame.seat, color))


class ReturnClassDice(Step):
    """S4: all dice return when the last player has a class."""

    def __init__(self) -> None:
        super().__init__("return-class-dice")

    def advance(self, game: Game, frame: Frame) -> bool:
        changes.dice_returned(game)
        game.pop()
        return False


class ChooseClass(Step):
    """S5: a class of any free color."""

    def __init__(self) -> None:
        super().__init__("choose-class")

    def options(self, game: Game, frame: Frame) -> list[int]:
        return free_classes(game, -1)

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.class_chosen(game, frame.seat, first_of(answer))
        game.pop()


class DealBackstory(Step):
    """S6: one Backstory to each."""

    def __init__(self) -> None:
        super().__init__("deal-backstory")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def options(self, game: Game, frame: Frame) -> list[int]:
        dealt = [hero.backstory for hero in game.heroes]
        stories = game.rules.backstories
        return [BACKSTORIES[story.index] for story in stories if story.index not in dealt]

    def stock(self, game: Game, frame: Frame) -> list[int]:
        return [BACKSTORIES[story.index] for story in game.rules.backstories]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.backstory_dealt(game, frame.seat, first_of(answer))
        game.pop()


class DealAlignment(Step):
    """S6: one Alignment to each."""

    def __init__(self) -> None:
        super().__init__("deal-alignment")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def options(self, game: Game, frame: Frame) -> list[int]:
        dealt = [hero.alignment for hero in game.heroes]
        alignments = game.rules.alignments
        return [ALIGNMENTS[each.index] for each in alignments if each.index not in dealt]

    def stock(self, game: Game, frame: Frame) -> list[int]:
        return [ALIGNMENTS[each.index] for each in game.rules.alignments]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.alignment_dealt(game, frame.seat, first_of(answer))
        game.pop()


class RemoveCards(Step):
    """S7: move random cards from each pile to the discard pile."""

    def __init__(self, per_pile: list[int]) -> None:
        super().__init__("remove-cards")
        self.per_pile = per_pile

    def new_frame(self, seat: int, about: int = 0) -> CountingFrame:
        return CountingFrame(self, seat)

    def pile(self, frame: CountingFrame) -> int:
        removed = frame.done
        for pile, count in enumerate(self.per_pile):
            if removed < count:
                return pile
            removed -= count
        return -1

    def asked(self, game: Game, frame: CountingFrame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: CountingFrame) -> bool:
        pile = self.pile(frame)
        if pile < 0:
            game.pop()
            return False
        if game.deck[pile]:
            return True
        # A small pack has fewer cards than are removed.
        game.replace(CountingFrame(self, NOBODY, frame.done + 1))
        return False

    def options(self, game: Game, frame: CountingFrame) -> list[int]:
        return deals(game.deck[self.pile(frame)])

    def stock(self, game: Game, frame: CountingFrame) -> list[int]:
        return all_deals(game)

    def draw(self, game: Game, frame: CountingFrame) -> str:
        return f"removed-card/{frame.done}"

    def resolve(self, game: Game, frame: CountingFrame, answer: int) -> None:
        card_changes.card_removed(game, first_of(answer), self.pile(frame))
        game.replace(CountingFrame(self, NOBODY, frame.done + 1))


class DealMarket(Step):
    """S8, U4: cards from the deck face up into the Market."""

    def __init__(self) -> None:
        super().__init__("deal-market")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: Frame) -> bool:
        while len(game.market) < game.rules.market_size:
            if game.top_card >= 0:
                card_changes.card_revealed(game, game.top_card, len(game.market))
            elif top_pile(game):
                return True
            else:
                break
        game.pop()
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return deals(top_pile(game))

    def stock(self, game: Game, frame: Frame) -> list[int]:
        return all_deals(game)

    def draw(self, game: Game, frame: Frame) -> str:
        return market_draw(game, len(game.market))

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        card_changes.card_revealed(game, first_of(answer), len(game.market))


class LayGold(Step):
    """S10, U5: 1 Gold on each Initiative card but the two ends, where none lies."""

    def __init__(self) -> None:
        super().__init__("lay-gold")

    def advance(self, game: Game, frame: Frame) -> bool:
        for number in range(2, len(game.card_gold)):
            if game.card_gold[number - 1] == 0:
                changes.gold_laid(game, number)
        game.pop()
        return False
