// What the server refuses about a table of the scorer: whose sheet it is about, in the words of the cards.

export interface Complaint {
  /** The hero by number; null where it is about all. */
  hero: number | null;
  text: string;
}

/** An id as the server writes it; never a part of a word in any language. */
const ID = /(?<![\p{L}-])[a-z]+(?:-[a-z]+)*(?![\p{L}-])/gu;

/** The server names fields and cards by their ids, as files do; people know them by their names. */
export function complaintOf(
  message: string,
  heroes: string[],
  cards: string,
  nameOf: (id: string) => string | undefined,
): Complaint {
  // Of two names of which one begins the other, the longer.
  const hero = heroes
    .map((name, at) => ({ name, at }))
    .filter(({ name }) => message.startsWith(`${name}, `))
    .sort((one, two) => two.name.length - one.name.length)[0];
  if (!hero) return { hero: null, text: message };
  const rest = message.slice(hero.name.length);
  const about = /^, cards(?=\s?:)/.exec(rest)?.[0];
  const text = about ? `, ${cards}${rest.slice(about.length).replace(ID, (id) => nameOf(id) ?? id)}` : rest;
  return { hero: hero.at, text: hero.name + text };
}
