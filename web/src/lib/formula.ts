// Reckons with formulas, in which the engine says how stars are counted (src/rollplayer/engine/formula.py
// explains the language). It knows lists and numbers; heroes, cards and rules are data to it.

export type Value = unknown;
/** A value, or a list that begins with what to do. */
export type Formula = unknown;
export type Variables = Readonly<Record<string, Value>>;
/** The formulas that `call` finds: by group and id. */
export type Formulas = Readonly<Record<string, Readonly<Record<string, Formula>>>>;

/** What a formula comes to. */
export function evaluate(formula: Formula, variables: Variables, formulas: Formulas = {}): Value {
  if (!Array.isArray(formula)) return formula;
  const [operation, ...parts] = formula as [string, ...Formula[]];
  const perform = OPERATIONS[operation];
  if (!perform) throw new Error(`formula: nobody knows ${JSON.stringify(operation)}`);
  return perform(parts, variables, formulas);
}

type Operation = (parts: Formula[], variables: Variables, formulas: Formulas) => Value;

const list = (value: Value): Value[] => (Array.isArray(value) ? (value as Value[]) : []);
const number = (value: Value): number => Number(value ?? 0);
const sum = (values: Value[]): number => values.reduce((total: number, value) => total + number(value), 0);
const under = (value: Value, keys: Value[]): Value =>
  keys.reduce((inner: Value, key) => (inner as Record<string, Value> | null)?.[String(key)] ?? null, value);

/** An operation on the values of its parts. */
const ofValues =
  (operation: (values: Value[]) => Value): Operation =>
  (parts, variables, formulas) =>
    operation(parts.map((part) => evaluate(part, variables, formulas)));

/** An operation on a list and what a formula says about each thing in it, which it calls by a name. */
const ofEach =
  (operation: (things: Value[], about: (thing: Value) => Value) => Value): Operation =>
  ([name, things, formula], variables, formulas) =>
    operation(list(evaluate(things, variables, formulas)), (thing) =>
      evaluate(formula, { ...variables, [String(name)]: thing }, formulas),
    );

function best(things: Value[], about: (thing: Value) => Value): Value {
  const values = things.map((thing) => number(about(thing)));
  return things[values.indexOf(Math.max(...values))] ?? null;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  get: ([name, ...keys], variables, formulas) =>
    under(
      variables[String(name)] ?? null,
      keys.map((key) => evaluate(key, variables, formulas)),
    ),
  of: ofValues(([value, ...keys]) => under(value, keys)),
  let: ([name, value, formula], variables, formulas) =>
    evaluate(formula, { ...variables, [String(name)]: evaluate(value, variables, formulas) }, formulas),
  call: ([group, id], variables, formulas) =>
    evaluate(
      formulas[String(group)]?.[String(evaluate(id, variables, formulas))] ?? null,
      variables,
      formulas,
    ),
  repeat: ([times, name, start, formula], variables, formulas) => {
    let value = evaluate(start, variables, formulas);
    for (let left = number(evaluate(times, variables, formulas)); left > 0; left--)
      value = evaluate(formula, { ...variables, [String(name)]: value }, formulas);
    return value;
  },

  list: ofValues((values) => values),
  flat: ofValues(([values]) => list(values).flat()),
  record: ofValues((values) =>
    Object.fromEntries(values.flatMap((key, at) => (at % 2 ? [] : [[String(key), values[at + 1]]]))),
  ),
  each: ofEach((things, about) => things.map(about)),
  where: ofEach((things, about) => things.filter(about)),
  best: ofEach(best),
  count: ofValues(([values]) => list(values).length),
  sum: ofValues(([values]) => sum(list(values))),

  '+': ofValues(sum),
  '-': ofValues(([one, two]) => number(one) - number(two)),
  '*': ofValues((values) => values.reduce((product: number, value) => product * number(value), 1)),
  '//': ofValues(([one, two]) => Math.floor(number(one) / number(two))),
  min: ofValues((values) => Math.min(...values.flat().map(number))),
  max: ofValues((values) => Math.max(...values.flat().map(number))),

  '=': ofValues(([one, two]) => one === two),
  '<=': ofValues((values) => values.slice(1).every((value, at) => number(values[at]) <= number(value))),
  in: ofValues(([value, values]) => list(values).includes(value)),
  not: ofValues(([value]) => !value),
  and: (parts, variables, formulas) => {
    let value: Value = true;
    for (const part of parts) if (!(value = evaluate(part, variables, formulas))) break;
    return value;
  },
  or: (parts, variables, formulas) => {
    let value: Value = false;
    for (const part of parts) if ((value = evaluate(part, variables, formulas))) break;
    return value;
  },
  if: ([condition, one, two], variables, formulas) =>
    evaluate(evaluate(condition, variables, formulas) ? one : two, variables, formulas),
};
