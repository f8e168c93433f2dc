"""Nobody knows the toy box: no file outside its folder and its tests names it."""

import subprocess

from tests.server.harness import ROOT

OWN = ("tests/toy/", "tests/toy_box/")
NAMES = ("glassworks", "toy_box", "toy box", "toy-box")


def test_no_other_file_names_the_box() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    others = [ROOT / name for name in listed if name and not name.startswith(OWN)]
    files = [path for path in others if path.is_file()]
    assert len(files) > 300
    naming = [
        str(path.relative_to(ROOT))
        for path in files
        for name in NAMES
        if name.encode() in path.read_bytes().lower()
    ]
    assert naming == []
