"""The routes of passkeys: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import passkeys as k
from rollplayer.server.protocol import persons as p
from rollplayer.server.transport import passkeys
from rollplayer.server.transport.person_routes import ARRIVING, SIGNED_IN

PASSKEYS: Final = "/passkeys"

PASSKEY_ROUTES: Final = (
    SIGNED_IN.get(PASSKEYS, "A person's passkeys", passkeys.get_passkeys, k.Passkeys),
    SIGNED_IN.post(
        PASSKEYS,
        "Keep the passkey that a browser has made",
        passkeys.add_passkey,
        k.AddPasskey,
        k.Passkeys,
        "spent-challenge",
        "wrong-passkey",
        "too-many-passkeys",
        status=201,
    ),
    SIGNED_IN.post(
        PASSKEYS + "/new",
        "What a browser needs to make a passkey",
        passkeys.ask_for_passkey,
        b.Nothing,
        k.PasskeyToMake,
        "not-offered",
    ),
    SIGNED_IN.post(
        PASSKEYS + "/rename",
        "Another name for a passkey",
        passkeys.rename_passkey,
        k.RenamePasskey,
        k.Passkeys,
        "not-found",
    ),
    SIGNED_IN.post(
        PASSKEYS + "/remove",
        "A passkey opens nothing any more",
        passkeys.remove_passkey,
        k.RemovePasskey,
        k.Passkeys,
        "not-found",
    ),
    ARRIVING.post(
        PASSKEYS + "/ask",
        "What a passkey is to sign",
        passkeys.ask_passkeys,
        b.Nothing,
        k.PasskeyQuestion,
        "not-offered",
        "too-many-persons",
    ),
    ARRIVING.post(
        PASSKEYS + "/come",
        "Come with a passkey",
        passkeys.come_by_passkey,
        k.ComeByPasskey,
        p.Person,
        "spent-challenge",
        "wrong-passkey",
        "doubted-passkey",
        "too-many-devices",
        "not-signed-in",
        status=201,
    ),
)
