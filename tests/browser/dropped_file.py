"""A finished game as a file that is dropped on the page of replays."""

from playwright.sync_api import Page

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.log import write_lines
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options
from tests.browser.driving import Visitor


def finished_file(seed: str = "browser") -> str:
    options = Options(players=2, variants=("short-game",))
    match = Match.new(options, chance=Chance.from_text(seed))
    play_out(match, [make_bot("random", f"{seed}{seat}") for seat in range(2)])
    return "\n".join(write_lines(match.file())) + "\n"


def drop_finished(visitor: Visitor, seed: str = "browser") -> Page:
    """The replay of a whole game, from a file that is dropped on the page."""
    page = visitor.open("/replay")
    page.evaluate(
        """(text) => {
          const moved = new DataTransfer();
          moved.items.add(new File([text], 'game.jsonl'));
          window.dispatchEvent(new DragEvent('drop', {dataTransfer: moved, bubbles: true, cancelable: true}));
        }""",
        finished_file(seed),
    )
    page.wait_for_selector(".controls")
    return page
