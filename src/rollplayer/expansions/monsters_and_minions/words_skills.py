"""Words for the expansion's Skills."""

from rollplayer.engine import changes as base
from rollplayer.engine.answers import PASS_CODE, REPLACE, YES, YES_CODE, code, first_of, second_of
from rollplayer.engine.events import FOR_GOLD_DIE, FOR_SKILL
from rollplayer.engine.game import Frame, Game
from rollplayer.engine.numbers import GOLD_FOR_GOLD_DIE
from rollplayer.engine.table import CHANCE, GOLD, TRAIT, die
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.things import INJURIES, TRADE
from rollplayer.words.choice import AtOnce, Choice, Possible
from rollplayer.words.dice import rolls


class Haggle(AtOnce):
    """Your next buy or mercenary of this turn costs less (M19)."""

    def __init__(self, gold: int = 2) -> None:
        super().__init__("haggle")
        self.gold = gold

    def happen(self, game: Game, seat: int) -> None:
        changes.haggled(game, seat, self.gold)


class Disarm(Choice):
    """Discard one of your Injury tokens; if you have none, gain XP."""

    def __init__(self, xp: int = 1) -> None:
        super().__init__("disarm", YES)
        self.xp = xp

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return [YES_CODE]

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [YES_CODE, PASS_CODE]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        game.pop()
        if game.heroes[frame.seat].counts[INJURIES] > 0:
            changes.injury_discarded(game, frame.seat, 1)
        else:
            changes.xp_gained(game, frame.seat, self.xp, FOR_SKILL)


class Disguise(Possible):
    """Exchange a Trait with one in the Market or the discard pile; no arrow acts (N14, M24)."""

    def __init__(self) -> None:
        super().__init__("disguise", TRADE)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        cards = game.rules.cards
        own = [card for card in game.heroes[frame.seat].cards if cards[card].kind == TRAIT]
        there = [
            card
            for card in [*game.market, *game.discard_pile]
            if card >= 0 and cards[card].kind == TRAIT
        ]
        return [code(TRADE, mine, other) for mine in own for other in there]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        changes.traits_exchanged(game, frame.seat, first_of(answer), second_of(answer))
        game.pop()


class Tumble(Choice):
    """A die picked from the bag takes a die's place and is rolled (N19, D18).

    Frame: a = spot + 1 once chosen, b = color.
    """

    def __init__(self) -> None:
        super().__init__("tumble", REPLACE)

    def begin(self, game: Game, frame: Frame) -> bool:
        # D19: without a die in the bag only the token moves.
        if frame.a or self.choices(game, frame):
            return True
        game.pop()
        return False

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE if frame.a else frame.seat

    def question(self, game: Game, frame: Frame) -> str:
        return "roll" if frame.a else self.name

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return [
            code(REPLACE, spot, color)
            for spot in game.heroes[frame.seat].filled()
            for color in range(len(game.bag))
            if game.bag[color]
        ]

    def options(self, game: Game, frame: Frame) -> list[int]:
        return rolls(frame.b) if frame.a else super().options(game, frame)

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        if not frame.a:
            super().answer(game, frame, answer)
            return
        seat = frame.seat
        game.pop()
        base.die_replaced(game, seat, frame.a - 1, die(frame.b, first_of(answer)))
        if frame.b == GOLD:
            gold = game.heroes[seat].numbers[GOLD_FOR_GOLD_DIE]
            base.gold_gained(game, seat, gold, FOR_GOLD_DIE)

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        game.replace(Frame(self, frame.seat, first_of(answer) + 1, second_of(answer)))
