// Numbers, months and opponents as a reader says them.
import { t } from './i18n.svelte';
import { settings } from './settings.svelte';
import type { Tally } from './types';

const spoken = (): string => (settings.language === 'en-XA' ? 'en' : settings.language);

/** A month such as `2026-11`, in short. */
export const monthOf = (month: string): string =>
  new Intl.DateTimeFormat(spoken(), { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

export const numberOf = (number: number): string => new Intl.NumberFormat(spoken()).format(number);

/** Against whom games were played. */
export const levelName = ({ key, name }: Pick<Tally, 'key' | 'name'>): string =>
  key === 'alone' || key === 'people' ? t(`mine.level.${key}`) : name || key;
