// Why a hero has the stars it has, in words: one short phrase for each goal, card and match.
import { fact, name, textOf } from './content.svelte';
import { has, t } from './i18n.svelte';
import { scoreHero, type Reason, type Sheet } from './scoring';
import type { Hero } from './types';

/** A reason in words. */
export interface ReasonText {
  key: string;
  text: string;
  stars: number;
}

/** A hero on the table as the score sheet takes it. */
export const sheetOf = (hero: Hero): Sheet => ({
  ...hero,
  name: '',
  race: hero.race ?? '',
  class: hero.class ?? '',
  alignment: hero.alignment ?? '',
  backstory: hero.backstory ?? '',
});

export function reasonsOf(hero: Hero): Record<string, ReasonText[]> {
  const { reasons } = scoreHero(sheetOf(hero), { solitaire: 'gold' in hero.standing.lines });
  // The server counts; what is explained otherwise than it counts is better left unsaid.
  const counted = Object.entries(reasons).filter(
    ([line, all]) => all.reduce((sum, each) => sum + each.stars, 0) === (hero.standing.lines[line] ?? 0),
  );
  return reasonTexts(sheetOf(hero), Object.fromEntries(counted));
}

export const reasonTexts = (hero: Sheet, reasons: Record<string, Reason[]>): Record<string, ReasonText[]> =>
  Object.fromEntries(
    Object.entries(reasons).map(([line, all]) => [
      line,
      all.map((each) => ({ key: `${each.kind}:${each.id}`, text: words(hero, each), stars: each.stars })),
    ]),
  );

function words(hero: Sheet, { kind, id, stars }: Reason): string {
  switch (kind) {
    case 'row':
      return textOf('row', id, 'short');
    case 'dice':
      return `${stars} × ${name('color', fact('class', hero.class)['color'])}`;
    case 'alignment':
      return `${name('alignment', id)}: ${name('alignment_space', hero.token)}`;
    case 'matches':
      return `${name('backstory', hero.backstory)} ${id}/6`;
    case 'armor':
      return name('armor', id);
    case 'card':
      return name('card', id);
    case 'gold':
      return t('count.gold', { n: Number(id) });
    default:
      return has(`reason.${kind}`) ? t(`reason.${kind}`, { n: Number(id) }) : id;
  }
}
