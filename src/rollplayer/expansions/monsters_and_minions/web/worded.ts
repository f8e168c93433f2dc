// What an answer costs this hero: the server's words are the same for all.
import type { OwnPart } from '$client/lib/game-table';
import { t } from '$client/lib/i18n.svelte';
import type { Option } from '$client/lib/types';
import type { ForecastPart } from './types';

const HIRE = /^hire (xp|gold)(?: with (\d+))?/;

export function worded({ notation }: Option, own: OwnPart): string | undefined {
  const hire = HIRE.exec(notation);
  const price = (own.forecast as ForecastPart | undefined)?.mercenary;
  if (!hire || !price) return undefined;
  const tokens = Number(hire[2] ?? 0);
  return t('monsters.hire', {
    payment: hire[1]!,
    n: hire[1] === 'xp' ? price.xp : price.gold - tokens,
    tokens,
  });
}
