// Names on narrow cards: letters as small as the longest word needs, and a word that is too long even then
// is divided between syllables, never elsewhere. Not every browser knows how to divide words by itself.

const VOWEL = 'aeiouyäöüàâéèêëîïôûœ';
/** What stands between two vowels, and what of it stays together before the second. */
const BETWEEN = new RegExp(`(?<=[${VOWEL}])[^${VOWEL}]+(?=[${VOWEL}])`, 'gi');
const ONSET = /(?:sch|ch|ck|ph|th|st|sp|[bcdfgkpt][lr]|.)$/i;
/** Words of so many letters may be divided, and so many stay on either side. */
const LONG = 14;
const LEAST = 3;
const SOFT_HYPHEN = '\u00ad';

const divide = (word: string): string =>
  word.replace(BETWEEN, (between: string, start: number) => {
    const at = ONSET.exec(between)!.index;
    const divided = start + at >= LEAST && word.length - start - at >= LEAST;
    return divided ? between.slice(0, at) + SOFT_HYPHEN + between.slice(at) : between;
  });

/** A name in which long words may be divided. */
export const softly = (name: string): string =>
  name.replace(/\p{L}+/gu, (word) => (word.length < LONG ? word : divide(word)));

/** How many letters of a name must stand on one line. */
export const longestOf = (name: string): number =>
  Math.max(...name.split(/[\s-]/).map((word) => Math.min(word.length, LONG - 1)));
