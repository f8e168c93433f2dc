"""What a seat may do at any time: use Skills, discard Weapons (K, M4)."""

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import DROP, USE, code, first_of, second_of
from rollplayer.engine.components import ANY_TIME, DICE_TIME, OWN_MARKET_TIME, Card
from rollplayer.engine.game import DICE_PHASE, Fields, Frame, Game, Interruption, Step
from rollplayer.engine.numbers import FREE_ARROWS, ON_SKILL_USED
from rollplayer.engine.table import STEP_TO
from rollplayer.words.buying import BuyingStep, PayingStep, can_drop
from rollplayer.words.hooks import fire


class ExhaustFrame(Frame):
    """The Skill that was used, and whether the user's abilities have acted on that."""

    def __init__(self, step: Step, seat: int, card: int, abilities_acted: bool = False) -> None:
        self.step = step
        self.seat = seat
        self.card = card
        self.abilities_acted = abilities_acted

    def fields(self) -> Fields:
        return {"card": self.card, "abilities_acted": self.abilities_acted}


class Exhaust(Step):
    """K1: at the end of its use the Skill is exhausted."""

    def __init__(self) -> None:
        super().__init__("exhaust")

    def advance(self, game: Game, frame: ExhaustFrame) -> bool:
        card = frame.card
        if not frame.abilities_acted and game.heroes[frame.seat].hooked >> ON_SKILL_USED & 1:
            game.replace(ExhaustFrame(self, frame.seat, card, abilities_acted=True))
            fire(game, frame.seat, ON_SKILL_USED, about=card)
            return False
        card_changes.skill_exhausted(game, frame.seat, card)
        game.pop()
        return False


EXHAUST = Exhaust()


def usable(game: Game, seat: int, card: Card) -> bool:
    """K2, K8: the timing fits the user and the token can move along the arrow."""
    hero = game.heroes[seat]
    if card.timing == DICE_TIME:
        if game.phase != DICE_PHASE:
            return False
    elif card.timing != ANY_TIME:
        # M20: in your own Market turn, before its choice; some also while prices are still paid.
        frame = game.agenda[-1]
        if frame.seat != seat or not isinstance(frame.step, PayingStep):
            return False
        if card.timing == OWN_MARKET_TIME and not isinstance(frame.step, BuyingStep):
            return False
    return STEP_TO[card.arrow][hero.token] >= 0 or hero.numbers[FREE_ARROWS] > 0


class UseSkill(Interruption):
    """Use an upright Skill, or with Diplomacy an opponent's (K11)."""

    def __init__(self) -> None:
        super().__init__(USE)

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        hero = game.heroes[seat]
        cards = game.rules.cards
        for index in hero.skills:
            if index in hero.exhausted:
                continue
            card = cards[index]
            if not card.borrows:
                if usable(game, seat, card):
                    options.append(code(USE, index))
                continue
            for other in game.heroes:
                if other.seat == seat:
                    continue
                for target in other.skills:
                    if (
                        target not in other.exhausted
                        and not cards[target].borrows
                        and usable(game, seat, cards[target])
                    ):
                        options.append(code(USE, index, target + 1))

    def resolve(self, game: Game, seat: int, answer: int) -> None:
        index = first_of(answer)
        target = second_of(answer) - 1
        used = game.rules.cards[index if target < 0 else target]
        card_changes.skill_used(game, seat, index, target)
        space = STEP_TO[used.arrow][game.heroes[seat].token]
        if space >= 0:
            changes.token_moved(game, seat, space)
        game.push(ExhaustFrame(EXHAUST, seat, card=index))
        for step in reversed(used.on_use):
            game.push(step.frame(seat))


class DropWeapon(Interruption):
    """M4: an own Weapon goes to the discard pile."""

    def __init__(self) -> None:
        super().__init__(DROP)

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        hero = game.heroes[seat]
        for card in hero.weapons:
            if can_drop(game, hero, card):
                options.append(code(DROP, card))

    def resolve(self, game: Game, seat: int, answer: int) -> None:
        card_changes.weapon_dropped(game, seat, first_of(answer))
