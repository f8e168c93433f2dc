"""What XP buys at any time of character creation (X8), and the Shaman's ability."""

from rollplayer.engine.answers import code
from rollplayer.engine.game import Game, Interruption
from rollplayer.engine.table import INT
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import (
    ABILITY,
    ABILITY_USED,
    ACTION,
    FOR_ACTION,
    FOR_HEALING,
    HEAL,
    INJURIES,
    INT_ACTION_FOR_XP,
    XP,
)
from rollplayer.words.actions import ALL_ROWS, Action, ActionFrame

HEALING_PRICE = 2
ACTION_PRICE = 5
ABILITY_PRICE = 1
BOUGHT_ACTION = Action()


class Heal(Interruption):
    """X8: 2 XP remove an own Injury token."""

    def __init__(self) -> None:
        super().__init__(HEAL)

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        counts = game.heroes[seat].counts
        if counts[XP] >= HEALING_PRICE and counts[INJURIES] > 0:
            options.append(code(HEAL))

    def resolve(self, game: Game, seat: int, answer: int) -> None:
        changes.xp_spent(game, seat, HEALING_PRICE, FOR_HEALING)
        changes.injury_discarded(game, seat, 1)


class BuyAction(Interruption):
    """X8: 5 XP buy any one Attribute Action."""

    def __init__(self) -> None:
        super().__init__(ACTION)

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        if game.heroes[seat].counts[XP] >= ACTION_PRICE:
            options.append(code(ACTION))

    def resolve(self, game: Game, seat: int, answer: int) -> None:
        changes.xp_spent(game, seat, ACTION_PRICE, FOR_ACTION)
        game.push(ActionFrame(BOUGHT_ACTION, seat, ALL_ROWS))


class UseAbility(Interruption):
    """The Shaman's: once per round 1 XP buys the Intelligence action (K10)."""

    def __init__(self) -> None:
        super().__init__(ABILITY)

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        hero = game.heroes[seat]
        if hero.numbers[INT_ACTION_FOR_XP] > 0 and not hero.counts[ABILITY_USED]:
            if hero.counts[XP] >= ABILITY_PRICE:
                options.append(code(ABILITY))

    def resolve(self, game: Game, seat: int, answer: int) -> None:
        changes.xp_spent(game, seat, ABILITY_PRICE, FOR_ACTION)
        changes.ability_used(game, seat)
        game.push(ActionFrame(BOUGHT_ACTION, seat, 1 << INT))
