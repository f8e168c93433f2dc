"""Puts the pages of the repository together for the site.

The pages stay readable where they lie: links between them are the repository's. Here a link to a page
becomes one to its place on the site, a link to any other file one to a page that shows the file, and
every numbered rule gets an anchor.
"""

import ast
import posixpath
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.site.navigation import LANGUAGES, menu, toctree

ROOT: Final = Path(__file__).parents[2]
ELSEWHERE: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CREDITS.md": "credits.md",
    "README.md": "index.md",
}
"""Pages that do not lie in docs/; what the README says, the site's first page says its own way."""
FILE_NAMED: Final = re.compile(r"\[[\w-]+(\.\w\w)?\.md\](?=\()")
"""A page that is named by its file; on the site its title says more."""
LINK: Final = re.compile(r"(\]\()([^)\s]+)(\))")
CODE: Final = re.compile(r"^(```+|~~~+).*?^\1[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
RULE: Final = re.compile(r"^- ([A-Z]\d+) ", re.MULTILINE)
RULE_ROW: Final = re.compile(r"^\| ([A-Z]\d+) \|", re.MULTILINE)
SYNTAX: Final = {
    ".py": "python",
    ".toml": "toml",
    ".ts": "typescript",
    ".yaml": "yaml",
    ".conf": "nginx",
    ".service": "ini",
    "Dockerfile": "docker",
}
"""The language of a file, by the end of its name, for its colors; others have none."""


ADDED: Final = {
    "index.md": menu(),
    "gallery.md": "\n## The gallery\n"
    + "\n".join(f"- [{name}](gallery/{language}/index.md)" for language, name in LANGUAGES.items()),
    "scenarios.md": "\n## All of ours\nEvery scenario that the tests run: [by file](all-scenarios/index.md).",
}
"""What only the site has."""
OUTSIDE_THE_MENU: Final = "---\norphan: true\n---\n"


class DeadLink(ValueError):
    """A link of a page leads to nothing in the repository."""


class Assembly:
    """The source of the site, as it grows."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        self.root = root
        self.shown: set[str] = set()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def pages(self) -> None:
        """All pages of docs/ and those that lie elsewhere, and the files they name."""
        self.show("examples")
        for path in sorted((self.root / "docs").glob("*.md")):
            self.page(f"docs/{path.name}", path.name)
        for name, place in ELSEWHERE.items():
            if name != "README.md":
                self.page(name, place)
        shutil.copytree(self.root / "docs" / "pictures", self.folder / "pictures")

    def page(self, source: str, place: str) -> None:
        text = (self.root / source).read_text(encoding="utf-8")
        relink = self.relinked(source, place)
        text = outside_code(text, lambda part: LINK.sub(relink, FILE_NAMED.sub("[]", part)))
        if place.startswith("rules"):
            text = RULE.sub(r'- <a class="rule" id="\1" href="#\1">\1</a> ', text)
        if place == "rulings.md":
            text = RULE_ROW.sub(r'| <a class="rule" id="\1" href="rules.html#\1">\1</a> |', text)
        text = text.replace("```transcript", "```text")
        self.write(place, text + ADDED.get(place, ""))

    # -- links ----------------------------------------------------------------------------------

    def relinked(self, source: str, place: str) -> Callable[[re.Match[str]], str]:
        """The links of a page as they must be where the page will stand."""

        def relink(link: re.Match[str]) -> str:
            target, mark, anchor = link[2].partition("#")
            if not target or "://" in target or target.startswith("mailto:"):
                return link[0]
            wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
            if not (self.root / wanted).exists():
                raise DeadLink(f"{source}: {link[2]} leads to nothing")
            found = self.place_of(wanted)
            path = posixpath.relpath(found, posixpath.dirname(place) or ".")
            return f"{link[1]}{path}{mark}{anchor}{link[3]}"

        return relink

    def place_of(self, wanted: str) -> str:
        """Where a file of the repository stands on the site; a page that shows it is made."""
        if wanted in ELSEWHERE:
            return ELSEWHERE[wanted]
        if wanted.startswith("docs/"):
            return wanted.removeprefix("docs/")
        return self.show(wanted)

    def show(self, wanted: str) -> str:
        """A page with the text of a file, or with the files of a folder."""
        place = f"source/{wanted}.md"
        if wanted not in self.shown:
            self.shown.add(wanted)
            path = self.root / wanted
            text = self.list_of(wanted, path) if path.is_dir() else listing(wanted, path)
            self.write(place, OUTSIDE_THE_MENU + text)
        return place

    def list_of(self, wanted: str, folder: Path) -> str:
        files = [path for path in sorted(folder.iterdir()) if path.is_file()]
        for path in files:
            self.show(f"{wanted}/{path.name}")
        title = wanted.rpartition("/")[2].capitalize()
        lines = [f"# {title}", "", "| | |", "| --- | --- |"]
        lines += [
            f"| [{path.name}]({folder.name}/{path.name}.md) | {said(path)} |" for path in files
        ]
        return "\n".join([*lines, "", toctree([f"{folder.name}/{path.name}" for path in files])])


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text with everything changed but code."""
    parts = []
    at = 0
    for code in CODE.finditer(text):
        parts += [change(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, change(text[at:])])


def listing(wanted: str, path: Path) -> str:
    """The text of a file as a page."""
    text = path.read_text(encoding="utf-8").rstrip("\n")
    language = SYNTAX.get(path.suffix) or SYNTAX.get(path.name, "text")
    return f"# {wanted}\n\n{fenced(text, language)}"


def fenced(text: str, language: str) -> str:
    """A block of code, whatever backticks it contains."""
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}\n"


def said(path: Path) -> str:
    """The first line of a module's docstring."""
    if path.suffix != ".py":
        return ""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].replace("|", "\\|")
