"""Where a server sends what people ask it to send: 200 ways to an internal network, and none leads there."""

import asyncio
import socket
from typing import Any

import pytest

from rollplayer.server.common import outgoing
from rollplayer.server.common.destinations import Forbidden, is_public, read_destination
from rollplayer.server.common.outgoing import Outgoing, Unreachable
from tests.server.receivers import Receiver

pytestmark = pytest.mark.once

INTERNAL = [
    # this machine
    "127.0.0.1", "127.0.0.2", "127.1.2.3", "127.255.255.254", "0.0.0.0", "0.0.0.1", "0.1.2.3",
    # networks at home and at work
    "10.0.0.0", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.20.10.1", "172.31.255.255",
    "192.168.0.1", "192.168.1.1", "192.168.178.1", "192.168.255.255",
    # behind a provider's router, with one cloud's metadata
    "100.64.0.1", "100.100.100.200", "100.127.255.255",
    # metadata of clouds, and everything else that is valid on one cable only
    "169.254.169.254", "169.254.170.2", "169.254.0.1", "169.254.255.255", "168.63.129.16",
    "192.0.0.192", "192.0.0.9", "192.0.0.170",
    # documentation, benchmarks, the way into 6to4
    "192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1", "198.19.255.255", "192.88.99.1",
    # to many at once, and to nobody yet
    "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
]  # fmt: skip
INTERNAL_6 = [
    "::", "::1", "::2", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fd00::1", "fd00:ec2::254",
    "fdff:ffff::1", "ff02::1", "ff05::2", "ff0e::1", "100::1", "2001:db8::1", "3fff::1", "2001::1",
    "2001:10::1", "2001:20::1", "2001:2::1", "5f00::1", "4000::1", "8000::1", "e000::1",
    "64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1",
    "2002:a9fe:a9fe::", "2002:c0a8:101::1", "::7f00:1", "::a00:1", "::ffff:0:127.0.0.1",
    "2620:4f:8000::1",
]  # fmt: skip
ODDLY_WRITTEN = [
    # Numbers that some systems read as addresses.
    "https://2130706433/", "https://0x7f000001/", "https://0x7f.0.0.1/", "https://0177.0.0.1/",
    "https://017700000001/", "https://127.1/", "https://127.0.1/", "https://0/", "https://0x0/",
    "https://3232235777/", "https://0xa9fea9fe/", "https://2852039166/", "https://10.1/",
    "https://192.168.257/", "https://0x7f.1/", "https://127.0.0.0x1/", "https://0300.0250.1.1/",
    "https://127.0.0.1.0x1/", "https://00000000000127.0.0.1/", "https://0xffffffff/",
    # Letters that look like others, and marks that programs read differently.
    "https://①②⑦.⓪.⓪.①/", "https://127。0。0。1/", "https://ｌｏｃａｌｈｏｓｔ/", "https://loc\u00adalhost/",
    "https://127.0.0.1\t/", "https://127.0.0.1\n/", "https:/\\127.0.0.1/", "https://127.0.0.1\\@example.org/",
    "https://example.org\\.localhost/", "https:\\\\localhost/", "https://exa mple.org/",
    "https://example.org\x00.localhost/", "https://[::1%25lo]/", "https://[fe80::1%eth0]/",
    "https://example.org%2f@localhost/", "https://%31%32%37.0.0.1/", "https://localhost%00.example.org/",
    # Somebody else's name before the address.
    "https://example.org@127.0.0.1/", "https://example.org:443@localhost/", "https://@localhost/",
    "https://:@127.0.0.1/", "https://user:pass@example.org/", "https://a@b@localhost/",
    # Other ports: a database, a mail server, a queue.
    "https://example.org:22/", "https://example.org:25/", "https://example.org:80/",
    "https://example.org:5432/", "https://example.org:6379/", "https://example.org:8443/",
    "https://example.org:9200/", "https://example.org:11211/", "https://example.org:0/",
    "https://example.org:65536/", "https://example.org:-1/", "https://example.org:443443/",
    "https://example.org:4 43/", "https://example.org:٤٤٣/",
    # Other schemes, and none.
    "http://example.org/", "HTTP://example.org/", "http://example.org:443/", "ftp://example.org/",
    "file:///etc/passwd", "file://localhost/etc/passwd", "gopher://example.org/", "dict://example.org/",
    "ws://example.org/", "wss://example.org/", "data:text/plain,x", "javascript:alert(1)", "ldap://example.org/",
    "unix:///run/docker.sock", "https+unix://run/", "jar:https://example.org/!/", "//example.org/", "/etc/passwd",
    "example.org", "https:example.org", "https:///", "https://", "https://.", "https://..", "",
    # Names that are none.
    "https://localhost./", "https://-example.org/", "https://exam_ple-.org/", "https://.localhost/",
    "https://example..org/", "https://[127.0.0.1]/", "https://[::ffff:127.0.0.1/", "https://::1/", "https://[/",
    "https://" + "a" * 64 + ".org/", "https://" + "a." * 130 + "org/", "https://example.org/" + "x" * 2000,
]  # fmt: skip
MAPPED = [f"::ffff:{number}" for number in INTERNAL]
NAMES = {
    # What a name stands for is anybody's choice.
    "localhost": ["127.0.0.1", "::1"],
    "localtest.example": ["127.0.0.1"],
    "metadata.google.internal": ["169.254.169.254"],
    "router.fritz.box": ["192.168.178.1"],
    "both.example": ["93.184.216.34", "10.0.0.1"],
    "six.example": ["fd00::1"],
    "zone.example": ["fe80::1%2"],
    "mapped.example": ["::ffff:10.0.0.1"],
}
SPELLINGS = [
    *(f"https://{number}/" for number in INTERNAL),
    *(f"https://[{number}]/" for number in (*INTERNAL_6, *MAPPED)),
    *ODDLY_WRITTEN,
    *(f"https://{name}/" for name in NAMES),
]


async def resolve(host: str, port: int) -> list[str]:
    """Without a network: numbers as they are, names as above."""
    if host in NAMES:
        return NAMES[host]
    flags = socket.AI_NUMERICHOST
    found = await asyncio.get_running_loop().getaddrinfo(host, port, flags=flags)
    return [str(address[0]) for *_, address in found]


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where a connection was opened."""
    connections: list[str] = []

    async def connect(number: str, *_: Any, **__: Any) -> Any:
        connections.append(number)
        raise OSError("nobody is there")

    monkeypatch.setattr(asyncio, "open_connection", connect)
    return connections


def test_there_are_200_of_them() -> None:
    assert len({*SPELLINGS}) == len(SPELLINGS) >= 200


def test_no_internal_address_is_reached(reached: list[str]) -> None:
    async def all_of_them() -> list[str]:
        refused: list[str] = []
        for url in SPELLINGS:
            with pytest.raises((Forbidden, Unreachable)):
                await Outgoing(resolve=resolve).post(url, b"", {})
            try:
                await Outgoing(resolve=resolve).post(url, b"", {})
            except Forbidden:
                refused.append(url)
            except Unreachable:
                continue
        return refused

    refused = asyncio.run(all_of_them())
    assert reached == []
    # Those that are left are no addresses for anybody.
    assert len(refused) >= 200


def test_a_public_address_is_reached_by_its_number(reached: list[str]) -> None:
    asked: list[str] = []

    async def once(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]

    with pytest.raises(Unreachable):
        asyncio.run(Outgoing(resolve=once).post("https://example.org/hook?a=b", b"", {}))
    assert reached == ["93.184.216.34"]
    assert asked == ["example.org"]


def test_public_numbers_are_public() -> None:
    for number in (
        "1.1.1.1",
        "93.184.216.34",
        "172.32.0.1",
        "2606:4700::1111",
        "2a00:1450:4001::1",
    ):
        assert is_public(number), number
    for number in (*INTERNAL, *INTERNAL_6, *MAPPED, "nonsense", ""):
        assert not is_public(number), number


def test_an_operator_allows_an_origin_and_nothing_beside_it() -> None:
    allowed = frozenset({"http://10.0.0.7:8065"})
    assert read_destination("http://10.0.0.7:8065/hooks/x", allowed).path == "/hooks/x"
    for url in ("http://10.0.0.7/", "https://10.0.0.7:8065/", "http://10.0.0.8:8065/"):
        with pytest.raises(Forbidden):
            read_destination(url, allowed)


def test_a_redirect_leads_only_where_the_first_address_might() -> None:
    with Receiver(status=307) as door, Receiver() as inside:
        allowed = frozenset({door.origin})
        door.headers = {"location": inside.origin + "/secret"}
        with pytest.raises(Forbidden):
            asyncio.run(Outgoing(allowed).post(door.origin + "/hook", b"{}", {}))
        assert (len(door.received), inside.received) == (1, [])
        # Allowed as well, it is followed, with everything that was sent.
        both = Outgoing(allowed | {inside.origin})
        assert (
            asyncio.run(both.post(door.origin + "/hook", b"{}", {"Webhook-Id": "x"})).status == 200
        )
        (received,) = inside.received
        assert (received.path, received.body, received.headers["webhook-id"]) == (
            "/secret",
            b"{}",
            "x",
        )
        # For ever it is not.
        door.headers = {"location": door.origin}
        assert asyncio.run(both.post(door.origin, b"{}", {})).status == 307


def test_silence_and_nonsense_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        origin = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Unreachable, match="in time"):
            asyncio.run(Outgoing(frozenset({origin})).post(origin, b"", {}))
