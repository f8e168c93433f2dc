"""Names and chat are what can be seen."""

from rollplayer.server.common.problems import Refused
from tests.cli.test_names import INVISIBLE
from tests.server.harness import Server


def test_an_invisible_or_stacked_name_is_not_taken(server: Server) -> None:
    game = server.create(options={"players": 2})
    for name in INVISIBLE:
        status, reply, _ = server.request("POST", game.path + "/join", {"name": name})
        assert (status, reply["code"]) == (422, "bad-name")
    seat = game.join("Bo" + "\u0335" * 30)
    assert game.room()["seats"][seat]["name"] == "Bo" + "\u0335" * 3
    with game.sit(seat) as bo:
        refused = bo.ask("rename", seat=seat, name="\u3164")
        assert (refused["code"], refused["text"]) == ("bad-name", Refused("bad-name").text("en"))
        assert bo.ask("chat", seat=seat, text="\u200b\u2800")["type"] == "refused"
