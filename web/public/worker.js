// Keeps the client and the content for times without a network, so that the scorer works offline.
const STORE = 'rollplayer-2';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(['/', '/manifest.webmanifest', '/favicon.svg']))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else if (request.mode === 'navigate') event.respondWith(freshFirst(request, '/'));
  else if (/^\/(api\/v1\/(content|rules)$|boxes\/)/.test(pathname))
    event.respondWith(freshFirst(request, request));
});

async function keptFirst(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await store.put(request, fresh.clone());
  return fresh;
}

async function freshFirst(request, key) {
  const store = await caches.open(STORE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await store.put(key, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await store.match(key);
    if (kept) return kept;
    throw error;
  }
}
