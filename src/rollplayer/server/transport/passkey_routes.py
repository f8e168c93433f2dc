"""The routes of passkeys: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import passkeys as k
from rollplayer.server.protocol import persons as p
from rollplayer.server.transport import passkeys
from rollplayer.server.transport.http import LANGUAGE, Route
from rollplayer.server.transport.person_routes import ARRIVES, PERSON, SIGNED_IN, post

PASSKEYS: Final = "/passkeys"

PASSKEY_ROUTES: Final = (
    Route(
        "GET",
        PERSON + PASSKEYS,
        "A person's passkeys",
        passkeys.get_passkeys,
        query=(LANGUAGE,),
        returns=k.Passkeys,
        refuses=SIGNED_IN,
        tokens=True,
    ),
    Route(
        "POST",
        PERSON + PASSKEYS,
        "Keep the passkey that a browser has made",
        passkeys.add_passkey,
        query=(LANGUAGE,),
        body=k.AddPasskey,
        returns=k.Passkeys,
        status=201,
        refuses=(*SIGNED_IN, "spent-challenge", "wrong-passkey", "too-many-passkeys"),
        tokens=True,
    ),
    post(
        PASSKEYS + "/new",
        "What a browser needs to make a passkey",
        passkeys.ask_for_passkey,
        b.Nothing,
        k.PasskeyToMake,
        "not-offered",
    ),
    post(
        PASSKEYS + "/rename",
        "Another name for a passkey",
        passkeys.rename_passkey,
        k.RenamePasskey,
        k.Passkeys,
        "not-found",
    ),
    post(
        PASSKEYS + "/remove",
        "A passkey opens nothing any more",
        passkeys.remove_passkey,
        k.RemovePasskey,
        k.Passkeys,
        "not-found",
    ),
    Route(
        "POST",
        PERSON + PASSKEYS + "/ask",
        "What a passkey is to sign",
        passkeys.ask_passkeys,
        query=(LANGUAGE,),
        body=b.Nothing,
        returns=k.PasskeyQuestion,
        refuses=("not-offered", *ARRIVES),
    ),
    Route(
        "POST",
        PERSON + PASSKEYS + "/come",
        "Come with a passkey",
        passkeys.come_by_passkey,
        query=(LANGUAGE,),
        body=k.ComeByPasskey,
        returns=p.Person,
        status=201,
        refuses=(
            "spent-challenge",
            "wrong-passkey",
            "doubted-passkey",
            "too-many-devices",
            "not-signed-in",
            "not-saved",
        ),
    ),
)
