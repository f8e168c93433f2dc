// Numbers of rules within a text: in brackets such as (M1, M2), or anywhere where the numbers are known.

export type Piece = { text: string } | { code: string };
const CITED = /\(((?:[A-Z]\d{1,2})(?:, [A-Z]\d{1,2})*)\)/g;
const NUMBER = /\b[A-Z]\d{1,2}\b/g;

/** A text in pieces: words, and the numbers of rules that it cites in brackets, or that are `known`. */
export function pieces(text: string, known?: ReadonlySet<string>): Piece[] {
  const all: Piece[] = [];
  let from = 0;
  const cite = (code: string, at: number): void => {
    all.push({ text: text.slice(from, at) }, { code });
    from = at + code.length;
  };
  if (known) {
    for (const { 0: code, index } of text.matchAll(NUMBER)) if (known.has(code)) cite(code, index);
  } else {
    for (const { 0: list, index } of text.matchAll(CITED))
      for (const { 0: code, index: at } of list.matchAll(NUMBER)) cite(code, index + at);
  }
  all.push({ text: text.slice(from) });
  return all.filter((piece) => 'code' in piece || piece.text);
}
