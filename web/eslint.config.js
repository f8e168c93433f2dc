// Faults, not looks: those are prettier's business.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['**/node_modules/', 'web/src/lib/types.ts', 'src/rollplayer/expansions/*/web/types.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'max-len': ['error', 160], // prettier breaks code, but no strings
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-undef': 'off', // TypeScript says it better
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that no formatter may take away
      'svelte/prefer-svelte-reactivity': 'off', // what nobody changes, or nobody shows, need not react
      'prefer-const': 'off', // Svelte's own rule below knows $derived and $props
      'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived', '$state'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
