"""What a device of a person opens at a table: the seats that the person has claimed.

A device's secret comes among the tokens of a request or of a hello. It is exchanged here for the hashes of
the tokens that its person has claimed, and everybody behind knows tokens alone. Who brings seats' tokens
only never gets here: they open something, and nothing is looked up.
"""

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes
from rollplayer.server.rooms import permissions
from rollplayer.server.storage.reports import Bearing
from rollplayer.server.storage.store import NotSaved

if TYPE_CHECKING:
    from rollplayer.server.storage.persons import Persons

NOTHING: Final[Hashes] = frozenset()
REMEMBERED: Final = 10_000
NEUTRAL: Final = Bearing()


class SignedOut:
    """Devices that were signed out since the start: what was looked up before then is not used after it."""

    def __init__(self) -> None:
        self.hashes: OrderedDict[bytes, None] = OrderedDict()

    def note(self, hashes: Hashes) -> None:
        for digest in hashes:
            self.hashes[digest] = None
        while len(self.hashes) > REMEMBERED:
            self.hashes.popitem(last=False)

    def holds_any(self, hashes: Hashes) -> bool:
        return any(digest in self.hashes for digest in hashes)


class Keyring:
    """What one who has come brings: tokens of the table, and devices of persons."""

    def __init__(
        self, given: Hashes, rings: dict[bytes, Hashes], bearing: Bearing = NEUTRAL
    ) -> None:
        self.given = given
        self.bearing = bearing
        self.devices: Hashes = frozenset(rings)
        self.claimed: Hashes = NOTHING.union(*rings.values())

    def hashes(self, room: permissions.Guarded) -> Hashes:
        """As the table knows them. A claim whose token is no longer valid opens nothing."""
        if not self.devices:
            return self.given
        return (self.given - self.devices) | (self.claimed & permissions.known(room))


async def keyring_of(
    persons: "Persons | None", room: permissions.Guarded, given: Hashes
) -> Keyring:
    if persons is not None and given & persons.barred:
        raise Refused("barred")
    strangers = given - permissions.known(room)
    if not strangers or persons is None:
        return Keyring(given, {})
    try:
        rings = await persons.keyring(room.row.id, strangers)
        bearing = await persons.bearing(room.row.id, frozenset(rings)) if rings else NEUTRAL
    except NotSaved as error:
        raise Refused("not-saved", reason=str(error)) from error
    if bearing.barred:
        raise Refused("barred")
    return Keyring(given, rings, bearing)
