// The heroes of a physical table as somebody fills them in: kept in the browser, cleared of what a box
// took with it, counted, and looked at by the server where there is one.
import { post, Problem } from './api';
import { complaintOf, type Complaint } from './complaints';
import { content, isHere } from './content.svelte';
import { colorOf } from './dice';
import { t } from './i18n.svelte';
import { scoreSheet, type Score, type Sheet, type TableFields } from './scoring';
import { ROWS, type AskedField, type ExpansionInfo, type Row, type Scored } from './types';

const HEROES_KEY = 'rollplayer.scorer';
const TABLE_KEY = 'rollplayer.scorer.table';
const BOXES_KEY = 'rollplayer.scorer.boxes';
/** What each hero has one of. */
export const SECTIONS = ['race', 'class', 'alignment', 'backstory'] as const;

export type Box = Pick<ExpansionInfo, 'id' | 'name' | 'text'>;
interface Kept {
  expansions: string[];
  about: TableFields;
}

function stored<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T) ?? otherwise;
  } catch {
    return otherwise;
  }
}
function keep(key: string, what: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Then it is only kept while the page is open.
  }
}
const blank = (n: number): Sheet => ({
  name: t('seat.number', { n }),
  race: '',
  class: '',
  alignment: '',
  token: 'nn',
  backstory: '',
  sheet: Object.fromEntries(ROWS.map((row) => [row, [null, null, null]])) as Sheet['sheet'],
  gold: 0,
  cards: [],
});
/** The fields that have been filled in. */
const filled = (fields: AskedField[], of: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter((field) => of[field.name] != null && of[field.name] !== '')
      .map((field) => [field.name, of[field.name]]),
  );

export class ScorerTable {
  heroes: Sheet[] = $state([]);
  boxes: Box[] = $state([]);
  expansions: string[] = $state([]);
  about: TableFields = $state({ solitaire: false });
  /** Which hero is filled in. */
  at = $state(0);
  /** What the server refuses, and what it doubts. */
  refused: Complaint | null = $state(null);
  doubts: string[] = $state([]);

  constructor() {
    const kept = stored<Kept>(TABLE_KEY, { expansions: [], about: { solitaire: false } });
    const heroes = stored<Sheet[]>(HEROES_KEY, []);
    this.heroes = heroes.length ? heroes : [blank(1)];
    this.boxes = stored<Box[]>(BOXES_KEY, []);
    ({ expansions: this.expansions, about: this.about } = kept);
  }

  /** What is wrong with the hero that is filled in, or with all. */
  complaint = $derived.by(() =>
    this.refused && (this.refused.hero ?? this.at) === this.at ? this.refused.text : '',
  );
  hero = $derived.by(() => this.heroes[this.at]!);
  form = $derived.by(() => (content.now.edition ? content.now.score : undefined));
  ready = $derived.by(() => Boolean(this.form) && isHere(this.expansions));
  scores = $derived.by((): Score[] =>
    this.ready ? this.heroes.map((hero) => scoreSheet(hero, this.about)) : [],
  );
  score = $derived.by((): Score | undefined => this.scores[this.at]);
  best = $derived.by(() => Math.max(...this.scores.map(({ total }) => total)));
  /** What is asked of each hero: without what all share, and without cards, which stand among the cards. */
  heroFields = $derived.by(() =>
    (this.form?.hero ?? [])
      .filter((field) => field.sort !== 'cards' && !this.form!.table.some(({ name }) => name === field.name))
      .sort((one, two) => Number(one.sort === 'ids') - Number(two.sort === 'ids')),
  );
  /** The table as the server reads it: without what nobody has filled in. */
  body = $derived.by(() => ({
    solitaire: this.about.solitaire,
    ...filled(this.form?.table ?? [], this.about),
    heroes: this.heroes.map((hero, i) => this.heroBody(hero, i)),
  }));

  keepHeroes(): void {
    keep(HEROES_KEY, this.heroes);
  }

  keepTable(): void {
    keep(TABLE_KEY, { expansions: this.expansions, about: this.about });
  }

  /** Apart from heroes and table: what the server says late must not write over those of another tab. */
  keepBoxes(): void {
    keep(BOXES_KEY, this.boxes);
  }

  add(): void {
    let n = this.heroes.length + 1;
    while (this.heroes.some((hero) => hero.name === t('seat.number', { n }))) n += 1;
    this.heroes.push(blank(n));
    this.at = this.heroes.length - 1;
  }

  remove(): void {
    this.heroes.splice(this.at, 1);
    this.at = 0;
  }

  reset(): void {
    this.heroes = [blank(1)];
    this.about = { solitaire: false };
    this.at = 0;
  }

  /** What a box has brought goes with it. */
  tidy(): void {
    if (!this.ready) return;
    const { dice, table, most_heroes } = this.form!;
    for (const hero of this.heroes) tidyHero(hero, Object.keys(dice));
    for (const key of Object.keys(this.about))
      if (key !== 'solitaire' && !table.some((field) => field.name === key)) delete this.about[key];
    if (this.heroes.length > most_heroes) this.heroes.length = most_heroes;
    if (this.at >= this.heroes.length) this.at = 0;
  }

  /** Asks the server what cannot lie on a table; without one, nothing is said. */
  async check(body: unknown, isLate: () => boolean): Promise<void> {
    const boxes = this.expansions.map((each) => `&expansion=${each}`).join('');
    try {
      const { warnings } = await post<Scored>(`/score?edition=second${boxes}`, body);
      if (!isLate()) [this.refused, this.doubts] = [null, warnings];
    } catch (error) {
      const refused = error instanceof Problem && error.code === 'bad-score';
      if (!isLate()) [this.refused, this.doubts] = [refused ? this.read(error.message) : null, []];
    }
  }

  private read(message: string): Complaint {
    const heroes = this.heroes.map((hero, i) => hero.name.trim() || String(i + 1));
    return complaintOf(
      message,
      heroes,
      t('table.own-cards'),
      (id) => content.now.texts['card']?.[id]?.['name'],
    );
  }

  private heroBody(hero: Sheet, i: number): Record<string, unknown> {
    const chosen = SECTIONS.filter((section) => hero[section]);
    return {
      name: hero.name.trim() || String(i + 1),
      token: hero.token,
      gold: hero.gold,
      cards: hero.cards,
      sheet: Object.fromEntries(
        ROWS.map((row) => [row, hero.sheet[row].slice(0, hero.sheet[row].findLastIndex(Boolean) + 1)]),
      ),
      ...Object.fromEntries(chosen.map((section) => [section, hero[section]])),
      ...filled(this.heroFields, hero),
    };
  }
}

function tidyHero(hero: Sheet, kinds: string[]): void {
  const known = (section: string, id: string) => id in (content.now.facts[section] ?? {});
  for (const section of SECTIONS) if (hero[section] && !known(section, hero[section])) hero[section] = '';
  if (hero.cards.some((card) => !known('card', card)))
    hero.cards = hero.cards.filter((card) => known('card', card));
  for (const row of ROWS)
    hero.sheet[row].forEach((die, place) => {
      if (die && !kinds.includes(colorOf(die))) hero.sheet[row][place] = null;
    });
}

/** The next open space after one, in reading order; without one, the first that is open. */
export function nextOpen(hero: Sheet, after: [Row, number] | null): [Row, number] | null {
  const order = ROWS.flatMap((each) => [0, 1, 2].map((at): [Row, number] => [each, at]));
  const here = order.findIndex(([each, at]) => each === after?.[0] && at === after[1]);
  return order.slice(here + 1).find(([each, at]) => !hero.sheet[each][at]) ?? null;
}
