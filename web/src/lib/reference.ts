// What the rules page can be asked for: phases, words, decisions and everything printed, found in any of our languages.
import { get } from './api';
import { content, fact, isHouse, name, textOf } from './content.svelte';
import { ROWS, SPACES, type Content, type Rules } from './types';

export interface Item {
  /** `card:climb`: also its address on the page. */
  key: string;
  group: string;
  icon: string;
  title: string;
  text: string;
  note: string;
  house: boolean;
}
export const LANGUAGES = ['en', 'de', 'fr'];
/** Printed things of the base game, in their order; those of boxes follow. */
const PRINTED = ['class', 'race', 'card', 'alignment', 'backstory'];

export const fold = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** What a thing says, where that is no sentence: the dice of a Backstory, the grid of an Alignment. */
function described(section: string, id: string): string {
  const { dice, grid } = fact(section, id) as { dice?: Record<string, [string, number]>; grid?: number[][] };
  if (section === 'backstory' && dice)
    return ROWS.flatMap((row) => {
      const [color, place] = dice[row] ?? [];
      return color ? `${name('row', row)} ${place}: ${name('color', color)}` : [];
    }).join('; ');
  if (section === 'alignment' && grid)
    return SPACES.flatMap((space, at) => {
      const stars = grid.flat()[at] ?? 0;
      return stars ? `${name('alignment_space', space)}: ${stars > 0 ? '+' : '−'}${Math.abs(stars)}` : [];
    }).join('; ');
  return textOf(section, id);
}

function printed(section: string): Item[] {
  return Object.keys(content.now.facts[section] ?? {})
    .filter((id) => textOf(section, id, 'name'))
    .map((id) => {
      const kind = section === 'card' ? ` (${name('kind', fact('card', id)['kind'])})` : '';
      return {
        key: `${section}:${id}`,
        group: section,
        icon: ['alignment', 'backstory'].includes(section) ? section : `${section}-${id}`,
        title: name(section, id) + kind,
        text: [textOf(section, id, 'ability'), described(section, id)].filter(Boolean).join(': '),
        note: textOf(section, id, 'note'),
        house: isHouse(section, id),
      };
    });
}

/** Everything that can be looked up, besides the numbered rules, in the reader's language. */
export function entries(rules: Rules | null): Item[] {
  const told = (group: string, icon: string) => (each: { id: string; name: string; text: string }) => ({
    key: `${group}:${each.id}`,
    group,
    icon,
    title: each.name,
    text: each.text,
    note: '',
    house: false,
  });
  const sections = Object.keys(content.now.facts);
  return [
    ...(rules?.phases ?? []).map(told('phase', 'replay')),
    ...(rules?.terms ?? []).map(told('term', 'shield')),
    ...(rules?.questions ?? [])
      .filter(({ explain }) => explain)
      .map(({ key, question, explain }) =>
        told('question', 'rules')({ id: key, name: question, text: explain }),
      ),
    ...[...PRINTED, ...sections.filter((section) => !PRINTED.includes(section))].flatMap(printed),
    ...(rules?.variants ?? []).map(told('variant', 'dice')),
  ];
}

/** The names of all things in the other languages, by key; fetched when somebody begins to search. */
export async function otherNames(language: string, expansions: string[]): Promise<Map<string, string>> {
  const boxes = expansions.map((each) => `&expansion=${each}`).join('');
  const others = LANGUAGES.filter((each) => each !== language);
  const all = await Promise.all(
    others.map((each) => get<Content>(`/content?edition=second${boxes}&language=${each}`)),
  );
  const names = new Map<string, string>();
  for (const { texts } of all)
    for (const [section, things] of Object.entries(texts))
      for (const [id, { name: called = '' }] of Object.entries(things)) {
        const key = `${section}:${id}`;
        names.set(key, `${names.get(key) ?? ''} ${called}`);
      }
  return names;
}
