// What is written down about a hero and a table to count their stars, and what they come from.
import type { Row } from './types';

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
/** What is said about the table and not about a hero. */
export interface About {
  solitaire: boolean;
  [field: string]: unknown;
}
/** Why a line is worth its stars, as the engine's score lines say it; a box brings the words for its own kinds. */
export interface Reason {
  kind: string;
  id: string;
  stars: number;
  text?: string;
}
