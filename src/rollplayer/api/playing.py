"""Let bots play whole games."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

from rollplayer.api.bots import Bot, SeatedBot, name_of
from rollplayer.api.chance import FROM_SEED, chance_for
from rollplayer.api.game import Game, begin
from rollplayer.api.own import known_bot, new_bot
from rollplayer.bots import make_bot
from rollplayer.engine.plain import Plain
from rollplayer.match import play_out
from rollplayer.rules.options import Options

if TYPE_CHECKING:
    from rollplayer.match import Bot as Player


def play(
    *players: str | Bot | type[Bot],
    seed: str | int | None = None,
    game: Game | None = None,
    edition: str = "second",
    class_draft: str = "dice",
    variants: Sequence[str] = (),
    expansions: Sequence[str] = (),
    packs: Sequence[str | PathLike[str]] = (),
) -> Game:
    """Let bots play a game to the end and return it.

    A player is the name of a bot (``"random"``, ``"squire"``, ``"adventurer"``, ``"champion"``,
    ``"legend"``), a subclass of ``Bot``, an instance of one, or ``"my_bot.py:MyBot"``. The options
    are as in ``Game.new``. With ``game``, they finish a copy of that game.

    >>> import rollplayer as rp
    >>> game = rp.play("squire", "random", seed="troll")
    >>> game.over, len(game.score().winners)
    (True, 1)
    >>> rp.play("squire", "random", seed="troll") == game
    True
    >>> rp.play("squire", "clever")
    Traceback (most recent call last):
      ...
    rollplayer.api.bots.BotError: clever: is not a bot; known: random, squire, ...
    """
    named = [
        known_bot(player) if isinstance(player, str) else name_of(player) for player in players
    ]
    if game is None:
        options = Options(len(players), edition, class_draft, tuple(variants), tuple(expansions))
        seats: list[Plain] = [
            {"name": f"{name} {at}", "bot": name} for at, name in enumerate(named, 1)
        ]
        chance = chance_for(seed, FROM_SEED)
        game = begin(options, seats, tuple(map(str, packs)), chance, FROM_SEED)
    elif len(players) != game.players:
        raise ValueError(f"{len(players)} bots are given for {game.players} heroes")
    else:
        game = game.copy()
    match = game._match
    text = match.chance.commitment if seed is None else str(seed)
    bots = [
        player_of(player, name, f"{text}/seat {at}", game._names)
        for at, (player, name) in enumerate(zip(players, named, strict=True), 1)
    ]
    play_out(match, bots)
    return game


def player_of(
    player: str | Bot | type[Bot], name: str, seed: str, names: tuple[str, ...]
) -> "Player":
    if isinstance(player, str):
        return make_bot(name, seed)
    return SeatedBot(new_bot(player, seed) if isinstance(player, type) else player, names)
