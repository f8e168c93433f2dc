import { expect, test } from 'vitest';
import { choicesOf, offer, onlyAsides, partsOf } from '../src/lib/decide';

const options = (...notations: string[]) =>
  notations.map((notation, id) => ({ id, notation, text: notation }));

test('pointing at one place is enough where nothing else can be meant', () => {
  const choices = choicesOf(options('take 1', 'take 3'), 'nn');
  expect([...offer(choices, []).glow]).toEqual(['init:1', 'init:3']);
  expect(offer(choices, ['init:3']).done?.option.notation).toBe('take 3');
});

test('two dice are swapped in whichever order they are pointed at', () => {
  const choices = choicesOf(options('swap str1 dex2', 'swap str1 con1', 'pass'), 'nn');
  expect(offer(choices, ['spot:dex2', 'spot:str1']).done?.option.notation).toBe('swap str1 dex2');
  expect([...offer(choices, ['spot:str1']).glow].sort()).toEqual(['spot:con1', 'spot:dex2']);
  expect(offer(choices, []).buttons.map((c) => c.option.notation)).toEqual(['pass']);
});

test('a reroll is never one careless tap', () => {
  const choices = choicesOf(options('reroll int1', 'reroll int2'), 'nn');
  const open = offer(choices, ['spot:int1']);
  expect(open.done).toBeNull();
  expect(open.buttons.map((c) => c.option.notation)).toEqual(['reroll int1']);
});

test('several actions on one die become buttons', () => {
  const choices = choicesOf(options('flip str1', 'nudge str1 up', 'nudge str1 down', 'swap str1 dex1'), 'nn');
  const open = offer(choices, ['spot:str1']);
  expect(open.done).toBeNull();
  expect(open.buttons.map((c) => c.option.notation).sort()).toEqual([
    'flip str1',
    'nudge str1 down',
    'nudge str1 up',
  ]);
  expect([...open.glow]).toEqual(['spot:dex1']);
});

test('any set of dice on Initiative cards can be rerolled', () => {
  const choices = choicesOf(options('reroll i1', 'reroll i2', 'reroll i1 i2', 'pass'), 'nn');
  expect(offer(choices, ['init:1']).buttons.map((c) => c.option.notation)).toEqual(['reroll i1']);
  expect(offer(choices, ['init:1', 'init:2']).buttons.map((c) => c.option.notation)).toEqual([
    'reroll i1 i2',
  ]);
});

test('an arrow is the space it leads to', () => {
  expect(partsOf('move good', 'nn')).toEqual(['space:ng']);
  expect(partsOf('move lawful', 'ce')).toEqual(['space:ne']);
});

test('where nothing can be bought, to discard is what most people want, unless a box offers more', () => {
  const aside = (notation: string) => ({ id: 0, notation, text: notation, aside: true });
  const discards = choicesOf([aside('discard weak'), aside('discard mirage')], 'nn');
  const skill = choicesOf(options('use climb'), 'nn', true);
  expect(onlyAsides([...discards, ...skill])).toBe(true);
  expect(onlyAsides([...discards, ...choicesOf(options('hunt'), 'nn')])).toBe(false);
  expect(onlyAsides([...discards, ...choicesOf(options('buy weak'), 'nn')])).toBe(false);
});
