"""A read-only position: the whole table, or the table as one seat knows it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NoReturn

from rollplayer.api.drawing import draw
from rollplayer.api.values import Hero, Option, Score, hero_of, option_of
from rollplayer.engine.game import Game as Engine
from rollplayer.engine.plain import Plain, plain_hero, plain_standing, plain_table, state_hash
from rollplayer.engine.scoring import rank, winners
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import SPECTATOR, plain_view, possible_world


class Position:
    """What games and views have in common."""

    _names: tuple[str, ...]

    @property
    def _engine(self) -> Engine:
        raise NotImplementedError

    # -- the question -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._engine.over

    @property
    def asked(self) -> int | None:
        """The seat that is asked, counted from 0; -1 is chance; None if the game is over."""
        return None if self._engine.over else self._engine.seat()

    @property
    def question(self) -> str:
        """What is asked, such as ``"take"`` or ``"market-turn"``; empty if the game is over."""
        return "" if self._engine.over else self._engine.question()

    @property
    def weights(self) -> list[int] | None:
        """How likely each option of chance is; None if all are equally likely or a hero is asked."""
        return None if self._engine.over else self._engine.weights()

    @property
    def options(self) -> list[Option]:
        """Every legal answer of the seat that is asked, or of chance."""
        if self._engine.over:
            return []
        names, seat = self._engine.rules.names, self._engine.seat()
        return [option_of(names, code, seat) for code in self._engine.options()]

    # -- the table --------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many heroes there are."""
        return self._engine.rules.players

    @property
    def round(self) -> int:
        """The round, from 1; 0 during setup."""
        return self._engine.round

    @property
    def rounds(self) -> int:
        """How many rounds the game takes."""
        return self._engine.rules.rounds

    @property
    def phase(self) -> str:
        """``"setup"``, ``"roll"``, ``"dice"``, ``"market"``, ``"cleanup"``, ... ``"end"``."""
        return str(self._table()["phase"])

    @property
    def heroes(self) -> tuple[Hero, ...]:
        """The heroes by seat."""
        return tuple(self._hero(seat) for seat in range(self.players))

    def _hero(self, seat: int) -> Hero:
        game, hero = self._engine, self._engine.heroes[seat]
        return hero_of(plain_hero(game, hero), plain_standing(game, hero), self._names[seat])

    @property
    def market(self) -> tuple[str, ...]:
        """The cards for sale."""
        return tuple(card for card in self._table()["market"] if card is not None)

    @property
    def initiative(self) -> tuple[Mapping[str, Any], ...]:
        """The Initiative cards: ``number``, ``die``, ``gold``, ``taken_by``."""
        return tuple(self._table()["initiative"])

    @property
    def bag(self) -> Mapping[str, int]:
        """How many dice of each kind are in the bag."""
        bag: Mapping[str, int] = self._table()["bag"]
        return bag

    def _table(self) -> Plain:
        return plain_table(self._engine)

    def score(self) -> Score:
        """Stars by seat and line, now or at the end."""
        game = self._engine
        standings = [plain_standing(game, hero) for hero in game.heroes]
        return Score(
            tuple(standing["total"] for standing in standings),
            tuple(standing["lines"] for standing in standings),
            tuple(winners(game)) if game.over else (),
            rank(game) if game.over else None,
        )

    # -- as a value ---------------------------------------------------------------------------------

    def __str__(self) -> str:
        return draw(self, self._table())

    def __repr__(self) -> str:
        return str(self)


class View(Position):
    """The table as one seat knows it. This is what bots get.

    A view is a possible game that agrees with the real one in everything this seat knows. Use
    ``after`` to look ahead.

    >>> import rollplayer as rp
    >>> game = rp.Game.new(players=2, seed="troll")
    >>> view = game.view(0)
    >>> view.me.race, view.after("race orc male").me.race
    (None, 'orc')
    >>> game.heroes[0].race is None
    True
    >>> game.view(1).options
    []
    """

    def __init__(self, engine: Engine, seat: int, names: tuple[str, ...]) -> None:
        """Get views with ``game.view(seat)`` and ``view.after(answer)``."""
        self._world = engine
        self._names = names
        self.seat = seat
        """The seat that looks; -2 is a spectator."""

    @property
    def _engine(self) -> Engine:
        return self._world

    @property
    def me(self) -> Hero:
        """This seat's own hero."""
        if self.seat < 0:
            raise ValueError("a spectator has no hero; game.view(0) is the first seat's view")
        return self._hero(self.seat)

    @property
    def options(self) -> list[Option]:
        """Every legal answer, if this seat or chance is asked; else empty."""
        return super().options if self.asked in (self.seat, CHANCE) else []

    @property
    def interruptions(self) -> list[Option]:
        """What this seat may do now although it is not asked (K5)."""
        if self.seat < 0 or self.over or self.asked == self.seat:
            return []
        names = self._engine.rules.names
        codes = self._engine.interruptions(self.seat)
        return [option_of(names, code, self.seat) for code in codes]

    def after(self, answer: str) -> "View":
        """The view after an answer to the pending question; this one stays as it is.

        If chance is asked next, ``options`` and ``weights`` are chance's.
        """
        world = self._engine.copy()
        if self.over or self.asked not in (self.seat, CHANCE):
            raise ValueError(f"{answer!r}: seat {self.seat} is not asked")
        world.apply(world.rules.names.read(answer, world.options()))
        return View(world, self.seat, self._names)

    def plain(self) -> Plain:
        """The view as plain data, as the server sends it (docs/protocol.md)."""
        return plain_view(self._engine, self.seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.seat == other.seat and self._key == other._key

    def __hash__(self) -> int:
        return hash((self.seat, self._key))

    @cached_property
    def _key(self) -> str:
        return state_hash(self._engine)

    def __copy__(self) -> "View":
        return self

    def __deepcopy__(self, memo: object) -> "View":
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a view cannot be pickled; pickle the game, or keep view.plain()")


def view_of(engine: Engine, seat: int | None, names: tuple[str, ...]) -> View:
    """The view of a seat, or of a spectator for None."""
    looking = SPECTATOR if seat is None else seat
    if seat is not None and not 0 <= seat < engine.rules.players:
        raise ValueError(f"there is no seat {seat}; seats are 0 to {engine.rules.players - 1}")
    return View(possible_world(engine, looking), looking, names)
