"""What the README says in Python is so, and its pictures are there."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_readme_examples() -> None:
    outcome = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted >= 4
    assert outcome.failed == 0


def test_the_bot_of_the_readme_takes_fifteen_lines_and_plays(tmp_path: Path) -> None:
    (bot,) = (code for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL) if "Bot" in code)
    assert len(bot.splitlines()) <= 15
    file = tmp_path / "collector.py"
    file.write_text(bot, encoding="utf-8")
    played = subprocess.run(
        [sys.executable, file], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert re.fullmatch(r"\(\d+, \d+\)\n", played.stdout), played.stderr


def test_every_picture_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TEXT)
    # Beside each other where there is room, below each other on a phone.
    pictures += re.findall(r'<img src="([^"]+)" alt="[^"]+"', TEXT)
    assert len(pictures) >= 4
    assert [each for each in pictures if not (README.parent / each).is_file()] == []
