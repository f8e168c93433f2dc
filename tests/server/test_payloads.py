"""What is sent has the declared shape: the browser client's types are made from it.

Whatever the other tests of the server hear over a socket is checked as well (``harness.Player``).
"""

from typing import Any

import msgspec
import pytest

from rollplayer.server.protocol import bodies, payloads
from rollplayer.server.reference.lessons import lessons, taught
from rollplayer.server.transport.routes import ROUTES
from tests.server.conforming import check, check_message
from tests.server.prepared import fresh
from tests.server.recording import Play

pytestmark = pytest.mark.once
Plain = dict[str, Any]


def heard(players: int, expansions: tuple[str, ...], steps: int) -> list[Plain]:
    """All that anybody at a table is told, whole and by differences."""
    play = Play(fresh(players, "declared", expansions=expansions), seed=3)
    for _ in range(steps):
        if play.table.game.over:
            break
        play.step()
    return [message for ear in play.ears for message in ear.heard]


@pytest.mark.parametrize(
    ("players", "expansions"), [(2, ()), (1, ()), (2, ("monsters-and-minions",))]
)
def test_what_a_table_tells_is_declared(players: int, expansions: tuple[str, ...]) -> None:
    messages_heard = [each for each in heard(players, expansions, 120) if each["type"] != "welcome"]
    assert {"state", "difference", "update"} <= {message["type"] for message in messages_heard}
    for message in messages_heard:
        check_message(message)


@pytest.mark.parametrize("id", list(lessons()))
def test_a_lesson_is_declared(id: str) -> None:
    lesson = msgspec.json.decode(msgspec.json.encode(taught(id, "en")))
    check(lesson, bodies.Lesson)


def a_state() -> Plain:
    """Of a seat, with all that it alone is told."""
    messages_heard = heard(2, ("monsters-and-minions",), 1)
    return next(each for each in messages_heard if each["type"] == "state" and "0" in each["seats"])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda state: state["view"].update(weather="rain"), ".view.weather"),
        (lambda state: state["view"]["heroes"][1].update(mood=1), r".view.heroes\[1\].mood"),
        (lambda state: state["seats"]["0"]["forecast"].update(omen=2), ".seats.0.forecast.omen"),
        (lambda state: state["room"].update(color="red"), ".room.color"),
        (lambda state: state["view"].update(round="three"), "Expected `int`, got `str`"),
        (lambda state: state["view"].update(minion=7), "Expected `str | null`, got `int`"),
        (lambda state: state.pop("clock"), "missing required field `clock`"),
    ],
)
def test_what_nobody_declared_is_found(change: Any, complaint: str) -> None:
    state = a_state()
    check_message(state)
    change(state)
    with pytest.raises(
        (AssertionError, msgspec.ValidationError), match=complaint.replace("|", r"\|")
    ):
        check_message(state)


def test_every_route_says_what_it_returns() -> None:
    vague = [route.path for route in ROUTES if route.returns == dict[str, Any]]
    assert vague == []
    assert payloads.additions(payloads.View)
