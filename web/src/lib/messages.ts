// Messages with {name}, {n, plural, one {# die} other {# dice}} and {x, select, yes {...} other {...}}:
// the same syntax and results as src/rollplayer/text.py, which tests/browser compares.

export type Arguments = Record<string, string | number>;
type Part = string | { name: string; kind: string; cases: Record<string, Message> };
export type Message = Part[];

const ARGUMENT = /\{\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,)/y;
const CASE = /\s*([=\w-]+)\s*\{/y;
const CLOSE = /\s*\}/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function parse(text: string): Message {
  const [message, at] = parseFrom(text, 0, false);
  if (at !== text.length) throw new Error(`unbalanced braces in ${text}`);
  return message;
}

function parseFrom(text: string, start: number, nested: boolean): [Message, number] {
  const message: Message = [];
  let plain = '';
  let at = start;
  const flush = () => {
    if (plain) message.push(plain);
    plain = '';
  };
  while (at < text.length && text[at] !== '}') {
    if (text[at] !== '{') {
      plain += text[at++];
      continue;
    }
    flush();
    const opened = match(ARGUMENT, text, at);
    if (!opened) throw new Error(`no argument after '{' in ${text}`);
    at += opened[0].length;
    const cases: Record<string, Message> = {};
    if (opened[2]) {
      for (let found = match(CASE, text, at); found; found = match(CASE, text, at)) {
        const [inner, end] = parseFrom(text, at + found[0].length, true);
        cases[found[1]!] = inner;
        at = end + 1;
      }
      const closed = match(CLOSE, text, at);
      if (!closed || !cases['other'])
        throw new Error(`${opened[1]} needs closed cases and an 'other' in ${text}`);
      at += closed[0].length;
    }
    message.push({ name: opened[1]!, kind: opened[2] ?? '', cases });
  }
  if (nested && at === text.length) throw new Error(`unbalanced braces in ${text}`);
  flush();
  return [message, at];
}

/** French counts 0 and 1 as one, English and German only 1. */
const pluralCase = (language: string, n: number) =>
  n === 1 || (n === 0 && language === 'fr') ? 'one' : 'other';

export function render(message: Message, args: Arguments, language: string): string {
  let rendered = '';
  for (const part of message) {
    if (typeof part === 'string') {
      rendered += part;
      continue;
    }
    const value = args[part.name];
    if (value === undefined) throw new Error(`lacks the argument ${part.name}`);
    if (!part.kind) {
      rendered += String(value);
      continue;
    }
    let which = String(value) || 'none';
    if (part.kind === 'plural')
      which = part.cases[`=${value}`] ? `=${value}` : pluralCase(language, Number(value));
    let inner = part.cases[which] ?? part.cases['other']!;
    if (part.kind === 'plural')
      inner = inner.map((p) => (typeof p === 'string' ? p.replaceAll('#', String(value)) : p));
    rendered += render(inner, args, language);
  }
  return rendered;
}

const ACCENTS: Record<string, string> = Object.fromEntries(
  [...'aeiouyncAEIOUYNC'].map((c, i) => [c, [...'áéíóúýñçÁÉÍÓÚÝÑÇ'][i]!]),
);

/** Accented and 40 % longer: shows what a layout cannot take. What stands in braces stays. */
export function pseudo(text: string): string {
  if (!text.trim()) return text;
  let rendered = '';
  let depth = 0;
  for (const char of text) {
    depth += Number(char === '{') - Number(char === '}');
    rendered += depth ? char : (ACCENTS[char] ?? char);
  }
  return rendered + ' ~' + '~'.repeat(Math.max(0, Math.round(text.length * 0.4 - 1)));
}
