"""The Roll and the Dice Phase (sections R and D)."""

from rollplayer.engine import changes
from rollplayer.engine.answers import (
    PASS_CODE,
    PLACE,
    die_of,
    first_of,
    second_of,
    verb_of,
)
from rollplayer.engine.events import FOR_ABILITY, FOR_FULL_ROW, FOR_GOLD_DIE
from rollplayer.engine.game import DICE_PHASE, ROLL_PHASE, Fields, Frame, Game, Step
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import (
    ANY_ROW,
    GOLD_FOR_BARE_CARD,
    GOLD_FOR_FULL_ROW,
    GOLD_FOR_GOLD_DIE,
)
from rollplayer.engine.table import CHANCE, EMPTY, GOLD, NOBODY, has_color
from rollplayer.rules.starting_dice import draw_weights, draws
from rollplayer.words.actions import ALL_ROWS, Action, ActionFrame
from rollplayer.words.initiative import LAY_DICE
from rollplayer.words.shared import TAKES, open_rows, places_of


class RollPhaseFrame(Frame):
    def __init__(self, step: Step, seat: int, has_begun: bool = False) -> None:
        self.step = step
        self.seat = seat
        self.has_begun = has_begun

    def fields(self) -> Fields:
        return {"has_begun": self.has_begun}


class RollPhase(Step):
    """R1: dice equal to the Initiative cards are drawn and rolled, then laid."""

    def __init__(self) -> None:
        super().__init__("roll-phase")

    def new_frame(self, seat: int, about: int = 0) -> RollPhaseFrame:
        return RollPhaseFrame(self, seat)

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: RollPhaseFrame) -> bool:
        if not frame.has_begun:
            changes.round_began(game)
            changes.phase_began(game, ROLL_PHASE)
            game.replace(RollPhaseFrame(self, NOBODY, has_begun=True))
            return False
        if len(game.pool) < game.rules.initiative_cards and sum(game.bag) > 0:
            return True
        game.replace(LAY_DICE.frame(game.start_player))
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return draws(game)

    def weights(self, game: Game, frame: Frame) -> list[int] | None:
        return draw_weights(game)

    def draw(self, game: Game, frame: Frame) -> str:
        return f"die/{game.round}/{len(game.pool)}"

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.die_rolled(game, die_of(answer))


class OpenPhase(Step):
    """A phase begins."""

    def __init__(self, name: str, phase: int) -> None:
        super().__init__(name)
        self.phase = phase

    def advance(self, game: Game, frame: Frame) -> bool:
        changes.phase_began(game, self.phase)
        game.pop()
        return False


OPEN_DICE_PHASE = OpenPhase("dice-phase", DICE_PHASE)


class TakeInitiative(Step):
    """D1: take a free Initiative card and what lies on it. The turn's place and action follow."""

    def __init__(self) -> None:
        super().__init__("take", interruptible=True)

    def options(self, game: Game, frame: Frame) -> list[int]:
        free = 0
        for number in range(len(game.taken)):
            if game.taken[number] == NOBODY and game.dice[number] != EMPTY:
                free |= 2 << number
        return TAKES[free]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        number = first_of(answer)
        seat = frame.seat
        bare = game.card_gold[number - 1] == 0
        changes.initiative_taken(game, seat, number)
        if bare:
            extra = game.heroes[seat].numbers[GOLD_FOR_BARE_CARD]
            changes.gold_gained(game, seat, extra, FOR_ABILITY)
        else:
            changes.initiative_gold_taken(game, seat, number)
        steps = game.rules.dice_turn
        last = len(steps) - 1
        game.replace(steps[last].frame(seat))
        for at in range(last - 1, -1, -1):
            game.push(steps[at].frame(seat))


def place(game: Game, seat: int, die: int, row: int) -> int:
    """D2, D3: a die into a row, with its Gold. A mask of the rows whose action it brings."""
    hero = game.heroes[seat]
    spot = hero.first_open(row)
    changes.die_placed(game, seat, die, spot)
    if spot == row * 3 + 2:
        changes.gold_gained(game, seat, hero.numbers[GOLD_FOR_FULL_ROW], FOR_FULL_ROW)
    if has_color(die, GOLD):
        changes.gold_gained(game, seat, hero.numbers[GOLD_FOR_GOLD_DIE], FOR_GOLD_DIE)
    if hero.numbers[ANY_ROW] > 0 and has_color(die, hero.color):
        return ALL_ROWS
    return 1 << row


def is_last_turn(game: Game, hero: Hero) -> bool:
    """N22: all dice there will ever be fill the sheet, so that none may be held back."""
    held = len(hero.hand)
    for placement in game.rules.placements:
        held += placement.waiting(game, hero.seat)
    return hero.open_spaces() <= held


class PlaceFrame(Frame):
    """A mask of the rows whose action the turn has brought."""

    def __init__(self, step: Step, seat: int, rows: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.rows = rows

    def fields(self) -> Fields:
        return {"rows": self.rows}


class PlaceDie(Step):
    """D2, D3: the drafted die in any row with room, and its Gold; or what boxes let one do with it.

    Then comes one action of a row into which a die was laid.
    """

    def __init__(self) -> None:
        super().__init__("place", interruptible=True)

    def new_frame(self, seat: int, about: int = 0) -> PlaceFrame:
        return PlaceFrame(self, seat)

    def question(self, game: Game, frame: PlaceFrame) -> str:
        for placement in game.rules.placements:
            question = placement.question(game, frame.seat)
            if question:
                return question
        return self.name

    def advance(self, game: Game, frame: PlaceFrame) -> bool:
        if game.heroes[frame.seat].hand:
            return True
        for placement in game.rules.placements:
            if placement.waiting(game, frame.seat):
                return True
        self.finish(game, frame)
        return False

    def finish(self, game: Game, frame: PlaceFrame) -> None:
        if frame.rows:
            game.replace(ActionFrame(TURN_ACTION, frame.seat, frame.rows))
        else:
            game.pop()

    def options(self, game: Game, frame: PlaceFrame) -> list[int]:
        hero = game.heroes[frame.seat]
        placements = game.rules.placements
        if not placements:
            return places_of(EMPTY, open_rows(hero))
        options = places_of(EMPTY, open_rows(hero)).copy() if hero.hand else []
        for placement in placements:
            placement.add_options(game, frame.seat, options)
        if not hero.hand and not is_last_turn(game, hero):
            options.append(PASS_CODE)
        return options

    def resolve(self, game: Game, frame: PlaceFrame, answer: int) -> None:
        seat = frame.seat
        if not game.rules.placements:
            rows = place(game, seat, game.heroes[seat].hand[0], second_of(answer))
            game.replace(ActionFrame(TURN_ACTION, seat, rows))
            return
        if answer == PASS_CODE:
            self.finish(game, frame)
            return
        at = len(game.agenda) - 1
        if verb_of(answer) == PLACE and first_of(answer) == EMPTY:
            rows = place(game, seat, game.heroes[seat].hand[0], second_of(answer))
        else:
            rows = self.placed(game, seat, answer)
        # A placement may have put on the agenda what comes before the rest of the turn.
        game.agenda[at] = PlaceFrame(self, seat, frame.rows | rows)

    def placed(self, game: Game, seat: int, answer: int) -> int:
        verb = verb_of(answer)
        for placement in game.rules.placements:
            if placement.verb == verb:
                return placement.place(game, seat, answer)
        raise AssertionError(f"no placement of the verb {verb}")


TURN_ACTION = Action()
TURN_ACTION.interruptible = True
PLACE_DIE = PlaceDie()
TAKE_INITIATIVE = TakeInitiative()
