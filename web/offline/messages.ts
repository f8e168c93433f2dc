// What the page and its engine tell each other.

/** A game as it is kept, and lines of its log from a place on. */
export type ToEngine =
  | { do: 'start'; folder: string }
  | { do: 'request'; number: number; method: string; path: string; tokens: string; body: string }
  | { do: 'call'; number: number; game: string }
  | { do: 'say'; number: number; text: string }
  | { do: 'hang-up'; number: number };

export type FromEngine =
  | { told: 'ready'; keeps: boolean }
  | { told: 'failed'; why: string }
  | { told: 'taken' }
  | { told: 'reply'; number: number; status: number; body: string }
  | { told: 'message'; number: number; text: string }
  | { told: 'end'; number: number; code: number };
