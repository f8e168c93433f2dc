// What this box adds to what the server sends.
// Generated from its server.py by python -m tools.docs: do not edit.

export interface StarRung {
  from: number;
  stars: number;
}

/** Its part of the table; `adventure` by kind, null where the card lies face down. */
export interface ViewPart {
  monster?: string | null;
  strength?: number | null;
  ladder?: StarRung[];
  adventure?: Record<string, string | null>;
  adventure_open?: number;
  minion?: string | null;
  minion_deck?: string[][];
  minion_bottom?: string[];
}

export type SeenPart = ViewPart;

/** What a hero has of it; `tokens` are the kinds of Adventure cards it has looked at. */
export interface HeroPart {
  xp?: number;
  honor?: number;
  injuries?: number;
  combat_dice?: number;
  combat?: number;
  monster_stars?: number;
  dead?: number;
  haggle?: number;
  ability_used?: number;
  trophies?: string[];
  tokens?: string[];
  stored?: string[];
  combat_roll?: (number | string)[];
}

export interface HuntRow {
  from: number;
  now: number;
  more: number;
}

/** The dice against the Minion on top; `better` by face, when a reroll is asked for. */
export interface HuntOdds {
  dice: number;
  weakness: number;
  rows: HuntRow[];
  better?: Record<string, number>;
}

export interface MercenaryPrice {
  xp: number;
  gold: number;
}

/** The mean of the stars that the pool brings, as it is and with one mercenary more. */
export interface MonsterOdds {
  now?: string;
  more?: string;
  rungs?: number[];
}

export interface ForecastPart {
  hunt?: HuntOdds;
  mercenary?: MercenaryPrice;
  reveal?: number;
  monster?: MonsterOdds;
}

/** Parts of events. */
export interface GameEventPart {
  from?: string | number;
  row?: string | number;
  monster?: string;
  minion?: string;
  kind?: string;
  adventure?: string;
  dice?: number;
  weakness?: number;
  payment?: string;
  price?: number;
  total?: number;
  xp?: number;
  honor?: number;
  injuries?: number;
  stars?: number;
  for?: string;
  where?: string;
}
