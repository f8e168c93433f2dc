"""The program, the changelog and the package agree on the version."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rollplayer import __version__
from rollplayer.cli.version import version

pytestmark = pytest.mark.once

CHANGELOG = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## \[(.+)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


def test_the_changelog_begins_with_what_is_unreleased_and_then_this_version() -> None:
    sections = SECTION.findall(CHANGELOG)
    assert sections[0] == ("Unreleased", "")
    name, date = sections[1]
    assert name == __version__
    assert date


def test_every_release_has_a_date_and_a_place_in_the_order() -> None:
    releases = SECTION.findall(CHANGELOG)[1:]
    dates = [date for _, date in releases]
    numbers = [tuple(map(int, name.split("."))) for name, _ in releases]
    assert all(dates)
    assert dates == sorted(dates, reverse=True)
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_command_shows_the_version() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "rollplayer", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == version()
    assert ran.stdout.startswith(f"rollplayer {__version__} (")
