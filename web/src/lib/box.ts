// What a box brings to the browser: one object, every part of it optional. Boxes of this repository
// export it from `src/rollplayer/expansions/*/web/index.ts` and are built in; others are a ready
// module that the server hands out as `/boxes/NAME/index.js`. docs/browser.md shows the smallest one.
import type { FaceArt } from '../faces/art';
import type { Update } from './differences';
import type { OwnPart, Scene } from './game-table';
import type { Arguments } from './messages';
import type { Tints } from './palettes';
import type { SoundName } from './synth';
import type { Entry, GameEvent, Hero, Option, Result, View } from './types';

/** Something drawn into an element of the page, until it is destroyed. */
export interface Mounted<Props> {
  /** Called with everything anew whenever something may have changed. */
  update(props: Props): void;
  destroy(): void;
}
export type Mount<Props> = (target: HTMLElement, props: Props) => Mounted<Props>;

/** What every panel may use. */
export interface Toolbox {
  /** A sentence of the client, or of the box's own `locale/LANGUAGE/web.json`: `t(KEY, { n: 3 })`. */
  t(key: string, args?: Arguments): string;
  /** Names, texts and facts of the content: `name('card', 'climb')`. */
  name(section: string, id: string | null | undefined): string;
  text(section: string, id: string | null | undefined, key?: string): string;
  fact(section: string, id: string | null | undefined): Record<string, unknown>;
  /** Opens the help about something of the content: `explain('card:climb')`. */
  explain(what: string): void;
  /** The client's own drawings, for panels that are not written in Svelte. */
  die: Mount<{ die: string; size?: number }>;
  icon: Mount<{ id: string; label?: string }>;
}

/** The table as this reader sees it, and how they answer. */
export interface TableProps extends Toolbox {
  view: View;
  /** The seat of this reader; null for those who watch. */
  seat: number | null;
  /** The names of the heroes, by seat. */
  names: string[];
  /** A phone: the table is one tab of five. */
  narrow: boolean;
  /** Several seats around one device: nothing that only one may know is shown. */
  shared: boolean;
  /** Whether this reader is asked, and the key of what the game waits on; empty if nothing is. */
  asked: boolean;
  question: string;
  /** What this seat alone may know and do: options, interruptions, `seen`, `forecast`. */
  own: OwnPart | null;
  /** The log, for what stands only there. */
  entries: Entry[];
  /** Answers with one of `own.options` or `own.interruptions`. */
  choose(option: Option): void;
  /** Places of this box (see `places`): whether one can be pointed at now, is picked, and pointing. */
  glows(place: string): boolean;
  picked(place: string): boolean;
  pick(place: string): void;
}

/** Beside a hero's sheet: the hero whose sheet is large. */
export interface HeroProps extends TableProps {
  hero: Hero;
}

/** Below the score sheet when a game is over. */
export interface EndProps extends Toolbox {
  view: View;
  result: Result;
  names: string[];
}

/** In the gallery, below the text of a thing that the box brings. */
export interface GalleryProps extends Toolbox {
  section: string;
  id: string;
}

/** Something heroes own besides Gold, by the name of the field that counts or lists it. */
export interface PurseItem {
  field: string;
  /** Its icon and the term that explains it. */
  term: string;
  /** What stands below it where there is room, by its key: shorter than the term. */
  word?: string;
  /** Shown also while there is none. */
  always?: boolean;
  /** Shown on the small sheets of the others, too. */
  rivals?: boolean;
}

/** A scene over the table, with all that panels have. */
export interface SceneProps extends TableProps {
  about: unknown;
  /** What is asked, in words; empty if this reader is not. */
  asks: string;
  /** Whether the next step waits until this one has been seen. */
  held: boolean;
  /** Whether more is to come, and that it need not wait any longer. */
  more: boolean;
  seen(): void;
}

/** An update, or a part of one that stands a while before the next comes. */
export type Step = Omit<Update, 'seats'> & {
  seats: Record<string, OwnPart>;
  /** How long, if not by who acted: `held` until it has been seen, a number as a multiple of the usual. */
  stands?: 'short' | 'full' | 'long' | 'held' | number;
  scene?: Scene | null;
};

/** What is known before an update: the table as it was shown, and the log. */
export interface Before {
  view: View | null;
  log: Entry[];
}

export interface Box {
  /** As the options of a game name it. */
  name: string;

  // -- panels -----------------------------------------------------------------------------------------
  /** In a place of its own on the table. */
  table?: Mount<TableProps>;
  /** Whether a question is about what lies there: on a phone it comes to the front. */
  asks?(question: string): boolean;
  /** Below the large sheet. */
  hero?: Mount<HeroProps>;
  /** In the dialog at the end, below the score sheet. */
  end?: Mount<EndProps>;
  /** In the gallery: the numbers of its own things. */
  gallery?: Mount<GalleryProps>;

  // -- looks ------------------------------------------------------------------------------------------
  purse?: PurseItem[];
  /** Fields of a hero with dice that lie ready beside those in the hand. */
  hand?: string[];
  /** Drawings by id: a name of the client's sprite, or the address of an SVG symbol. */
  icons?: Record<string, string>;
  /** Portraits of its races, classes and creatures, loaded when the first is looked at. */
  faces?(): Promise<FaceArt>;
  /** Tints of its dice, by kind and palette. */
  dice?: Record<string, Tints>;
  /** The address of a style sheet, for modules that are not built in. */
  style?: string;

  // -- answers and events -----------------------------------------------------------------------------
  /** The places an option points at, `act:NOTATION` for a button; undefined: as the client reads it. */
  places?(notation: string): string[] | undefined;
  /** An option in the box's words, where the reader's own part says more: what it costs this hero. */
  worded?(option: Option, own: OwnPart): string | undefined;
  /** Takes an update apart that is better seen step by step; undefined: it is shown as it is. */
  steps?(update: Update, seats: Record<string, OwnPart>, before: Before): Step[] | undefined;
  /** Over the table, for steps that have a scene. */
  scene?: Mount<SceneProps>;
  /** Moves on the page what an event tells of; the state never waits for it. */
  animate?(event: GameEvent, duration: number): void;
  /**
   * A few words for the story of a turn, and whether they tell of an act, or make a line of their own
   * whoever's turn it is; null: not worth a word.
   */
  told?(event: GameEvent): { text: string; act?: boolean; alone?: boolean } | null | undefined;
  /** What is heard instead of that story, line by line, while something is better heard as it comes. */
  heard?(entries: Entry[]): { key: string; text: string }[] | undefined;
  /** What its events sound like (lib/sound.ts). */
  sounds?: Record<string, SoundName>;
  /** Events that the log writes small. */
  quiet?: string[];
  /** The log's line for an event, where it is not the server's sentence. */
  logged?(event: GameEvent, about: { names: string[]; shared: boolean }): string | undefined;

  // -- the end and the scorer -------------------------------------------------------------------------
  /** How a solitaire game is lost: the rank that says so, an icon, and the key of a sentence about `{hero}`. */
  lost?: { rank: string; icon: string; text: string };
  /** Whom a hero has defeated at the end, for its picture: a portrait of `faces`, and a few words. */
  foe?(view: View, hero: Hero): { creature: string; text: string } | undefined;
}
