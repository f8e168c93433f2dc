"""A combat roll with its rerolls, the same on a Hunt and against the Monster (X4, X11)."""

from rollplayer.engine.answers import PASS_CODE, code, first_of
from rollplayer.engine.game import Frame, Game, Step
from rollplayer.engine.table import CHANCE, GOLD
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.things import (
    COMBAT_DICE,
    COMBAT_ROLL,
    FOR_REROLL,
    REROLL_COMBAT,
    XP,
)
from rollplayer.words.dice import rolls


class CombatRoll(Step):
    """All Combat Dice one by one, then rerolls until the player stops: inside, nobody interrupts.

    Frame: a = the face of the die that is rerolled now, b = free rerolls used.
    """

    def price(self, game: Game, frame: Frame) -> int:
        """XP for the next reroll."""
        raise NotImplementedError(self.name)

    def forced(self, game: Game, frame: Frame) -> int:
        """The face of a die that must be rerolled free of charge; 0 for none."""
        return 0

    def can_reroll(self, game: Game, face: int) -> bool:
        return True

    def finish(self, game: Game, frame: Frame) -> None:
        """The dice are final. The step leaves the agenda."""
        raise NotImplementedError(self.name)

    def rerolling(self, game: Game, frame: Frame) -> int:
        return frame.a or self.forced(game, frame)

    def is_rolling(self, game: Game, frame: Frame) -> bool:
        hero = game.heroes[frame.seat]
        if len(hero.piles[COMBAT_ROLL]) < hero.counts[COMBAT_DICE]:
            return True
        return self.rerolling(game, frame) > 0

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE if self.is_rolling(game, frame) else frame.seat

    def question(self, game: Game, frame: Frame) -> str:
        return "roll-combat" if self.is_rolling(game, frame) else self.name

    def begin(self, game: Game, frame: Frame) -> bool:
        if self.is_rolling(game, frame) or len(self.rerolls(game, frame)) > 0:
            return True
        self.finish(game, frame)
        return False

    def rerolls(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        if hero.counts[XP] < self.price(game, frame):
            return []
        roll = hero.piles[COMBAT_ROLL]
        return [
            code(REROLL_COMBAT, face)
            for face in range(1, 7)
            if face in roll and self.can_reroll(game, face)
        ]

    def options(self, game: Game, frame: Frame) -> list[int]:
        if self.is_rolling(game, frame):
            return rolls(GOLD)
        options = self.rerolls(game, frame)
        options.append(PASS_CODE)
        return options

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        seat = frame.seat
        face = first_of(answer)
        hero = game.heroes[seat]
        if len(hero.piles[COMBAT_ROLL]) < hero.counts[COMBAT_DICE]:
            changes.combat_die_rolled(game, seat, face)
        elif self.rerolling(game, frame):
            changes.combat_die_rerolled(game, seat, self.rerolling(game, frame), face)
            if frame.a:
                game.replace(Frame(self, seat, 0, frame.b))
        elif answer == PASS_CODE:
            self.finish(game, frame)
        else:
            price = self.price(game, frame)
            changes.xp_spent(game, seat, price, FOR_REROLL)
            game.replace(Frame(self, seat, face, frame.b if price else frame.b + 1))
