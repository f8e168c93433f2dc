"""Passkeys (WebAuthn): whether a signature is by the key, for this site, and for what was asked.

The reading and checking is done by ``webauthn``, which ``pip install rollplayer[passkeys]`` brings; without
it a server offers no passkeys and says so.
"""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from rollplayer.server.common.base64url import to_bytes, to_text

LONGEST_ID: Final = 1023
"""Bytes; the standard asks to refuse longer ones."""
ALGORITHMS: Final = (-8, -7, -257)
"""Ed25519, P-256 and RSA, as COSE numbers them: all that browsers make."""


class NotVerified(ValueError):
    """Whatever was sent is no signature that counts here."""


@dataclass(frozen=True)
class Site:
    """Where browsers have this server, and the name that its passkeys belong to."""

    origin: str
    name: str


@dataclass(frozen=True)
class Passkey:
    """What is kept of a passkey."""

    credential: bytes
    key: bytes
    count: int


def is_available() -> bool:
    return find_spec("webauthn") is not None


def challenge_in(client_data: bytes) -> bytes:
    """What a browser says that it was asked."""
    try:
        return to_bytes(json.loads(client_data)["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NotVerified("no challenge") from error


def read_new(site: Site, challenge: bytes, client_data: bytes, attestation: bytes) -> Passkey:
    """The passkey that a browser has made for this challenge; raises NotVerified.

    Who has built it does not matter here, so nothing is asked about that.
    """
    from webauthn import verify_registration_response
    from webauthn.helpers import parse_attestation_object
    from webauthn.helpers.cose import COSEAlgorithmIdentifier
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    try:
        named = parse_attestation_object(attestation).auth_data.attested_credential_data
        id = named.credential_id if named is not None else b""
        made = verify_registration_response(
            credential=RegistrationCredential(
                id=to_text(id),
                raw_id=id,
                response=AuthenticatorAttestationResponse(
                    client_data_json=client_data, attestation_object=attestation
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(each) for each in ALGORITHMS],
        )
    except Exception as error:
        # A stranger's bytes, read by several libraries: whatever they stumble over, it is no passkey.
        raise NotVerified(f"{type(error).__name__}: {error}") from error
    if len(made.credential_id) > LONGEST_ID:
        raise NotVerified("the id is too long")
    return Passkey(made.credential_id, made.credential_public_key, made.sign_count)


def signed_count(
    site: Site,
    challenge: bytes,
    passkey: Passkey,
    client_data: bytes,
    authenticator_data: bytes,
    signature: bytes,
) -> int:
    """How often the passkey has signed, this time included; raises NotVerified if this is not its signature."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.structs import AuthenticationCredential, AuthenticatorAssertionResponse

    try:
        verified = verify_authentication_response(
            credential=AuthenticationCredential(
                id=to_text(passkey.credential),
                raw_id=passkey.credential,
                response=AuthenticatorAssertionResponse(
                    client_data_json=client_data,
                    authenticator_data=authenticator_data,
                    signature=signature,
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=passkey.key,
            # Compared in the store once the signature is known to be right: else anybody could
            # bring a passkey into doubt.
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except Exception as error:
        # As above.
        raise NotVerified(f"{type(error).__name__}: {error}") from error
    return verified.new_sign_count
