// Writes src/icons.svg, one cached sprite, from the icons that src/icons.json and those of the boxes name.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { boxFolders } from './sources.mjs';

const here = new URL('..', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, here), 'utf8'));
const set = read('node_modules/@iconify-json/game-icons/icons.json');
const lists = [
  'src/icons.json',
  ...boxFolders()
    .map((folder) => `${folder}/icons.json`)
    .filter(existsSync),
];
// Each drawing once, however many things it stands for.
const symbols = [...new Set(lists.flatMap((path) => Object.values(read(path))))].map((name) => {
  const icon = set.icons[name];
  if (!icon) throw new Error(`game-icons has no ${name}`);
  return `<symbol id="${name}" viewBox="0 0 512 512">${icon.body}</symbol>`;
});

writeFileSync(
  new URL('src/icons.svg', here),
  `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>\n`,
);
