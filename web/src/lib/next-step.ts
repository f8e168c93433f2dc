// What to point at next, in words: the first thing, and what follows a first pick.
import { fact, name, textOf } from './content.svelte';
import type { Choice, Offer, Target } from './decide';
import { colorOf, faceOf } from './dice';
import { has, t } from './i18n.svelte';

const kindOf = (part: Target): string => part.slice(0, part.indexOf(':'));
const idOf = (part: Target): string => part.slice(part.indexOf(':') + 1);
const verbOf = (choice: Choice): string => choice.option.notation.split(' ')[0]!;
/** `str2` as it is printed: STR 2. What boxes lay beside the sheet is named by them. */
const spotName = (spot: string): string => {
  const row = spot.slice(0, -1);
  return `${textOf('row', row, 'short') || textOf('spaces', row, 'short')} ${spot.slice(-1)}`;
};

/** A place on the table as one speaks of it. */
function placeName(part: Target): string {
  const id = idOf(part);
  switch (kindOf(part)) {
    case 'spot':
      return spotName(id);
    case 'hand':
    case 'pool':
      return `${name('color', colorOf(id))} ${faceOf(id)}`;
    case 'init':
      return t('table.initiative-card', { number: id });
    default:
      return name(kindOf(part), id);
  }
}

/** What comes first where several kinds of things can be pointed at. */
const BEGINS = ['hand', 'race'];

/** One sentence: what to tap now; empty where buttons say everything. */
export function nextStep(choices: Choice[], offer: Offer, picked: Target[], free: Set<Target>): string {
  const open = [...offer.glow].filter((part) => !free.has(part));
  const kinds = [...new Set(open.map(kindOf))];
  const first = picked[0];
  if (!first) {
    const kind = BEGINS.find((each) => kinds.includes(each)) ?? (kinds.length === 1 ? kinds[0] : undefined);
    if (!kind) return '';
    const verbs = new Set(choices.filter((choice) => !choice.interrupt).map(verbOf));
    const special = `step.${[...verbs].find((verb) => has(`step.${verb}`)) ?? ''}`;
    return has(special) ? t(special) : has(`step.${kind}`) ? t(`step.${kind}`) : '';
  }
  const thing = placeName(first);
  if (!open.length) {
    const arrow = first.startsWith('card:') && fact('card', idOf(first))['arrow'];
    return arrow ? `${thing}. ${t('decision.arrow', { arrow: name('arrow', arrow) })}` : thing;
  }
  const verb = choices.find((choice) => picked.every((part) => choice.parts.includes(part)));
  const special = verb ? `step.then.${verbOf(verb)}` : '';
  const key = has(special) ? special : `step.then.${kinds[0] ?? ''}`;
  return has(key) ? t(key, { first: thing }) : thing;
}
