"""How many clicks a whole game of two takes in the browser: ``python -m tests.browser.clicks``.

Somebody plays against a bot as people do who know the table: a card is bought on the card, starting
dice are taken where the table suggests them, and nothing is looked up. The deal is always the same.
"""

import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.driving import Served, Visitor, launch

SECONDS: Final = 540
CLICK: Final = """() => {
  const {dataset} = document.documentElement;
  const usable = (node) => node.offsetParent && !node.disabled;
  const of = (selector) => [...document.querySelectorAll(selector)].filter(usable);
  const asked = document.querySelector('.decision-bar.asked');
  if (!asked) {
    const call = of('.answers .button').at(-1);
    call?.click();
    return call ? 'answer before others' : '';
  }
  const busy = window.clickedAt === dataset.version && !document.querySelector('.picked, .ghost');
  if (busy && (window.rested = (window.rested ?? 0) + 1) < 60) return '';
  window.rested = 0;
  const buttons = of('.answers .button:not(.skip):not(.quiet)')
    .filter((node) => node.querySelector('kbd')?.dataset.key !== 'Esc');
  const cards = of('.market .acts .button:not(.quiet)');
  const glowing = of('button.glow:not(.pile, .picked, .soft)');
  const number = Math.imul(Number(dataset.version) * 16 + 7, 0x9e3779b1) >>> 8;
  const any = (nodes) => nodes[number % nodes.length];
  const chosen = any(of('.setup button')) ?? any(cards) ?? any(buttons) ?? any(of('.acts.chosen .button'))
    ?? any(of('.answers .button.quiet:not(.skip)').filter((node) => node.querySelector('kbd')?.dataset.key !== 'Esc'))
    ?? any(glowing) ?? any(of('.answers .skip'));
  if (!chosen) return '';
  window.clickedAt = dataset.version;
  const what = document.querySelector('.decision-bar .what')?.textContent ?? '';
  chosen.click();
  return what.slice(0, 24) || 'setup';
}"""


def played() -> tuple[int, float, bool]:
    """Clicks and seconds of a game, and whether it came to its end."""
    served = Served(Path(tempfile.mkdtemp()), seed="clicks")
    try:
        with sync_playwright() as playwright:
            visitor = Visitor(launch(playwright), served.address)
            visitor.begin("bots", players=2, short=False)
            start, clicks = time.monotonic(), 0
            while not visitor.over and time.monotonic() - start < SECONDS:
                if visitor.page.evaluate(CLICK):
                    clicks += 1
                visitor.page.wait_for_timeout(25)
            return clicks, time.monotonic() - start, visitor.over
    finally:
        served.stop()


if __name__ == "__main__":
    clicks, seconds, over = played()
    ending = "to the end" if over else "and not at its end"
    print(f"{clicks} clicks in {seconds:.0f} s, {ending}")
