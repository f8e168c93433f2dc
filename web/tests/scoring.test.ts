import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { content, setContent } from '../src/lib/content.svelte';
import { evaluate } from '../src/lib/formula';
import { scoreSheet, type Score, type Sheet, type TableFields } from '../src/lib/scoring';
import { ROWS, type Content } from '../src/lib/types';

/** A hero, and what the engine says about her. */
interface Case {
  hero: Sheet;
  table: TableFields;
  score: Pick<Score, 'lines' | 'reasons' | 'total' | 'lost'> & {
    goals: Record<string, { score: number; met: boolean }>;
  };
}
interface Cases {
  form: Content['score'];
  cases: Case[];
}

// tests/browser/test_score_program.py hands over what the engine says about thousands of heroes.
const path = process.env['CASES'];

describe.runIf(path)('a hero is worth what the engine says', () => {
  for (const [game, { form, cases }] of Object.entries(
    path ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Cases>) : {},
  ))
    it(`in ${game}`, () => {
      setContent({ ...content.now, score: form });
      for (const { hero, table, score } of cases) {
        const { goals, ...own } = scoreSheet(hero, table);
        const states = Object.fromEntries(
          ROWS.map((row) => [row, { score: goals[row].score, met: Boolean(goals[row].met) }]),
        );
        expect({ ...own, goals: states }, JSON.stringify(hero)).toEqual(score);
      }
    });
});

describe('a formula', () => {
  const dice = [
    { face: 2, colors: ['red'] },
    { face: 6, colors: ['red', 'blue'] },
    { face: 6, colors: [] },
  ];
  const get = (...names: string[]) => ['get', ...names];
  it.each([
    [7, 7],
    [get('nothing', 'at', 'all'), null],
    [['of', { a: [1, 2] }, 'a', 1], 2],
    [['let', 'n', 3, ['*', get('n'), get('n')]], 9],
    [['record', 'n', ['+', 1, 2], 'of', 'red'], { n: 3, of: 'red' }],
    [
      ['each', 'die', get('dice'), get('die', 'face')],
      [2, 6, 6],
    ],
    [['count', ['where', 'die', get('dice'), ['in', 'red', get('die', 'colors')]]], 2],
    [['best', 'die', get('dice'), get('die', 'face')], dice[1]],
    [['best', 'die', ['list'], get('die', 'face')], null],
    [['repeat', 3, 'n', 1, ['*', 2, get('n')]], 8],
    [['repeat', 0, 'n', 1, ['*', 2, get('n')]], 1],
    [['//', -3, 2], -2],
    [['-', 3, null], 3],
    [['min', 5, ['list', 4, 9]], 4],
    [['<=', 1, 2, 2], true],
    [['<=', 1, 3, 2], false],
    [['=', null, get('nothing')], true],
    [['and', 1, 0, get('nothing')], 0],
    [['or', '', 'red'], 'red'],
    [['if', '', 1, 2], 2],
    [['sum', null], 0],
    [
      ['flat', ['list', ['list', 1], null, 2]],
      [1, null, 2],
    ],
    [['let', 'n', 5, ['call', 'stars', 'proud']], 10],
    [['call', 'stars', 'nobody'], null],
  ])('%j comes to %j', (formula, value) => {
    const formulas = { stars: { proud: ['*', 2, get('n')] } };
    expect(evaluate(formula, { dice }, formulas)).toEqual(value);
  });

  it('says which operation it does not know', () => {
    expect(() => evaluate(['**', 2, 3], {})).toThrow('"**"');
  });
});
