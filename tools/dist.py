"""`make dist`: the archive of the source, a wheel compiled for this platform, and one for every other.

``python -m tools.dist [FOLDER]`` builds from a copy of what git knows, with the built client and the
documentation site, so that nothing depends on what else lies in the clone. Two builds of one commit
are the same, byte for byte.
"""

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
TREE: Final = ROOT / "build" / "dist"
SITE: Final = Path("src", "rollplayer", "site")
LARGEST: Final = 9_000_000
"""Bytes: what a person downloads to play."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools.dist", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", default=str(ROOT / "dist"))
    folder = Path(parser.parse_args(arguments).folder).resolve()
    if not (ROOT / SITE / "index.html").exists():
        sys.exit("the documentation site is not built; `make dist` builds it first")
    date = int(git("log", "-1", "--format=%ct"))
    copy_tree(date)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("rollplayer-*"):
        old.unlink()
    made = [archive(folder, date), wheel(folder, date, pure=True), wheel(folder, date, pure=False)]
    for path in made:
        print(f"{path.stat().st_size:>10,} bytes  {path.relative_to(folder.parent)}")
    too_large = [path.name for path in made if path.stat().st_size > LARGEST]
    if too_large:
        sys.exit(f"larger than {LARGEST:,} bytes: {', '.join(too_large)}")
    return 0


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def copy_tree(date: int) -> None:
    """What git knows, and the site; all files with the date of the commit."""
    shutil.rmtree(TREE, ignore_errors=True)
    for name in git("ls-files", "-z").split("\0"):
        if name and (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, TREE / name)
    shutil.copytree(ROOT / SITE, TREE / SITE)
    for path in TREE.rglob("*"):
        os.utime(path, (date, date))


def setup(command: str, folder: Path, date: int, *, pure: bool) -> Path:
    """Run one command of setuptools in the copy; the one file it made."""
    output = TREE / "made"
    shutil.rmtree(output, ignore_errors=True)
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(date),
        "ROLLPLAYER_PURE": "1" if pure else "",
        "ROLLPLAYER_STRICT_BUILD": "1",
    }
    subprocess.run(
        [sys.executable, "setup.py", "-q", command, "--dist-dir", str(output)],
        cwd=TREE,
        env=environment,
        check=True,
    )
    (made,) = output.iterdir()
    return Path(shutil.move(made, folder / made.name))


def wheel(folder: Path, date: int, *, pure: bool) -> Path:
    for left in ("build/lib", "build/bdist", "src/rollplayer.egg-info"):
        for path in TREE.glob(f"{left}*"):
            shutil.rmtree(path)
    made = setup("bdist_wheel", folder, date, pure=pure)
    if not pure and made.name.endswith("-none-any.whl"):
        sys.exit("nothing was compiled; the line above says why")
    return made


def archive(folder: Path, date: int) -> Path:
    made = setup("sdist", folder, date, pure=True)
    made.write_bytes(packed_again(made.read_bytes(), date))
    return made


def packed_again(archive: bytes, date: int) -> bytes:
    """The same files without the moment and the person that setuptools notes."""
    plain = BytesIO()
    with (
        tarfile.open(fileobj=BytesIO(archive)) as before,
        tarfile.open(fileobj=plain, mode="w") as after,
    ):
        for member in sorted(before.getmembers(), key=lambda each: each.name):
            content = before.extractfile(member)
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = date
            member.mode = 0o755 if member.isdir() else 0o644
            member.pax_headers = {}
            after.addfile(member, content)
    return gzip.compress(plain.getvalue(), mtime=date)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
