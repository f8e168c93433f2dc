import { expect, test } from 'vitest';
import { longestOf, softly } from '../src/lib/long-words';

const seen = (name: string): string => softly(name).replaceAll('\u00ad', '|');

test('a long word is divided between syllables', () => {
  expect(seen('Lederschulterschutz')).toBe('Leder|schul|ter|schutz');
  expect(seen('Taschendiebstahl')).toBe('Taschen|dieb|stahl');
  expect(seen('Vertrauenswürdig')).toBe('Ver|trauens|wür|dig');
  expect(seen('Fingerfertigkeit')).toBe('Fin|ger|fer|tig|keit');
});

test('a word that fits by its size is not', () => {
  expect(softly('Quarterstaff')).toBe('Quarterstaff');
  expect(softly('Concentration du Pouvoir')).toBe('Concentration du Pouvoir');
});

test('the longest word decides, and one that may be divided counts as one that just fits', () => {
  expect(longestOf('Sleight of Hand')).toBe(7);
  expect(longestOf('Heavy Quarterstaff')).toBe(12);
  expect(longestOf('Lederschulterschutz')).toBe(13);
});
