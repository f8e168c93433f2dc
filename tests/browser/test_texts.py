"""The client's sentences: the same keys in three languages, the same words in both runtimes."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from rollplayer.text import homes, parse, placeholders, render

pytestmark = pytest.mark.once

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "fr")


def catalogue(language: str) -> dict[str, str]:
    """The client's own sentences, and those of the browser parts of boxes."""
    read: dict[str, str] = {}
    for home in homes():
        path = home / language / "web.json"
        if path.exists():
            read |= json.loads(path.read_text(encoding="utf-8"))
    return read


def test_every_language_has_every_key_with_the_same_arguments() -> None:
    english = catalogue("en")
    for language in LANGUAGES[1:]:
        other = catalogue(language)
        assert list(other) == list(english)
        for key, text in other.items():
            names = {name for name, _ in placeholders(parse(text))}
            assert names == {name for name, _ in placeholders(parse(english[key]))}, key


def test_both_runtimes_render_the_same(tmp_path: Path) -> None:
    cases = []
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            message = parse(text)
            for n in (0, 1, 2, 17):
                given = {
                    name: n if kind == "plural" or name == "n" else f"<{name}>"
                    for name, kind in placeholders(message)
                }
                told = render(message, given, language)
                cases.append(
                    {"key": key, "language": language, "text": text, "given": given, "told": told}
                )
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    subprocess.run(
        ["npx", "vitest", "run", "tests/messages.test.ts"],
        cwd=WEB,
        env={**os.environ, "CASES": str(path)},
        check=True,
        capture_output=True,
        timeout=120,
    )
