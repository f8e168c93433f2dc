// The whole game without a server: the client, with the engine in a worker in place of the network.
import { mount } from 'svelte';
import App from '../src/App.svelte';
import { useLanguage } from '../src/lib/i18n.svelte';
import { startRouter } from '../src/lib/router.svelte';
import { settings } from '../src/lib/settings.svelte';
import { wire } from '../src/lib/wire';
import '../src/style/app.css';
import { engine } from './engine.svelte';
import Trouble from './Trouble.svelte';

wire.request = engine.request;
wire.call = engine.call;
void engine.start();
startRouter();
void useLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });
mount(Trouble, { target: document.getElementById('engine')! });
