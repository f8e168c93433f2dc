// Keeps the client, the rules, the lessons and the content for times without a network. The server puts
// OFFLINE before this file: a version, and the addresses to keep (server/transport/offline.py). All of a
// version are fetched together and nothing is added later, so that no two builds mix, and no game,
// token or answer that must be live is ever kept.
/* global OFFLINE */
const STORE = `rollplayer-${OFFLINE.version}`;
/** Milliseconds after which a network that says nothing counts as none. */
const PATIENCE = 4000;
const kept = new Set(OFFLINE.addresses);
/** What the server says of itself is for pages that ask the store: others must know whether it is there. */
const LIVE = /^\/api\/v1(\?|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, search, origin } = new URL(request.url);
  const address = pathname + search;
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else if (
    request.mode === 'navigate' &&
    !/^\/(api\/|docs(\/|$)|openapi|healthz|readyz|metrics)/.test(pathname)
  )
    event.respondWith(freshFirst(request, '/'));
  else if (kept.has(address) && !LIVE.test(address)) event.respondWith(freshFirst(request, address));
});

async function fill() {
  const store = await caches.open(STORE);
  // Names of assets change with what they hold; all else is asked for anew.
  const wanted = OFFLINE.addresses.map(
    (address) =>
      new Request(address, {
        cache: address.startsWith('/assets/') ? 'default' : 'no-cache',
        headers: address.startsWith('/api/') ? { Accept: 'application/json' } : {},
      }),
  );
  await store.addAll(wanted);
}

/** The version before this one stays: a page that is still open may load its parts late. */
async function tidy() {
  const others = (await caches.keys()).filter((name) => name.startsWith('rollplayer-') && name !== STORE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function keptFirst(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function freshFirst(request, address) {
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  const fresh = await Promise.race([fetch(request).catch(() => null), late]);
  if (fresh && fresh.status < 500) return fresh;
  const found = await caches.match(address, { cacheName: STORE, ignoreVary: true });
  return found ?? fresh ?? Response.error();
}
