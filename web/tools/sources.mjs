// Where the client's source lies: here, and in the folders of the boxes.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CLIENT = fileURLToPath(new URL('../src', import.meta.url));
/** What the game without a server adds. */
const OFFLINE = fileURLToPath(new URL('../offline', import.meta.url));
const EXPANSIONS = fileURLToPath(new URL('../../src/rollplayer/expansions', import.meta.url));

/** The folders with the browser parts of our boxes. */
export const boxFolders = () =>
  readdirSync(EXPANSIONS)
    .map((name) => join(EXPANSIONS, name, 'web'))
    .filter((folder) => existsSync(folder));

/** All files of the client and of our boxes, as [name, path]. */
export const sources = () =>
  [CLIENT, OFFLINE, ...boxFolders()].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [relative(folder === CLIENT || folder === OFFLINE ? CLIENT : EXPANSIONS, path), path]),
  );
