import { expect, test } from 'vitest';
import { complaintOf } from '../src/lib/complaints';

const NAMES: Record<string, string> = { 'chain-helm': 'Chain Helm', proud: 'Proud' };
const read = (message: string, ...heroes: string[]) =>
  complaintOf(message, heroes, 'Cards', (id) => NAMES[id]);

test('a complaint goes to the hero it is about, and names cards as people do', () => {
  expect(read('Bo, cards: proud already belongs to Ada; each card exists only once.', 'Ada', 'Bo')).toEqual({
    hero: 1,
    text: 'Bo, Cards: Proud already belongs to Ada; each card exists only once.',
  });
  expect(read('Bo, cards : chain-helm (1), d’éclat', 'Bo').text).toBe('Bo, Cards : Chain Helm (1), d’éclat');
});

test('what is about all belongs to nobody, and of two like names the longer is meant', () => {
  expect(read('sheet: all heroes together have 12 red dice.', 'Ada').hero).toBeNull();
  expect(read('Ada, the Elder, gold: proud is not a number.', 'Ada', 'Ada, the Elder')).toEqual({
    hero: 1,
    text: 'Ada, the Elder, gold: proud is not a number.',
  });
});
