import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.ROLLPLAYER_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  // The game without a server has a build of its own (offline/); what belongs to it alone is left out here.
  define: { __OFFLINE__: 'false' },
  // Boxes lie elsewhere: this is how they name the client's own files.
  resolve: { alias: { $client: fileURLToPath(new URL('src', import.meta.url)) } },
  build: {
    outDir: '../src/rollplayer/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // a data: address would need a wider content security policy
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/boxes': server }, fs: { allow: ['..'] } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
