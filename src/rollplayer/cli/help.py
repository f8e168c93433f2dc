"""The help of every command, in every language, from the commands themselves and the catalogue."""

from dataclasses import dataclass, field
from typing import Any

from rollplayer.bots import NAMES
from rollplayer.cli.cards import all_kinds
from rollplayer.cli.common import Session, wrapped
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import all_variants
from rollplayer.text import Texts

INDENT = "  "
WITH_BOTS = ("play", "simulate", "tournament")
"""Commands that take levels of bots."""


@dataclass
class Page:
    """The help of one command, not yet laid out."""

    name: str
    usage: str
    summary: str
    more: list[str] = field(default_factory=list)
    commands: list[tuple[str, str]] = field(default_factory=list)
    arguments: list[tuple[str, str]] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    levels: list[tuple[str, str]] = field(default_factory=list)
    everywhere: list[tuple[str, str]] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)


def page(texts: Texts, command: Any, path: list[str]) -> Page:
    """What there is to say about the command at the end of a path of names."""
    for name in path:
        command = command.commands[name]
    key = ".".join(["help", *path])
    made = Page(" ".join(["rollplayer", *path]), "", texts.t(key if path else "help.root"))
    if texts.has(f"{key}.more"):
        made.more = texts.t(f"{key}.more").split("\n")
    amended = [f"with.{name}.{key}.more" for name in EXPANSIONS]
    made.more += [texts.t(each) for each in amended if texts.has(each)]
    for name, inner in getattr(command, "commands", {}).items():
        del inner
        made.commands.append((name, texts.t(f"{key}.{name}")))
    for parameter in command.params:
        row = (written(parameter), help_of(texts, key, parameter))
        if parameter.param_type_name == "argument":
            made.arguments.append(row)
        else:
            made.options.append(row)
            made.options += short_for(texts, parameter)
    if path and path[0] in WITH_BOTS:
        made.levels = [(level, texts.t(f"bot.{level}.character")) for level in NAMES]
    made.everywhere = [
        ("--lang en|de|fr", texts.t("help.any.lang")),
        ("--no-color", texts.t("help.any.no-color")),
        ("--help", texts.t("help.any.help")),
    ]
    if not path:
        made.everywhere.append(("--version", texts.t("help.any.version")))
    if texts.has(f"{key}.examples"):
        made.examples = examples(texts.t(f"{key}.examples"))
    pieces = [made.name]
    if made.commands:
        pieces.append(texts.t("help.any.command"))
    pieces += [name for name, _ in made.arguments]
    if made.options:
        pieces.append(texts.t("help.any.options"))
    made.usage = " ".join(pieces)
    return made


def examples(text: str) -> list[str]:
    """Lines such as ``command — what for``, with the comments below each other."""
    rows = [line.partition(" — ") for line in text.split("\n")]
    width = max(len(command) for command, _, _ in rows)
    return [
        f"{command:{width}}  # {what_for}" if what_for else command for command, _, what_for in rows
    ]


def written(parameter: Any) -> str:
    """An argument or option as it is typed."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    name = parameter.opts[0]
    return f"{name} {parameter.metavar}" if parameter.metavar else str(name)


def help_of(texts: Texts, key: str, parameter: Any) -> str:
    """What a parameter is for: said for this command, or once for all that share it."""
    own = f"{key}.{parameter.name}"
    said = own if texts.has(own) else f"help.any.{parameter.name}"
    told = texts.t(
        said,
        variants=", ".join(all_variants()),
        kinds=", ".join(all_kinds()),
        expansions=", ".join(EXPANSIONS),
    )
    amended = [f"with.{name}.{said}" for name in EXPANSIONS]
    told = " ".join([told, *(texts.t(each) for each in amended if texts.has(each))])
    default = parameter.default
    if parameter.param_type_name == "option" and isinstance(default, str) and default:
        told += " " + texts.t("help.any.default", value=default)
    return told


def short_for(texts: Texts, parameter: Any) -> list[tuple[str, str]]:
    """The short options that stand beside an option: one for each expansion."""
    if parameter.name != "expansion":
        return []
    return [
        (f"--{each.short}", texts.t("help.any.short", name=name))
        for name, each in EXPANSIONS.items()
    ]


def help_text(session: Session, command: Any, path: list[str]) -> str:
    """The help of a command, laid out for the terminal."""
    texts = session.texts()
    told = page(texts, command, path)
    parts = [
        wrapped(told.summary),
        f"{session.style(texts.t('help.any.usage'), 'bold')} {told.usage}",
        *(wrapped(line) for line in told.more),
    ]
    for title, rows in (
        ("commands", told.commands),
        ("arguments", told.arguments),
        ("options", told.options),
        ("levels", told.levels),
        ("everywhere", told.everywhere),
    ):
        if rows:
            heading = session.style(texts.t(f"help.title.{title}"), "bold")
            parts.append("\n".join([heading, *map(line_of, rows)]))
    if told.examples:
        heading = session.style(texts.t("help.title.examples"), "bold")
        parts.append("\n".join([heading, *(INDENT + line for line in told.examples)]))
    if not path:
        heading = session.style(texts.t("help.title.exit-codes"), "bold")
        parts.append(f"{heading}\n{wrapped(texts.t('help.any.exit-codes'), INDENT)}")
    return "\n\n".join(parts)


def line_of(row: tuple[str, str]) -> str:
    name, told = row
    left = INDENT + name
    room = 26
    if len(left) < room - 1:
        return wrapped(told, left.ljust(room), " " * room)
    return f"{left}\n{wrapped(told, ' ' * room)}"
