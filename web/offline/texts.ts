// The sentences of the game without a server.
import { useMoreTexts } from '../src/lib/i18n.svelte';

export const useOfflineTexts = (): Promise<void> =>
  useMoreTexts({
    en: () => import('../../src/rollplayer/locale/en/offline.json'),
    de: () => import('../../src/rollplayer/locale/de/offline.json'),
    fr: () => import('../../src/rollplayer/locale/fr/offline.json'),
  });
