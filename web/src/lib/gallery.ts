// Everything printed on components, of the base game and the boxes installed here, as an index: what the
// gallery shows and what a search finds, by its names in all languages.
import { get, serverInfo } from './api';
import { fold, LANGUAGES } from './reference';
import { settings } from './settings.svelte';
import type { Content } from './types';

export interface Entry {
  /** `card:climb`; the section and the id are also its address: `/gallery/card/climb`. */
  key: string;
  section: string;
  id: string;
  name: string;
  /** By language. */
  names: Record<string, string>;
  text: string;
  note: string;
  /** The box it comes from; empty for the base game. */
  box: string;
  kind: string;
  color: string;
  price: number | null;
  house: boolean;
  /** All that a search looks at, folded. */
  words: string;
}

export interface Gallery {
  entries: Entry[];
  sections: string[];
  expansions: string[];
}

export const addressOf = (entry: Pick<Entry, 'section' | 'id'>): string =>
  `/gallery/${entry.section}/${entry.id}`;

const contentOf = (language: string, edition: string, boxes: string[]): Promise<Content> =>
  get<Content>(
    `/content?edition=${edition}${boxes.map((box) => `&expansion=${box}`).join('')}&language=${language}`,
  );

/** Sections whose things have names: cards and sheets, not the numbers behind them. */
const named = (content: Content): string[] =>
  Object.keys(content.facts).filter((section) =>
    Object.keys(content.facts[section] ?? {}).some((id) => content.texts[section]?.[id]?.['name']),
  );

async function build(edition: string): Promise<Gallery> {
  const info = await serverInfo();
  const boxes = info.expansions.filter((box) => box.editions.includes(edition)).map((box) => box.id);
  const { language } = settings;
  const others = LANGUAGES.filter((each) => each !== language);
  const [base, all, ...translated] = await Promise.all([
    contentOf(language, edition, []),
    contentOf(language, edition, boxes),
    ...others.map((each) => contentOf(each, edition, boxes)),
  ]);
  const single = await Promise.all(
    boxes.length > 1 ? boxes.map((box) => contentOf(language, edition, [box])) : [all],
  );
  const has = (content: Content, section: string, id: string) => Boolean(content.facts[section]?.[id]);
  const sections = named(all);
  const entries = sections.flatMap((section) =>
    Object.entries((all.facts[section] ?? {}) as Record<string, Record<string, unknown>>).map(
      ([id, facts]): Entry => {
        const texts = all.texts[section]?.[id] ?? {};
        const names = Object.fromEntries([
          [language, texts['name'] ?? id],
          ...others.map((each, i) => [each, translated[i]!.texts[section]?.[id]?.['name'] ?? id]),
        ]) as Record<string, string>;
        const kind = String(facts['kind'] ?? '');
        return {
          key: `${section}:${id}`,
          section,
          id,
          name: texts['name'] ?? id,
          names,
          text: texts['text'] ?? '',
          note: texts['note'] ?? '',
          box: has(base, section, id)
            ? ''
            : (boxes[single.findIndex((each) => has(each, section, id))] ?? ''),
          kind,
          color: String(facts['color'] ?? ''),
          price: facts['cost'] === undefined ? null : Number(facts['cost']),
          house: all.house[section]?.includes(id) ?? false,
          words: fold(
            [
              ...Object.values(names),
              ...Object.values(texts),
              all.texts['kind']?.[kind]?.['name'] ?? '',
            ].join(' '),
          ),
        };
      },
    ),
  );
  return { entries, sections, expansions: boxes };
}

const kept = new Map<string, Promise<Gallery>>();
/** The index in the reader's language; asked for again after a failure. */
export function gallery(edition = 'second'): Promise<Gallery> {
  const key = `${settings.language} ${edition}`;
  let found = kept.get(key);
  if (!found) {
    found = build(edition);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}

/** The entries in which every word of a query occurs, those whose name begins with it first. */
export function search(entries: Entry[], query: string): Entry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return entries;
  const begins = (entry: Entry) =>
    Object.values(entry.names).some((name) => fold(name).startsWith(words[0]!)) ? 0 : 1;
  return entries
    .filter((entry) => words.every((word) => entry.words.includes(word)))
    .sort((one, two) => begins(one) - begins(two));
}
