"""Solitaire (section L): the enemy die, the trash pile and what the lone player leaves behind."""

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import first_of
from rollplayer.engine.game import CountingFrame, Frame, Game, OwnFrame, Step
from rollplayer.engine.table import CHANCE, GOLD, NOBODY
from rollplayer.words.buying import all_deals, deals, top_pile
from rollplayer.words.dice import rolls

ENEMY_PLACES: list[list[int]] = [
    [-1, -1, -1, -1, -1, -1],
    [0, 1, 2, -1, -1, -1],
    [0, 0, 1, 1, 2, 2],
]
"""L3: the Market place hit, by Initiative card taken and enemy roll; -1 for none."""


class SetEnemyDieAside(Step):
    """L1: one gold die is the enemy's, or more."""

    def __init__(self, dice: int) -> None:
        super().__init__("set-enemy-die-aside")
        self.dice = dice

    def advance(self, game: Game, frame: Frame) -> bool:
        for _ in range(self.dice):
            changes.enemy_die_set_aside(game, GOLD)
        game.pop()
        return False


class OpenTrash(Step):
    """L1: the deck's top card opens the trash pile; L2: and one more the discard pile."""

    def __init__(self, opens_discard_pile: bool) -> None:
        super().__init__("open-trash")
        self.cards = 2 if opens_discard_pile else 1

    def new_frame(self, seat: int, about: int = 0) -> CountingFrame:
        return CountingFrame(self, seat)

    def asked(self, game: Game, frame: CountingFrame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: CountingFrame) -> bool:
        if frame.done < self.cards and top_pile(game):
            return True
        game.pop()
        return False

    def options(self, game: Game, frame: CountingFrame) -> list[int]:
        return deals(top_pile(game))

    def stock(self, game: Game, frame: CountingFrame) -> list[int]:
        return all_deals(game)

    def resolve(self, game: Game, frame: CountingFrame, answer: int) -> None:
        card = first_of(answer)
        if frame.done + 1 < self.cards:
            card_changes.top_card_put_on_pile(game, card)
        else:
            card_changes.top_card_trashed(game, card)
        game.replace(CountingFrame(self, NOBODY, frame.done + 1))


class EnemyRoll(Step):
    """L3: after the Dice turn the enemy die may trash a Market card."""

    def __init__(self, interruptible: bool) -> None:
        super().__init__("enemy-roll", interruptible)

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: Frame) -> bool:
        if game.taken[0] == NOBODY:
            return True
        game.pop()
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return rolls(GOLD)

    def resolve(self, game: Game, frame: OwnFrame, answer: int) -> None:
        face = first_of(answer)
        changes.enemy_rolled(game, face)
        number = game.taken.index(0)
        place = ENEMY_PLACES[number][face - 1]
        # L8: places are those of the Market as laid out and stay empty once emptied.
        if 0 <= place < len(game.market) and game.market[place] >= 0:
            card_changes.market_card_trashed(game, place)
        game.pop()


class LeaveOne(Step):
    """L4: the leftmost remaining card to the discard pile, the others to the trash."""

    def __init__(self) -> None:
        super().__init__("leave-one")

    def advance(self, game: Game, frame: Frame) -> bool:
        left = [place for place in range(len(game.market)) if game.market[place] >= 0]
        for at, place in enumerate(left):
            if at == 0:
                card_changes.market_card_discarded(game, NOBODY, place)
            else:
                card_changes.market_card_trashed(game, place)
        game.pop()
        return False
