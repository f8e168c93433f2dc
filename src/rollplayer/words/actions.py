"""Attribute Actions: one of several words, each known by its verb."""

from rollplayer.engine import changes
from rollplayer.engine.answers import PASS_CODE, verb_of
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.words.choice import Choice
from rollplayer.words.hooks import fire

ALL_ROWS = 63


class ActionFrame(Frame):
    """A mask of the rows whose Attribute Action may be taken; 0 for any row."""

    def __init__(self, step: Step, seat: int, rows: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.rows = rows

    def fields(self) -> Fields:
        return {"rows": self.rows}


class Action(Step):
    """Take the Attribute Action of one of some rows, or none (D4)."""

    def __init__(self) -> None:
        super().__init__("action")

    def new_frame(self, seat: int, about: int = 0) -> ActionFrame:
        return ActionFrame(self, seat)

    def options(self, game: Game, frame: ActionFrame) -> list[int]:
        rows = frame.rows or ALL_ROWS
        actions = game.rules.actions
        only = -1
        for row in range(6):
            if rows >> row & 1:
                if rows == 1 << row:
                    only = row
                break
        if only >= 0:
            return actions[only].options(game, actions[only].frame(frame.seat))
        options: list[int] = []
        for row in range(6):
            if rows >> row & 1:
                action = actions[row]
                assert isinstance(action, Choice)
                options += action.choices(game, action.frame(frame.seat))
        options.append(PASS_CODE)
        return options

    def resolve(self, game: Game, frame: ActionFrame, answer: int) -> None:
        if answer == PASS_CODE:
            game.pop()
            return
        rows = frame.rows or ALL_ROWS
        verb = verb_of(answer)
        for row in range(6):
            if rows >> row & 1:
                action = game.rules.actions[row]
                assert isinstance(action, Choice)
                if action.verb == verb:
                    changes.action_taken(game, frame.seat, row)
                    going = action.frame(frame.seat)
                    game.replace(going)
                    action.chosen(game, going, answer)
                    for hook in reversed(game.rules.after_action[row]):
                        fire(game, frame.seat, hook)
                    return
