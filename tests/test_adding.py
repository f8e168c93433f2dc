"""What a card, a class and a race cost: added to a copy of the tree by the steps of CONTRIBUTING.md."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
COPIED = ("src", "tests", "tools", "docs", "benchmarks", "pyproject.toml", "web/src/lib")
LEFT_OUT = ("__pycache__", ".hypothesis", "browser", "web", "node_modules")
BASE = "src/rollplayer/content/base"
SCENARIOS = "tests/scenarios/cards"
LANGUAGES = ("en", "de", "fr")
EXAMPLE = re.compile(r"^```toml\n# (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"^number = (\d+)$", re.MULTILINE)
GENERATED = ("docs/", "tests/facts/", "src/rollplayer/content/kept/")
"""What `make renew` may touch."""

STAYS_GREEN = (
    "tests/test_facts.py",
    "tests/test_expansion_facts.py",
    "tests/test_complete.py",
    "tests/test_complete_content.py",
    "tests/test_scenarios.py",
    "tests/test_kept.py",
    "tests/test_recorded_games.py::test_recorded_games_replay_unchanged[base-1-0]",
    "tests/test_rules_games.py",
    "tests/test_expansion_edges.py",
    "tests/server/test_lesson.py",
    "tests/cli/test_cards.py",
)

Addition = dict[str, str]
"""By file: what is added at its end."""


class Tree:
    """A copy of what the steps touch and what must stay green."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in COPIED:
            if (ROOT / name).is_dir():
                ignore = shutil.ignore_patterns(*LEFT_OUT)
                shutil.copytree(ROOT / name, root / name, ignore=ignore, dirs_exist_ok=True)
            else:
                shutil.copy(ROOT / name, root / name)

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def add(self, addition: Addition) -> None:
        for path, text in addition.items():
            if path.endswith("market.toml"):
                last = max(map(int, NUMBER.findall(self.read(path))))
                text = NUMBER.sub(f"number = {last + 1}", text)
            (self.root / path).write_text(f"{self.read(path)}\n{text}", encoding="utf-8")

    def files(self) -> dict[str, str]:
        """Every file of the source with a hash of what is in it."""
        return {
            path.relative_to(self.root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and not {"__pycache__", ".hypothesis"} & set(path.parts)
        }

    def touched(self, before: dict[str, str]) -> set[str]:
        after = self.files()
        assert set(before) <= set(after), "a file is gone"
        return {path for path, content in after.items() if before.get(path) != content}

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        paths = os.pathsep.join((str(self.root / "src"), str(self.root)))
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={**os.environ, **environment, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )

    def renew(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """What `make renew` runs, and with --check what `make check` does."""
        return self.run("-m", "tools.docs", *arguments, ROLLPLAYER_PURE="1")


# -- what is added --------------------------------------------------------------------------------


def the_example() -> Addition:
    """The Skill of CONTRIBUTING.md, word for word."""
    return dict(EXAMPLE.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))


def words(section: str, id: str, texts: dict[str, dict[str, str]]) -> Addition:
    return {
        f"{BASE}/locale/{language}.toml": "\n".join(
            [f"[{section}.{id}]", *(f'{key} = "{text}"' for key, text in keys.items()), ""]
        )
        for language, keys in texts.items()
    }


def entry(path: str, key: str, text: str) -> str:
    """One table of a file, without the remarks that follow it."""
    match = re.search(rf"^\[{re.escape(key)}\]\n(?:(?!\[|#).*\n?)*", text, re.MULTILINE)
    assert match, f"{path} has no [{key}]"
    return match[0].rstrip() + "\n"


def a_trait(tree: Tree) -> Addition:
    """Another Trait with the word of one that there is."""
    old, new = "famous", "renowned"

    def renamed(text: str) -> str:
        text = text.replace(old, new).replace(old.title(), new.title())
        return re.sub(r'^name = "(.*)"$', r'name = "\1 II"', text, flags=re.MULTILINE)

    files = [f"{BASE}/market.toml", *(f"{BASE}/locale/{language}.toml" for language in LANGUAGES)]
    addition = {path: renamed(entry(path, f"card.{old}", tree.read(path))) for path in files}
    path = f"{SCENARIOS}/traits.toml"
    shown = [
        scenario
        for scenario in re.split(r"^(?=\[\[scenario\]\]$)", tree.read(path), flags=re.MULTILINE)
        if re.search(rf'^(not_)?cards = \["{old}"\]$', scenario, re.MULTILINE)
    ]
    assert len(shown) > 1
    addition[path] = "\n".join(renamed(scenario.partition("\n#")[0]) for scenario in shown)
    return addition


A_CLASS: Addition = {
    f"{BASE}/classes.toml": """\
[class.warden]
color = "green"
goals = { str = "16-17", dex = "14+", con = "17", int = "14-15", wis = "17", cha = "14+" }
stars = { str = 2, dex = 1, con = 3, int = 2, wis = 3, cha = 1 }
modify = [{ number = "refreshes", add = 1 }]
source = { goals = "house", stars = "house", ability = "house" }
""",
    **words(
        "class",
        "warden",
        {
            "en": {
                "name": "Warden",
                "ability": "Watchful",
                "text": "In the Cleanup Phase you may refresh two exhausted Skills instead of one.",
            },
            "de": {
                "name": "Hüter",
                "ability": "Wachsam",
                "text": "In der Aufräumphase darfst du zwei erschöpfte Fähigkeiten erneuern statt einer.",
            },
            "fr": {
                "name": "Garde",
                "ability": "Vigilant",
                "text": "Lors de la Phase d’Entretien, vous pouvez restaurer deux Compétences engagées au lieu d’une.",
            },
        },
    ),
    f"{SCENARIOS}/classes.toml": """\
[[scenario]]
name = "Warden: two Skills are refreshed in Cleanup."
rules = ["U2"]
cards = ["warden"]
answers = ["refresh climb", "refresh search"]

[scenario.given]
at = "cleanup"
heroes = [{ class = "warden", cards = ["climb", "search"], exhausted = ["climb", "search"] }]

[scenario.then]
heroes = [{ exhausted = [] }]

[[scenario]]
name = "Warden: not a third."
rules = ["U2"]
not_cards = ["warden"]
answers = ["refresh climb", "refresh search", { refused = "refresh acrobatics" }]

[scenario.given]
at = "refresh"

[[scenario.given.heroes]]
class = "warden"
cards = ["climb", "search", "acrobatics"]
exhausted = ["climb", "search", "acrobatics"]
""",
}
A_RACE: Addition = {
    f"{BASE}/races.toml": """\
[race.centaur]
modifiers = { dex = 2, int = -2 }
source = { modifiers = "house" }
""",
    **words(
        "race",
        "centaur",
        {
            "en": {"name": "Centaur", "text": "Dexterity +2, Intelligence −2."},
            "de": {"name": "Zentaur", "text": "Beweglichkeit +2, Intelligenz −2."},
            "fr": {"name": "Centaure", "text": "Dextérité +2, Intelligence −2."},
        },
    ),
    f"{SCENARIOS}/races.toml": """\
[[scenario]]
name = "Centaur: Dexterity 2 more, Intelligence 2 less."
rules = ["E2"]
cards = ["centaur"]

[scenario.given]
at = "end"
heroes = [{ race = "centaur", class = "bard", sheet = { dex = "red5 red5 red5", int = "red6 red5 red5" } }]

[scenario.then]
score = [{ goals = { dex = { score = 17 }, int = { score = 14 } } }]

[[scenario]]
name = "Centaur: Traits look at the dice alone."
rules = ["E9"]
not_cards = ["centaur"]

[scenario.given]
at = "end"
heroes = [{ race = "centaur", class = "bard", cards = ["nimble"], sheet = { dex = "green5 green5 green4" } }]

[scenario.then]
score = [{ goals = { dex = { score = 16 } }, lines = { traits = 0 } }]
""",
}


# -- the test -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("tree"))


def kinds(files: set[str]) -> set[str]:
    """Facts, words or scenarios: the three files of which a card is made."""
    return {
        "words" if "/locale/" in path else "facts" if path.startswith(BASE) else "scenarios"
        for path in files
    }


def test_a_card_a_class_and_a_race_are_three_files_each(tree: Tree) -> None:
    """And what must stay green does, after one command."""
    for ids, facts, addition in (
        ("juggle", "market", the_example()),
        ("renowned", "market", a_trait(tree)),
        ("warden", "classes", A_CLASS),
        ("centaur", "races", A_RACE),
    ):
        before = tree.files()
        tree.add(addition)
        touched = tree.touched(before)
        locales = {f"{BASE}/locale/{language}.toml" for language in LANGUAGES}
        (scenarios,) = [path for path in touched if path.startswith(SCENARIOS)]
        assert touched == {f"{BASE}/{facts}.toml", *locales, scenarios}, ids
        assert kinds(touched) == {"facts", "words", "scenarios"}
    before = tree.files()
    out_of_date = tree.renew("--check")
    assert out_of_date.returncode == 1
    assert "tests/facts/base.txt is out of date; make renew writes it" in out_of_date.stderr
    assert "is not kept; make renew keeps it" in out_of_date.stderr
    renewed = tree.renew()
    assert renewed.returncode == 0, renewed.stderr
    generated = tree.touched(before)
    assert "tests/facts/base.txt" in generated
    assert all(path.startswith(GENERATED) for path in generated), generated
    checked = tree.renew("--check")
    assert checked.returncode == 0, checked.stderr

    report = tree.root / "report.xml"
    options = ("-q", "-x", "-p", "no:cacheprovider", f"--junitxml={report}")
    done = tree.run("-m", "pytest", *options, *STAYS_GREEN)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    tests = " ".join(case.get("name", "") for case in ET.parse(report).iter("testcase"))
    for id in ("juggle", "renowned", "warden", "centaur"):
        assert f"[{id}]" in tests, f"no test has played the facts of {id}"
        assert f"{id.title()}: " in tests, f"no scenario of {id} has been run"
    assert tree.touched(before) - {"report.xml"} == generated


def test_the_price_is_seen(tree: Tree) -> None:
    """A control: a fourth file would be noticed."""
    assert kinds(set(A_RACE)) == {"facts", "words", "scenarios"}
    before = tree.files()
    (tree.root / "tests" / "more.py").write_text("", encoding="utf-8")
    assert tree.touched(before) == {"tests/more.py"}
