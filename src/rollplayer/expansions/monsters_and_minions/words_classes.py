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
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.numbers import ON_DISCARD_FOR_GOLD
from rollplayer.engine.tally import Count, Tally
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import (
    ABILITY_USED,
    CONVERT,
    FOR_CONVERTING,
    PAID_IN_GOLD,
    PAID_IN_XP,
    XP,
)
from rollplayer.words.choice import Choice, Possible
from rollplayer.words.hooks import fire
from rollplayer.words.tokens import Gain


class GainXp(Gain):
    """Gain XP: an amount, or an amount for each thing counted (or lose it), and `plus`."""

    def __init__(
        self,
        xp: int = 1,
        each: Count | None = None,
        plus: int = 0,
        only_if: Tally | None = None,
        reason: int = FOR_ABILITY,
    ) -> None:
        super().__init__("gain-xp", xp, each, plus, only_if, reason)

    def gain(self, game: Game, seat: int, amount: int) -> None:
        changes.xp_gained(game, seat, amount, self.reason)

    def lose(self, game: Game, seat: int, amount: int) -> None:
        changes.xp_spent(game, seat, min(amount, game.heroes[seat].counts[XP]), self.reason)


class ConvertFrame(Frame):
    """What was paid: PAID_IN_GOLD or PAID_IN_XP; -1 for nothing yet."""

    def __init__(self, step: Step, seat: int, paid: int = -1) -> None:
        self.step = step
        self.seat = seat
        self.paid = paid

    def fields(self) -> Fields:
        return {"paid": self.paid}

    def numbers(self) -> list[int]:
        return [0, self.paid + 1, 0]


class Convert(Possible):
    """Convert Gold into 1 XP or back, any number of times (M29).

    One way or the other: changing back would undo it.
    """

    def __init__(self, gold: int = 2) -> None:
        super().__init__("convert", CONVERT)
        self.gold = gold

    def new_frame(self, seat: int, about: int = 0) -> ConvertFrame:
        return ConvertFrame(self, seat)

    def choices(self, game: Game, frame: ConvertFrame) -> list[int]:
        hero = game.heroes[frame.seat]
        choices: list[int] = []
        if hero.gold >= self.gold and frame.paid != PAID_IN_XP:
            choices.append(code(CONVERT, PAID_IN_GOLD))
        if hero.counts[XP] > 0 and frame.paid != PAID_IN_GOLD:
            choices.append(code(CONVERT, PAID_IN_XP))
        return choices

    def chosen(self, game: Game, frame: ConvertFrame, answer: int) -> None:
        seat = frame.seat
        paid = first_of(answer)
        if paid == PAID_IN_GOLD:
            base.gold_paid(game, seat, self.gold, FOR_CONVERTING)
            changes.xp_gained(game, seat, 1, FOR_CONVERTING)
        else:
            changes.xp_spent(game, seat, 1, FOR_CONVERTING)
            base.gold_gained(game, seat, self.gold, FOR_CONVERTING)
        game.replace(ConvertFrame(self, seat, paid))


class ClearCardFrame(Frame):
    """The Initiative card of the turn."""

    def __init__(self, step: Step, seat: int, initiative_card: int) -> None:
        self.step = step
        self.seat = seat
        self.initiative_card = initiative_card

    def fields(self) -> Fields:
        return {"initiative_card": self.initiative_card}


class ClearCard(Choice):
    """After the last Market turn: discard a leftover Market card for Gold (M23).

    In solitaire only one of the Initiative cards will do.
    """

    def __init__(self, gold: int = 2, solitaire_card: int = 3) -> None:
        super().__init__("clear-card", DISCARD)
        self.gold = gold
        self.solitaire_card = solitaire_card

    def new_frame(self, seat: int, about: int = 0) -> ClearCardFrame:
        return ClearCardFrame(self, seat, initiative_card=about)

    def advance(self, game: Game, frame: ClearCardFrame) -> bool:
        wrong_card = game.rules.solitaire and frame.initiative_card != self.solitaire_card
        if not wrong_card and self.choices(game, frame):
            return True
        game.pop()
        return False

    def choices(self, game: Game, frame: ClearCardFrame) -> list[int]:
        cards = [code(DISCARD, card) for card in game.market if card >= 0]
        if cards and not game.rules.discards_for_gold:
            return [code(COLLECT)]
        return cards

    def chosen(self, game: Game, frame: ClearCardFrame, answer: int) -> None:
        game.pop()
        if verb_of(answer) == DISCARD:
            place = game.market.index(first_of(answer))
            card_changes.market_card_discarded(game, frame.seat, place)
        base.gold_gained(game, frame.seat, self.gold, FOR_DISCARD)
        fire(game, frame.seat, ON_DISCARD_FOR_GOLD)


class KeepUprightFrame(Frame):
    """The Skill that was used."""

    def __init__(self, step: Step, seat: int, card: int) -> None:
        self.step = step
        self.seat = seat
        self.card = card

    def fields(self) -> Fields:
        return {"card": self.card}


class KeepUpright(Choice):
    """Once per round pay Gold to leave the Skill just used upright (K12).

    Below it on the agenda waits the step that exhausts the card.
    """

    def __init__(self, gold: int = 2) -> None:
        super().__init__("keep-upright", YES)
        self.gold = gold

    def new_frame(self, seat: int, about: int = 0) -> KeepUprightFrame:
        return KeepUprightFrame(self, seat, card=about)

    def advance(self, game: Game, frame: KeepUprightFrame) -> bool:
        hero = game.heroes[frame.seat]
        if hero.gold >= self.gold and not hero.counts[ABILITY_USED]:
            return True
        game.pop()
        return False

    def choices(self, game: Game, frame: KeepUprightFrame) -> list[int]:
        return [YES_CODE]

    def options(self, game: Game, frame: KeepUprightFrame) -> list[int]:
        return [YES_CODE, PASS_CODE]

    def chosen(self, game: Game, frame: KeepUprightFrame, answer: int) -> None:
        game.pop()
        game.pop()
        base.gold_paid(game, frame.seat, self.gold, FOR_ABILITY)
        changes.ability_used(game, frame.seat)
        changes.skill_kept(game, frame.seat, frame.card)
