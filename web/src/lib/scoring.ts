// Counts the stars of a hero without a network, by the program that comes with the content: the engine's
// own score lines as data. Here is only what that program is given.
import { content } from './content.svelte';
import { colorOf, faceOf } from './dice';
import { evaluate, type Variables } from './formula';
import { ROWS, type Row, type ScoreProgram } from './types';

export interface Sheet {
  name: string;
  race: string;
  class: string;
  alignment: string;
  token: string;
  backstory: string;
  sheet: Record<Row, (string | null)[]>;
  gold: number;
  cards: string[];
  /** What expansions ask for besides, by the name of the field. */
  [field: string]: unknown;
}
/** What holds for all heroes of a table. */
export interface TableFields {
  solitaire: boolean;
  /** What expansions ask for besides, by the name of the field. */
  [field: string]: unknown;
}
/** Why a line is worth its stars, as the engine's score lines say it. */
export interface Reason {
  kind: string;
  id: string;
  stars: number;
}
interface GoalState {
  row: Row;
  score: number;
  met: boolean;
}
export interface Score {
  lines: Record<string, number>;
  total: number;
  goals: Record<Row, GoalState>;
  reasons: Record<string, Reason[]>;
  /** Whether a solitaire game is lost, whatever the stars. */
  lost: boolean;
}

/** The score of a hero as a score sheet has it: counts follow from the fields that people fill in. */
export function scoreSheet(hero: Sheet, table: TableFields): Score {
  const program = content.now.score.program;
  const counts = Object.entries(program.fields).map(([name, formula]) => [
    name,
    evaluate(formula, { hero, table }),
  ]);
  return scoreHero({ ...hero, ...(Object.fromEntries(counts) as Partial<Sheet>) }, table);
}

/** The score of a hero who has all counts already, such as one in a running game. */
export function scoreHero(hero: Sheet, table: TableFields): Score {
  const program = content.now.score.program;
  let variables: Variables = {
    hero,
    table,
    dice: diceOf(hero, program),
    beside: besideOf(hero, program),
  };
  for (const [name, formula] of program.values)
    variables = { ...variables, [name]: evaluate(formula, variables, program.cards) };
  const reasons = Object.fromEntries(
    (table.solitaire ? program.solitaire : program.table).map((line) => [
      line.name,
      (evaluate(line.reasons, variables, program.cards) as Reason[]).map((reason) => ({
        ...reason,
        id: String(reason.id),
      })),
    ]),
  );
  const lines = Object.fromEntries(
    Object.entries(reasons).map(([line, all]) => [
      line,
      all.reduce((stars, { stars: more }) => stars + more, 0),
    ]),
  );
  return {
    lines,
    reasons,
    goals: Object.fromEntries(
      (variables['goals'] as GoalState[]).map((goal) => [goal.row, goal]),
    ) as Score['goals'],
    total: Object.values(lines).reduce((one, two) => one + two, 0),
    lost: Boolean(table.solitaire && evaluate(program.lost, variables)),
  };
}

/** Those on the spaces that boxes lay beside it. */
const besideOf = (hero: Sheet, { colors, spaces }: ScoreProgram): Variables[] =>
  spaces.flatMap((space) =>
    ((hero[space] ?? []) as (string | null)[]).flatMap((die, at) =>
      die
        ? [{ space, spot: `${space}${at + 1}`, face: faceOf(die), colors: colors[colorOf(die)] ?? [] }]
        : [],
    ),
  );

/** The dice on a sheet as formulas know them. */
const diceOf = (hero: Sheet, { colors }: ScoreProgram): Variables[] =>
  ROWS.flatMap((row) =>
    hero.sheet[row].flatMap((die, at) =>
      die ? [{ row, spot: `${row}${at + 1}`, face: faceOf(die), colors: colors[colorOf(die)] ?? [] }] : [],
    ),
  );
