"""Attribute Actions: one of several words, each known by its verb."""

from typing import Final

from rollplayer.engine import changes
from rollplayer.engine.answers import PASS_CODE, verb_of
from rollplayer.engine.game import Frame, Game, Step
from rollplayer.engine.table import ROWS
from rollplayer.words.choice import Choice
from rollplayer.words.hooks import fire

ALL_ROWS = 63
AFTER_ACTION: Final[list[int]] = [-1] * len(ROWS)
"""By row: the hook at which class and cards act when its Attribute Action is taken (D15)."""


class Action(Step):
    """Take the Attribute Action of one of some rows, or none (D4). Frame: a = mask of rows."""

    def __init__(self, interruptible: bool = False) -> None:
        super().__init__("action", interruptible)

    def options(self, game: Game, frame: Frame) -> list[int]:
        rows = frame.a or ALL_ROWS
        actions = game.rules.actions
        whose = Frame(self, frame.seat)
        only = -1
        for row in range(6):
            if rows >> row & 1:
                if rows == 1 << row:
                    only = row
                break
        if only >= 0:
            return actions[only].options(game, whose)
        options: list[int] = []
        for row in range(6):
            if rows >> row & 1:
                action = actions[row]
                assert isinstance(action, Choice)
                options += action.choices(game, whose)
        options.append(PASS_CODE)
        return options

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        if answer == PASS_CODE:
            game.pop()
            return
        rows = frame.a or ALL_ROWS
        verb = verb_of(answer)
        for row in range(6):
            if rows >> row & 1:
                action = game.rules.actions[row]
                assert isinstance(action, Choice)
                if action.verb == verb:
                    changes.action_taken(game, frame.seat, row)
                    going = Frame(action, frame.seat)
                    game.replace(going)
                    action.chosen(game, going, answer)
                    if AFTER_ACTION[row] >= 0:
                        fire(game, frame.seat, AFTER_ACTION[row])
                    return
