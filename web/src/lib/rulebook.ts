// docs/rules*.md as the rules reference shows them: chapters of numbered rules, without their markup.
export interface Rule {
  number: string;
  text: string;
  ruling: boolean;
}
export interface Chapter {
  letter: string;
  title: string;
  rules: Rule[];
}

/** By language: its file, loaded when it is read, the word that marks a ruling there, and what stands after that word. */
const books: Record<string, { file: () => Promise<{ default: string }>; marker: string; colon: string }> = {
  en: { file: () => import('../../../docs/rules.md?raw'), marker: 'Ruling', colon: ':' },
  de: { file: () => import('../../../docs/rules.de.md?raw'), marker: 'Festlegung', colon: ':' },
  fr: { file: () => import('../../../docs/rules.fr.md?raw'), marker: 'Décision', colon: '\u00a0:' },
};
const bookOf = (language: string) => books[language] ?? books['en']!;

export const rulebook = async (language: string): Promise<Chapter[]> =>
  chapters((await bookOf(language).file()).default, language);

/** What a book begins with: a round in a few lines, and an example. */
export interface Opening {
  title: string;
  lines: string[];
  example: string[];
}

export async function openingOf(language: string): Promise<Opening> {
  return opening((await bookOf(language).file()).default);
}

/** The chapter without a letter. Dice stand in it in their notation, between backquotes. */
export function opening(markdown: string): Opening {
  const [title = '', ...lines] = (/^## (?![A-Z] {2})([^]+?)\n(?=## )/m.exec(markdown)?.[1] ?? '').split('\n');
  const numbered = /^\d\. /;
  return {
    title,
    lines: lines.filter((line) => numbered.test(line)).map((line) => line.replace(numbered, '')),
    example: lines.filter((line) => line && !numbered.test(line)),
  };
}

const plain = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\*\*|`|(?<![\p{L}\d*])\*(?=[\p{L}\d])|(?<=[\p{L}\d])\*(?![\p{L}\d*])/gu, '');

export function chapters(markdown: string, language: string): Chapter[] {
  const { marker, colon } = bookOf(language);
  const marked = `**${marker}**`;
  const words = (text: string): string => plain(text.replaceAll(marked, marker + colon));
  const all: Chapter[] = [];
  for (const line of markdown.split('\n')) {
    const title = /^## ([A-Z]) {2}(.+)$/.exec(line);
    if (title) all.push({ letter: title[1]!, title: words(title[2]!), rules: [] });
    const rule = /^- ([A-Z]\d+) (.+)$/.exec(line);
    if (rule)
      all.at(-1)?.rules.push({ number: rule[1]!, text: words(rule[2]!), ruling: rule[2]!.includes(marked) });
    else if (/^ +\S/.test(line) && all.at(-1)?.rules.length)
      all.at(-1)!.rules.at(-1)!.text += ` ${words(line.trim())}`;
  }
  return all;
}
