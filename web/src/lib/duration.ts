// Lengths of time as a reader says them.
import { settings } from './settings.svelte';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
const spoken = (): string => (settings.language === 'en-XA' ? 'en' : settings.language);

/** In words, by the two largest units that say something: "1 day", "1 hour 30 minutes". */
export function duration(seconds: number, unitDisplay: 'long' | 'narrow' = 'long'): string {
  const from = Math.max(
    0,
    UNITS.findIndex(([, length]) => seconds >= length),
  );
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [unit, length] of UNITS.slice(seconds < 1 ? -1 : from).slice(0, 2)) {
    const n = Math.floor(rest / length);
    rest -= n * length;
    if (n || seconds < 1)
      parts.push(new Intl.NumberFormat(spoken(), { style: 'unit', unit, unitDisplay }).format(n));
  }
  return parts.join(' ');
}

/** For the eye: minutes and seconds; of longer times the two largest units, in short. */
export function countdown(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 3600) return duration(seconds, 'narrow');
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
