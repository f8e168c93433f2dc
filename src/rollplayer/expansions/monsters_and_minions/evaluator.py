"""What Hunts and Monster Combat promise a hero, for those who judge positions.

The numbers named in capitals are guesses of ours, like those of the base game's evaluation.
"""

from typing import Final

from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.combat import combat_bonus, eligible, gains
from rollplayer.expansions.monsters_and_minions.combat_roll import CombatRollFrame
from rollplayer.expansions.monsters_and_minions.components import (
    Adventure,
    Box,
    Minion,
)
from rollplayer.expansions.monsters_and_minions.hunt import (
    HUNT_HIRE,
    HUNT_REVEAL,
    HUNT_ROLL,
    hunt_dice,
)
from rollplayer.expansions.monsters_and_minions.monster_table import MonsterTable, monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    COMBAT_DICE,
    COMBAT_DICE_BONUS,
    COMBAT_ROLL,
    HONOR,
    HUNT_DICE,
    INJURIES,
    MERCENARY_GOLD,
    MERCENARY_XP,
    MONSTER_COMBAT,
    NAME,
    STORED,
    TOKENS,
    TROPHIES,
    XP,
)
from rollplayer.expansions.monsters_and_minions.setup import TURN_UP_MINION
from rollplayer.rules.expansion import LONGEST, SPANS, STAGES, ExpansionEvaluator, Outcome

MOST_DICE: Final = 24
MOST_REROLLS: Final = 8
MEAN: Final = 3.5
TO_COME: Final = 0.5
"""Combat Dice for the last combat that each round to come still brings."""
USUAL: Final = 1.2
"""Combat Dice of an Adventure card whose count is still far from decided."""
BLOCKS: Final[list[int]] = [17, 11, 13, 14, 6, 5, 4, 7, 8]
"""Possibilities of each kind of fact, in the order of ``add_facts``; each once for every span."""
MINION_DICE: Final = 9
STORED_FACTS: Final = 4
FACTS: Final = sum(BLOCKS) * SPANS + MINION_DICE * STAGES + STORED_FACTS


def tails(values: list[int]) -> list[list[float]]:
    """By number of dice with these equally likely values, and by total: the chance to reach it."""
    tables: list[list[float]] = []
    exact = [1.0]
    for _ in range(MOST_DICE + 1):
        reached = [0.0] * (len(exact) + 1)
        for total in range(len(exact) - 1, -1, -1):
            reached[total] = reached[total + 1] + exact[total]
        tables.append(reached)
        more = [0.0] * (len(exact) + 6)
        for total in range(len(exact)):
            for value in values:
                more[total + value] += exact[total] / len(values)
        exact = more
    return tables


def choose(n: int, k: int) -> int:
    ways = 1
    for at in range(k):
        ways = ways * (n - at) // (at + 1)
    return ways


def reroll_gains() -> list[list[float]]:
    """By number of dice and of rerolls: what these add to the total, the lowest dice first."""
    table: list[list[float]] = []
    for dice in range(MOST_DICE + 1):
        gains = [0.0]
        for lowest in range(1, MOST_REROLLS + 1):
            # If enough dice show this face or less, so does the die at this place.
            below = [0.0]
            for face in range(1, 4):
                part = face / 6
                chance = 0.0
                for many in range(lowest, dice + 1):
                    chance += choose(dice, many) * part**many * (1 - part) ** (dice - many)
                below.append(chance)
            gain = 0.0
            for face in range(1, 4):
                gain += (MEAN - face) * (below[face] - below[face - 1])
            gains.append(gains[-1] + gain)
        table.append(gains)
    return table


PLAIN_TAILS: Final[list[list[float]]] = tails([1, 2, 3, 4, 5, 6])
REROLL_GAINS: Final[list[list[float]]] = reroll_gains()


def reach(table: list[list[float]], dice: int, total: int) -> float:
    """The chance that these dice reach a total."""
    if total <= 0:
        return 1.0
    row = table[min(MOST_DICE, dice)]
    return row[total] if total < len(row) else 0.0


class MonsterEvaluator(ExpansionEvaluator):
    """Stars of the last combat, and in solitaire the chance to survive it (X10, X11, Y5)."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__("monster", FACTS)
        box = rules.parts[NAME]
        assert isinstance(box, Box)
        self.rules = rules
        self.tables = [tails(monster.values()) for monster in box.monsters]
        self.dice = 0.0
        """The pool for the last combat as it is seen now."""

    def is_ending(self, game: Game) -> bool:
        return game.phase == MONSTER_COMBAT

    def look(self, game: Game, seat: int, left: int) -> None:
        self.stars = 0.0
        self.survival = 0.0
        self.dice = 0.0
        now = monsters_of(game)
        if now.monster < 0:
            self.survival = 1.0
            return
        if game.phase == MONSTER_COMBAT:
            self.look_at_combat(game, seat, now)
        else:
            hero = game.heroes[seat]
            dice = 1.0 + hero.numbers[COMBAT_DICE_BONUS] + TO_COME * left
            for kind in range(3):
                if eligible(game, seat, kind):
                    dice += self.token_dice(game, seat, now, kind, left)
            self.weigh(hero, now, dice, left, True)
        if not self.rules.solitaire:
            self.survival = 1.0

    # -- a Hunt -----------------------------------------------------------------------------------

    def outcomes(self, game: Game, seat: int) -> list[Outcome]:
        """In the middle of a Hunt: where it may end, by the rows of the Minion."""
        frame = game.agenda[-1]
        if frame.step is TURN_UP_MINION:
            return self.next_minions(game, seat)
        if frame.seat != seat:
            return []
        hero = game.heroes[seat]
        minion = monsters_of(game).top_minion()
        total = 0
        if frame.step is HUNT_REVEAL:
            dice = hunt_dice(self.rules, hero, minion)
        elif frame.step is HUNT_HIRE:
            dice = hero.counts[COMBAT_DICE]
        elif frame.step is HUNT_ROLL and isinstance(frame, CombatRollFrame):
            roll = hero.piles[COMBAT_ROLL]
            dice = hero.counts[COMBAT_DICE] - len(roll)
            for face in roll:
                total += face
            if frame.face_rerolled:
                dice += 1
                total -= frame.face_rerolled
        else:
            return []
        return self.rows(game, seat, minion, dice, total)

    def next_minions(self, game: Game, seat: int) -> list[Outcome]:
        """X4: the Minions that may be turned up while the seat looks for another one."""
        agenda = game.agenda
        if len(agenda) < 2 or agenda[-2].step is not HUNT_REVEAL or agenda[-2].seat != seat:
            return []
        ends: list[Outcome] = []
        for option in game.options():
            after = game.copy()
            after.apply_legal(option)
            ends.append(Outcome(1.0, after))
        return ends

    def rows(self, game: Game, seat: int, minion: Minion, dice: int, total: int) -> list[Outcome]:
        ends: list[Outcome] = []
        rewards = minion.rewards
        for at in range(len(rewards)):
            chance = reach(PLAIN_TAILS, dice, rewards[at].least - total)
            if at + 1 < len(rewards):
                chance -= reach(PLAIN_TAILS, dice, rewards[at + 1].least - total)
            if chance > 0.0:
                after = game.copy()
                assume_end(after, seat, rewards[at].least)
                ends.append(Outcome(chance, after))
        return ends

    # -- facts ------------------------------------------------------------------------------------

    def add_facts(
        self, game: Game, seat: int, left: int, span: int, stage: int, at: int, facts: list[int]
    ) -> None:
        hero = game.heroes[seat]
        counts = hero.counts
        now = monsters_of(game)
        if now.monster < 0:
            return
        self.look(game, seat, left)
        values = (
            int(self.stars * 2),
            int(self.survival * 10),
            int(self.dice),
            counts[XP],
            counts[HONOR],
            counts[INJURIES],
            len(hero.piles[TOKENS]),
            len(hero.piles[TROPHIES]),
            now.monster,
        )
        for block in range(len(values)):
            size = BLOCKS[block]
            facts.append(at + span * size + min(values[block], size - 1))
            at += size * SPANS
        if now.minion >= 0:
            dice = now.top_minion().weakness_dice(self.rules, hero) + hero.numbers[HUNT_DICE]
            facts.append(at + stage * MINION_DICE + min(dice, MINION_DICE - 1))
        at += MINION_DICE * STAGES
        if hero.piles[STORED]:
            facts.append(at + min(len(hero.piles[STORED]), STORED_FACTS) - 1)

    # -- Adventure cards --------------------------------------------------------------------------

    def token_dice(self, game: Game, seat: int, now: MonsterTable, kind: int, left: int) -> float:
        """The dice that the Adventure card of a kind will probably bring; a mean if it is unknown."""
        card = now.adventure[kind]
        if card >= 0:
            return self.card_dice(game, seat, now.box.adventures[card], left)
        cards = now.candidates(kind)
        dice = 0.0
        for card in cards:
            dice += self.card_dice(game, seat, now.box.adventures[card], left)
        return dice / len(cards)

    def card_dice(self, game: Game, seat: int, adventure: Adventure, left: int) -> float:
        """As things stand, and as usual as far as they are undecided."""
        undecided = left / LONGEST
        dice = float(gains(game, adventure)[seat])
        return dice * (1 - undecided) + max(dice, USUAL) * undecided

    # -- Monster Combat ---------------------------------------------------------------------------

    def look_at_combat(self, game: Game, seat: int, now: MonsterTable) -> None:
        """The same once dice pools are made: only cards not turned up yet are a guess."""
        hero = game.heroes[seat]
        pool = float(hero.counts[COMBAT_DICE])
        for kind in range(now.turned_up, 3):
            if eligible(game, seat, kind):
                pool += self.token_dice(game, seat, now, kind, 0)
        frame = game.agenda[-1]
        own = frame.seat == seat
        roll = hero.piles[COMBAT_ROLL]
        if not own or not isinstance(frame, CombatRollFrame):
            if not roll:
                hiring = now.turned_up < 3 or (own and game.question() == "monster-hire")
                self.weigh(hero, now, pool, 0, hiring)
            return
        monster = now.the_monster()
        fixed = list(roll)
        dice = int(pool) - len(fixed)
        if frame.face_rerolled and frame.face_rerolled in fixed:
            fixed.remove(frame.face_rerolled)
            dice += 1
        # With the XP that is left the lowest dice would be rolled again.
        rerolls = hero.counts[XP] // monster.reroll_xp
        for face in range(1, 4):
            while rerolls > 0 and face in fixed and face not in monster.cannot_reroll:
                fixed.remove(face)
                dice += 1
                rerolls -= 1
        total = combat_bonus(monster, hero)
        for face in fixed:
            if face not in monster.worthless:
                total += face
        self.add(now, dice, total, 1.0)

    def weigh(self, hero: Hero, now: MonsterTable, dice: float, left: int, hiring: bool) -> None:
        """The stars of a pool, with mercenaries and rerolls as XP and Gold allow."""
        monster = now.the_monster()
        extra = monster.mercenary
        xp = hero.counts[XP]
        self.dice = dice
        if hiring and left == 0:
            # Until the last round Gold buys more than mercenaries.
            dice += hero.gold // max(1, hero.numbers[MERCENARY_GOLD] + extra)
        price = max(1, hero.numbers[MERCENARY_XP] + extra)
        best = 0.0
        for hired in range(xp // price + 1 if hiring else 1):
            rerolls = min(MOST_REROLLS, (xp - hired * price) // monster.reroll_xp)
            pool = min(MOST_DICE, int(dice) + hired)
            best = max(best, REROLL_GAINS[pool][rerolls] + hired * MEAN)
        total = combat_bonus(monster, hero) + best
        # The fraction of a point or die counts by its chance.
        low = int(total // 1)
        dice += (total - low) / MEAN
        whole = int(dice)
        part = dice - whole
        self.add(now, whole, low, 1 - part)
        if part > 0.0:
            self.add(now, whole + 1, low, part)

    def add(self, now: MonsterTable, dice: int, total: int, share: float) -> None:
        """X11: add the expected stars of a roll of these dice plus a bonus."""
        monster = now.the_monster()
        table = self.tables[now.monster]
        strength = now.strength()
        alive = reach(table, dice, strength - total)
        stars = monster.least_stars * alive
        for more in range(monster.least_stars + 1, monster.most_stars + 1):
            stars += reach(table, dice, strength + more * monster.every - total)
        self.stars += share * stars
        self.survival += share * alive


def assume_end(game: Game, seat: int, total: int) -> None:
    """As if the Combat Dice of a Hunt had come to a total; never in a game that is played."""
    changes.combat_roll_assumed(game, seat, total)
    frame = HUNT_ROLL.new_frame(seat)
    game.replace(frame)
    HUNT_ROLL.finish(game, frame)
    game.listed = None
    game.advance()
