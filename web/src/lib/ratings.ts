// The sentences about ratings: few open what they stand on, so they come with it.
import { useMoreTexts } from './i18n.svelte';

export const useRatingTexts = (): Promise<void> =>
  useMoreTexts({
    en: () => import('../../../src/rollplayer/locale/en/ratings.json'),
    de: () => import('../../../src/rollplayer/locale/de/ratings.json'),
    fr: () => import('../../../src/rollplayer/locale/fr/ratings.json'),
  });
