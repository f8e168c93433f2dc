"""The reference of the command line as Markdown, for the docs."""

from typing import Any

from rollplayer.cli.app import app
from rollplayer.cli.common import Session
from rollplayer.cli.help import HelpPage, page


def cli_reference() -> str:
    """All commands with their options. The output is the same on every machine."""
    texts = Session("en").texts()
    root = app()
    pages = [page(texts, root, path) for path in paths(root)]
    first, *others = pages
    parts = [
        "# Command line",
        "Generated from the code and its texts by `python -m tools.docs`; `--help` shows the same.",
        first.summary,
        *first.more,
        table(
            "Command",
            [
                (f"[`{help_page.name}`](#{anchor(help_page)})", help_page.summary)
                for help_page in others
            ],
        ),
        table("Global option", [(code(name), text) for name, text in first.everywhere]),
        texts.t("help.any.exit-codes"),
        examples(first),
        *(section(help_page) for help_page in others),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def paths(command: Any) -> list[list[str]]:
    """The path of every command, groups before their subcommands."""
    result: list[list[str]] = [[]]
    for name, inner in getattr(command, "commands", {}).items():
        result += [[name, *path] for path in paths(inner)]
    return result


def section(help_page: HelpPage) -> str:
    parts = [
        f"## {help_page.name}",
        help_page.summary,
        f"```\n{help_page.usage}\n```",
        *help_page.more,
        table("Subcommand", [(code(name), text) for name, text in help_page.commands]),
        table("Argument", [(code(name), text) for name, text in help_page.arguments]),
        table("Option", [(code(name), text) for name, text in help_page.options]),
        table("Bot", [(code(name), text) for name, text in help_page.levels]),
        examples(help_page),
    ]
    return "\n\n".join(part for part in parts if part)


def table(heading: str, rows: list[tuple[str, str]]) -> str:
    if not rows:
        return ""
    lines = [f"| {heading} | |", "|---|---|"]
    lines += [f"| {name} | {cell(text)} |" for name, text in rows]
    return "\n".join(lines)


def code(name: str) -> str:
    return "`" + cell(name) + "`"


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def anchor(help_page: HelpPage) -> str:
    return help_page.name.replace(" ", "-")


def examples(help_page: HelpPage) -> str:
    return "```\n" + "\n".join(help_page.examples) + "\n```" if help_page.examples else ""
