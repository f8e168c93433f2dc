"""Setup (section S): who starts, races, classes, backstories, alignments, Market, starting dice."""

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import (
    CLASS,
    DEAL_ALIGNMENT,
    DEAL_BACKSTORY,
    DRAW,
    RACE,
    code,
    first_of,
    second_of,
)
from rollplayer.engine.events import FOR_SETUP
from rollplayer.engine.game import Frame, Game, Step
from rollplayer.engine.table import (
    CHANCE,
    CLASS_COLORS,
    GOLD,
    NOBODY,
)
from rollplayer.words.buying import deals, top_pile
from rollplayer.words.dice import rolls


class RollForStart(Step):
    """S1: highest roll starts; tied players roll again.

    Frame: a = mask of rollers, b = mask of those who have rolled, c = best face << 8 | mask of
    seats that rolled it.
    """

    def __init__(self) -> None:
        super().__init__("roll-for-start")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def begin(self, game: Game, frame: Frame) -> bool:
        everyone = (1 << game.rules.players) - 1
        if frame.a == 0:
            game.replace(Frame(self, NOBODY, everyone))
            return False
        if frame.b != frame.a:
            return True
        best = frame.c & 255
        if best & (best - 1):
            game.replace(Frame(self, NOBODY, best))
            return False
        seat = 0
        while not best >> seat & 1:
            seat += 1
        game.pop()
        changes.start_player_set(game, seat)
        return False

    def roller(self, frame: Frame) -> int:
        waiting = frame.a & ~frame.b
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        return seat

    def options(self, game: Game, frame: Frame) -> list[int]:
        return rolls(GOLD)

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        face = first_of(answer)
        seat = self.roller(frame)
        changes.rolled_for_start(game, seat, face)
        best_face = frame.c >> 8
        if face > best_face:
            best = face << 8 | 1 << seat
        elif face == best_face:
            best = frame.c | 1 << seat
        else:
            best = frame.c
        game.replace(Frame(self, NOBODY, frame.a, frame.b | 1 << seat, best))


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

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        changes.race_chosen(game, frame.seat, first_of(answer), second_of(answer))
        game.pop()


class StartingGold(Step):
    """S3: 5 Gold each, with a bonus for the third and fourth in order."""

    def __init__(self, bonus: list[int]) -> None:
        super().__init__("starting-gold")
        self.bonus = bonus

    def begin(self, game: Game, frame: Frame) -> bool:
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
        code(CLASS, character_class.index)
        for character_class in game.rules.classes
        if character_class.color not in taken and color in (-1, character_class.color)
    ]


class DrawClass(Step):
    """S4: a die decides the color, its owner the class. Frame: a = color + 1 once it is free."""

    def __init__(self) -> None:
        super().__init__("draw-class")

    def asked(self, game: Game, frame: Frame) -> int:
        return frame.seat if frame.a else CHANCE

    def question(self, game: Game, frame: Frame) -> str:
        return "choose-class" if frame.a else "draw-class-color"

    def options(self, game: Game, frame: Frame) -> list[int]:
        if frame.a:
            return free_classes(game, frame.a - 1)
        return [code(DRAW, color) for color in range(len(game.bag)) if game.bag[color]]

    def weights(self, game: Game, frame: Frame) -> list[int] | None:
        return [count for count in game.bag if count]

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        if frame.a:
            changes.class_chosen(game, frame.seat, first_of(answer))
            game.pop()
            return
        color = first_of(answer)
        # Gold, Boost or a color taken: set aside, draw again.
        free = color < CLASS_COLORS and len(free_classes(game, color)) > 0
        changes.class_color_drawn(game, frame.seat, color, free)
        if free:
            game.replace(Frame(self, frame.seat, color + 1))


class ReturnClassDice(Step):
    """S4: all dice return when the last player has a class."""

    def __init__(self) -> None:
        super().__init__("return-class-dice")

    def begin(self, game: Game, frame: Frame) -> bool:
        changes.dice_returned(game)
        game.pop()
        return False


class ChooseClass(Step):
    """S5: a class of any free color."""

    def __init__(self) -> None:
        super().__init__("choose-class")

    def options(self, game: Game, frame: Frame) -> list[int]:
        return free_classes(game, -1)

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
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
        return [
            code(DEAL_BACKSTORY, story.index)
            for story in game.rules.backstories
            if story.index not in dealt
        ]

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
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
        return [
            code(DEAL_ALIGNMENT, alignment.index)
            for alignment in game.rules.alignments
            if alignment.index not in dealt
        ]

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        changes.alignment_dealt(game, frame.seat, first_of(answer))
        game.pop()


class RemoveCards(Step):
    """S7: so many cards at random out of each pile to the discard pile. Frame: a = removed."""

    def __init__(self, per_pile: list[int]) -> None:
        super().__init__("remove-cards")
        self.per_pile = per_pile

    def pile(self, frame: Frame) -> int:
        removed = frame.a
        for pile, count in enumerate(self.per_pile):
            if removed < count:
                return pile
            removed -= count
        return -1

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def begin(self, game: Game, frame: Frame) -> bool:
        pile = self.pile(frame)
        if pile < 0:
            game.pop()
            return False
        if game.deck[pile]:
            return True
        # A small pack has fewer cards than are removed.
        game.replace(Frame(self, NOBODY, frame.a + 1))
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return deals(game.deck[self.pile(frame)])

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        card_changes.card_removed(game, first_of(answer), self.pile(frame))
        game.replace(Frame(self, NOBODY, frame.a + 1))


class DealMarket(Step):
    """S8, U4: cards from the deck face up into the Market."""

    def __init__(self) -> None:
        super().__init__("deal-market")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def begin(self, game: Game, frame: Frame) -> bool:
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

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        card_changes.card_revealed(game, first_of(answer), len(game.market))


class LayGold(Step):
    """S10, U5: 1 Gold on each Initiative card but the two ends, where none lies."""

    def __init__(self) -> None:
        super().__init__("lay-gold")

    def begin(self, game: Game, frame: Frame) -> bool:
        for number in range(2, len(game.card_gold)):
            if game.card_gold[number - 1] == 0:
                changes.gold_laid(game, number)
        game.pop()
        return False
