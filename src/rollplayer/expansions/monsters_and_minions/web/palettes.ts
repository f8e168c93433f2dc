// Boost Dice have no color; web/tests/palettes.test.ts proves that they stay apart from those that have.
import type { Box } from '$client/lib/box';

export const dice: NonNullable<Box['dice']> = {
  boost: {
    classic: { base: '#9999aa', light: '#e2e2ee', dark: '#4d4d5e', pip: '#16161f' },
    safe: { base: '#777777', light: '#d4d4d4', dark: '#333333', pip: '#ffffff' },
    contrast: { base: '#777777', light: '#dedede', dark: '#333333', pip: '#000000' },
  },
};
