// The boxes of the table that is shown, each with what it brings to the browser (lib/box.ts).
import type { Box } from './box';
import type { BoxInfo } from './types';

export interface LoadedBox {
  info: BoxInfo;
  /** Null if it brings nothing, or nothing that works: then plain parts show what it has on the table. */
  box: Box | null;
}
type Module = { default: Box };

const built = import.meta.glob<Module>('../../../src/rollplayer/expansions/*/web/index.ts');
const loaded = new Map<string, Box>();
let now: LoadedBox[] = $state.raw([]);

/** Those of the table, in the order of its options. */
export const boxes = (): LoadedBox[] => now;

/** What all of them bring of a sort. */
export const broughtBy = <T>(part: (box: Box) => T[] | undefined): T[] =>
  now.flatMap(({ box }) => (box && part(box)) ?? []);

function moduleOf({ id, module }: BoxInfo): (() => Promise<Module>) | undefined {
  const ours = built[`../../../src/rollplayer/expansions/${id.replaceAll('-', '_')}/web/index.ts`];
  return ours ?? (module ? () => import(/* @vite-ignore */ module) : undefined);
}

async function load(info: BoxInfo): Promise<LoadedBox> {
  const module = moduleOf(info);
  if (!module) return { info, box: null };
  try {
    const box = loaded.get(info.id) ?? (await module()).default;
    if (box?.name !== info.id) throw new Error(`its module is for ${box?.name}`);
    if (!loaded.has(info.id) && box.style) addStyle(box.style);
    loaded.set(info.id, box);
    return { info, box };
  } catch (error) {
    console.error(`The browser parts of ${info.id} cannot be used:`, error);
    return { info, box: null };
  }
}

function addStyle(href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

export const loadBoxes = (infos: BoxInfo[]): Promise<LoadedBox[]> => Promise.all(infos.map(load));

export function useBoxes(all: LoadedBox[]): void {
  now = all;
}

/** Go on without what a box brings: it has failed. */
export function giveUp(box: Box, error: unknown): void {
  console.error(`The browser parts of ${box.name} have failed:`, error);
  loaded.delete(box.name);
  // Not at once: this may be found out in the middle of drawing.
  queueMicrotask(() => (now = now.map((each) => (each.box === box ? { ...each, box: null } : each))));
}

/** The first answer that one of them has. */
export function askBoxes<T>(question: (box: Box) => T | undefined): T | undefined {
  for (const { box } of now) {
    if (!box) continue;
    try {
      const answer = question(box);
      if (answer !== undefined) return answer;
    } catch (error) {
      giveUp(box, error);
    }
  }
  return undefined;
}
