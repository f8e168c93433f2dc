"""Words for the abilities of classes and Weapons."""

from rollplayer.engine import card_changes
from rollplayer.engine import changes as base
from rollplayer.engine.answers import (
    COLLECT,
    DISCARD,
    PASS_CODE,
    YES,
    YES_CODE,
    code,
    first_of,
    verb_of,
)
from rollplayer.engine.events import FOR_ABILITY, FOR_DISCARD
from rollplayer.engine.game import Frame, Game
from rollplayer.engine.numbers import ON_DISCARD_FOR_GOLD
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.things import (
    ABILITY_USED,
    CONVERT,
    FOR_CONVERTING,
    PAID_IN_GOLD,
    PAID_IN_XP,
    XP,
)
from rollplayer.words.choice import AtOnce, Choice, Possible
from rollplayer.words.hooks import fire


class GainXp(AtOnce):
    """Gain XP."""

    def __init__(self, xp: int = 1) -> None:
        super().__init__("gain-xp")
        self.xp = xp

    def happen(self, game: Game, seat: int) -> None:
        changes.xp_gained(game, seat, self.xp, FOR_ABILITY)


class Convert(Possible):
    """Change so much Gold into 1 XP or the other way round, any number of times (M29).

    One way or the other: changing back would undo it. Frame: b = 1 + what was paid.
    """

    def __init__(self, gold: int = 2) -> None:
        super().__init__("convert", CONVERT)
        self.gold = gold

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        choices: list[int] = []
        if hero.gold >= self.gold and frame.b != 1 + PAID_IN_XP:
            choices.append(code(CONVERT, PAID_IN_GOLD))
        if hero.counts[XP] > 0 and frame.b != 1 + PAID_IN_GOLD:
            choices.append(code(CONVERT, PAID_IN_XP))
        return choices

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        seat = frame.seat
        paid = first_of(answer)
        if paid == PAID_IN_GOLD:
            base.gold_paid(game, seat, self.gold, FOR_CONVERTING)
            changes.xp_gained(game, seat, 1, FOR_CONVERTING)
        else:
            changes.xp_spent(game, seat, 1, FOR_CONVERTING)
            base.gold_gained(game, seat, self.gold, FOR_CONVERTING)
        game.replace(Frame(self, seat, frame.a, 1 + paid))


class ClearCard(Choice):
    """After the last Market turn: discard a leftover Market card for Gold (M23).

    Frame: a = the Initiative card of the turn; in solitaire only one of them will do.
    """

    def __init__(self, gold: int = 2, solitaire_card: int = 3) -> None:
        super().__init__("clear-card", DISCARD)
        self.gold = gold
        self.solitaire_card = solitaire_card

    def begin(self, game: Game, frame: Frame) -> bool:
        wrong_card = game.rules.solitaire and frame.a != self.solitaire_card
        if not wrong_card and self.choices(game, frame):
            return True
        game.pop()
        return False

    def choices(self, game: Game, frame: Frame) -> list[int]:
        cards = [code(DISCARD, card) for card in game.market if card >= 0]
        if cards and not game.rules.discards_for_gold:
            return [code(COLLECT)]
        return cards

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        game.pop()
        if verb_of(answer) == DISCARD:
            place = game.market.index(first_of(answer))
            card_changes.market_card_discarded(game, frame.seat, place)
        base.gold_gained(game, frame.seat, self.gold, FOR_DISCARD)
        fire(game, frame.seat, ON_DISCARD_FOR_GOLD)


class KeepUpright(Choice):
    """Once per round pay Gold to leave the Skill just used upright (K12).

    Frame: a = the card. Below it waits the step that exhausts the card.
    """

    def __init__(self, gold: int = 2) -> None:
        super().__init__("keep-upright", YES)
        self.gold = gold

    def begin(self, game: Game, frame: Frame) -> bool:
        hero = game.heroes[frame.seat]
        if hero.gold >= self.gold and not hero.counts[ABILITY_USED]:
            return True
        game.pop()
        return False

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return [YES_CODE]

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [YES_CODE, PASS_CODE]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        game.pop()
        game.pop()
        base.gold_paid(game, frame.seat, self.gold, FOR_ABILITY)
        changes.ability_used(game, frame.seat)
        changes.skill_kept(game, frame.seat, frame.a)
