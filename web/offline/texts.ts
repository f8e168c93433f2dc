// The sentences of the game without a server; here at once, since they say what cannot be loaded.
import de from '../../src/rollplayer/locale/de/offline.json';
import en from '../../src/rollplayer/locale/en/offline.json';
import fr from '../../src/rollplayer/locale/fr/offline.json';
import { useMoreTexts } from '../src/lib/i18n.svelte';

export const useOfflineTexts = (): Promise<void> =>
  useMoreTexts({
    en: async () => ({ default: en }),
    de: async () => ({ default: de }),
    fr: async () => ({ default: fr }),
  });
