// What only tables with a time limit need; loaded by them.
export { default as Clock } from './Clock.svelte';
export { default as TimeNotices } from './TimeNotices.svelte';
