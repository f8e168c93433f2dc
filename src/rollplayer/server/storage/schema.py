"""The schema of the file of games, as the numbered migrations make it."""

import sqlite3
from importlib.resources import files

from rollplayer.server.storage.store import NotSaved


class StoreTooNew(NotSaved):
    """The file was written by a newer version of this program."""


def migrations() -> list[tuple[int, str]]:
    """The numbered SQL files, in order."""
    folder = files("rollplayer.server.storage") / "migrations"
    scripts = [
        (int(file.name.split("_")[0]), file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(scripts)


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a file to the current schema, one transaction per step."""
    known = migrations()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > known[-1][0]:
        raise StoreTooNew(
            f"the games were written by a newer version (format {version}, this one knows "
            f"{known[-1][0]})"
        )
    for number, script in known:
        if number > version:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
