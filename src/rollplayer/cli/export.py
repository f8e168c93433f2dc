"""``rollplayer cards export``: write all facts to a folder, to compare them with others."""

from pathlib import Path

from rollplayer.cli.common import OK, ChosenContent, Problem, Session, to_json
from rollplayer.content.export import exported


def export_facts(session: Session, folder: str, box: ChosenContent, *, json: bool) -> int:
    """Without ``--expansion`` every box that fits the edition is written, too."""
    chosen = box if box.expansions is not None else box.with_everything()
    library = chosen.library()
    pages = exported(library, chosen.edition)
    paths = {Path(folder) / name: text for name, text in pages.items()}
    # A pack may have files of these names; it must not be lost.
    for path in paths:
        if path.exists():
            raise Problem("file-exists", path=str(path))
    Path(folder).mkdir(parents=True, exist_ok=True)
    for path, text in paths.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    names = [str(path) for path in paths]
    if json:
        print(to_json({"content": library.hash, "files": names}))
        return OK
    texts = session.texts(library)
    for name in names:
        print(texts.t("cards.exported", path=name))
    return OK
