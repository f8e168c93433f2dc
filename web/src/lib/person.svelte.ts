// Who plays here, if they want to be known again: a person without a password, on as many devices as they like.
import { call, get, post, Problem } from './api';
import { deviceName, deviceSecret, keepSecret, newSecret } from './device';
import { claimable, forgetAll, handOver, heldApart, setApart } from './keys';
import { change, settings } from './settings.svelte';
import type {
  ChangePerson,
  Claimed,
  MadePerson,
  NewLink,
  NewSentence,
  OwnGame,
  Person,
  PersonGames,
  Redeemed,
} from './types';

/** So many games the server takes, or tells, at once. */
const AT_ONCE = 50;

/** The languages a person can have; a test language is nobody's. */
const spoken = () => (settings.language === 'en-XA' ? 'en' : settings.language);

class Me {
  person: Person | null = $state.raw(null);
  /** Whether it is known who this is: somebody or nobody. */
  known = $state(!deviceSecret());
  failed = $state(false);
  /** Shown once, and then nowhere any more. */
  sentence: string[] = $state.raw([]);
  /** So many games this browser holds that are not the person's. */
  apart = $state(heldApart());

  ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return call<T>(method, `/person${path}`, body, [deviceSecret()]);
  }

  /** Asks who this is. A device that was signed out elsewhere is nobody's from then on. */
  async look(): Promise<void> {
    if (!deviceSecret()) {
      this.person = null;
      this.known = true;
      return;
    }
    try {
      this.person = await this.ask<Person>('GET', '');
      this.failed = false;
    } catch (error) {
      this.failed = !this.isOut(error);
    }
    this.known = true;
  }

  /** Whether this device was signed out; it then forgets whose it was. */
  isOut(error: unknown): boolean {
    if (!(error instanceof Problem && error.code === 'not-signed-in')) return false;
    keepSecret('');
    this.person = null;
    return true;
  }

  async make(name: string): Promise<void> {
    // Kept before it is sent: should the answer be lost, the same secret is sent again.
    const secret = deviceSecret() || newSecret();
    if (!keepSecret(secret)) throw new Error('storage');
    try {
      const made = await post<MadePerson>('/person', {
        secret,
        name,
        language: spoken(),
        device: deviceName(),
      });
      setApart(false);
      this.sentence = made.sentence;
      this.person = made.person;
      change('name', made.person.name);
    } catch (error) {
      if (error instanceof Problem) keepSecret('');
      throw error;
    }
    await this.claim().catch(() => undefined); // done again when the games are looked up
  }

  async recover(sentence: string): Promise<void> {
    const secret = newSecret();
    const person = await post<Person>('/person/recover', { sentence, secret, device: deviceName() });
    await this.begin(secret, person);
  }

  /** Signed in from here on, with the name and the language of the person. */
  async begin(secret: string, person: Person): Promise<void> {
    if (!keepSecret(secret)) throw new Error('storage');
    this.person = person;
    change('name', person.name);
    change('language', person.language as 'en' | 'de' | 'fr');
    setApart(true);
    this.apart = heldApart();
  }

  /** The games that this browser held before are the person's, too. */
  async gather(): Promise<void> {
    setApart(false);
    await this.claim();
    this.apart = 0;
  }

  async change(changes: ChangePerson): Promise<void> {
    this.person = await this.ask<Person>('POST', '/change', changes);
    if (changes.name !== undefined) change('name', this.person.name);
    if (changes.language !== undefined) change('language', changes.language);
  }

  async newSentence(): Promise<void> {
    this.sentence = (await this.ask<NewSentence>('POST', '/sentence', {})).sentence;
    await this.look();
  }

  async noted(): Promise<void> {
    await this.change({ noted: true });
    this.sentence = [];
  }

  link = (): Promise<NewLink> => this.ask<NewLink>('POST', '/link', {});

  async confirm(number: string, accept: boolean): Promise<void> {
    this.person = await this.ask<Person>('POST', '/link/confirm', { number, accept });
  }

  redeem = (code: string, secret: string): Promise<Redeemed> =>
    post<Redeemed>('/person/link/redeem', { code, secret, device: deviceName() });

  /** Whether the other device has let this one in. */
  async isLetIn(secret: string): Promise<boolean> {
    try {
      await this.begin(secret, await get<Person>('/person', [secret]));
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not-signed-in') return false;
      throw error;
    }
  }

  async signOut(devices: string[] | null): Promise<void> {
    await this.ask('POST', '/sign-out', devices ? { devices } : {});
    if (devices?.some((id) => this.person?.devices.some((each) => each.this && each.id === id))) {
      keepSecret('');
      this.person = null;
    } else await this.look();
  }

  /** Notes the games whose keys this browser holds, also those from before. */
  async claim(): Promise<void> {
    const games = claimable();
    for (let from = 0; from < games.length; from += AT_ONCE) {
      const some = games.slice(from, from + AT_ONCE);
      const asked = some.map(({ id, tokens }) => ({ id, tokens }));
      const told = await this.ask<Claimed>('POST', '/claim', { games: asked });
      for (const { id, hidden } of some)
        if (hidden && told.claimed.includes(id)) await this.archive(id, true);
      handOver(told.claimed, told.unknown);
    }
  }

  /** The person's games, on whatever device they were begun. */
  async games(most: number): Promise<OwnGame[]> {
    await this.claim();
    const found: OwnGame[] = [];
    let after = '';
    while (found.length < most) {
      const limit = Math.min(AT_ONCE, most - found.length);
      const some = await this.ask<PersonGames>('GET', `/games?limit=${limit}${after}`);
      found.push(...some.games);
      if (!some.next) break;
      after = `&after=${some.next}`;
    }
    return found;
  }

  archive = (id: string, archived: boolean): Promise<unknown> =>
    this.ask('POST', '/archive', { id, archived });

  export = (): Promise<unknown> => this.ask<unknown>('GET', '/export');

  /** Everything, also what this browser remembers. */
  async delete(): Promise<void> {
    await this.ask('POST', '/delete', { delete: 'everything' });
    keepSecret('');
    forgetAll();
    change('name', '');
    this.sentence = [];
    this.person = null;
  }
}

export const me = new Me();
