"""What a browser keeps for times without a network: the list for the service worker.

The client, the rules, the lessons and the content; never a game, a token or anything else that must
come from the server itself. The worker's version changes with every one of these files, so that a
browser fetches all of them again at its next visit, and never mixes two builds.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS
from rollplayer.server.reference.lessons import lessons

WORKER: Final = "/worker.js"
PACKAGE: Final = Path(__file__).parents[2]
TEXTS: Final = (".json", ".toml")
"""What content, catalogues and lessons are written in."""


def reference_addresses() -> Iterator[str]:
    """The addresses of what does not change while people play, as the client asks for it."""
    boxes: list[tuple[str, ...]] = [(), *[(name,) for name in EXPANSIONS]]
    if len(EXPANSIONS) > 1:
        boxes.append(tuple(EXPANSIONS))
    for language in LANGUAGES:
        spoken = f"language={language}"
        yield f"/api/v1?{spoken}"
        yield f"/api/v1/rules?{spoken}"
        for chosen in boxes:
            added = "".join(f"&expansion={name}" for name in chosen)
            yield f"/api/v1/content?edition=second{added}&{spoken}"
        yield f"/api/v1/lesson?{spoken}"
        for lesson in lessons():
            yield f"/api/v1/lesson?lesson={lesson}&{spoken}"


def reference_hash() -> str:
    """A mark of all texts and facts: another one when any of them has changed."""
    mark = hashlib.sha256()
    folders = [PACKAGE / "content", PACKAGE / "locale", *map(Path, EXPANSIONS.folders())]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            # Lessons are written in Python; their texts are in the catalogues.
            if path.suffix in TEXTS or path.name == "lessons.py":
                mark.update(path.read_bytes())
    mark.update((PACKAGE / "server/reference/lessons.py").read_bytes())
    return mark.hexdigest()


def worker_with_list(script: bytes, etags: Mapping[str, str]) -> bytes:
    """The service worker with what it keeps; ``etags`` are those of the client's files."""
    kept = {"/" if path == "/index.html" else path: tag for path, tag in etags.items()}
    kept.pop(WORKER, None)
    mark = hashlib.sha256(json.dumps([kept, reference_hash()]).encode() + script)
    offline = {
        "version": mark.hexdigest()[:16],
        "addresses": [*kept, *reference_addresses()],
    }
    return b"const OFFLINE = " + json.dumps(offline, indent=1).encode() + b";\n" + script
