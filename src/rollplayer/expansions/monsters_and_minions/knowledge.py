"""Who learns what about the Monster: Adventure tokens and private looks (X6, X9)."""

from rollplayer.engine.answers import first_of
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.table import CHANCE
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    FOR_TOKEN,
    FOR_TROPHY,
    LOCATION,
    TOKENS,
    TROPHIES,
    XP_FOR_OTHERS_TOKENS,
)
from rollplayer.expansions.monsters_and_minions.setup import adventure_deals, adventure_draw


class LookFrame(Frame):
    """The kind of Adventure card that is looked at."""

    def __init__(self, step: Step, seat: int, kind: int) -> None:
        self.step = step
        self.seat = seat
        self.kind = kind

    def fields(self) -> Fields:
        return {"kind": self.kind}


class Look(Step):
    """A player looks at an Adventure card, alone."""

    def __init__(self) -> None:
        super().__init__("look")

    def asked(self, game: Game, frame: LookFrame) -> int:
        return CHANCE

    def question(self, game: Game, frame: LookFrame) -> str:
        return "deal-secretly"

    def advance(self, game: Game, frame: LookFrame) -> bool:
        card = monsters_of(game).adventure[frame.kind]
        if card < 0:
            return True
        game.pop()
        changes.adventure_seen(game, frame.seat, frame.kind, card)
        return False

    def options(self, game: Game, frame: LookFrame) -> list[int]:
        return adventure_deals(game, frame.kind)

    def draw(self, game: Game, frame: LookFrame) -> str:
        return adventure_draw(frame.kind)

    def resolve(self, game: Game, frame: LookFrame, answer: int) -> None:
        game.pop()
        changes.adventure_seen(game, frame.seat, frame.kind, first_of(answer))


LOOK = Look()


def take_token(game: Game, seat: int, kind: int) -> None:
    """The token, what it brings to others, and the look."""
    changes.adventure_token_taken(game, seat, kind)
    for hero in game.heroes:
        if hero.seat != seat and hero.numbers[XP_FOR_OTHERS_TOKENS] > 0:
            if kind not in hero.piles[TOKENS]:
                changes.xp_gained(game, hero.seat, hero.numbers[XP_FOR_OTHERS_TOKENS], FOR_TOKEN)
    game.push(LookFrame(LOOK, seat, kind))


def gather_information(game: Game, seat: int) -> None:
    """X6: a Trophy brings the next token the player lacks, or 1 XP. V5: there are no tokens."""
    hero = game.heroes[seat]
    if monsters_of(game).is_open:
        if len(hero.piles[TROPHIES]) > 3:
            changes.xp_gained(game, seat, 1, FOR_TROPHY)
        return
    for kind in range(3):
        if kind not in hero.piles[TOKENS]:
            take_token(game, seat, kind)
            return
    changes.xp_gained(game, seat, 1, FOR_TROPHY)


class Learn(Step):
    """Take a Location token and see the card; XP instead if all cards are face up (X21)."""

    def __init__(self, xp: int = 2) -> None:
        super().__init__("learn")
        self.xp = xp

    def advance(self, game: Game, frame: Frame) -> bool:
        game.pop()
        if monsters_of(game).is_open:
            changes.xp_gained(game, frame.seat, self.xp, FOR_TOKEN)
        elif LOCATION not in game.heroes[frame.seat].piles[TOKENS]:
            take_token(game, frame.seat, LOCATION)
        return False
