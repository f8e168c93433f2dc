"""Going on a Hunt (X3 to X7, X14 to X17)."""

from typing import Final

from rollplayer.engine import changes as base
from rollplayer.engine.answers import PASS_CODE, code
from rollplayer.engine.game import CountingFrame, Frame, Game, Ruleset, Step, TurnOption
from rollplayer.engine.hero import Hero
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.combat_roll import CombatRoll, CombatRollFrame
from rollplayer.expansions.monsters_and_minions.components import Minion
from rollplayer.expansions.monsters_and_minions.knowledge import gather_information
from rollplayer.expansions.monsters_and_minions.mercenaries import hire, hires, hires_or_pass
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    COMBAT_ROLL,
    FOR_HUNT,
    FOR_REVEAL,
    FREE_REVEALS,
    HUNT,
    HUNT_DICE,
    HUNT_REROLLS,
    REVEAL,
)
from rollplayer.expansions.monsters_and_minions.setup import TURN_UP_MINION
from rollplayer.words.buying import PayingStep

REVEAL_PRICE = 3
HUNT_CODE: Final = code(HUNT)


def hunt_dice(rules: Ruleset, hero: Hero, minion: Minion) -> int:
    """X15: the Combat Dice a Hunt begins with."""
    return 1 + hero.numbers[HUNT_DICE] + minion.weakness_dice(rules, hero)


class Hunt(TurnOption):
    """X3: spend the Market turn on a Hunt. X14: there must be a Minion."""

    def __init__(self) -> None:
        super().__init__(HUNT)

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        if monsters_of(game).minion >= 0:
            options.append(HUNT_CODE)

    def resolve(self, game: Game, seat: int, answer: int) -> None:
        changes.hunt_begun(game, seat)
        game.push(HUNT_REVEAL.frame(seat))


class HuntReveal(PayingStep):
    """X4: put the top Minion on the bottom and turn up the next, for Gold."""

    def __init__(self) -> None:
        super().__init__("hunt-reveal", interruptible=True)

    def new_frame(self, seat: int, about: int = 0) -> CountingFrame:
        return CountingFrame(self, seat)

    def price(self, game: Game, frame: CountingFrame) -> int:
        free = frame.done < game.heroes[frame.seat].numbers[FREE_REVEALS]
        return 0 if free else REVEAL_PRICE

    def can_reveal(self, game: Game, frame: CountingFrame) -> bool:
        gold = game.heroes[frame.seat].gold
        return gold >= self.price(game, frame) and monsters_of(game).has_another_minion()

    def advance(self, game: Game, frame: CountingFrame) -> bool:
        if self.can_reveal(game, frame) or len(game.interruptions(frame.seat)) > 0:
            return True
        self.take_dice(game, frame)
        return False

    def options(self, game: Game, frame: CountingFrame) -> list[int]:
        return [code(REVEAL), PASS_CODE] if self.can_reveal(game, frame) else [PASS_CODE]

    def resolve(self, game: Game, frame: CountingFrame, answer: int) -> None:
        if answer == PASS_CODE:
            self.take_dice(game, frame)
            return
        base.gold_paid(game, frame.seat, self.price(game, frame), FOR_REVEAL)
        changes.minion_to_bottom(game)
        game.replace(CountingFrame(self, frame.seat, frame.done + 1))
        game.push(TURN_UP_MINION.frame(frame.seat))

    def take_dice(self, game: Game, frame: CountingFrame) -> None:
        """X15: the weakness is counted after all reveals, before hiring."""
        hero = game.heroes[frame.seat]
        minion = monsters_of(game).top_minion()
        dice = hunt_dice(game.rules, hero, minion)
        changes.combat_dice_taken(game, frame.seat, dice, minion.weakness_dice(game.rules, hero))
        game.replace(HUNT_HIRE.frame(frame.seat))


class HuntHire(PayingStep):
    """X4: hire mercenaries."""

    def __init__(self) -> None:
        super().__init__("hunt-hire", interruptible=True)

    def advance(self, game: Game, frame: Frame) -> bool:
        if hires(game, frame.seat, 0) or len(game.interruptions(frame.seat)) > 0:
            return True
        game.replace(HUNT_ROLL.frame(frame.seat))
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return hires_or_pass(game, frame.seat, 0)

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        if answer == PASS_CODE:
            game.replace(HUNT_ROLL.frame(frame.seat))
        else:
            hire(game, frame.seat, answer, 0)


class HuntRoll(CombatRoll):
    """The roll against a Minion and its rewards."""

    def __init__(self) -> None:
        super().__init__("hunt-reroll")

    def price(self, game: Game, frame: CombatRollFrame) -> int:
        free = frame.free_rerolls < game.heroes[frame.seat].numbers[HUNT_REROLLS]
        return 0 if free else 1

    def finish(self, game: Game, frame: CombatRollFrame) -> None:
        seat = frame.seat
        total = sum(game.heroes[seat].piles[COMBAT_ROLL])
        reward = monsters_of(game).top_minion().reward(total)
        game.replace(AFTER_HUNT.frame(seat))
        changes.hunt_ended(game, seat, total, reward.least)
        changes.xp_gained(game, seat, reward.xp, FOR_HUNT)
        base.gold_gained(game, seat, reward.gold, FOR_HUNT)
        changes.injury_gained(game, seat, reward.injuries)
        changes.honor_gained(game, seat, reward.honor)
        if reward.trophy:
            changes.trophy_taken(game, seat)
            gather_information(game, seat)


class AfterHunt(Step):
    """X6: a Minion that survived goes to the bottom; the next is turned up."""

    def __init__(self) -> None:
        super().__init__("after-hunt")

    def advance(self, game: Game, frame: Frame) -> bool:
        now = monsters_of(game)
        if now.minion >= 0 and now.has_another_minion():
            changes.minion_to_bottom(game)
        game.replace(TURN_UP_MINION.frame(frame.seat))
        return False


HUNT_REVEAL = HuntReveal()
HUNT_HIRE = HuntHire()
HUNT_ROLL = HuntRoll()
AFTER_HUNT = AfterHunt()


def reveal_price(game: Game) -> int:
    """What the reveal costs that the game asks for now."""
    frame = game.agenda[-1]
    assert isinstance(frame, CountingFrame)
    return HUNT_REVEAL.price(game, frame)
