// The client's own sentences. Names and texts of cards come with the content (content.svelte.ts).
import { parse, pseudo, render, type Arguments, type Message } from './messages';
import { settings } from './settings.svelte';

type Catalogue = Record<string, string>;
export type Loaders = Record<string, () => Promise<{ default: Catalogue }>>;
const loaders: Loaders = {
  en: () => import('../../../src/rollplayer/locale/en/web.json'),
  de: () => import('../../../src/rollplayer/locale/de/web.json'),
  fr: () => import('../../../src/rollplayer/locale/fr/web.json'),
};

const state = $state<{ language: string; texts: Catalogue; more: Catalogue; ofBoxes: Catalogue }>({
  language: 'en',
  texts: {},
  more: {},
  ofBoxes: {},
});
let parsed: Record<string, Message> = {};

export async function useLanguage(language: string): Promise<void> {
  const spoken = language === 'en-XA' ? 'en' : language;
  const texts = (await (loaders[spoken] ?? loaders['en']!)()).default;
  parsed = {};
  state.texts =
    language === 'en-XA' ? Object.fromEntries(Object.entries(texts).map(([k, v]) => [k, pseudo(v)])) : texts;
  state.language = spoken;
  document.documentElement.lang = spoken;
}

/** The sentences of a part that few open: they come with it. */
export async function useMoreTexts(of: Loaders): Promise<void> {
  const texts = (await (of[settings.language] ?? of['en']!)()).default;
  parsed = {};
  state.more = { ...state.more, ...texts };
}

/** The sentences that boxes bring: those for clients among the content's messages. */
export function useBoxTexts(messages: Catalogue): void {
  parsed = {};
  state.ofBoxes = messages;
}

const lookUp = (key: string): string | undefined => {
  const text = state.texts[`web.${key}`];
  if (text !== undefined) return text;
  const other = state.more[`web.${key}`] ?? state.ofBoxes[`web.${key}`];
  return other !== undefined && settings.language === 'en-XA' ? pseudo(other) : other;
};

export function t(key: string, args: Arguments = {}): string {
  const text = lookUp(key);
  if (text === undefined) return key; // a test makes sure that every key exists
  return render((parsed[key] ??= parse(text)), args, state.language);
}

export const has = (key: string): boolean => lookUp(key) !== undefined;
export const spoken = (): string => settings.language;
