// Who did what in a step of a replay, in a sentence or two.
import { t } from './i18n.svelte';
import { QUIET } from './log-entries';
import type { Replay } from './types';

type Frame = Replay['frames'][number];

/** More is told by the log. */
const SENTENCES = 2;

export function captionOf({ who, text, events, round }: Frame, names: string[]): string {
  const all = (events ?? []).filter((event) => event.text);
  const loud = all.filter((event) => !QUIET.has(event.event));
  // Where nothing else happened, a die that was rolled is what happened.
  const told = loud.length ? loud : all;
  // What somebody did stands before what the round brings.
  const first = typeof who === 'number' ? told.filter((event) => event.event !== 'phase-began') : told;
  const sentences = (first.length ? first : told).slice(0, SENTENCES).map((event) => event.text);
  if (sentences.length) return sentences.join(' ');
  if (typeof who === 'number' && text) return `${names[who] ?? ''}: ${text}`;
  return round ? t('story.round', { n: round }) : t('replay.begin');
}
