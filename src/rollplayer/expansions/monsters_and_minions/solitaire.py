"""Solitaire with Monsters & Minions: two enemy dice (Y1, Y2) and its chart (Y6)."""

from typing import Final

from rollplayer.engine import card_changes
from rollplayer.engine import changes as base
from rollplayer.engine.answers import first_of
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.table import NOBODY
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.setup import TURN_UP_MINION
from rollplayer.rules.solitaire import EnemyRoll

CHART: Final = (
    (44, "monster-slayer"),
    (40, "true-hero"),
    (36, "clan-leader"),
    (32, "luminary"),
    (28, "adventurer"),
    (24, "hireling"),
)
ENEMY_DICE: Final = 2
HIGHEST_PLACE: Final = 4
"""Y2: faces up to this one hit a Market place, the others the Minion deck."""


class FaceFrame(Frame):
    """The face that an enemy die shows; 0 for none yet."""

    def __init__(self, step: Step, seat: int, face: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.face = face

    def fields(self) -> Fields:
        return {"face": self.face}


class EnemyRolls(EnemyRoll):
    """Y2: no roll with Initiative card 1, one enemy die with 2, both with 3."""

    def new_frame(self, seat: int, about: int = 0) -> FaceFrame:
        return FaceFrame(self, seat)

    def resolve(self, game: Game, frame: FaceFrame, answer: int) -> None:
        face = first_of(answer)
        base.enemy_rolled(game, face)
        first_face = frame.face
        both = game.taken.index(0) == 2
        if both and not first_face:
            game.replace(FaceFrame(SECOND_ROLL, NOBODY, face))
        elif face != first_face:
            game.pop()
            # In ascending order: the lower face lies on top of the agenda.
            game.push(FaceFrame(ENEMY_HITS, NOBODY, max(face, first_face)))
            if first_face:
                game.push(FaceFrame(ENEMY_HITS, NOBODY, min(face, first_face)))


SECOND_ROLL = EnemyRolls(interruptible=False)


class EnemyHits(Step):
    """Y2: a Market card goes to the trash, or the top Minion to the bottom."""

    def __init__(self) -> None:
        super().__init__("enemy-hits")

    def advance(self, game: Game, frame: FaceFrame) -> bool:
        game.pop()
        place = frame.face - 1
        if frame.face > HIGHEST_PLACE:
            if monsters_of(game).minion >= 0 and monsters_of(game).has_another_minion():
                changes.minion_to_bottom(game)
                game.push(TURN_UP_MINION.frame(NOBODY))
        elif place < len(game.market) and game.market[place] >= 0:
            # L8: places are those of the Market as laid out and stay empty once emptied.
            card_changes.market_card_trashed(game, place)
        return False


ENEMY_HITS = EnemyHits()
