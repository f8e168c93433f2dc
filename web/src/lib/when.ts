// Days and times as a reader says them.
import { settings } from './settings.svelte';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const spoken = (): string => (settings.language === 'en-XA' ? 'en' : settings.language);

export const dayOf = (at: number): string =>
  new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium' }).format(at);

/** How long ago, within a week; else the day. */
export function ago(at: number, now = Date.now()): string {
  const passed = Math.max(0, now - at);
  // In the first minute it is “now”.
  const [unit, length] = UNITS.find((each) => passed >= each[1]) ?? ['second', Infinity];
  if (unit === 'day' && passed > 7 * length) return dayOf(at);
  return new Intl.RelativeTimeFormat(spoken(), { numeric: 'auto' }).format(
    -Math.floor(passed / length),
    unit,
  );
}
