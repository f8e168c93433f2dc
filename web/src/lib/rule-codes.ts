// Numbers of rules within a text, such as (M1, M2).

export type Piece = { text: string } | { code: string };
const CITED = /\(((?:[A-Z]\d{1,2})(?:, [A-Z]\d{1,2})*)\)/g;

/** A text in pieces: words, and the numbers of rules that it cites in brackets. */
export function pieces(text: string): Piece[] {
  const all: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(CITED)) {
    all.push({ text: `${text.slice(from, found.index)}(` });
    found[1]!.split(', ').forEach((code, at) => {
      if (at) all.push({ text: ', ' });
      all.push({ code });
    });
    from = found.index + found[0].length - 1;
  }
  all.push({ text: text.slice(from) });
  return all.filter((piece) => 'code' in piece || piece.text);
}
