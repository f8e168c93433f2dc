// The pending decision as places on the table. The client knows no rules: it reads the options that
// the server lists and turns each into the set of places one points at to choose it.
import { askBoxes } from './boxes.svelte';
import { content } from './content.svelte';
import { t } from './i18n.svelte';
import { ARROW_STEPS, type Option } from './types';

/** A place on the table such as `spot:con2`, `init:3`, `card:climb`, or `act:NOTATION` for a button. */
export type Target = string;
export interface Choice {
  option: Option;
  parts: Target[];
  interrupt: boolean;
}

const ROW = /^(str|dex|con|int|wis|cha)$/;
const SPOT = /^(str|dex|con|int|wis|cha)[123]$/;
/** Of the sheet, or of what a box lays beside it. */
const isSpot = (word: string): boolean =>
  SPOT.test(word) ||
  (/\d$/.test(word) && Boolean(content.now.score?.program.spaces.includes(word.slice(0, -1))));
/** Verbs that may roll dice or be meant otherwise: pointing is not enough, a button says what happens. */
const SAID = new Set(['reroll', 'nudge', 'buy', 'discard', 'use', 'drop', 'replace']);

export function partsOf(notation: string, token: string): Target[] {
  const ofBox = askBoxes((box) => box.places?.(notation));
  if (ofBox) return ofBox;
  const words = notation.split(' ');
  const verb = words[0]!;
  const rest = words.slice(1);
  const parts: Target[] = [];
  switch (verb) {
    case 'take':
      return [`init:${rest[0]}`];
    case 'place':
      return rest.length === 2 ? [`hand:${rest[0]}`, `row:${rest[1]}`] : [`row:${rest[0]}`];
    case 'lay':
      return [`pool:${rest[0]}`];
    case 'move':
      return [`space:${ARROW_STEPS[rest[0]!]?.[token] ?? rest[0]}`];
    case 'race':
      return [`race:${rest[0]}`, `side:${rest[1]}`];
    case 'class':
      return [`class:${rest[0]}`];
    case 'refresh':
    case 'bring':
      return [`card:${rest[0]}`];
    case 'buy':
    case 'discard':
    case 'use':
    case 'drop':
      return [`card:${rest[0]}`, `act:${notation}`];
  }
  for (const word of rest) {
    if (isSpot(word)) parts.push(`spot:${word}`);
    else if (ROW.test(word)) parts.push(`row:${word}`);
    else if (/^i\d$/.test(word)) parts.push(`init:${word.slice(1)}`);
  }
  if (!parts.length || SAID.has(verb)) parts.push(`act:${notation}`);
  return parts;
}

export const choicesOf = (options: Option[], token: string, interrupt = false): Choice[] =>
  options.map((option) => ({ option, parts: partsOf(option.notation, token), interrupt }));

const onTable = (parts: Target[]): Target[] => parts.filter((part) => !part.startsWith('act:'));
const holds = (choice: Choice, picked: Target[]): boolean =>
  picked.every((part) => choice.parts.includes(part));

export interface Offer {
  /** Places that can be pointed at next. */
  glow: Set<Target>;
  /** Choices that only a button can finish, or that could still become more. */
  buttons: Choice[];
  /** The one choice that is complete. */
  done: Choice | null;
}

/** What is open once some places have been pointed at. */
export function offer(choices: Choice[], picked: Target[]): Offer {
  const fitting = choices.filter((choice) => holds(choice, picked));
  const glow = new Set<Target>();
  const buttons: Choice[] = [];
  const complete: Choice[] = [];
  for (const choice of fitting) {
    const open = onTable(choice.parts).filter((part) => !picked.includes(part));
    for (const part of open) glow.add(part);
    if (open.length === 0) {
      if (choice.parts.some((part) => part.startsWith('act:'))) buttons.push(choice);
      else complete.push(choice);
    }
  }
  const done = picked.length && complete.length === 1 && fitting.length === 1 ? complete[0]! : null;
  if (!done && picked.length) buttons.unshift(...complete);
  return { glow, buttons, done };
}

/** Options that a button alone can answer come first in reading order, skipping comes last. */
export function isSkip(choice: Choice): boolean {
  return choice.option.notation === 'pass';
}

/** Whether a button on one thing of the table gives this answer: a card that is bought, used or discarded. */
const actsOnOne = (choice: Choice, part: Target): boolean =>
  choice.parts.some((each) => each.startsWith('act:')) &&
  onTable(choice.parts).length === 1 &&
  choice.parts.includes(part);

/** What can be done with a card, what most people want first. */
export function actsOn(choices: Choice[], part: Target): Choice[] {
  const all = choices.filter((choice) => actsOnOne(choice, part));
  return mainFirst(all);
}

/** What most people want comes first, what declines or gives up comes last. */
export const mainFirst = (choices: Choice[]): Choice[] => [
  ...choices.filter(({ option }) => !option.aside),
  ...choices.filter(({ option }) => option.aside),
];

/** Whether nothing but what declines or gives up is left: then that is what most people want. */
export const onlyAsides = (choices: Choice[]): boolean =>
  choices.every(({ option, interrupt }) => option.aside || interrupt);

/** A button on the thing itself need not name it again. */
export function actText({ option }: Choice, prices: Record<string, number> = {}): string {
  const [verb, card] = option.notation.split(' ') as [string, string];
  const tokens = Number(/ with (\d+) token/.exec(option.notation)?.[1] ?? 0);
  switch (verb) {
    case 'buy':
      return card in prices ? t('act.buy', { gold: prices[card]! - tokens, tokens }) : option.text;
    case 'discard':
      return t('act.discard');
    case 'use':
      return option.notation.includes(' on ') ? option.text : t('act.use');
    case 'drop':
      return t('act.drop');
    default:
      return option.text;
  }
}

/** In full, and with the words that are seen: who speaks to the page says those. */
export function actSpoken(choice: Choice, prices?: Record<string, number>): string {
  const seen = actText(choice, prices);
  return choice.option.text.includes(seen) ? choice.option.text : `${seen}: ${choice.option.text}`;
}

export const rolls = (choice: Choice): boolean => choice.option.notation.startsWith('reroll');
