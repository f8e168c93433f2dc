// The colors of the portraits; those of cloth follow the color of the class.
import type { Tint } from '../lib/palettes';

/** Every tone that a layer may name, beside those of a head. */
export const TONES: Record<string, string> = {
  ink: '#22131a',
  white: '#fff8ec',
  shade: '#2a1030',
  light: '#fff3d6',
  gold: '#e9b949',
  goldShade: '#a8741d',
  goldLight: '#ffe79a',
  steel: '#a9b4c0',
  steelShade: '#66727f',
  steelLight: '#e6edf2',
  leather: '#8a5630',
  leatherShade: '#5b3419',
  leatherLight: '#b98250',
  wood: '#7a4b26',
  woodShade: '#4d2c13',
  fur: '#8b7460',
  furShade: '#5d4a3c',
  furLight: '#b9a28a',
  bone: '#efe3c8',
  boneShade: '#c0ac85',
  leaf: '#5f9a3c',
  leafShade: '#37652a',
  glow: '#7fe6ff',
  ember: '#ff9a3c',
  flame: '#e5502b',
  blood: '#a3202a',
  lip: '#b4544f',
  mouth: '#5a2527',
  blush: '#e2604f',
  night: '#2a2433',
  nightLight: '#4b4258',
};

/** Skin, hair and eyes of a head. */
export interface Complexion {
  skin: string;
  skinShade: string;
  skinLight: string;
  hair: string;
  hairShade: string;
  hairLight: string;
  iris: string;
}

export const COMPLEXIONS: Record<string, Complexion> = {
  'human-male': {
    skin: '#e0a578',
    skinShade: '#b97650',
    skinLight: '#f5c79e',
    hair: '#5b3520',
    hairShade: '#371d10',
    hairLight: '#87573a',
    iris: '#4a6b8a',
  },
  'human-female': {
    skin: '#c98d62',
    skinShade: '#9c6240',
    skinLight: '#e6b28a',
    hair: '#a14a24',
    hairShade: '#6c2b12',
    hairLight: '#d07b45',
    iris: '#5b7a3a',
  },
  'elf-male': {
    skin: '#f2d0ae',
    skinShade: '#cf9f7b',
    skinLight: '#ffe8d0',
    hair: '#e3c06a',
    hairShade: '#ab8434',
    hairLight: '#fbe7a6',
    iris: '#3f8f5c',
  },
  'elf-female': {
    skin: '#f6d7bd',
    skinShade: '#d6a589',
    skinLight: '#fff0e0',
    hair: '#dfe3dc',
    hairShade: '#a3aca6',
    hairLight: '#ffffff',
    iris: '#4f7fc0',
  },
  'dwarf-male': {
    skin: '#e2a07c',
    skinShade: '#b56d4e',
    skinLight: '#f6c3a2',
    hair: '#b5461d',
    hairShade: '#7a270d',
    hairLight: '#e17a3c',
    iris: '#5a6f80',
  },
  'dwarf-female': {
    skin: '#eab08c',
    skinShade: '#c07d5b',
    skinLight: '#fad1b3',
    hair: '#7a3f1c',
    hairShade: '#4b220c',
    hairLight: '#ad6a38',
    iris: '#4a7a6a',
  },
  'halfling-male': {
    skin: '#edb88d',
    skinShade: '#c48556',
    skinLight: '#ffd9b3',
    hair: '#8a5226',
    hairShade: '#5a2f10',
    hairLight: '#bb8048',
    iris: '#6a4a2a',
  },
  'halfling-female': {
    skin: '#a86c46',
    skinShade: '#7a4628',
    skinLight: '#cb9066',
    hair: '#3b2118',
    hairShade: '#20100b',
    hairLight: '#6b4230',
    iris: '#7a5a1e',
  },
  'orc-male': {
    skin: '#7f9f52',
    skinShade: '#52702f',
    skinLight: '#a5c274',
    hair: '#26222a',
    hairShade: '#131016',
    hairLight: '#4c4653',
    iris: '#c9442c',
  },
  'orc-female': {
    skin: '#93ad6d',
    skinShade: '#64804a',
    skinLight: '#b9cf94',
    hair: '#4b2036',
    hairShade: '#2a0e1d',
    hairLight: '#7c4360',
    iris: '#d9a02c',
  },
  'dragonkin-male': {
    skin: '#b23a2a',
    skinShade: '#771c16',
    skinLight: '#dd6b4b',
    hair: '#e8cf9a',
    hairShade: '#b08d52',
    hairLight: '#fff0c9',
    iris: '#f5c531',
  },
  'dragonkin-female': {
    skin: '#2f8c8a',
    skinShade: '#165a60',
    skinLight: '#66bfb4',
    hair: '#efe0b8',
    hairShade: '#b69a63',
    hairLight: '#fff6dc',
    iris: '#ffb03a',
  },
};

const channels = (hex: string): number[] => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
/** A color between two, `part` of the way to the second. */
const mix = (one: string, two: string, part: number): string => {
  const [from, to] = [channels(one), channels(two)];
  return `#${from
    .map((value, i) =>
      Math.round(value + (to[i]! - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};

/** The color of heroes who have no class yet. */
export const PLAIN: Tint = { base: '#8a6a4a', light: '#e8cfa0', dark: '#4a3322', pip: '#ffffff' };

/** Cloth in the color of a class, and a darker ground that it stands out from. */
export const tintedBy = (tint: Tint): Record<string, string> => ({
  cloth: tint.base,
  clothShade: tint.dark,
  clothLight: tint.light,
  ground: mix(tint.base, tint.dark, 0.62),
  groundLight: mix(tint.base, tint.light, 0.35),
  groundShade: mix(tint.dark, TONES['ink']!, 0.4),
});
