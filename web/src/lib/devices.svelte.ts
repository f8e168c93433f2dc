// What this reader holds in the hands.

const keys = globalThis.matchMedia?.('(any-hover: hover) and (any-pointer: fine)');
let likely = $state(keys?.matches ?? true);
keys?.addEventListener?.('change', ({ matches }) => (likely = matches));

/** Whether a keyboard is likely: one comes with a mouse or a touchpad, seldom with a finger alone. */
export const typesOnKeys = (): boolean => likely;
