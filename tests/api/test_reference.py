"""docs/api.md names everything that is public, and what it shows is so."""

import doctest
import re
from pathlib import Path

import pytest

import rollplayer as rp
from rollplayer import api
from tools import api as page

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "docs" / "api.md"


def test_every_public_name_is_described() -> None:
    assert rp.__all__ == api.__all__ == sorted(rp.__all__)
    text = REFERENCE.read_text(encoding="utf-8")
    for name in rp.__all__:
        assert getattr(rp, name) is getattr(api, name)
        assert f"\n## {name}\n" in text
        assert re.search(rf"\n\| \[`{name}`\]\(#{name.lower()}\) \| \w", text)
    for owner in ("Game", "View", "Bot"):
        for member in page.public_names(getattr(rp, owner)):
            assert re.search(rf"(### {owner}\.{member}\n|\| `{member}` \| \S)", text), member


def test_its_examples_are_so() -> None:
    outcome = doctest.testfile(str(REFERENCE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted >= 40
    assert outcome.failed == 0


@pytest.mark.once
def test_an_example_that_is_not_so_is_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "api.md"
    text = REFERENCE.read_text(encoding="utf-8")
    assert "('Ada', 0, None)" in text
    wrong.write_text(text.replace("('Ada', 0, None)", "('Ada', 1, None)"), encoding="utf-8")
    flags = doctest.ELLIPSIS | doctest.REPORT_ONLY_FIRST_FAILURE
    outcome = doctest.testfile(str(wrong), module_relative=False, optionflags=flags)
    assert outcome.failed == 1
