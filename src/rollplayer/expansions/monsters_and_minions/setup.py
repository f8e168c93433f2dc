"""Setting up the Monster, its Adventure cards and the Minion deck (X1, X2)."""

from rollplayer.engine.answers import code, first_of
from rollplayer.engine.game import Frame, Game, Step
from rollplayer.engine.table import CHANCE
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    DEAL_ADVENTURE,
    DEAL_MINION,
    DEAL_MONSTER,
)


class ChooseMonster(Step):
    """X2: one at random of those of no player's Class color."""

    def __init__(self) -> None:
        super().__init__("deal-monster")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def options(self, game: Game, frame: Frame) -> list[int]:
        colors = [hero.color for hero in game.heroes]
        return [
            code(DEAL_MONSTER, monster.index)
            for monster in monsters_of(game).box.monsters
            if monster.color not in colors
        ]

    def stock(self, game: Game, frame: Frame) -> list[int]:
        return [code(DEAL_MONSTER, monster.index) for monster in monsters_of(game).box.monsters]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.monster_chosen(game, first_of(answer))
        game.pop()


class TurnUpAdventure(Step):
    """An Adventure card is turned up; chance decides it if nobody has seen it."""

    def __init__(self, name: str, kind: int) -> None:
        super().__init__(name)
        self.kind = kind

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def question(self, game: Game, frame: Frame) -> str:
        return "deal-adventure"

    def advance(self, game: Game, frame: Frame) -> bool:
        card = monsters_of(game).adventure[self.kind]
        if card < 0:
            return True
        self.turn_up(game, card)
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return adventure_deals(game, self.kind)

    def draw(self, game: Game, frame: Frame) -> str:
        return adventure_draw(self.kind)

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        self.turn_up(game, first_of(answer))

    def turn_up(self, game: Game, card: int) -> None:
        game.pop()
        if self.kind >= monsters_of(game).turned_up:
            changes.adventure_turned_up(game, self.kind, card)


def adventure_deals(game: Game, kind: int) -> list[int]:
    """Chance's answers when an Adventure card of this kind is first looked at."""
    return [code(DEAL_ADVENTURE, card) for card in monsters_of(game).candidates(kind)]


def adventure_draw(kind: int) -> str:
    """The name of the draw: the card is the same whoever looks at it first, and when."""
    return f"adventure-card/{kind}"


class TurnUpMinion(Step):
    """The deck's top Minion is turned face up, if there is one."""

    def __init__(self) -> None:
        super().__init__("deal-minion")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: Frame) -> bool:
        now = monsters_of(game)
        if now.minion < 0:
            if now.next_pile():
                return True
            if now.bottom:
                changes.minion_turned_up(game, now.bottom[0])
        game.pop()
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [code(DEAL_MINION, minion) for minion in monsters_of(game).next_pile()]

    def stock(self, game: Game, frame: Frame) -> list[int]:
        return [code(DEAL_MINION, minion.index) for minion in monsters_of(game).box.minions]

    def draw(self, game: Game, frame: Frame) -> str:
        # One deck for the whole game: when somebody hunts changes when the next one comes, not which.
        return "minion"

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.minion_turned_up(game, first_of(answer))
        game.pop()


TURN_UP_MINION = TurnUpMinion()
