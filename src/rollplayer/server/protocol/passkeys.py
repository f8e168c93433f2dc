"""What HTTP carries about passkeys: the questions for a browser, and its answers. Bytes are base64url."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol.persons import DeviceName, Passkey, Secret

Bytes: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+$(?!\n)", max_length=8000)]
PasskeyId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]


class AddPasskey(b.Body):
    """What ``navigator.credentials.create`` has returned, and what the person calls it."""

    client_data: Bytes
    attestation: Bytes
    name: DeviceName = ""


class RenamePasskey(b.Body):
    id: PasskeyId
    name: DeviceName


class RemovePasskey(b.Body):
    id: PasskeyId


class ComeByPasskey(b.Body):
    """What ``navigator.credentials.get`` has returned, and the secret that this device has made."""

    credential: Bytes
    user: Bytes
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    secret: Secret
    device: DeviceName = ""


class PasskeyToMake(Struct, kw_only=True):
    """What ``navigator.credentials.create`` is asked for; ``known`` are the ones there are."""

    challenge: str
    site: str
    user: str
    name: str
    known: list[str]
    algorithms: list[int]


class PasskeyQuestion(Struct, kw_only=True):
    """What ``navigator.credentials.get`` is asked for."""

    challenge: str
    site: str


class Passkeys(Struct, kw_only=True):
    passkeys: list[Passkey]
