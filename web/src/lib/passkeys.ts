// Passkeys of a person: what the browser is asked, and what it answers. Loaded with the parts that show them.
import { post, serverInfo } from './api';
import { deviceName, newSecret, toText } from './device';
import { useMoreTexts } from './i18n.svelte';
import { me } from './person.svelte';
import type { Passkey, PasskeyQuestion, Passkeys, PasskeyToMake, Person } from './types';

export const usePasskeyTexts = (): Promise<void> =>
  useMoreTexts({
    en: () => import('../../../src/rollplayer/locale/en/passkeys.json'),
    de: () => import('../../../src/rollplayer/locale/de/passkeys.json'),
    fr: () => import('../../../src/rollplayer/locale/fr/passkeys.json'),
  });

/** Browsers keep passkeys for names on https, not for addresses such as 192.168.0.7. */
export const canHold = (): boolean =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

export const isOffered = async (): Promise<boolean> => (await serverInfo()).passkeys;

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

const listed = async (path: string, body: object): Promise<Passkey[]> =>
  (await me.ask<Passkeys>('POST', `/passkeys${path}`, body)).passkeys;

export const getPasskeys = async (): Promise<Passkey[]> =>
  (await me.ask<Passkeys>('GET', '/passkeys')).passkeys;
export const rename = (id: string, name: string): Promise<Passkey[]> => listed('/rename', { id, name });
export const remove = (id: string): Promise<Passkey[]> => listed('/remove', { id });

/** Asks the server what to make, the reader's device to make it, and the server to keep it. */
export async function make(): Promise<Passkey[]> {
  const wanted = await me.ask<PasskeyToMake>('POST', '/passkeys/new', {});
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(wanted.challenge),
      rp: { id: wanted.site, name: 'Roll Player' },
      user: { id: toBytes(wanted.user), name: wanted.name, displayName: wanted.name },
      pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: wanted.known.map((id) => ({ type: 'public-key', id: toBytes(id) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  })) as PublicKeyCredential;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return listed('', {
    client_data: toText(clientDataJSON),
    attestation: toText(attestationObject),
    name: deviceName(),
  });
}

/** Signs this device in with a passkey that the reader's device keeps for this site. */
export async function come(): Promise<void> {
  const { challenge, site } = await post<PasskeyQuestion>('/person/passkeys/ask');
  const chosen = (await navigator.credentials.get({
    publicKey: { challenge: toBytes(challenge), rpId: site, userVerification: 'required' },
  })) as PublicKeyCredential;
  const signed = chosen.response as AuthenticatorAssertionResponse;
  const secret = newSecret();
  const person = await post<Person>('/person/passkeys/come', {
    credential: toText(chosen.rawId),
    user: toText(signed.userHandle!),
    client_data: toText(signed.clientDataJSON),
    authenticator_data: toText(signed.authenticatorData),
    signature: toText(signed.signature),
    secret,
    device: deviceName(),
  });
  await me.begin(secret, person);
}

/** What the browser's refusals mean, as the key of a sentence. */
export const refusal = (error: unknown): string =>
  ({
    NotAllowedError: 'passkey.none-chosen',
    InvalidStateError: 'passkey.known',
    SecurityError: 'passkey.elsewhere',
  })[error instanceof DOMException ? error.name : ''] ?? 'link.lost';
