"""The reference of the command line as Markdown, for the docs."""

from typing import Any

from rollplayer.cli.app import app
from rollplayer.cli.common import Session
from rollplayer.cli.help import Page, page


def cli_reference() -> str:
    """All commands with their options, the same on every machine."""
    texts = Session("en").texts()
    root = app()
    pages = [page(texts, root, path) for path in paths(root)]
    first, *others = pages
    parts = [
        "# Command line",
        "Generated from the code and its texts by `python -m tools.docs`; `--help` shows the same.",
        first.summary,
        *first.more,
        table("Command", [(f"[`{each.name}`](#{anchor(each)})", each.summary) for each in others]),
        table("Global option", [(code(name), told) for name, told in first.everywhere]),
        texts.t("help.any.exit-codes"),
        examples(first),
        *(section(each) for each in others),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def paths(command: Any) -> list[list[str]]:
    """The path of every command, groups before what is in them."""
    found: list[list[str]] = [[]]
    for name, inner in getattr(command, "commands", {}).items():
        found += [[name, *path] for path in paths(inner)]
    return found


def section(each: Page) -> str:
    parts = [
        f"## {each.name}",
        each.summary,
        f"```\n{each.usage}\n```",
        *each.more,
        table("Subcommand", [(code(name), told) for name, told in each.commands]),
        table("Argument", [(code(name), told) for name, told in each.arguments]),
        table("Option", [(code(name), told) for name, told in each.options]),
        table("Bot", [(code(name), told) for name, told in each.levels]),
        examples(each),
    ]
    return "\n\n".join(part for part in parts if part)


def table(heading: str, rows: list[tuple[str, str]]) -> str:
    if not rows:
        return ""
    lines = [f"| {heading} | |", "|---|---|"]
    lines += [f"| {name} | {cell(told)} |" for name, told in rows]
    return "\n".join(lines)


def code(name: str) -> str:
    return "`" + cell(name) + "`"


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def anchor(each: Page) -> str:
    return each.name.replace(" ", "-")


def examples(each: Page) -> str:
    return "```\n" + "\n".join(each.examples) + "\n```" if each.examples else ""
