// The first game: a scripted solitaire hero. Each step offers what it teaches and nothing else.
import { score } from './scoring';
import { Still } from './still.svelte';
import { t } from './i18n.svelte';
import { content, fact, name, textOf } from './content.svelte';
import { ROWS, type GameEvent, type Hero, type Option, type Pending, type Row, type View } from './types';

interface Step { key: string; question?: string; options?: string[]; phase?: string; apply?: (lesson: Lesson, answer: string) => GameEvent[] }

const event = (kind: string, parts: Record<string, unknown> = {}): GameEvent => ({ event: kind, seat: 0, text: '', ...parts });

const STEPS: Step[] = [
  { key: 'welcome', phase: 'dice' },
  {
    key: 'take', phase: 'dice', question: 'take', options: ['take 2'],
    apply: ({ view, hero }) => {
      hero.hand = ['red6'];
      hero.gold += 1;
      Object.assign(view.initiative[1]!, { die: null, gold: 0, taken_by: 0 });
      return [event('initiative-taken', { number: 2, die: 'red6' }), event('gold-gained', { gold: 1, why: 'initiative' })];
    },
  },
  {
    key: 'place', question: 'place', options: ['place str'],
    apply: ({ hero }) => {
      hero.hand = [];
      hero.sheet.str.push('red6');
      hero.gold += 1;
      return [event('die-placed', { spot: 'str3', die: 'red6' }), event('gold-gained', { gold: 1, why: 'full-row' })];
    },
  },
  {
    key: 'action', question: 'action', options: ['flip con2'],
    apply: ({ hero }) => {
      hero.sheet.con[1] = 'blue6';
      return [event('die-turned', { spot: 'con2', die: 'blue6', from: 'blue1' })];
    },
  },
  {
    key: 'market', phase: 'market', question: 'market-turn', options: ['buy longbow'],
    apply: ({ view, hero }) => {
      hero.gold -= 5;
      hero.cards.push('longbow');
      view.market = [null, ...view.market.slice(1)];
      return [event('gold-paid', { gold: 5, why: 'card' }), event('card-bought', { card: 'longbow', from: 'market' })];
    },
  },
  {
    key: 'alignment', phase: 'dice', question: 'move', options: ['move good'],
    apply: ({ hero }) => {
      hero.token = 'ng';
      return [event('token-moved', { space: 'ng', from: 'nn' })];
    },
  },
  {
    key: 'skill', question: 'take', options: ['use acrobatics'],
    apply: ({ hero }) => {
      hero.token = 'cg';
      return [event('skill-used', { card: 'acrobatics' })];
    },
  },
  {
    key: 'swap', question: 'swap', options: ['swap str3 dex3'],
    apply: ({ hero }) => {
      hero.sheet.str[2] = 'white6';
      hero.sheet.dex[2] = 'red6';
      hero.exhausted = ['acrobatics'];
      return [event('dice-swapped', { spot: 'str3', other: 'dex3' })];
    },
  },
  { key: 'scoring', phase: 'end' },
];
export const STEP_COUNT = STEPS.length;

export class Lesson extends Still {
  at = $state(0);
  view!: View;
  hero!: Hero;

  begin(): void {
    const sheet: Record<Row, string[]> = { str: ['gold6', 'green6'], dex: ['blue5', 'purple4', 'white6'], con: ['black5', 'blue1', 'gold6'], int: ['white4', 'red5'], wis: ['red3'], cha: ['white6', 'green2'] };
    this.hero = { seat: 0, race: 'human', side: 'female', class: 'warrior', alignment: 'rebel', backstory: 'brawler', token: 'nn', gold: 6, charisma: 0, sheet, hand: [], cards: ['acrobatics'], exhausted: [], standing: { total: 0, lines: {}, goals: {} } };
    this.view = {
      phase: 'dice', round: 8, rounds: 12, start_player: 0,
      initiative: [{ number: 1, die: 'black2', gold: 0, taken_by: null }, { number: 2, die: 'red6', gold: 1, taken_by: null }, { number: 3, die: 'gold6', gold: 0, taken_by: null }],
      pool: [], market: ['longbow', 'nimble', 'chain-helm'], discard_pile: ['foolish', 'weak'], discard_pile_open: false, trash: ['cunning'], removed: [],
      bag: { green: 6, blue: 6, red: 6, purple: 7, black: 6, white: 6, gold: 8 }, aside: { gold: 1 }, deck: [['search']], heroes: [this.hero],
    };
    this.held = [0];
    this.draw([]);
  }

  override answer(_seat: number, option: number): void {
    const step = STEPS[this.at]!;
    const events = step.apply?.(this, step.options![option]!) ?? [];
    this.at += 1;
    if (STEPS[this.at]?.key === 'alignment') {
      this.view.round = 9;
      this.hero.sheet.wis.push('purple5');
      this.view.initiative = [{ number: 1, die: 'blue1', gold: 0, taken_by: null }, { number: 2, die: 'green3', gold: 1, taken_by: null }, { number: 3, die: null, gold: 0, taken_by: 0 }];
      this.view.market = ['nimble', 'chain-helm', 'search'];
    }
    this.draw(events);
  }

  forward(): void {
    if (this.at < STEPS.length - 1) this.at += 1;
    this.draw([]);
  }

  /** Whether the reader only reads and goes on. */
  get told(): boolean {
    return !STEPS[this.at]?.options;
  }

  get text(): string {
    return t(`learn.${STEPS[this.at]!.key}`);
  }

  draw(events: GameEvent[]): void {
    const step = STEPS[this.at]!;
    if (step.phase) this.view.phase = step.phase;
    const goals = fact('class', 'warrior');
    const counted = score({ ...this.hero, name: '', race: 'human', class: 'warrior', alignment: 'rebel', backstory: 'brawler' }, true);
    this.hero.standing = { total: counted.total, lines: counted.lines, goals: Object.fromEntries(ROWS.map((row) => [row, { score: counted.goals[row].score, met: counted.goals[row].met, goal: String(goals['goals']?.[row] ?? ''), stars: Number(goals['stars']?.[row] ?? 0) }])) };
    const options: Option[] = (step.options ?? []).map((notation, id) => ({ id, notation, text: this.label(notation) }));
    const pending: Pending = { seat: 0, question: step.question ?? '', text: t('learn.step', { n: this.at + 1, of: STEP_COUNT }), explain: '' };
    this.show({ view: structuredClone(this.view), pending, seats: { 0: { options, interjections: [], undo: { can: false, reason: 'nothing', text: '' }, top_card: null } }, over: false, result: null, last_call: null, vote: null }, events);
  }

  private label(notation: string): string {
    const [verb, what] = notation.split(' ') as [string, string];
    void content.now;
    if (verb === 'buy' || verb === 'use') return `${name('card', what)} (${textOf('kind', fact('card', what)['kind'], 'name')})`;
    return notation;
  }
}
