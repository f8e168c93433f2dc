"""Words about the Alignment token, Charisma tokens and Gold."""

from rollplayer.engine import changes
from rollplayer.engine.answers import CHARM, MOVE, PASS_CODE, YES, YES_CODE, code, first_of
from rollplayer.engine.events import FOR_ABILITY, FOR_SKILL
from rollplayer.engine.game import Frame, Game
from rollplayer.engine.table import STEP_TO
from rollplayer.engine.tally import Count, Tally
from rollplayer.words.choice import AtOnce, Choice, Repeated, RepeatedFrame
from rollplayer.words.shared import MOVES, NO_MOVES


class Move(Repeated):
    """Move the Alignment token step by step (D9)."""

    def __init__(self, steps: int = 1, number: int = -1) -> None:
        super().__init__("move", MOVE, steps, number)

    def choices(self, game: Game, frame: RepeatedFrame) -> list[int]:
        return self.options(game, frame)[:-1]

    def options(self, game: Game, frame: RepeatedFrame) -> list[int]:
        return NO_MOVES if self.is_barred(game, frame) else MOVES[game.heroes[frame.seat].token]

    def chosen(self, game: Game, frame: RepeatedFrame, answer: int) -> None:
        token = game.heroes[frame.seat].token
        changes.token_moved(game, frame.seat, STEP_TO[first_of(answer)][token])
        self.done(game, frame, 0)


class Charm(Choice):
    """Take a Charisma token (D10)."""

    def __init__(self) -> None:
        super().__init__("charm", CHARM)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return [code(CHARM)]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        changes.charisma_gained(game, frame.seat)
        game.pop()


class Pickpocket(Choice):
    """Take Gold from each opponent who has more than you, then from the supply (M25)."""

    def __init__(self, gold: int = 1) -> None:
        super().__init__("pickpocket", YES)
        self.gold = gold

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return [YES_CODE]

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [YES_CODE, PASS_CODE]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        seat = frame.seat
        own = game.heroes[seat].gold
        # M25: who qualifies is fixed before anything moves.
        richer = [hero.seat for hero in game.heroes if hero.gold > own]
        for victim in richer:
            gold = min(self.gold, game.heroes[victim].gold)
            changes.gold_paid(game, victim, gold, FOR_SKILL)
            changes.gold_gained(game, seat, gold, FOR_SKILL)
        changes.gold_gained(game, seat, self.gold, FOR_SKILL)
        game.pop()


class Gain(AtOnce):
    """A word that brings an amount, or an amount for each thing counted, and `plus`."""

    def __init__(
        self,
        name: str,
        amount: int,
        each: Count | None,
        plus: int,
        only_if: Tally | None,
        reason: int,
    ) -> None:
        super().__init__(name)
        self.amount = amount
        self.each = each
        self.plus = plus
        self.only_if = only_if
        self.reason = reason

    def carry_out(self, game: Game, seat: int) -> None:
        hero = game.heroes[seat]
        if self.only_if is not None and self.only_if.reward(game.rules, hero) == 0:
            return
        amount = self.amount
        if self.each is not None:
            amount *= self.each.count(game.rules, hero)
        amount += self.plus
        if amount >= 0:
            self.gain(game, seat, amount)
        else:
            # N18: stars under the token may be negative.
            self.lose(game, seat, -amount)

    def gain(self, game: Game, seat: int, amount: int) -> None:
        """What each word brings."""
        raise NotImplementedError(self.name)

    def lose(self, game: Game, seat: int, amount: int) -> None:
        """The same away, as far as there is any."""
        raise NotImplementedError(self.name)


class GainGold(Gain):
    """Gain Gold: an amount, or an amount for each thing counted (or lose it), and `plus`."""

    def __init__(
        self,
        gold: int = 1,
        each: Count | None = None,
        plus: int = 0,
        only_if: Tally | None = None,
        reason: int = FOR_ABILITY,
    ) -> None:
        super().__init__("gain-gold", gold, each, plus, only_if, reason)

    def gain(self, game: Game, seat: int, amount: int) -> None:
        changes.gold_gained(game, seat, amount, self.reason)

    def lose(self, game: Game, seat: int, amount: int) -> None:
        changes.gold_paid(game, seat, min(amount, game.heroes[seat].gold), self.reason)
