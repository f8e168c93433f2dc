"""The HTTP side: creating, joining, listing, caching, keys, content, scores, health, OpenAPI."""

import json
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rollplayer import scorer
from rollplayer.engine.table import COLORS, GOLD
from rollplayer.log import Entry, GameFile, to_line, write_lines
from rollplayer.rules.options import Options
from rollplayer.score_fields import ScoreError
from rollplayer.server.common.problems import Refused
from rollplayer.server.reference import reference
from tests.properties.matches import random_match
from tests.server.harness import ROOT, Server, bearer
from tests.server.prepared import fresh

pytestmark = pytest.mark.once

HUMANS = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]


def problem(server: Server, method: str, path: str, body: Any = None, *tokens: str) -> Any:
    """The status and code of an error, which must be a proper problem."""
    status, reply, headers = server.request(method, path, body, bearer(*tokens))
    assert headers["content-type"] == "application/problem+json", (status, reply)
    assert reply["status"] == status
    assert reply["detail"]
    return status, reply["code"]


def test_the_server_says_what_it_can_do(server: Server) -> None:
    payload = server.get("/api/v1")
    assert payload["protocol"] == 1
    assert payload["levels"] == ["random", "squire", "adventurer", "champion", "legend"]
    assert payload["default_level"] == "adventurer"
    assert [bot["level"] for bot in payload["bots"]] == payload["levels"]
    for bot in payload["bots"]:
        assert bot["milliseconds"] > 0
        assert bot["character"].endswith(".")
    german = server.get("/api/v1?language=de")["bots"]
    assert [bot["name"] for bot in german][1:3] == ["Knappe", "Abenteurer"]
    assert german[1]["character"] != payload["bots"][1]["character"]
    assert payload["languages"] == ["en", "de", "fr"]
    assert payload["content"]["second"] != payload["content"]["first"]


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"options": {"players": 6}}, 422, "malformed"),
        ({"options": {"players": 5}}, 422, "refused-options"),
        ({"options": {"variants": ["open-adventure"]}}, 422, "refused-options"),
        ({"options": {"expansions": ["fiends-and-familiars"]}}, 422, "refused-options"),
        (
            {"options": {"expansions": ["monsters-and-minions"], "edition": "first"}},
            422,
            "refused-options",
        ),
        ({"options": {"players": 2, "variants": ["no-dice"]}}, 422, "refused-options"),
        (
            {"options": {"players": 2, "variants": ["short-game", "short-game"]}},
            422,
            "refused-options",
        ),
        ({"options": {"players": 3}, "seats": HUMANS}, 422, "refused-seats"),
        ({"seats": [HUMANS[0], {"kind": "bot", "level": "god"}]}, 422, "unknown-level"),
        ({"seats": [HUMANS[0], {"kind": "bot"}]}, 422, "unknown-level"),
        ({"seats": [HUMANS[0], {"kind": "open"}], "start": True}, 409, "not-full"),
        ({"surprise": 1}, 422, "malformed"),
        ({"listed": "yes"}, 422, "malformed"),
        ([], 422, "malformed"),
    ],
)
def test_a_wish_that_makes_no_game(server: Server, wish: Any, status: int, code: str) -> None:
    assert problem(server, "POST", "/api/v1/games", wish) == (status, code)


def test_creating_with_defaults_and_joining_by_link(server: Server) -> None:
    game = server.create()
    room = game.room()
    assert [seat["kind"] for seat in room["seats"]] == ["human", "open"]
    assert re.fullmatch(r"[0-9a-z]{16}", game.id)
    assert len(game.tokens[0]) == 43
    assert problem(server, "POST", game.path + "/join", {"name": " \u200b"}) == (422, "bad-name")
    assert problem(server, "POST", game.path + "/join", {"name": "Bo", "seat": 0}) == (
        409,
        "seat-taken",
    )
    assert problem(server, "POST", game.path + "/join", {"name": "Bo", "seat": 3}) == (
        404,
        "not-found",
    )
    assert game.join("Bo", seat=1) == 1
    assert problem(server, "POST", game.path + "/join", {"name": "C"}) == (409, "no-open-seat")


def test_only_listed_games_are_in_the_lobby(server: Server) -> None:
    hidden = server.create()
    listed = server.create(listed=True, title="Come in")
    ids = [room["id"] for room in server.get("/api/v1/games?status=open&limit=100")["games"]]
    assert listed.id in ids
    assert hidden.id not in ids
    assert listed.id not in str(server.get("/api/v1/games?status=running&limit=100"))


def test_an_unchanged_game_is_not_sent_again(server: Server) -> None:
    game = server.create()
    status, _, headers = server.request("GET", game.path)
    assert status == 200
    etag = headers["etag"]
    assert etag.startswith('"0-')
    assert server.request("GET", game.path, headers={"if-none-match": etag})[0] == 304
    game.join("Bo")
    assert server.request("GET", game.path, headers={"if-none-match": etag})[0] == 200


def test_a_key_makes_one_game(server: Server, tmp_path: Path) -> None:
    with Server(tmp_path / "data") as own:
        key = {"idempotency-key": "my-very-own-key"}
        first = own.request("POST", "/api/v1/games", {"title": "One"}, key)
        again = own.request("POST", "/api/v1/games", {"title": "One"}, key)
        assert first[0] == again[0] == 201
        assert first[1] == again[1]
        other = own.request("POST", "/api/v1/games", {"title": "Two"}, key)
        assert (other[0], other[1]["code"]) == (409, "key-used")
        joined = [
            own.request("POST", f"/api/v1/games/{first[1]['game']['id']}/join", {"name": "Bo"}, key)
            for _ in range(2)
        ]
        assert joined[0][1]["token"] == joined[1][1]["token"]
        own.restart()
        after = own.request("POST", "/api/v1/games", {"title": "One"}, key)
        assert (after[0], after[1]) == (201, first[1])
        other = own.request("POST", "/api/v1/games", {"title": "Two"}, key)
        assert (other[0], other[1]["code"]) == (409, "key-used")
        bad = own.request("POST", "/api/v1/games", {}, {"idempotency-key": "short"})
        assert (bad[0], bad[1]["code"]) == (422, "malformed")


def test_a_creation_that_failed_leaves_its_key_free(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data, command=("-m", "tests.server.faulty", "fails-on-demand")) as own:
        key = {"idempotency-key": "a-key-for-one-game"}
        wish = {"options": {"players": 1}, "seats": [HUMANS[0]], "start": True}
        for name, failure in (("FULL", (503, "not-saved")), ("BROKEN", (500, "fault"))):
            (data / name).touch()
            for _ in range(2):
                status, reply, _ = own.request("POST", "/api/v1/games", wish, key)
                assert (status, reply["code"]) == failure
            (data / name).unlink()
        assert sum(own.get("/api/v1/stats")["games"].values()) == 0
        status, reply, _ = own.request("POST", "/api/v1/games", wish, key)
        assert (status, reply["game"]["status"]) == (201, "running")
        assert own.request("POST", "/api/v1/games", wish, key)[1] == reply
        # What is refused uses up no key either.
        path, bo = f"/api/v1/games/{reply['game']['id']}/join", {"name": "Bo"}
        assert own.request("POST", path, bo, key)[1]["code"] == "no-open-seat"
        assert own.request("POST", path, {"name": "Cleo"}, key)[1]["code"] == "no-open-seat"
        faults = [line for line in own.log().splitlines() if '"message": "fault"' in line]
        assert len(faults) == 2


def test_a_game_begun_at_once_is_written_at_once(tmp_path: Path) -> None:
    """Created and begun in one transaction: half a game would use up its key for good."""
    data = tmp_path / "data"
    with Server(data) as own:
        game = own.create(options={"players": 2}, seats=HUMANS, start=True)
        room = game.room()
        own.end(signal.SIGKILL)
        own.start(own.port)
        again = game.room()
        assert (again["status"], again["version"]) == ("running", room["version"])
        assert again["version"] > 0


def test_the_state_can_be_polled(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    both = server.get(game.path + "/state?since=0&language=de", *game.tokens.values())
    assert set(both["seats"]) == {"0", "1"}
    assert [entry["n"] for entry in both["entries"]] == list(range(1, both["version"] + 1))
    watcher = server.get(game.path + "/state")
    assert watcher["seats"] == {}
    assert watcher["view"] == both["view"]
    assert problem(server, "GET", game.path + "/state", None, "x" * 43) == (401, "unauthorised")
    assert problem(server, "GET", game.path + "/state?since=-1") == (422, "malformed")
    assert problem(server, "GET", game.path + "/state?language=tlh") == (422, "malformed")


def test_errors_speak_the_readers_language(server: Server) -> None:
    details = {
        server.request("GET", "/api/v1/games/0000000000000000", headers={"accept-language": tag})[
            1
        ]["detail"]
        for tag in ("en", "de-AT,de;q=0.9", "fr")
    }
    assert len(details) == 3


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_content_and_rules(server: Server, language: str) -> None:
    content = server.get(f"/api/v1/content?language={language}")
    assert content["facts"]["card"].keys() <= content["texts"]["card"].keys()
    assert content["texts"]["card"]["climb"]["name"]
    assert "question.take" in content["messages"]
    assert not [key for key in content["messages"] if key.startswith(("help.", "problem."))]
    assert "longsword" in content["house"]["card"]
    asked = content["score"]
    assert (asked["most_heroes"], asked["table"], asked["hero"]) == (4, [], [])
    assert asked["dice"] == {color: [1, 6] for color in COLORS[: GOLD + 1]}
    first = server.get(f"/api/v1/content?language={language}&edition=first")
    assert len(first["facts"]["card"]) < len(content["facts"]["card"])
    rules = server.get(f"/api/v1/rules?language={language}")
    assert {"take", "place", "market-turn"} <= {question["key"] for question in rules["questions"]}
    for section in ("phases", "variants", "terms"):
        assert all(rule["name"] and rule["text"] for rule in rules[section])


def test_the_scorer(server: Server) -> None:
    heroes = {"heroes": [{"name": "Ada", "class": "bard", "sheet": {"str": ["red5"]}, "gold": 3}]}
    payload = server.post("/api/v1/score", heroes)
    assert payload["score"]["heroes"][0]["name"] == "Ada"
    assert problem(server, "POST", "/api/v1/score", {"heroes": 3}) == (422, "bad-score")
    assert problem(server, "POST", "/api/v1/score", b"\xff") == (422, "bad-score")


def test_lists_in_lists_are_no_fault_however_deep() -> None:
    """Some can just be read, and not be written again a few calls deeper."""
    header = to_line(fresh(2, "header").match.header.plain())
    for depth in range(860, 1001):
        nested = "[" * depth + "]" * depth
        for body in (
            nested,
            f'{{"solitaire": {nested}}}',
            f'{{"heroes": [{{"cards": [{nested}]}}]}}',
        ):
            with pytest.raises(Refused) as refused:
                reference.score(body.encode(), "en", "second")
            assert refused.value.code == "bad-score"
        # As it can be read, or not: both are right.
        with suppress(Refused):
            reference.read_file(f'{header[:-1]}, "x": "\\u0041", "y": {nested}}}'.encode())


def test_finding_a_key_that_comes_twice_does_not_take_long() -> None:
    """Thousands of keys fit in a body, and the thread that counts them holds up the others."""
    compared = 0

    class Key(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

    keys = [Key(f"key {number}") for number in range(1000)]
    with pytest.raises(ScoreError):
        scorer._without_repeats([(key, 1) for key in [*keys, keys[-1]]])
    with pytest.raises(ScoreError):
        scorer._without_repeats([(key, 1) for key in [*keys, Key("key 999")]])
    assert compared < 3 * len(keys)


def test_bad_files_are_refused_with_their_line(server: Server) -> None:
    for body in (b"", b"{}", b"\xff\xfe", b'{"format": "rollplayer-game/1"}\n', b"[" * 3000):
        assert problem(server, "POST", "/api/v1/replay", body) == (422, "bad-file")
    header = fresh(2, "header").match.header.plain()
    packs = json.dumps({**header, "packs": ["/etc"]}).encode()
    status, reply, _ = server.request("POST", "/api/v1/replay", packs)
    assert (status, reply["code"]) == (422, "bad-file")
    assert "pack" in reply["detail"]
    assert problem(server, "POST", "/api/v1/replay", b"x" * (3 << 20)) == (413, "too-large")


def test_a_header_of_other_kinds_is_a_bad_file_and_no_fault(server: Server) -> None:
    """Each fault of ours would also cost a new process for replays."""
    header = fresh(2, "header").match.header.plain()
    bots = [{"name": "Ada", "bot": {}}, {"name": "Bo"}]
    half = "\ud800"
    kinds: list[Any] = [{"rules": []}, {"rules": {}}, {"seats": bots}, {"commitment": half}]
    for wrong in kinds:
        body = json.dumps({**header, **wrong}).encode()
        assert problem(server, "POST", "/api/v1/replay", body) == (422, "bad-file"), wrong
    event = json.dumps({"who": 0, "answer": "pass", "events": [{"event": half}]})
    body = f"{json.dumps(header)}\n{event}\n".encode()
    assert problem(server, "POST", "/api/v1/replay", body) == (422, "bad-file")


def test_a_game_with_very_many_takings_back_is_replayed(server: Server) -> None:
    match = random_match("hesitant", Options(players=1), undo=0)
    last = match.entries[-1]
    hesitation = [Entry(last.who, "", undo=1), last] * 400
    file = GameFile(match.header, [*match.entries, *hesitation])
    body = "\n".join(write_lines(file)).encode()
    status, reply, _ = server.request("POST", "/api/v1/replay", body)
    assert status == 200, reply
    assert len(reply["frames"]) == len(file.entries) + 1


def test_what_is_not_there(server: Server) -> None:
    for path in ("/api/v1/games/short", "/api/v1/games/0000000000000000", "/api/v1/nothing"):
        assert problem(server, "GET", path) == (404, "not-found")
    assert problem(server, "DELETE", "/api/v1/games") == (405, "method")
    assert problem(server, "PUT", "/") == (405, "method")
    game = server.create()
    assert problem(server, "POST", game.path + "/seats/9/give", {}, game.host) == (404, "not-found")
    assert problem(server, "POST", game.path + "/seats/3/give", {}, game.host) == (404, "not-found")


def test_health_meters_and_pages(server: Server) -> None:
    assert server.get("/healthz") == {"status": "ok"}
    assert server.get("/readyz")["status"] == "ready"
    meters = server.get("/metrics").decode()
    assert "rollplayer_commit_seconds_count" in meters
    for path in ("/", "/g/0123456789abcdef", "/replay"):
        status, page, headers = server.request("GET", path)
        assert status == 200
        assert headers["content-type"].startswith("text/html")
        assert page
    assert problem(server, "GET", "/assets/../../../etc/passwd") == (404, "not-found")
    assert problem(server, "GET", "/assets/nothing.js") == (404, "not-found")


def test_openapi_describes_what_is_served(server: Server) -> None:
    payload = server.get("/openapi.json")
    assert payload["openapi"] == "3.1.0"
    assert "/api/v1/games/{id}/join" in payload["paths"]
    # Every reference leads somewhere.
    text = json.dumps(payload)
    for name in set(re.findall(r'"#/components/schemas/(\w+)"', text)):
        assert name in payload["components"]["schemas"]
    create = payload["paths"]["/api/v1/games"]["post"]
    assert {"201", "409", "422", "429"} <= set(create["responses"])


def test_the_example_bot_plays_a_game(server: Server) -> None:
    size = len((ROOT / "examples" / "bot_client.py").read_text().splitlines())
    assert size <= 60
    game = server.create(options={"players": 2}, seats=[{"kind": "open"}, {"kind": "open"}])
    command = [sys.executable, "examples/bot_client.py", server.address, game.id]
    bots = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for name in ("Left", "Right")
    ]
    with game.sit(host=True) as host:
        host.until_true(lambda c: all(seat["connected"] for seat in c.room["seats"]), timeout=20)
        assert host.ask("start")["type"] == "ack"
        results = [json.loads(bot.communicate(timeout=60)[0]) for bot in bots]
    assert results[0] == results[1] == game.room()["result"]


def fits(plain: Any, schema: Any) -> bool:
    """A JSON schema as far as our bodies use it: enough to tell a wish that can be from others."""
    if "anyOf" in schema:
        return any(fits(plain, each) for each in schema["anyOf"])
    if "enum" in schema and plain not in schema["enum"]:
        return False
    kinds: dict[str, type] = {
        "null": type(None),
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
    }
    if schema.get("type") in kinds and not isinstance(plain, kinds[schema["type"]]):
        return False
    if isinstance(plain, list):
        few = len(plain) < schema.get("minItems", 0) or len(plain) > schema.get("maxItems", 99)
        twice = schema.get("uniqueItems") and len({*map(str, plain)}) < len(plain)
        return not few and not twice and all(fits(each, schema["items"]) for each in plain)
    if isinstance(plain, dict):
        known = schema["properties"]
        return set(schema.get("required", [])) <= set(plain) <= set(known) and all(
            fits(value, known[key]) for key, value in plain.items()
        )
    return True


BOT = {"kind": "bot", "level": "random"}
WISHES: list[dict[str, Any]] = [
    {},
    {"seats": HUMANS},
    {"seats": HUMANS[:1]},
    {"options": {}, "seats": [HUMANS[0], BOT]},
    {"options": {"players": 3}, "seats": HUMANS},
    {"options": {"players": 3}, "seats": [*HUMANS, {"kind": "open"}]},
    {"options": {"players": 1, "variants": ["short-game"]}},
    {"options": {"variants": ["short-game", "short-game"]}},
    {"options": {"variants": ["no-dice"]}},
    {"options": {"players": 5}},
    {"seats": [HUMANS[0], {"kind": "bot"}]},
    {"seats": [HUMANS[0], {"kind": "bot", "level": "god"}]},
    {"seats": None},
    {"options": {"players": 4}, "seats": [BOT, BOT, BOT, BOT]},
]


@pytest.mark.parametrize("wish", WISHES, ids=json.dumps)
def test_the_description_fits_the_wishes_that_are_granted(
    server: Server, wish: dict[str, Any]
) -> None:
    payload = server.get("/openapi.json")["paths"]["/api/v1/games"]["post"]["requestBody"]
    status, *_ = server.request("POST", "/api/v1/games", wish)
    assert (status == 201) == fits(wish, payload["content"]["application/json"]["schema"])
    assert status in (201, 422)


def test_the_examples_of_the_description_are_good_ones(server: Server) -> None:
    paths = server.get("/openapi.json")["paths"]
    for path, media_type in (("/api/v1/replay", "text/plain"), ("/api/v1/score", None)):
        content = paths[path]["post"]["requestBody"]["content"]
        schema = content[media_type or "application/json"]["schema"]
        (example,) = schema["examples"]
        assert server.post(path, example.encode() if media_type else example)
