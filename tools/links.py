"""Check a built site: ``python -m tools.links FOLDER``.

Every link leads to a file and an anchor that exist, every page can be reached from index.html, and
nothing is fetched from another site or written into a page where the server's security policy
forbids it.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

LINKS: Final = {"a": "href", "form": "action", "area": "href"}
PARTS: Final = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
INSIDE_STYLE: Final = re.compile(r"url\(\s*['\"]?([^'\")]+)")
CODE: Final = ("", "module", "text/javascript")
"""The types of a script that browsers run."""


@dataclass
class Page(HTMLParser):
    """The anchors and links of one page, and what a strict browser would refuse."""

    path: PurePosixPath
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for anchor in {given.get("id", ""), given.get("name", "") if tag == "a" else ""} - {""}:
            if anchor in self.anchors:
                self.faults.append(f"has two anchors {anchor!r}")
            self.anchors.add(anchor)
        for kinds, found in ((LINKS, self.links), (PARTS, self.parts)):
            if kinds.get(tag, "") in given:
                found.append(given[kinds[tag]])
        if tag == "img" and "alt" not in given:
            self.faults.append(f"has a picture without alt: {given.get('src')}")
        if tag == "style" or "style" in given:
            self.faults.append(f"has a style written into <{tag}>")
        if tag == "script" and "src" not in given and given.get("type", "") in CODE:
            self.faults.append("has a script written into the page")
        if any(name.startswith("on") for name in given):
            self.faults.append(f"has a script written into <{tag}>")


@dataclass
class Report:
    """What was checked, and what is wrong."""

    pages: int = 0
    internal: int = 0
    external: int = 0
    faults: list[str] = field(default_factory=list)


def check(folder: Path) -> Report:
    """Check every page and style sheet below a folder."""
    report = Report()
    pages = {page.path: page for page in read_pages(folder)}
    report.pages = len(pages)
    leads: dict[PurePosixPath, set[PurePosixPath]] = {path: set() for path in pages}
    for path, page in pages.items():
        report.faults += [f"{path}: {fault}" for fault in page.faults]
        for link in page.links + page.parts:
            parts = urlsplit(link)
            if parts.scheme == "data" and link in page.parts:
                continue
            if parts.scheme or parts.netloc:
                report.external += 1
                if link in page.parts:
                    report.faults.append(f"{path}: fetches {link} from another site")
                continue
            report.internal += 1
            target = resolved(path, parts.path)
            wrong = dead(folder, pages, target, unquote(parts.fragment))
            if wrong:
                report.faults.append(f"{path}: {link} {wrong}")
            elif target in pages:
                leads[path].add(target)
    for path, address in style_links(folder):
        report.internal += 1
        target = resolved(path, urlsplit(address).path)
        if not (folder / target).is_file():
            report.faults.append(f"{path}: {address} does not exist")
    report.faults += [f"{path}: no page leads here" for path in sorted(unreached(leads))]
    if not pages:
        report.faults.append(f"{folder}: has no pages")
    return report


def read_pages(folder: Path) -> Iterator[Page]:
    for path in sorted(folder.rglob("*.html")):
        page = Page(PurePosixPath(path.relative_to(folder).as_posix()))
        page.feed(path.read_text(encoding="utf-8"))
        page.close()
        yield page


def resolved(page: PurePosixPath, link: str) -> PurePosixPath:
    """The file that a link of a page names, from the root of the site; may lead out of it (``..``)."""
    if link.startswith("/"):
        return PurePosixPath("..", link.lstrip("/"))
    steps: list[str] = [] if link else [page.name]
    steps = [*page.parent.parts, *steps, *PurePosixPath(unquote(link)).parts]
    path: list[str] = []
    for step in steps:
        if step == ".." and path and path[-1] != "..":
            path.pop()
        else:
            path.append(step)
    if link.endswith("/"):
        path.append("index.html")
    return PurePosixPath(*path)


def dead(folder: Path, pages: dict[PurePosixPath, Page], target: PurePosixPath, anchor: str) -> str:
    """Why a link is dead; empty if it is not."""
    if target.parts[:1] == ("..",):
        return "leads out of the site"
    if not (folder / target).is_file():
        return "does not exist"
    if anchor and (target not in pages or anchor not in pages[target].anchors):
        return "names an anchor that does not exist"
    return ""


def style_links(folder: Path) -> Iterator[tuple[PurePosixPath, str]]:
    for path in sorted(folder.rglob("*.css")):
        for address in INSIDE_STYLE.findall(path.read_text(encoding="utf-8")):
            if not address.startswith(("data:", "#")):
                yield PurePosixPath(path.relative_to(folder).as_posix()), address


def unreached(leads: dict[PurePosixPath, set[PurePosixPath]]) -> set[PurePosixPath]:
    """The pages that cannot be reached from index.html by links."""
    waiting = [PurePosixPath("index.html")]
    reached: set[PurePosixPath] = set()
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += leads.get(path, ())
    return set(leads) - reached


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tools.links FOLDER", file=sys.stderr)
        return 2
    report = check(Path(arguments[0]))
    for fault in report.faults:
        print(fault, file=sys.stderr)
    print(
        f"{report.pages} pages, {report.internal} internal links, {report.external} external ones, "
        f"{len(report.faults)} faults"
    )
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
