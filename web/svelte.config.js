import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const root = fileURLToPath(new URL('..', import.meta.url));

// Named by the path within the project, so that every clone builds the same bytes: the components of
// boxes lie outside this folder, and Svelte would name those by where the clone lies.
const cssHash = ({ hash, filename }) => `svelte-${hash(relative(root, filename).split(sep).join('/'))}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
