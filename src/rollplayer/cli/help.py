"""The help of every command in every language, from the commands and the catalogue."""

from dataclasses import dataclass, field
from typing import Any

from rollplayer.bots import NAMES
from rollplayer.cli.cards import all_kinds
from rollplayer.cli.common import Session, wrapped
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import all_variants
from rollplayer.text import Texts

INDENT = "  "
WITH_BOTS = ("play", "simulate", "tournament", "lab")
"""Commands that take levels of bots."""


@dataclass
class HelpPage:
    """The help of one command, before layout."""

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


def page(texts: Texts, command: Any, path: list[str]) -> HelpPage:
    """The help of the command at the end of a path of names."""
    for name in path:
        command = command.commands[name]
    key = ".".join(["help", *path])
    help_page = HelpPage(" ".join(["rollplayer", *path]), "", texts.t(key if path else "help.root"))
    if texts.has(f"{key}.more"):
        help_page.more = texts.t(f"{key}.more").split("\n")
    amended = [f"with.{name}.{key}.more" for name in EXPANSIONS]
    help_page.more += [texts.t(key_of_more) for key_of_more in amended if texts.has(key_of_more)]
    for name, inner in getattr(command, "commands", {}).items():
        del inner
        help_page.commands.append((name, texts.t(f"{key}.{name}")))
    for parameter in command.params:
        row = (written(parameter), help_of(texts, key, parameter))
        if parameter.param_type_name == "argument":
            help_page.arguments.append(row)
        else:
            help_page.options.append(row)
            help_page.options += short_for(texts, parameter)
    if path and path[0] in WITH_BOTS:
        help_page.levels = [(level, texts.t(f"bot.{level}.character")) for level in NAMES]
    help_page.everywhere = [
        ("--lang en|de|fr", texts.t("help.any.lang")),
        ("--box FOLDER", texts.t("help.any.box")),
        ("--no-color", texts.t("help.any.no-color")),
        ("--help", texts.t("help.any.help")),
    ]
    if not path:
        help_page.everywhere.append(("--version", texts.t("help.any.version")))
    if texts.has(f"{key}.examples"):
        help_page.examples = examples(texts.t(f"{key}.examples"))
    pieces = [help_page.name]
    if help_page.commands:
        pieces.append(texts.t("help.any.command"))
    pieces += [name for name, _ in help_page.arguments]
    if help_page.options:
        pieces.append(texts.t("help.any.options"))
    help_page.usage = " ".join(pieces)
    return help_page


def examples(text: str) -> list[str]:
    """Lines such as ``command — purpose``, with aligned comments."""
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
    """The help of a parameter: specific to this command, or shared by several."""
    own = f"{key}.{parameter.name}"
    said = own if texts.has(own) else f"help.any.{parameter.name}"
    text = texts.t(
        said,
        variants=", ".join(all_variants()),
        kinds=", ".join(all_kinds()),
        expansions=", ".join(EXPANSIONS),
    )
    amended = [f"with.{name}.{said}" for name in EXPANSIONS]
    text = " ".join([text, *(texts.t(more) for more in amended if texts.has(more))])
    default = parameter.default
    if parameter.param_type_name == "option" and isinstance(default, str) and default:
        text += " " + texts.t("help.any.default", value=default)
    return text


def short_for(texts: Texts, parameter: Any) -> list[tuple[str, str]]:
    """The short forms of an option: one for each expansion."""
    if parameter.name != "expansion":
        return []
    return [
        (f"--{box.short}", texts.t("help.any.short", name=name)) for name, box in EXPANSIONS.items()
    ]


def help_text(session: Session, command: Any, path: list[str]) -> str:
    """The help of a command, laid out for the terminal."""
    texts = session.texts()
    help_page = page(texts, command, path)
    parts = [
        wrapped(help_page.summary),
        f"{session.style(texts.t('help.any.usage'), 'bold')} {help_page.usage}",
        *(wrapped(line) for line in help_page.more),
    ]
    for title, rows in (
        ("commands", help_page.commands),
        ("arguments", help_page.arguments),
        ("options", help_page.options),
        ("levels", help_page.levels),
        ("everywhere", help_page.everywhere),
    ):
        if rows:
            heading = session.style(texts.t(f"help.title.{title}"), "bold")
            parts.append("\n".join([heading, *map(line_of, rows)]))
    if help_page.examples:
        heading = session.style(texts.t("help.title.examples"), "bold")
        parts.append("\n".join([heading, *(INDENT + line for line in help_page.examples)]))
    if not path:
        heading = session.style(texts.t("help.title.exit-codes"), "bold")
        parts.append(f"{heading}\n{wrapped(texts.t('help.any.exit-codes'), INDENT)}")
    return "\n\n".join(parts)


def line_of(row: tuple[str, str]) -> str:
    name, text = row
    left = INDENT + name
    room = 26
    if len(left) < room - 1:
        return wrapped(text, left.ljust(room), " " * room)
    return f"{left}\n{wrapped(text, ' ' * room)}"
