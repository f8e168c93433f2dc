"""Power is lost: what was synced stays, whatever becomes of the rest, and a store that syncs too late is caught."""

import random
from pathlib import Path

import pytest

from tests.proofs import torn
from tests.proofs.disk import WAYS, Disk
from tests.proofs.torn_writer import WRONG
from tests.proofs.traced import Call

pytestmark = pytest.mark.once

FOLDER = Path("/games")
SIZE = 2000


class Story:
    """Calls one after another."""

    def __init__(self) -> None:
        self.disk = Disk(FOLDER)
        self.calls = 0

    def call(self, name: str, file: str = "log", data: bytes = b"", at: int = -1) -> None:
        self.calls += 1
        path = str(FOLDER / file) if file else str(FOLDER)
        self.disk.happens(Call(name, path, data, at, self.calls, self.calls, True))


def images_of(story: Story, way: str, number: int = 60) -> list[dict[str, bytes]]:
    dice = random.Random(way)
    return [story.disk.image(way, dice) for _ in range(number)]


def made() -> Story:
    """A file with its name, both synced."""
    story = Story()
    story.call("pwrite64", data=b"s" * SIZE, at=0)
    story.call("fdatasync")
    story.call("fsync", file="")
    return story


@pytest.mark.parametrize("way", WAYS)
def test_what_was_synced_stays(way: str) -> None:
    story = made()
    story.call("pwrite64", data=b"n" * SIZE, at=SIZE)
    images = images_of(story, way)
    assert all(image["log"][:SIZE] == b"s" * SIZE for image in images)
    complete = b"s" * SIZE + b"n" * SIZE
    assert any(image["log"] != complete for image in images)
    story.call("fdatasync")
    assert all(image["log"] == complete for image in images_of(story, way))


@pytest.mark.parametrize("way", WAYS)
def test_what_lies_beside_a_write_stays(way: str) -> None:
    story = made()
    # In the middle of a sector, over what was synced.
    story.call("pwrite64", data=b"n" * 700, at=300)
    for image in images_of(story, way):
        assert image["log"][:300] == b"s" * 300
        assert image["log"][1000:] == b"s" * 1000


def test_later_writes_may_be_there_without_earlier_ones() -> None:
    story = made()
    for number in range(4):
        story.call("pwrite64", data=bytes([65 + number]) * 512, at=SIZE + 512 * number)
    images = images_of(story, "writes lost")
    assert any(b"A" not in image["log"] and b"D" in image["log"] for image in images)


def test_a_sync_that_began_before_a_write_does_not_save_it() -> None:
    story = made()
    disk = story.disk
    path = str(FOLDER / "log")
    disk.happens(Call("pwrite64", path, b"n", SIZE, 11, 12, True))
    disk.happens(Call("fdatasync", path, b"", -1, 10, 13, True))
    assert disk.unsafe == 1
    disk.happens(Call("fdatasync", path, b"", -1, 14, 15, True))
    assert disk.unsafe == 0


def test_a_sync_that_failed_saves_nothing() -> None:
    story = made()
    story.call("pwrite64", data=b"n", at=SIZE)
    story.disk.happens(Call("fdatasync", str(FOLDER / "log"), b"", -1, 98, 99, worked=False))
    assert story.disk.unsafe == 1


def test_a_name_is_certain_once_its_folder_was_synced() -> None:
    story = made()
    story.call("unlink")
    story.call("pwrite64", data=b"new", at=0)
    story.call("fdatasync")
    found = {image.get("log") for image in images_of(story, "cut")}
    assert found == {b"s" * SIZE, None, b"new"}
    story.call("fsync", file="")
    assert {image.get("log") for image in images_of(story, "cut")} == {b"new"}


def test_nothing_acknowledged_is_lost_with_the_power() -> None:
    report = torn.prove(120, appends=100)
    assert report.failures == []
    assert report.figures["clean prefixes"] == 120
    assert int(report.figures["acknowledged appends"]) >= 100


@pytest.mark.parametrize("wrong", WRONG)
def test_a_store_that_syncs_too_late_is_caught(wrong: str) -> None:
    report = torn.prove(30, wrong=wrong, appends=100)
    assert not report.passed
    assert int(report.figures["acknowledged entries lost"]) > 0
