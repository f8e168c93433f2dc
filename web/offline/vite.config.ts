// The client for a folder that any host serves: relative addresses, and the engine in place of a server.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Links to pages of the client: a static host has one page, and the rest of an address comes after a #. */
const links: Plugin = {
  name: 'links-after-a-hash',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.svelte') ? code.replaceAll('href="/', 'href="#/') : null),
};

export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: here('../public'),
  plugins: [links, svelte({ configFile: here('../svelte.config.js') })],
  resolve: { alias: { $client: here('../src') } },
  define: { __OFFLINE__: 'true', __ENGINE__: JSON.stringify(process.env['ENGINE'] ?? '') },
  build: {
    outDir: process.env['OFFLINE_OUT'],
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: { format: 'es' },
  server: { fs: { allow: [here('../..')] } },
});
