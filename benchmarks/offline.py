"""The game without a server, measured: what travels, how long it takes to play, and whether it plays alike.

    python -m benchmarks.offline FOLDER [--games 1000]

FOLDER is what `make offline` has built. Needs `make build` and chromium, as the browser tests do.

* What travels: all bytes of a first visit until the page says that it needs no network any more, as a static
  host sends them that has the smaller file beside each (gzip where a browser takes no brotli), with 300 bytes
  for the head of each response.
* Playable: from the click on the address until Play can be pressed and the engine answers, from a host on this
  machine; cached: the same in a browser that was there before.
"""

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import which
from typing import Any, Final

from playwright.sync_api import BrowserContext, sync_playwright

from tests.browser.driving import BY_NAME
from tools.offline.games import level_of, played
from tools.offline.host import Host

ROOT: Final = Path(__file__).parent.parent
VISITS: Final = 5
PATIENCE: Final = 300_000
PLAYABLE: Final = "html[data-engine] form.begin[aria-busy=false]"
CORES: Final = 2


def measured(folder: Path, games: int = 1000) -> Iterator[tuple[str, str]]:
    yield from visits(folder)
    yield from alike(folder, games)


def visits(folder: Path) -> Iterator[tuple[str, str]]:
    first: list[float] = []
    again: list[float] = []
    path = next(found for name in BY_NAME if (found := which(name)))
    with sync_playwright() as playwright:
        for _ in range(VISITS):
            host = Host(folder).begin()
            with tempfile.TemporaryDirectory() as profile:
                for visit in (first, again):
                    context = playwright.chromium.launch_persistent_context(
                        profile, executable_path=path, args=["--no-sandbox"]
                    )
                    visit.append(seconds(context, host))
                    if visit is first:
                        travelled, requests = host.bytes_sent, len(host.sent)
                        later = sent_while_playing(context, host)
                    context.close()
            host.end()
    yield "first visit, what travels", f"{travelled / 1e6:.2f} MB in {requests} requests"
    yield f"playable at the first visit (best, middle of {VISITS})", best_and_middle(first)
    yield f"playable from the cache (best, middle of {VISITS})", best_and_middle(again)
    yield "requests after loading, a game begun and played on", str(later)


def seconds(context: BrowserContext, host: Host) -> float:
    page = context.pages[0] if context.pages else context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(host.address)
    page.wait_for_selector(PLAYABLE)
    took: float = page.evaluate("performance.now()") / 1000
    page.wait_for_selector("html[data-kept]")
    return took


def sent_while_playing(context: BrowserContext, host: Host) -> int:
    """How many requests come to the host while a game is begun and answered a few times."""
    page, before = context.pages[0], len(host.sent)
    page.locator("label.mode:has(input[value=solitaire])").click()
    page.locator("button.go:not(:disabled)").first.click()
    for _ in range(4):
        page.wait_for_selector(".decision-bar.asked")
        page.keyboard.press("1")
        page.wait_for_timeout(500)
    return len(host.sent) - before


def best_and_middle(took: list[float]) -> str:
    return f"{min(took):.1f}, {sorted(took)[len(took) // 2]:.1f} s"


def alike(folder: Path, games: int) -> Iterator[tuple[str, str]]:
    """The same games in both engines, and how long each decision took in the one for browsers."""
    half = (games + 1) // CORES
    parts = [(from_, min(from_ + half, games)) for from_ in range(0, games, half)]
    with ThreadPoolExecutor(CORES) as beside:
        offline = [
            line
            for lines in beside.map(lambda part: in_pyodide(folder, *part), parts)
            for line in lines
        ]
    same = sum(hash_ == played(number, []) for number, hash_, _ in offline)
    yield "games with the same hash as the native engine's", f"{same} of {games}"
    for level in ("squire", "adventurer"):
        took = sorted(ms for number, _, each in offline if level_of(number) == level for ms in each)
        worst = took[int(len(took) * 0.99)]
        yield f"{level}, {len(took)} decisions: 99 of 100 within", f"{worst:.0f} ms"


def in_pyodide(folder: Path, from_: int, to: int) -> list[Any]:
    command = ["node", "web/offline/games.mjs", str(folder.resolve()), str(from_), str(to)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    for what, said in measured(given.folder, given.games):
        print(f"| {what} | {said} |", flush=True)


if __name__ == "__main__":
    main()
