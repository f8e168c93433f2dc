"""Words for the expansion's Skills."""

from rollplayer.engine import changes as base
from rollplayer.engine.answers import (
    PASS_CODE,
    REPLACE,
    YES,
    YES_CODE,
    codes_with,
    first_of,
    second_of,
)
from rollplayer.engine.events import FOR_GOLD_DIE, FOR_SKILL
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.numbers import GOLD_FOR_GOLD_DIE
from rollplayer.engine.table import CHANCE, GOLD, TRAIT, die, has_color
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import INJURIES, TRADE
from rollplayer.words.choice import AtOnce, Choice, Possible
from rollplayer.words.dice import rolls


class Haggle(AtOnce):
    """Your next purchase or mercenary this turn costs less (M19)."""

    def __init__(self, gold: int = 2) -> None:
        super().__init__("haggle")
        self.gold = gold

    def carry_out(self, game: Game, seat: int) -> None:
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
    """Exchange a Trait with one in the Market or the discard pile; no arrow applies (N14, M24)."""

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
        choices: list[int] = []
        for mine in own:
            choices += codes_with(TRADE, mine, there)
        return choices

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        changes.traits_exchanged(game, frame.seat, first_of(answer), second_of(answer))
        game.pop()


class TumbleFrame(Frame):
    """The spot whose die is replaced, and the kind of the die that is rolled for it."""

    def __init__(self, step: Step, seat: int, spot: int = -1, kind: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.spot = spot
        """-1 until it is chosen."""
        self.kind = kind

    def fields(self) -> Fields:
        return {"spot": self.spot, "kind": self.kind}

    def numbers(self) -> list[int]:
        return [self.spot + 1, self.kind, 0]


class Tumble(Choice):
    """A die picked from the bag takes a die's place and is rolled (N19, D18)."""

    def __init__(self) -> None:
        super().__init__("tumble", REPLACE)

    def new_frame(self, seat: int, about: int = 0) -> TumbleFrame:
        return TumbleFrame(self, seat)

    def advance(self, game: Game, frame: TumbleFrame) -> bool:
        # D19: without a die in the bag only the token moves.
        if frame.spot >= 0 or self.choices(game, frame):
            return True
        game.pop()
        return False

    def asked(self, game: Game, frame: TumbleFrame) -> int:
        return CHANCE if frame.spot >= 0 else frame.seat

    def question(self, game: Game, frame: TumbleFrame) -> str:
        return "roll" if frame.spot >= 0 else self.name

    def choices(self, game: Game, frame: TumbleFrame) -> list[int]:
        kinds = [kind for kind in range(len(game.bag)) if game.bag[kind]]
        choices: list[int] = []
        for spot in game.heroes[frame.seat].filled():
            choices += codes_with(REPLACE, spot, kinds)
        return choices

    def options(self, game: Game, frame: TumbleFrame) -> list[int]:
        return rolls(frame.kind) if frame.spot >= 0 else super().options(game, frame)

    def resolve(self, game: Game, frame: TumbleFrame, answer: int) -> None:
        if frame.spot < 0:
            super().resolve(game, frame, answer)
            return
        seat = frame.seat
        game.pop()
        rolled = die(frame.kind, first_of(answer))
        base.die_replaced(game, seat, frame.spot, rolled)
        if has_color(rolled, GOLD):
            gold = game.heroes[seat].numbers[GOLD_FOR_GOLD_DIE]
            base.gold_gained(game, seat, gold, FOR_GOLD_DIE)

    def chosen(self, game: Game, frame: TumbleFrame, answer: int) -> None:
        spot, kind = first_of(answer), second_of(answer)
        game.replace(TumbleFrame(self, frame.seat, spot, kind))
