"""Your own bots: what they see, and how the program plays with them."""

import random
import re
import sys
import traceback
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

from rollplayer.api.position import View
from rollplayer.api.values import Option, option_of
from rollplayer.engine.answers import refusal
from rollplayer.engine.view import View as EngineView
from rollplayer.match import Bot as Player

Argument = str | int


class BotError(ValueError):
    """A bot cannot be loaded, has raised an exception or has given an illegal answer."""

    def __init__(self, message: str, problem: str = "", **arguments: Argument) -> None:
        super().__init__(message)
        self.problem = problem
        """The key of the translated message, for commands."""
        self.arguments = arguments

    def __reduce__(self) -> tuple[Callable[..., "BotError"], tuple[object, ...]]:
        """Support pickling: the error may come from another process."""
        return _again, (str(self), self.problem, self.arguments)


def _again(message: str, problem: str, arguments: dict[str, Argument]) -> BotError:
    return BotError(message, problem, **arguments)


class Bot:
    """Base class of your own bots: override ``choose`` and seat it.

    A bot sees its View and its options, nothing else. Each seat of each game gets a new instance.

    >>> import rollplayer as rp
    >>> class Miser(rp.Bot):
    ...     '''Keeps its money together.'''
    ...     def choose(self, view, options):
    ...         return max(options, key=lambda option: view.after(option).me.gold)
    >>> game = rp.play(Miser, "random", seed="troll")
    >>> game.over
    True
    """

    name = ""
    """Its name in ``--players`` and elsewhere; by default made from the name of the class."""

    def __init__(self, seed: str = "") -> None:
        self.seed = seed
        """Derived from the game's seed and the seat."""
        self.random = random.Random(seed)
        """A random generator of its own, so that games with a seed can be repeated."""

    def choose(self, view: View, options: list[Option]) -> str:
        """Answer the question put to this seat with one of the options."""
        raise NotImplementedError(f"{type(self).__name__} needs a method choose(view, options)")

    def interrupt(self, view: View, options: list[Option]) -> str | None:
        """Interrupt another seat's turn with one of the options (K7), or None, the default."""
        return None


def name_of(bot: Bot | type[Bot]) -> str:
    """The name of a bot: ``my-bot`` for ``MyBot``, unless it sets ``name``."""
    own = bot if isinstance(bot, type) else type(bot)
    return bot.name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", own.__name__).lower()


class SeatedBot(Player):
    """Adapts a user's own bot to the rest of the program."""

    def __init__(
        self, bot: Bot, names: tuple[str, ...] = (), *, name: str = "", quiet: bool = False
    ) -> None:
        self.bot = bot
        self.name = name or name_of(bot)
        self.names = names
        self.quiet = quiet
        """Whether to hide what it prints, because another program reads our output."""

    def choose(self, view: EngineView, options: list[int]) -> int:
        answer = self.ask(self.bot.choose, view, options)
        if answer is None:
            raise self.refused(view, "None", options)
        return answer

    def interrupt(self, view: EngineView, options: list[int]) -> int | None:
        return self.ask(self.bot.interrupt, view, options)

    def ask(
        self,
        method: Callable[[View, list[Option]], str | None],
        view: EngineView,
        options: list[int],
    ) -> int | None:
        world = view.world
        offered = [option_of(world.rules.names, code, view.seat) for code in options]
        names = self.names or tuple(f"Hero {n + 1}" for n in range(world.rules.players))
        try:
            with redirect_stdout(sys.stderr) if self.quiet else nullcontext():
                chosen = method(View(world.copy(), view.seat, names), list(offered))
        except Exception as error:
            where = self.moment(view)
            why = f"{type(error).__name__}: {error}"
            place = place_of(error)
            raise BotError(
                f"the bot {self.name!r} failed {where}: {why} ({place})",
                "bot-failed",
                bot=self.name,
                where=where,
                why=why,
                place=place,
            ) from error
        if chosen is None:
            return None
        for option in offered:
            if option == chosen:
                return option._code
        raise self.refused(view, str(chosen), options)

    def refused(self, view: EngineView, chosen: str, options: list[int]) -> BotError:
        where = self.moment(view)
        names = view.world.rules.names
        why = refusal(chosen, [names.write(option) for option in options])
        return BotError(
            f"the bot {self.name!r} answered wrongly {where}: {why}",
            "bot-answer",
            bot=self.name,
            where=where,
            why=why,
        )

    def moment(self, view: EngineView) -> str:
        world = view.world
        phase = world.rules.vocabulary.phases[world.phase]
        return f"[seat {view.seat}, round {world.round}, {phase}, {world.question()}]"


def place_of(error: Exception) -> str:
    """The line of the bot's code that raised: the last one outside this package."""
    home = str(Path(__file__).parent.parent)
    frames = traceback.extract_tb(error.__traceback__)
    outside = [frame for frame in frames if not frame.filename.startswith(home)]
    frame = (outside or frames)[-1]
    return f"{Path(frame.filename).name}, line {frame.lineno}"
