"""The end: dice pools, Adventure cards, mercenaries and Monster Combat (X10, X11, X18 to X20)."""

from rollplayer.engine import changes as base
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Frame, Game, Step
from rollplayer.engine.hero import Hero
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.combat_roll import CombatRoll, CombatRollFrame
from rollplayer.expansions.monsters_and_minions.components import (
    EACH,
    FEWEST,
    MOST,
    Adventure,
    Monster,
)
from rollplayer.expansions.monsters_and_minions.mercenaries import hire, hires, hires_or_pass
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    COMBAT_DICE_BONUS,
    COMBAT_ROLL,
    HONOR,
    INJURIES,
    MONSTER_COMBAT,
    TOKENS,
)
from rollplayer.expansions.monsters_and_minions.setup import TurnUpAdventure
from rollplayer.words.counts import RowTotal


def combat_bonus(monster: Monster, hero: Hero) -> int:
    """X11: what Honor adds to the total, less what Injury takes."""
    return hero.counts[HONOR] - hero.counts[INJURIES] * monster.injury


class CreatePools(Step):
    """X10, X19: each gains 1 Combat Die, and what Weapons add."""

    def __init__(self) -> None:
        super().__init__("create-pools")

    def advance(self, game: Game, frame: Frame) -> bool:
        base.phase_began(game, MONSTER_COMBAT)
        for hero in game.heroes:
            changes.combat_dice_taken(game, hero.seat, 1 + hero.numbers[COMBAT_DICE_BONUS], 0)
        game.pop()
        return False


class ResolveAdventure(TurnUpAdventure):
    """X10: a card is turned up and those who know it follow it."""

    def turn_up(self, game: Game, card: int) -> None:
        super().turn_up(game, card)
        adventure = monsters_of(game).box.adventures[card]
        for seat, dice in enumerate(gains(game, adventure)):
            changes.combat_dice_gained(game, seat, dice, card)


def eligible(game: Game, seat: int, kind: int) -> bool:
    """Those with the token; V5: everyone."""
    return monsters_of(game).is_open or kind in game.heroes[seat].piles[TOKENS]


def gains(game: Game, adventure: Adventure) -> list[int]:
    """X18: the Combat Dice that each seat gains, counted when the card is turned up."""
    rules = game.rules
    tally = adventure.tally
    dice = [0] * len(game.heroes)
    seats = [seat for seat in range(len(dice)) if eligible(game, seat, adventure.kind)]
    if not seats:
        return dice
    counts = [tally.counted.count(rules, game.heroes[seat]) for seat in seats]
    best = min(counts) if adventure.who == FEWEST else max(counts)
    if rules.solitaire:
        too_few = best < adventure.solo_least
        too_many = best > adventure.solo_most >= 0
        if too_few or too_many:
            return dice
    if adventure.who == EACH:
        for seat in seats:
            dice[seat] = tally.reward(rules, game.heroes[seat])
        return dice
    # "Most" needs at least 1; row totals need nothing.
    if adventure.who == MOST and best < 1 and not isinstance(tally.counted, RowTotal):
        return dice
    for at, seat in enumerate(seats):
        if counts[at] == best:
            dice[seat] = tally.shape.amount
    return dice


class MonsterHire(Step):
    """Each may hire mercenaries; the Kraken makes them dearer (X16)."""

    def __init__(self) -> None:
        super().__init__("monster-hire")

    def advance(self, game: Game, frame: Frame) -> bool:
        if hires(game, frame.seat, monsters_of(game).the_monster().mercenary):
            return True
        game.pop()
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return hires_or_pass(game, frame.seat, monsters_of(game).the_monster().mercenary)

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        if answer == PASS_CODE:
            game.pop()
        else:
            hire(game, frame.seat, answer, monsters_of(game).the_monster().mercenary)


class MonsterRoll(CombatRoll):
    """X11: the roll against the Monster, with its ability, and the stars it brings."""

    def __init__(self) -> None:
        super().__init__("monster-reroll")

    def price(self, game: Game, frame: CombatRollFrame) -> int:
        return monsters_of(game).the_monster().reroll_xp

    def forced(self, game: Game, frame: CombatRollFrame) -> int:
        """X20: after every roll or reroll, until none shows."""
        roll = game.heroes[frame.seat].piles[COMBAT_ROLL]
        for face in monsters_of(game).the_monster().must_reroll:
            if face in roll:
                return face
        return 0

    def can_reroll(self, game: Game, face: int) -> bool:
        return face not in monsters_of(game).the_monster().cannot_reroll

    def finish(self, game: Game, frame: CombatRollFrame) -> None:
        seat = frame.seat
        hero = game.heroes[seat]
        now = monsters_of(game)
        monster = now.the_monster()
        total = 0
        for face in hero.piles[COMBAT_ROLL]:
            if face not in monster.worthless:
                total += face
        total += combat_bonus(monster, hero)
        stars = monster.stars(total, now.strength())
        game.pop()
        changes.monster_fought(game, seat, total, stars)
        # Y5: below the Strength a lone hero dies.
        if game.rules.solitaire and total < now.strength():
            changes.hero_died(game, seat)
