// The colors of the box's heads and creatures.
import type { Complexion } from '$client/faces/palettes';
import type { Tint } from '$client/lib/palettes';

/** Behind Minions, who have no color. */
export const DUSK: Tint = { base: '#5b5675', light: '#bdb4d6', dark: '#2b2740', pip: '#ffffff' };

const skin = (
  skin: string,
  skinShade: string,
  skinLight: string,
  hair: string,
  hairShade: string,
  hairLight: string,
  iris: string,
): Complexion => ({ skin, skinShade, skinLight, hair, hairShade, hairLight, iris });

export const SKINS: Record<string, Complexion> = {
  'dark-elf-male': skin('#6f6488', '#473e60', '#9488ae', '#e9e6f2', '#b2abc6', '#ffffff', '#d8405a'),
  'dark-elf-female': skin('#7d6a95', '#524267', '#a493ba', '#f2eef8', '#b9afcc', '#ffffff', '#c65be0'),
  'gnome-male': skin('#e5ab84', '#bc7850', '#f9cda8', '#eae4d6', '#b8ae99', '#ffffff', '#3f7f8f'),
  'gnome-female': skin('#f0c09a', '#cc8f66', '#ffdfc2', '#d9577f', '#97305a', '#f592b0', '#5a7f3a'),

  chimera: skin('#d39a4a', '#96621f', '#f0c47c', '#8f4a1e', '#5d2a0c', '#c77b3a', '#f0d040'),
  demon: skin('#9c2330', '#5e0f1c', '#cf4a48', '#2b1a22', '#150a10', '#56404a', '#ffd24a'),
  dragon: skin('#c23a22', '#7c1a12', '#ee7a48', '#ecd6a0', '#b08f52', '#fff2cc', '#8fe04a'),
  'giant-troll': skin('#74926a', '#4a6446', '#9db890', '#3f4a2c', '#252d19', '#69783f', '#e8c33a'),
  kraken: skin('#3f7fa8', '#23506f', '#74b3d4', '#e79a8a', '#b5604f', '#ffcabd', '#f4d23c'),
  vampire: skin('#dcdfe6', '#a3a8ba', '#f8faff', '#201a26', '#0f0b13', '#463c52', '#d0202c'),

  kobold: skin('#c2703c', '#85431d', '#e5a06a', '#efe0b8', '#b79c66', '#fff6dc', '#f2d33a'),
  goblin: skin('#a3b13c', '#6d7a20', '#cbd66c', '#3a2a1c', '#20160d', '#6b5238', '#e2452c'),
  'giant-spider': skin('#4b3b4f', '#2a1f2e', '#7a6680', '#8d2f3a', '#5c1620', '#c05a60', '#e33a3a'),
  phantom: skin('#a9d8dc', '#5f9aa5', '#e4fbfa', '#6fb3bd', '#3f7c88', '#b5e6e8', '#12323a'),
  elemental: skin('#e2702a', '#a33c12', '#ffb34a', '#5b4a44', '#352a26', '#8a766c', '#fff2a8'),
  gnoll: skin('#b98f56', '#7f5b2e', '#dcb981', '#4d3826', '#2c1e13', '#7c6046', '#e8a92c'),
  bandit: skin('#d19a70', '#a06a44', '#ecbf98', '#33241b', '#1a110c', '#5e4736', '#4a6b5a'),
  ogre: skin('#c59a78', '#8f6546', '#e4c2a2', '#2f2620', '#191310', '#5b4c42', '#7a5a2a'),
  'dire-wolf': skin('#6f7686', '#444a58', '#a6adbb', '#dfe3e8', '#a9b0ba', '#ffffff', '#f2c12e'),
  cultist: skin('#8d2340', '#561026', '#bf4a62', '#20141c', '#0e070b', '#43303c', '#ffdf5a'),
  satyr: skin('#d8a274', '#a66c42', '#f2c79c', '#6d4426', '#412511', '#9a6a42', '#6a9a3a'),
  bugbear: skin('#a8764a', '#714624', '#cf9f70', '#7b4c28', '#4d2b12', '#a8774a', '#f0b52e'),
  zombie: skin('#9aa884', '#65755a', '#c1cdae', '#4a4438', '#2c2820', '#756d5c', '#e8e4b0'),
  gargoyle: skin('#8f949c', '#5c616b', '#bfc4cb', '#6e737c', '#454a53', '#a2a7b0', '#7fe6ff'),
  harpy: skin('#e3b48c', '#b37c56', '#f8d6b4', '#3f6f7a', '#224650', '#74a9b0', '#e0b02c'),
  wyrmling: skin('#5a9a4a', '#34682c', '#93cc74', '#efe3bd', '#b8a26a', '#fff8e0', '#f08a2c'),
};
