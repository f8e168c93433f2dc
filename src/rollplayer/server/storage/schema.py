"""The schema of a store of games, as the numbered migrations make it."""

from importlib.resources import files

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.store import NotSaved


class StoreTooNew(NotSaved):
    """The games were written by a newer version of this program."""


def migrations() -> list[tuple[int, str]]:
    """The numbered SQL files, in order."""
    folder = files("rollplayer.server.storage") / "migrations"
    scripts = [
        (int(file.name.split("_")[0]), file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(scripts)


def migrate(db: Database) -> None:
    """Migrate a store to the current schema, one transaction per step."""
    known = migrations()
    version = db.version()
    if version > known[-1][0]:
        raise StoreTooNew(
            f"the games were written by a newer version (format {version}, this one knows "
            f"{known[-1][0]})"
        )
    for number, script in known:
        if number > version:
            db.apply(script, number)
