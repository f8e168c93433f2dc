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
self.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data.json()));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** A notice of a turn. Sent again it has the same id, and is shown once; at an open table not at all. */
async function tell({ id, title, body, path, language, at }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some((page) => page.visibilityState === 'visible' && new URL(page.url).pathname === path)) return;
  await self.registration.showNotification(title, {
    body,
    tag: id,
    lang: language,
    timestamp: at,
    icon: '/icons/app-192.png',
    data: { path },
  });
}

/** The table in the window that has it, in a new one, or where none may be opened in any that is there. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : self.clients.openWindow(path)).catch(() => pages[0]?.navigate(path));
}

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
