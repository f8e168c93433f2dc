import { mount } from 'svelte';
import App from './App.svelte';
import { texture } from './lib/paint';
import { startRouter } from './lib/router.svelte';
import './style/app.css';

startRouter();
void texture().catch(() => undefined); // without them the table is plain
mount(App, { target: document.getElementById('app')! });
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
