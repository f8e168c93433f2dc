import { mount } from 'svelte';
import App from './App.svelte';
import { serverInfo } from './lib/api';
import { useLanguage } from './lib/i18n.svelte';
import { startRouter } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';
import './style/app.css';

startRouter();
if (location.pathname === '/') void serverInfo().catch(() => undefined); // the page says so
void useLanguage(settings.language); // on its way while the rest is set up
mount(App, { target: document.getElementById('app')! });
// After the page itself: the worker fetches all that is kept for times without a network. Where browsers
// allow none, pages say that they need the server.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => undefined));
