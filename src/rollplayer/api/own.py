"""Find users' own bots: in a file, in a module, or in an installed package."""

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from rollplayer.api.bots import Bot, BotError, SeatedBot, name_of
from rollplayer.bots import NAMES, Level, add_level, all_names, current_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rollplayer.bots"
"""The entry point group in which installed packages list their bots."""
MILLISECONDS = 1000
"""The assumed time per decision of a user's own bot, until it has been measured."""
FITTING_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
TAKEN_NAMES = (*NAMES, "human", "hurried", "chance")


_SEATED: dict[str, str] = {}
"""By name: where each bot of this process was loaded from."""

_SOURCES: dict[str, str] = {}


def seated_bots() -> list[str]:
    """Where the bots of this process were loaded from, so that another process can seat them."""
    return list(_SEATED.values())


def seat_bots(specs: Iterable[str]) -> list[str]:
    """Register these bots in this process and return their names; BotError if one fails."""
    return [seat_bot(spec) for spec in specs]


def seat_bot(spec: str) -> str:
    """Register a bot in this process as a level and return its name.

    ``spec`` is ``my_bot.py:MyBot``, ``package.module:MyBot``, or an entry point.
    """
    bot = find_bot(spec)
    # A class without a name is called by its entry point.
    name = name_of(bot) if bot.name or ":" in spec or spec.endswith(".py") else spec
    if not FITTING_NAME.fullmatch(name) or name in TAKEN_NAMES:
        raise BotError(
            f"{spec}: the name {name!r} is taken or not valid; give the class a name of lower-case "
            "letters, digits and hyphens, such as name = 'my-bot'",
            "bot-name",
            spec=spec,
            name=name,
        )
    lines = (inspect.getdoc(bot) or "").splitlines() if bot.__doc__ else []
    title = name.replace("-", " ").capitalize()

    def make(seed: str) -> SeatedBot:
        return SeatedBot(new_bot(bot, seed), name=name, quiet=True)

    add_level(Level(name, MILLISECONDS, make, title, lines[0] if lines else ""))
    _SEATED[name] = whole_spec(spec)
    _SOURCES[name] = source_hash(bot)
    return name


def source_hash(bot: type[Bot]) -> str:
    """The version of a bot: the hash of its source file."""
    try:
        path = inspect.getsourcefile(bot)
    except TypeError:  # Defined interactively, not in a file.
        path = None
    return sha256(Path(path).read_bytes()).hexdigest()[:16] if path and Path(path).is_file() else ""


def sources_of(names: Iterable[str]) -> dict[str, str]:
    """The source hashes of the users' own bots among these."""
    return {name: _SOURCES[name] for name in names if name in _SOURCES}


def seated_sources() -> dict[str, str]:
    """By name: the source hashes of all bots of users' own in this process."""
    return dict(_SOURCES)


def known_bot(name: str) -> str:
    """The name of an available bot: built-in, registered, or from an installed package."""
    name = current_name(name)
    return name if name in all_names() else seat_bot(name)


def new_bot(bot: type[Bot], seed: str) -> Bot:
    """Create a bot of this class; BotError if it does not accept a seed."""
    try:
        return bot(seed)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BotError(
            f"the bot {name_of(bot)!r} cannot be created: {why}; its __init__ must take (self, seed) and "
            "call super().__init__(seed)",
            "bot-init",
            bot=name_of(bot),
            why=why,
        ) from error


def find_bot(spec: str) -> type[Bot]:
    """The class that a spec names."""
    home, colon, class_name = spec.rpartition(":")
    if not colon:
        home, class_name = spec, ""
    if home.endswith(".py"):
        return bot_in(module_of_file(home), class_name, spec)
    if colon:
        return bot_in(module_named(home, spec), class_name, spec)
    installed = {entry.name: entry for entry in installed_bots()}
    if spec in installed:
        return loaded(installed[spec])
    known = ", ".join([*all_names(), *sorted(installed)])
    raise BotError(
        f"{spec}: is not a bot; known: {known}; name one in a file as FILE.py:CLASS",
        "bot-unknown",
        value=spec,
        known=known,
    )


def installed_bots() -> list["EntryPoint"]:
    # Imported here because it takes half as long as the whole API.
    from importlib.metadata import entry_points

    return list(entry_points(group=GROUP))


def loaded(entry: "EntryPoint") -> type[Bot]:
    try:
        bot = entry.load()
    except Exception as error:
        raise not_importable(entry.name, error) from error
    return checked(bot, entry.name, entry.value)


def module_of_file(home: str) -> ModuleType:
    path = Path(home).absolute()
    if not path.is_file():
        raise BotError(f"{home}: there is no such file", "bot-no-file", path=home)
    name = f"rollplayer_bot_{path.stem}"
    folder = str(path.parent)
    if folder not in sys.path:
        # Last, so that modules next to the bot can be imported but shadow nothing.
        sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise not_importable(home, error) from error
    return module


def module_named(name: str, spec: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise not_importable(spec, error) from error


def not_importable(spec: str, error: Exception) -> BotError:
    why = f"{type(error).__name__}: {error}"
    return BotError(f"{spec}: cannot be imported: {why}", "bot-import", spec=spec, why=why)


def bot_in(module: ModuleType, class_name: str, spec: str) -> type[Bot]:
    """The class with this name; without a name, the only bot in the module."""
    own = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Bot)
        and value.__module__ == module.__name__
    ]
    if not class_name and len(own) == 1:
        class_name = own[0]
    if not class_name or not hasattr(module, class_name):
        known = ", ".join(own) or "none"
        raise BotError(
            f"{spec}: there is no class {class_name or '?'}; bots in it: {known}",
            "bot-no-class",
            spec=spec,
            name=class_name or "?",
            known=known,
        )
    return checked(getattr(module, class_name), spec, class_name)


def checked(bot: object, spec: str, name: str) -> type[Bot]:
    if not (isinstance(bot, type) and issubclass(bot, Bot)):
        raise BotError(
            f"{spec}: {name} is not a bot; write class {name.rpartition(':')[2]}(rollplayer.Bot)",
            "bot-no-bot",
            spec=spec,
            name=name.rpartition(":")[2],
        )
    return bot


def whole_spec(spec: str) -> str:
    """The spec with an absolute path, for processes that start in another folder."""
    home, colon, class_name = spec.rpartition(":")
    if not colon:
        home, class_name = spec, ""
    return f"{Path(home).absolute()}{colon}{class_name}" if home.endswith(".py") else spec
