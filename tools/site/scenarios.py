"""A page for each file of scenarios, with an anchor for each scenario: what the gallery refers to."""

import re
from collections import Counter
from html import escape
from pathlib import Path
from typing import Final

from rollplayer.scenario import ListedScenario, index
from tools.site.assemble import ROOT, Assembly, fenced

FOLDER: Final = ROOT / "tests" / "scenarios"
STARTS: Final = re.compile(r"^\[\[scenario\]\]\n", re.MULTILINE)
NOT_SEARCHED: Final = "---\nnosearch: true\norphan: true\n---\n"
"""A search would find little else, and the menu would hold little else."""
NAMED: Final = re.compile(r"`tests/scenarios/([^:`]+): ([^`]+)`")
"""How docs/rulings.md names a scenario."""
REMARK: Final = re.compile(r"^# ---- .*$", re.MULTILINE)


class ScenarioPages:
    """Where each scenario stands on the site, and which of them show a card."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.listed = index(folder)
        self.places: dict[tuple[str, str], str] = {}
        self.by_file: dict[str, list[ListedScenario]] = {}
        for scenario in self.listed:
            names = self.by_file.setdefault(scenario.file, [])
            names.append(scenario)
            page = f"all-scenarios/{scenario.file.removesuffix('.toml')}"
            self.places[scenario.file, scenario.name] = f"{page}.html#scenario-{len(names)}"

    def showing(self, id: str) -> list[ListedScenario]:
        """The scenarios that show an entry of the content, or that it does not apply."""
        return [each for each in self.listed if id in (*each.cards, *each.not_cards)]

    def place(self, scenario: ListedScenario) -> str:
        return self.places[scenario.file, scenario.name]

    def write(self, assembly: Assembly) -> None:
        files = list(self.by_file)
        folders = Counter(file.rpartition("/")[0] for file in files)
        count = f"{len(self.listed):,} scenarios in {len(files)} files, each run by the tests."
        how = "[How to read and write one](../scenarios.md)."
        lines = ["# All scenarios", "", f"{count} {how}"]
        for folder in folders:
            lines += ["", f"## {folder.replace('_', ' ').replace('/', ': ').capitalize()}", ""]
            lines += [
                f"- [{file.rpartition('/')[2].removesuffix('.toml').replace('_', ' ')}]"
                f"({file.removesuffix('.toml')}.md): {len(scenarios)}"
                for file, scenarios in self.by_file.items()
                if file.rpartition("/")[0] == folder
            ]
        assembly.write("all-scenarios/index.md", "\n".join([*lines, ""]))
        for file, scenarios in self.by_file.items():
            page = f"all-scenarios/{file.removesuffix('.toml')}.md"
            assembly.write(page, self.page(file, scenarios))

    def linked(self, text: str) -> str:
        """A page with every scenario that it names as a link to the scenario."""

        def link(named: re.Match[str]) -> str:
            place = self.places.get((named[1], named[2]))
            return f'<a href="{place}">{escape(named[2])}</a>' if place else named[0]

        return NAMED.sub(link, text)

    def page(self, file: str, scenarios: list[ListedScenario]) -> str:
        """The scenarios of a file, each with its rules and its text."""
        to_root = "../" * (file.count("/") + 1)
        source = (self.folder / file).read_text(encoding="utf-8")
        texts = STARTS.split(REMARK.sub("", source))[1:] or [source]
        lines = [f"# {file.removesuffix('.toml').replace('_', ' ').replace('/', ': ')}", ""]
        for number, (scenario, text) in enumerate(zip(scenarios, texts, strict=True), start=1):
            rules = " ".join(
                f'<a href="{to_root}rules.html#{rule}">{rule}</a>' for rule in scenario.rules
            )
            lines += [
                f'<h2 class="scenario" id="scenario-{number}">{escape(scenario.name)}</h2>',
                f'<p class="rules">{rules}</p>' if rules else "",
                "",
                fenced(text.strip(), "toml"),
            ]
        return NOT_SEARCHED + "\n".join(lines)
