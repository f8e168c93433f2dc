// Whom a hero has defeated at the end: the Monster, if its dice reached the Monster's Strength.
import type { Box } from '$client/lib/box';
import { name } from '$client/lib/content.svelte';
import { t } from '$client/lib/i18n.svelte';
import type { MonsterHero, MonsterView } from './game';

export const foe: NonNullable<Box['foe']> = (view, hero) => {
  const { monster, strength } = view as unknown as MonsterView;
  const { combat = 0 } = hero as MonsterHero;
  if (!monster || !combat || combat < (strength ?? 0)) return undefined;
  return {
    creature: `monster:${monster}`,
    text: t('monsters.defeated', { monster: name('monster', monster) }),
  };
};
