// The course of a game as one line a turn: who, which die, where to, and what it brought.
import { askBoxes } from './boxes.svelte';
import { name, textOf } from './content.svelte';
import { colorOf, faceOf } from './dice';
import { t } from './i18n.svelte';
import { QUIET } from './log-entries';
import type { Entry, GameEvent } from './types';

export interface Story {
  key: string;
  /** Whose turn it tells of; null for what the round itself brings. */
  seat: number | null;
  text: string;
  /** The spaces of that hero's sheet on which something has changed. */
  spots: string[];
}

/** What one hero has done. */
export interface Deeds {
  seat: number;
  text: string;
}

/** Something that was done, or what came of it. */
interface Words {
  text: string;
  act?: boolean | undefined;
  /** A sentence that begins with something else than the hero: it stands after the hero's own. */
  whole?: boolean | undefined;
  /** A line of its own, whoever's turn it is. */
  alone?: boolean | undefined;
}

/** Entries that are looked at: the latest turns are told. */
const LATEST = 120;
/** How many turns are told. */
const MOST_STORIES = 12;

export const dieName = (die: string): string => `${name('color', colorOf(die))} ${faceOf(die)}`;
const spotName = (spot: string): string => `${textOf('row', spot.slice(0, 3), 'short')} ${spot.slice(3)}`;
const act = (key: string, args = {}): Words => ({ text: t(`story.${key}`, args), act: true });
const gain = (key: string, args = {}): Words => ({ text: t(`story.${key}`, args) });

/** A few words for an event; null where there is nothing to say. */
function wordsOf(event: GameEvent, hero: string): Words | null {
  const ofBox = askBoxes((box) => box.told?.(event));
  if (ofBox !== undefined) return ofBox;
  const spot = event.spot ? spotName(event.spot) : '';
  switch (event.event) {
    case 'initiative-taken':
      return act('took', { number: event.number ?? 0, die: dieName(event.die!) });
    case 'die-placed':
      return act('placed', { spot });
    case 'gold-gained':
      return gain('gold', { n: event.gold ?? 0 });
    case 'gold-paid':
      return gain('paid', { n: event.gold ?? 0 });
    case 'action-taken':
      return act('action', { row: name('row', event.row) });
    case 'die-turned':
    case 'die-rerolled':
      return gain('turned', { spot, from: faceOf(event.from!), to: faceOf(event.die!) });
    case 'dice-swapped':
      return gain('swapped', { spot, other: spotName(event.other!) });
    case 'token-moved':
      return gain('token', { space: name('alignment_space', event.space) });
    case 'charisma-gained':
      return gain('charisma', { n: event.tokens ?? 1 });
    case 'card-bought':
      return act('bought', { card: name('card', event.card) });
    case 'card-discarded':
      return act('discarded', { card: name('card', event.card) });
    case 'skill-used':
      return act('used', { card: name('card', event.card) });
    case 'phase-began':
    case 'initiative-returned':
    case 'skill-exhausted':
    case 'charisma-spent':
      return null;
  }
  if (QUIET.has(event.event) || !event.text) return null;
  // The server's sentence, without the name that the line begins with.
  if (!hero || !event.text.startsWith(`${hero} `)) return { text: event.text, whole: true };
  return { text: event.text.slice(hero.length + 1).replace(/[.]$/, ''), act: true };
}

/** What changed on the sheet. */
const spotsOf = (event: GameEvent): string[] =>
  [event.spot, event.other, event.event === 'die-slid' ? event.to : undefined].filter(
    (spot): spot is string => spot !== undefined,
  );

/** Acts first, then what they brought: "took card 3 (gold 5): +1 Gold; placed it on STR 1: +2 Gold". */
function joined(all: Words[][]): string {
  return all
    .map((words) => {
      const acts = words.filter((each) => each.act).map((each) => each.text);
      const gains = words.filter((each) => !each.act).map((each) => each.text);
      return [acts.join(', '), gains.join(', ')].filter(Boolean).join(': ');
    })
    .filter((part, at, parts) => part && part !== parts[at - 1])
    .join('; ');
}

const lineOf = (event: GameEvent, { text, whole }: Words, names: string[]): string =>
  whole || event.seat === undefined ? text : t('story.line', { hero: names[event.seat] ?? '', what: text });

class Turn {
  readonly spots: string[] = [];
  private readonly said: Words[][] = [];
  /** What happened to others, with their names, and what has no hero. */
  private readonly beside: string[] = [];
  private placed = 0;

  constructor(
    readonly key: string,
    readonly seat: number,
    private readonly hero: string,
  ) {}

  tell(events: GameEvent[], names: string[]): void {
    const words: Words[] = [];
    for (const event of events) {
      const others = event.seat !== undefined && event.seat !== this.seat;
      const said = wordsOf(event, others ? (names[event.seat!] ?? '') : this.hero);
      if (said && (others || said.whole)) this.beside.push(lineOf(event, said, names));
      else if (said) words.push(said);
      if (!others) this.spots.push(...spotsOf(event));
      if (event.event === 'die-placed') this.placed += 1;
    }
    if (words.length) this.said.push(words);
  }

  story(): Story | null {
    // Starting dice are placed all at once.
    const what = this.placed > 2 ? t('story.arranged', { n: this.placed }) : joined(this.said);
    const lines = [...(what ? [t('story.line', { hero: this.hero, what })] : []), ...this.beside];
    if (!lines.length) return null;
    return { key: this.key, seat: this.seat, text: lines.join(' '), spots: this.spots };
  }
}

/** What a round brings before anybody acts. */
function roundStory(key: string, events: GameEvent[]): Story | null {
  const round = events.find((event) => event.event === 'phase-began' && event.phase === 'roll')?.round;
  const all = (kind: string) => events.filter((event) => event.event === kind);
  const cards = all('card-revealed').map((event) => name('card', event.card));
  const dice = all('die-laid').map((event) => dieName(event.die!));
  const parts = [
    cards.length ? t('story.cards', { cards: cards.join(', ') }) : '',
    dice.length ? t('story.dice', { dice: dice.join(', ') }) : '',
  ].filter(Boolean);
  if (!round || !parts.length) return null;
  return { key, seat: null, text: `${t('story.round', { n: round })} ${parts.join(' ')}`, spots: [] };
}

/** The latest turns and rounds, the newest last. */
export function storiesOf(entries: Entry[], names: string[]): Story[] {
  const stories: Story[] = [];
  let turn = null as Turn | null;
  let between: GameEvent[] = [];
  let begun = '';
  const add = (story: Story | null | undefined): void => void (story && stories.push(story));
  const close = (): void => {
    add(turn?.story());
    turn = null;
  };
  for (const entry of entries.slice(-LATEST)) {
    if (entry.undo) {
      close();
      add({ key: `${entry.n}`, seat: null, text: entry.text ?? '', spots: [] });
      continue;
    }
    const events = entry.events ?? [];
    if (typeof entry.who === 'number' && turn?.seat !== entry.who) {
      close();
      add(roundStory(begun, between));
      between = [];
      turn = new Turn(`${entry.n}`, entry.who, names[entry.who] ?? '');
    }
    const told = events.map((event) => wordsOf(event, names[event.seat ?? -1] ?? ''));
    const ends = events.findIndex((event, at) => event.event === 'phase-began' || told[at]?.alone);
    const own = ends < 0 ? events : events.slice(0, ends);
    if (turn) turn.tell(own, names);
    if (ends >= 0) {
      close();
      begun = `${entry.n}.round`;
    }
    if (!turn) between.push(...(ends < 0 ? events : events.slice(ends)));
    events.forEach((event, at) => {
      const words = told[at];
      if (!words?.alone) return;
      const text = lineOf(event, words, names);
      add({ key: `${entry.n}.${at}`, seat: event.seat ?? null, text, spots: [] });
    });
  }
  close();
  add(roundStory(begun, between));
  return stories.slice(-MOST_STORIES);
}

/** What each of the others has done since this seat acted last, and what was told before that. */
export function sinceLastAct(stories: Story[], own: number): { deeds: Deeds[]; before: Story[] } {
  const from = stories.findLastIndex((story) => story.seat === own) + 1;
  const texts = new Map<number, string>();
  for (const { seat, text } of stories.slice(from))
    if (seat !== null) texts.set(seat, [texts.get(seat), text].filter(Boolean).join(' '));
  return {
    deeds: [...texts].map(([seat, text]) => ({ seat, text })),
    before: stories.filter((story, at) => at < from || story.seat === null),
  };
}
