// The client's own sentences. Names and texts of cards come with the content (content.svelte.ts).
import { parse, pseudo, render, type Arguments, type Message } from './messages';
import { settings } from './settings.svelte';

type Catalogue = Record<string, string>;
const loaders: Record<string, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../../../src/rollplayer/locale/en/web.json'),
  de: () => import('../../../src/rollplayer/locale/de/web.json'),
  fr: () => import('../../../src/rollplayer/locale/fr/web.json'),
};

const state = $state<{ language: string; texts: Catalogue; ofBoxes: Catalogue }>({
  language: 'en',
  texts: {},
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

/** The sentences that boxes bring: those for clients among the content's messages. */
export function useBoxTexts(messages: Catalogue): void {
  parsed = {};
  state.ofBoxes = messages;
}

const lookUp = (key: string): string | undefined => {
  const text = state.texts[`web.${key}`];
  if (text !== undefined) return text;
  const ofBox = state.ofBoxes[`web.${key}`];
  return ofBox !== undefined && settings.language === 'en-XA' ? pseudo(ofBox) : ofBox;
};

export function t(key: string, args: Arguments = {}): string {
  const text = lookUp(key);
  if (text === undefined) return key; // a test makes sure that every key exists
  return render((parsed[key] ??= parse(text)), args, state.language);
}

export const has = (key: string): boolean => lookUp(key) !== undefined;
export const spoken = (): string => settings.language;
