// Names, texts and facts of the content, in the reader's language.
import { get } from './api';
import { loadBoxes, useBoxes } from './boxes.svelte';
import { useBoxTexts } from './i18n.svelte';
import type { Content } from './types';

const empty: Content = {
  language: '',
  edition: '',
  expansions: [],
  hash: '',
  facts: {},
  texts: {},
  house: {},
  score: {
    most_heroes: 0,
    dice: {},
    table: [],
    hero: [],
    program: {
      version: 1,
      spaces: [],
      colors: {},
      fields: {},
      values: [],
      cards: {},
      table: [],
      solitaire: [],
      lost: false,
    },
  },
  boxes: [],
  messages: {},
  verbs: [],
  events: [],
};
export const content: { now: Content } = $state({ now: empty });
const kept = new Map<string, Content>();
let wanted = '';

export async function useContent(
  language: string,
  edition = 'second',
  expansions: string[] = [],
): Promise<void> {
  const key = `${language}.${edition}.${expansions.join()}`;
  wanted = key;
  let found = kept.get(key);
  if (!found) {
    found = await get<Content>(
      `/content?edition=${edition}${expansions.map((each) => `&expansion=${each}`).join('')}`,
    );
    kept.set(key, found);
  }
  const boxes = await loadBoxes(found.boxes);
  // Something else may have been asked for meanwhile.
  if (key !== wanted) return;
  content.now = found;
  useBoxes(boxes);
  useBoxTexts(found.messages);
}

const inOrder = (names: string[]): string => [...names].sort().join();

/** Whether the content of these expansions is here, in whatever order a table names them. */
export const isHere = (expansions: string[]): boolean =>
  Boolean(content.now.edition) && inOrder(content.now.expansions) === inOrder(expansions);

export function setContent(found: Content): void {
  content.now = found;
}

/** What something is called; its id until the content is here. */
export const name = (section: string, id: string | null | undefined): string =>
  id ? (content.now.texts[section]?.[id]?.['name'] ?? id) : '';
export const textOf = (section: string, id: string | null | undefined, key = 'text'): string =>
  id ? (content.now.texts[section]?.[id]?.[key] ?? '') : '';
// Facts have no type of their own: what a section holds say the content files.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const fact = (section: string, id: string | null | undefined): Record<string, any> =>
  (id && content.now.facts[section]?.[id]) || {};
/** What a card costs as it is printed; what it costs a seat says the server. */
export const costOf = (card: string): number => Number(fact('card', card)['cost'] ?? 0);
export const isHouse = (section: string, id: string): boolean =>
  content.now.house[section]?.includes(id) ?? false;
/** The kinds of cards there are, in their order. */
export const cardKinds = (): string[] => Object.keys(content.now.texts['kind'] ?? {});
/** All of a section, by their names. */
export const ids = (section: string): string[] =>
  Object.keys(content.now.facts[section] ?? {}).sort((one, two) =>
    name(section, one).localeCompare(name(section, two)),
  );
