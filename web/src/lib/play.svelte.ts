// What one reader does at a table: which seat acts, which places are picked, what is explained.
import { actsOn, choicesOf, isSkip, mainFirst, offer, type Choice, type Offer, type Target } from './decide';
import { askBoxes } from './boxes.svelte';
import { name } from './content.svelte';
import { has, t } from './i18n.svelte';
import { settings } from './settings.svelte';
import { nextStep } from './next-step';
import type { Hero, Hint, Option, Row } from './types';
import type { GameTable, OwnPart } from './game-table';
import type { Tab } from './shape';

const isDrop = (choice: Choice): boolean => choice.option.notation.startsWith('drop ');
/** An option as a box words it for this reader. */
function worded(option: Option, own: OwnPart): Option {
  const text = askBoxes((box) => box.worded?.(option, own));
  return text ? { ...option, text } : option;
}
const NOTHING: Offer = { glow: new Set(), buttons: [], done: null };

export class Play {
  table: GameTable;
  picked: Target[] = $state([]);
  /** The seat whose sheet is large although another acts. */
  looked: number | null = $state(null);
  /** What is explained: `card:climb`, `row:str` ... */
  help: string | null = $state(null);
  /** The place that was pointed at for it, where that is more than what is explained: `spot:str2`, `init:3` ... */
  place: Target | null = $state(null);
  /** Whether the stars so far are laid open. */
  stars = $state(false);
  pile: 'discard' | 'bag' | 'deck' | 'trash' | null = $state(null);
  /** Where the orders for one's next turn are laid open: the place they are to be about, or ''. */
  ordering: Target | null = $state(null);
  tab: Tab = $state('table');
  said = $state('');
  /** Which of the hints is looked at. */
  marked = $state(0);
  /** The row a die was dragged to straight from its Initiative card. */
  next: Target | null = null;

  constructor(table: GameTable) {
    this.table = table;
  }

  shown = $derived.by(() => this.table.shown);
  view = $derived.by(() => this.table.shown?.view ?? null);
  /** The seat of this reader that is asked, else its first seat, else none. */
  seat = $derived.by((): number | null => {
    const held = this.table.held;
    const asked = this.table.shown?.pending?.seat;
    if (typeof asked === 'number' && held.includes(asked)) return asked;
    const called = this.table.shown?.last_call?.seats.find((seat) => held.includes(seat));
    if (called !== undefined) return called;
    return held[0] ?? null;
  });
  /** Whose sheet is shown large. */
  front = $derived.by((): number => this.looked ?? this.seat ?? 0);
  hero = $derived.by((): Hero | null => this.view?.heroes[this.front] ?? null);
  mine = $derived.by((): OwnPart | null => {
    const own = this.seat === null ? null : (this.shown?.seats[String(this.seat)] ?? null);
    return own && { ...own, options: own.options.map((each) => worded(each, own)) };
  });
  asked = $derived.by(
    () => this.seat !== null && this.shown?.pending?.seat === this.seat && !this.shown.over,
  );
  /** By turns, one may say beforehand what to do. */
  canOrder = $derived.by(() => {
    const room = this.table.room;
    return room?.status === 'running' && room.pace === 'turns' && this.seat !== null && !this.asked;
  });
  called = $derived.by(
    () => this.seat !== null && (this.shown?.last_call?.seats.includes(this.seat) ?? false),
  );
  /** Asked whether one does anything before the round goes on. */
  opened = $derived.by(() => this.asked && this.shown?.pending?.question === 'opening');
  /** Until when others wait for this reader's word. */
  until = $derived.by((): number | null => {
    if (this.opened) return this.shown?.opening?.seat === this.seat ? this.shown.opening.until : null;
    return this.called && !this.asked ? (this.shown?.last_call?.until ?? null) : null;
  });
  choices = $derived.by((): Choice[] => {
    const token = this.seat === null ? 'nn' : (this.view?.heroes[this.seat]?.token ?? 'nn');
    if (!this.mine) return [];
    return [...choicesOf(this.mine.options, token), ...choicesOf(this.mine.interruptions, token, true)];
  });
  offer = $derived.by((): Offer =>
    this.choices.length && this.front === this.seat ? offer(this.choices, this.picked) : NOTHING,
  );
  /** Places in reading order: their numbers on the keyboard. */
  keys = $derived.by(() => {
    const all = [...this.offer.glow].filter((part) => !part.startsWith('card:') || !this.freely.has(part));
    const first = all.filter((part) => part.startsWith('hand:'));
    return (first.length ? first : all).slice(0, 9);
  });
  /** Own cards that may be used at any time: they glow softly. */
  freely = $derived.by((): Set<Target> => {
    const free = new Set<Target>();
    for (const choice of this.choices)
      if (/^(use|drop) /.test(choice.option.notation)) free.add(choice.parts[0]!);
    return free;
  });
  /** At an opening, at a last call and while one has stopped the game: what one may do, each with a button of its own; giving up last. */
  besides = $derived.by((): Choice[] => {
    const between = !this.asked && (this.called || this.stopped === this.seat);
    if (this.seat === null || (!this.opened && !between) || this.front !== this.seat) return [];
    const all = this.choices.filter((choice) => !isSkip(choice));
    return [...all.filter((choice) => !isDrop(choice)), ...all.filter(isDrop)];
  });
  /** What a button alone can answer, or finish; passing has one of its own. */
  buttons = $derived.by((): Choice[] => {
    if (this.besides.length && !this.picked.length) return mainFirst(this.besides);
    return this.front === this.seat ? mainFirst(this.offer.buttons.filter((choice) => !isSkip(choice))) : [];
  });
  /** The cards of the Market; beside them the top card of the deck, while this reader looks at it. */
  market = $derived.by((): (string | null)[] => {
    const cards = this.view?.market ?? [];
    const top = this.front === this.seat ? this.mine?.top_card : null;
    const free = cards.indexOf(null);
    return !top ? cards : free < 0 ? [...cards, top] : cards.map((card, i) => (i === free ? top : card));
  });
  /** Whether a card lies where it has buttons of its own. */
  lies = (card: string): boolean => this.market.includes(card) || (this.hero?.cards.includes(card) ?? false);
  /** What is asked of this reader, in words. */
  question = $derived.by((): string => {
    const used = this.besides.filter((choice) => /^use /.test(choice.option.notation));
    const what = used.map((choice) =>
      choice.option.notation
        .split(' ')
        .slice(1)
        .map((card) => name('card', card))
        .join(': '),
    );
    if (this.asked) return this.shown?.pending?.text ?? '';
    if (!this.called) return '';
    const next = this.shown?.pending?.seat;
    if (typeof next !== 'number') return t('decision.call.chance', { what: what.join(', ') });
    const hero = this.table.room?.seats[next]?.name || t('seat.number', { n: next + 1 });
    const told = { hero, what: what.join(', ') };
    const asked = this.shown?.pending?.question ?? '';
    if (what.length && has(`decision.call.${asked}`)) return t(`decision.call.${asked}`, told);
    return what.length ? t('decision.call', told) : t('decision.call.any', { hero });
  });
  skip = $derived.by((): Choice | null => this.choices.find(isSkip) ?? null);
  /** Asked to buy or discard a card of the Market, and none can be paid. */
  cannotBuy = $derived.by(
    () =>
      this.asked &&
      this.shown?.pending?.question === 'market-turn' &&
      !this.choices.some(({ option }) => option.notation.startsWith('buy ')),
  );
  /** What to point at next; the question alone says what is at stake, and buttons on cards say the rest. */
  step = $derived.by((): string =>
    this.asked && this.front === this.seat && !(this.cannotBuy && !this.picked.length)
      ? nextStep(this.choices, this.offer, this.picked, this.freely)
      : '',
  );
  /** The one answer there is: no decision, so nobody need press anything. After an undo it waits. */
  only = $derived.by((): Choice | null => {
    const last = this.table.entries.at(-1);
    const undone = last?.undo !== undefined && last.who === this.seat;
    if (!this.table.advises || this.table.behind || undone) return null;
    return this.asked && this.choices.length === 1 ? this.choices[0]! : null;
  });

  chanceOf = (seat: number, row: Row): number | null =>
    settings.odds && this.table.odds?.seat === seat ? (this.table.odds.goals[row] ?? null) : null;

  byId = (id: number): Choice | null => this.choices.find((choice) => choice.option.id === id) ?? null;

  /** The option that pointing at a place would choose, or on a card what most people want. */
  towards = (part: Target): Choice | null => {
    if (!this.glows(part)) return null;
    const fitting = this.choices.filter((choice) =>
      [...this.picked, part].every((each) => choice.parts.includes(each)),
    );
    return fitting.length === 1 ? fitting[0]! : (actsOn(fitting, part)[0] ?? null);
  };

  /** The seat of this reader that could stop the game now, and the one that has. */
  stopper = $derived.by(
    (): number | null => this.table.held.find((seat) => this.table.waits[String(seat)]) ?? null,
  );
  stopped = $derived.by((): number | null =>
    this.table.hold && this.table.held.includes(this.table.hold.seat) ? this.table.hold.seat : null,
  );

  /** The seat of this reader that has to confirm its turn. */
  unconfirmed = $derived.by((): number | null =>
    this.table.turnEnd && this.table.held.includes(this.table.turnEnd.seat) ? this.table.turnEnd.seat : null,
  );
  /** The seat whose answer an undo here would take back, and what it would take back. */
  undoer = $derived.by((): number | null => this.unconfirmed ?? this.seat);
  undoable = $derived.by(() =>
    this.undoer === null ? undefined : this.shown?.seats[String(this.undoer)]?.undo,
  );

  /** Stop the game, or let it go on. */
  wait(): void {
    if (this.stopped !== null) this.table.goOn(this.stopped);
    else if (!this.table.hold && this.stopper !== null) this.table.wait(this.stopper);
  }

  /** Whether a hint would help: this reader is asked and has a choice. */
  canHint = $derived.by(() => !__OFFLINE__ && this.table.advises && this.asked && this.choices.length > 1);
  hints = $derived.by((): Hint[] =>
    this.asked && this.table.advice?.seat === this.seat ? this.table.advice.hints : [],
  );
  /** What the hint that is looked at would choose. */
  advised = $derived.by(
    (): Choice | null =>
      this.choices.find(
        (choice) => !choice.interrupt && choice.option.id === this.hints[this.marked]?.option,
      ) ?? null,
  );
  hinted = (part: Target): boolean => this.glows(part) && (this.advised?.parts.includes(part) ?? false);

  /** Ask for a hint, or close the one that is there. */
  hint(): void {
    this.suggesting = false;
    if (this.hints.length || this.table.asking) this.closeHint();
    else if (this.canHint && !this.table.busy && this.seat !== null) {
      this.marked = 0;
      this.table.askHint(this.seat);
    }
  }

  /** Whoever stood in it stands at the button that opens it. */
  closeHint(): void {
    const within = document.activeElement?.closest('.hint');
    this.table.closeHint();
    if (within) document.querySelector<HTMLElement>('.ask-hint')?.focus();
  }

  glows = (part: Target): boolean => this.offer.glow.has(part);
  soft = (part: Target): boolean => this.freely.has(part);
  isPicked = (part: Target): boolean => this.picked.includes(part);
  keyOf = (part: Target): number => (settings.hints ? this.keys.indexOf(part) + 1 : 0);

  /** Why this reader cannot choose a place now; empty where it can, or where nobody would ask. */
  why = (part: Target): string => {
    const reason = this.front === this.seat && !this.glows(part) ? this.mine?.why_not?.[part] : undefined;
    return reason
      ? t(`why.${reason.why}`, {
          ...reason,
          arrow: name('arrow', reason.arrow),
          row: name('row', reason.row),
        })
      : '';
  };

  /** Explain something, and why the place that was pointed at cannot be chosen. */
  explain(what: string, place: Target | null = null): void {
    this.help = what;
    this.place = place;
  }

  whyHelped = $derived.by(
    (): string => (this.place && this.why(this.place)) || (this.help && this.why(this.help)) || '',
  );

  /** What an order could be about, of what is explained: a die, a row, a card of the Market. */
  get orderable(): Target | null {
    const [place, what] = [this.place ?? '', this.help ?? ''];
    if (!this.canOrder) return null;
    if (this.view?.initiative.some((card) => card.die && place === `init:${card.number}`)) return place;
    return /^row:/.test(what) || this.view?.market.some((card) => what === `card:${card}`) ? what : null;
  }

  closeHelp(): void {
    this.help = this.place = null;
  }

  /** Point at a place. Returns whether it meant anything. */
  pick(part: Target): boolean {
    if (this.isPicked(part)) {
      this.picked = this.picked.filter((each) => each !== part);
      return true;
    }
    if (!this.glows(part)) {
      // A second thought: begin anew from here.
      const anew = offer(this.choices, []);
      if (!this.picked.length || !anew.glow.has(part)) return false;
      this.picked = [];
    }
    // A card is looked at alone.
    const picked = part.startsWith('card:')
      ? [part]
      : [...this.picked.filter((each) => !each.startsWith('card:')), part];
    const done = offer(this.choices, picked).done;
    // An answer is still on its way: the last step waits, or all would be picked and nothing left to point at.
    if (done && this.table.busy) return true;
    this.picked = picked;
    if (done) this.choose(done);
    return true;
  }

  choose(choice: Choice): void {
    if (this.table.busy || this.seat === null) return;
    this.picked = [];
    this.closeHelp();
    this.table.answer(this.seat, choice.option.id, choice.interrupt);
  }

  unpick(): void {
    this.picked = [];
    this.next = null;
  }

  option(notation: string): Option | undefined {
    return this.mine?.options.find((each) => each.notation === notation);
  }

  /** Whether starting dice are being arranged: the hint then knows a space for each of them. */
  arranges = $derived.by(
    () =>
      !__OFFLINE__ && this.table.advises && this.asked && this.shown?.pending?.question === 'arrange-dice',
  );
  /** Whether the spaces of a hint are shown, to be taken together. */
  suggesting = $state(false);
  /** What is still to be placed, once one has agreed. */
  private plan: string[] = [];

  /** By space: the die that the hint would put there. */
  ghosts = $derived.by((): Record<string, string> => {
    const hero = this.seat === null ? null : this.view?.heroes[this.seat];
    const hint = this.hints[this.marked];
    if (!hero || !hint || !this.arranges) return {};
    const filled = Object.fromEntries(Object.entries(hero.sheet).map(([row, dice]) => [row, dice.length]));
    const there: Record<string, string> = {};
    for (const notation of [hint.answer, ...hint.way]) {
      const [, die, row] = /^place (\w+\d) (\w+)$/.exec(notation) ?? [];
      if (die && row) there[`${row}${(filled[row] = (filled[row] ?? 0) + 1)}`] = die;
    }
    return there;
  });

  /** Ask for the bot's arrangement: the same that a hint tells. */
  suggest(): void {
    if (!this.hints.length) this.hint();
    this.suggesting = true;
  }

  /** All dice to where their ghosts lie, one answer after the other. */
  agree(): void {
    const hint = this.hints[this.marked];
    if (!hint) return;
    this.plan = [hint.answer, ...hint.way];
    this.suggesting = false;
    this.goOn();
  }

  /** The next answer of the plan, once the last one is on the table. */
  goOn(): void {
    if (!this.plan.length || this.table.busy || this.table.behind) return;
    const next = this.arranges ? this.option(this.plan[0]!) : undefined;
    this.plan = next ? this.plan.slice(1) : [];
    if (next && this.seat !== null) this.table.answer(this.seat, next.id);
  }

  /** The notation line: what the engine would be told. */
  type(line: string): boolean {
    const wanted = line.toLowerCase().trim().split(/\s+/).join(' ');
    const found = this.choices.find((choice) => choice.option.notation === wanted);
    if (!found) return false;
    this.choose(found);
    return true;
  }
}
