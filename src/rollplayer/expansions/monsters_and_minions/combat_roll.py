"""A combat roll with its rerolls, the same on a Hunt and against the Monster (X4, X11)."""

from rollplayer.engine.answers import PASS_CODE, code, first_of
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.table import CHANCE, GOLD
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import (
    COMBAT_DICE,
    COMBAT_ROLL,
    FOR_REROLL,
    REROLL_COMBAT,
    XP,
)
from rollplayer.words.dice import rolls


class CombatRollFrame(Frame):
    """The face of the die that is rerolled now, 0 for none, and the free rerolls used."""

    def __init__(
        self, step: Step, seat: int, face_rerolled: int = 0, free_rerolls: int = 0
    ) -> None:
        self.step = step
        self.seat = seat
        self.face_rerolled = face_rerolled
        self.free_rerolls = free_rerolls

    def fields(self) -> Fields:
        return {"face_rerolled": self.face_rerolled, "free_rerolls": self.free_rerolls}


class CombatRoll(Step):
    """All Combat Dice one by one, then rerolls until the player stops: inside, nobody interrupts."""

    def new_frame(self, seat: int, about: int = 0) -> CombatRollFrame:
        return CombatRollFrame(self, seat)

    def price(self, game: Game, frame: CombatRollFrame) -> int:
        """XP for the next reroll."""
        raise NotImplementedError(self.name)

    def forced(self, game: Game, frame: CombatRollFrame) -> int:
        """The face of a die that must be rerolled free of charge; 0 for none."""
        return 0

    def can_reroll(self, game: Game, face: int) -> bool:
        return True

    def finish(self, game: Game, frame: CombatRollFrame) -> None:
        """The dice are final. The step leaves the agenda."""
        raise NotImplementedError(self.name)

    def rerolling(self, game: Game, frame: CombatRollFrame) -> int:
        return frame.face_rerolled or self.forced(game, frame)

    def is_rolling(self, game: Game, frame: CombatRollFrame) -> bool:
        hero = game.heroes[frame.seat]
        if len(hero.piles[COMBAT_ROLL]) < hero.counts[COMBAT_DICE]:
            return True
        return self.rerolling(game, frame) > 0

    def asked(self, game: Game, frame: CombatRollFrame) -> int:
        return CHANCE if self.is_rolling(game, frame) else frame.seat

    def question(self, game: Game, frame: CombatRollFrame) -> str:
        return "roll-combat" if self.is_rolling(game, frame) else self.name

    def advance(self, game: Game, frame: CombatRollFrame) -> bool:
        if self.is_rolling(game, frame) or len(self.rerolls(game, frame)) > 0:
            return True
        self.finish(game, frame)
        return False

    def rerolls(self, game: Game, frame: CombatRollFrame) -> list[int]:
        hero = game.heroes[frame.seat]
        if hero.counts[XP] < self.price(game, frame):
            return []
        roll = hero.piles[COMBAT_ROLL]
        return [
            code(REROLL_COMBAT, face)
            for face in range(1, 7)
            if face in roll and self.can_reroll(game, face)
        ]

    def options(self, game: Game, frame: CombatRollFrame) -> list[int]:
        if self.is_rolling(game, frame):
            return rolls(GOLD)
        options = self.rerolls(game, frame)
        options.append(PASS_CODE)
        return options

    def resolve(self, game: Game, frame: CombatRollFrame, answer: int) -> None:
        seat = frame.seat
        face = first_of(answer)
        hero = game.heroes[seat]
        if len(hero.piles[COMBAT_ROLL]) < hero.counts[COMBAT_DICE]:
            changes.combat_die_rolled(game, seat, face)
        elif self.rerolling(game, frame):
            changes.combat_die_rerolled(game, seat, self.rerolling(game, frame), face)
            if frame.face_rerolled:
                game.replace(CombatRollFrame(self, seat, 0, frame.free_rerolls))
        elif answer == PASS_CODE:
            self.finish(game, frame)
        else:
            price = self.price(game, frame)
            changes.xp_spent(game, seat, price, FOR_REROLL)
            free = frame.free_rerolls if price else frame.free_rerolls + 1
            game.replace(CombatRollFrame(self, seat, face, free))
