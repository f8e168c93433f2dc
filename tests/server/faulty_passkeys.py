"""Servers that are careless with passkeys, on purpose: each has one defect that a test must notice.

python -m tests.server.faulty_passkeys DEFECT --port N --data FOLDER --json
"""

import asyncio
import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rollplayer.cli import main
from rollplayer.server.common import passkeys as keys
from rollplayer.server.common.problems import Refused
from rollplayer.server.storage.challenges import Challenges
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.passkeys import PasskeyRow, Passkeys
from rollplayer.server.storage.persons import DeviceRow
from tests.server.faulty_persons import rewrite


def replayable() -> None:
    """A challenge can be answered as often as one likes."""

    async def take(self: Challenges, challenge: bytes, person: str | None = None) -> Any:
        asked = self.open.get(challenge)
        if asked is None or asked.person != person:
            raise Refused("spent-challenge")
        return asked.site

    def use(self: Passkeys, id: str, count: int) -> Any:
        return always()

    rewrite(Challenges, "take", take)
    rewrite(Passkeys, "use", use)


async def always() -> bool:
    return True


def borrowed() -> None:
    """Nobody looks for whom a challenge was made."""

    async def take(self: Challenges, challenge: bytes, person: str | None = None) -> Any:
        asked = self.open.pop(challenge, None)
        if asked is None:
            raise Refused("spent-challenge")
        return asked.site

    rewrite(Challenges, "take", take)


def shared() -> None:
    """A challenge is spent once its answer has been looked at."""

    async def take(self: Challenges, challenge: bytes, person: str | None = None) -> Any:
        asked = self.open.get(challenge)
        if asked is None or asked.person != person:
            raise Refused("spent-challenge")
        asyncio.get_running_loop().call_later(0.5, self.open.pop, challenge, None)
        return asked.site

    rewrite(Challenges, "take", take)


def anywhere() -> None:
    """Takes what was signed on pages of whatever origin."""

    def said(site: keys.Site, client_data: bytes) -> keys.Site:
        return replace(site, origin=json.loads(client_data)["origin"])

    read_new, signed_count = keys.read_new, keys.signed_count
    vars(keys)["read_new"] = lambda site, challenge, client_data, *rest: read_new(
        said(site, client_data), challenge, client_data, *rest
    )
    vars(keys)["signed_count"] = lambda site, challenge, passkey, client_data, *rest: signed_count(
        said(site, client_data), challenge, passkey, client_data, *rest
    )


def anybody() -> None:
    """Takes passkeys of other sites."""
    import webauthn.authentication.verify_authentication_response as reading

    parse = vars(reading)["parse_authenticator_data"]

    def trusting(data: bytes) -> Any:
        ours = hashlib.sha256(b"play.example.org").digest()
        return replace(parse(data), rp_id_hash=ours)

    vars(reading)["parse_authenticator_data"] = trusting


def unlocked() -> None:
    """Whoever holds the phone may sign, whether it knows them or not."""
    import webauthn

    verify = webauthn.verify_authentication_response

    def careless(**fields: Any) -> Any:
        return verify(**{**fields, "require_user_verification": False})

    vars(webauthn)["verify_authentication_response"] = careless


def undead() -> None:
    """A passkey that was removed still opens."""

    async def remove(self: Passkeys, person: str, id: str) -> bool:
        def run(db: Database) -> bool:
            gone.update(row[0] for row in db.execute("SELECT credential FROM passkeys"))
            return True

        gone: set[bytes] = set()
        return await self.store.writer.write(run)

    async def of(self: Passkeys, person: str) -> list[PasskeyRow]:
        return []

    rewrite(Passkeys, "remove", remove)
    rewrite(Passkeys, "of", of)


def racing() -> None:
    """Looks how many there are, and adds one later."""

    async def add(self: Passkeys, passkey: PasskeyRow, by: DeviceRow) -> None:
        def run(db: Database) -> None:
            db.execute(
                "INSERT INTO passkeys (id, person, credential, key, count, name, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    passkey.id,
                    passkey.person,
                    passkey.credential,
                    passkey.key,
                    passkey.count,
                    passkey.name,
                    passkey.created,
                ),
            )

        await self.of(passkey.person)
        await self.store.writer.write(run)

    rewrite(Passkeys, "add", add)


def telling() -> None:
    """Says of a passkey that nobody has it."""

    async def find(self: Passkeys, credential: bytes) -> PasskeyRow | None:
        row = await found(self, credential)
        if row is None:
            raise Refused("not-found", what="")
        return row

    found = Passkeys.find
    rewrite(Passkeys, "find", find)


def stealing() -> None:
    """A passkey that has an owner goes to whoever brings it."""

    async def add(self: Passkeys, passkey: PasskeyRow, by: DeviceRow) -> None:
        def run(db: Database) -> None:
            sql = "DELETE FROM passkeys WHERE credential = ?"
            db.execute(sql, (passkey.credential,))

        await self.store.writer.write(run)
        await keep(self, passkey, by)

    keep = Passkeys.add
    rewrite(Passkeys, "add", add)


DEFECTS: dict[str, Callable[[], None]] = {
    each.__name__: each
    for each in (
        replayable,
        borrowed,
        shared,
        anywhere,
        anybody,
        unlocked,
        undead,
        racing,
        telling,
        stealing,
    )
}

if __name__ == "__main__":
    DEFECTS[sys.argv[1]]()
    sys.exit(main(["serve", *sys.argv[2:]]))
