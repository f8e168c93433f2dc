// docs/rules.md as the rules reference shows it: chapters of numbered rules, without its markup.
export interface Rule { number: string; text: string; ruling: boolean }
export interface Chapter { letter: string; title: string; rules: Rule[] }

const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/\*\*|`|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])/g, '');

export function chapters(markdown: string): Chapter[] {
  const all: Chapter[] = [];
  for (const line of markdown.split('\n')) {
    const title = /^## ([A-Z]) {2}(.+)$/.exec(line);
    if (title) all.push({ letter: title[1]!, title: plain(title[2]!), rules: [] });
    const rule = /^- ([A-Z]\d+) (.+)$/.exec(line);
    if (rule) all.at(-1)?.rules.push({ number: rule[1]!, text: plain(rule[2]!.replaceAll('**Ruling** ', 'Ruling: ')), ruling: rule[2]!.includes('**Ruling**') });
    else if (/^ +\S/.test(line) && all.at(-1)?.rules.length) all.at(-1)!.rules.at(-1)!.text += ` ${plain(line.trim())}`;
  }
  return all;
}
