// Keeps all files of one build, so that the game needs no network. The build puts KEPT before this file: a
// version, the files, and the script that the start page of this build names. Files with a mark in their names
// never change; all are fetched once.
/* global KEPT */
const STORE = `rollplayer-offline-${KEPT.version}`;
const HOME = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const address = request.url.split(/[?#]/)[0];
  if (!address.startsWith(HOME.href)) return;
  event.respondWith(keptFirst(request, request.mode === 'navigate' ? HOME.href : address));
});

async function fill() {
  const store = await caches.open(STORE);
  const marked = /-[\w-]{8,}(\.\w+)+$|^engine-/;
  await store.addAll(
    KEPT.files.map((file) => {
      // The page has just loaded these: they are in the browser's own cache.
      const cache = marked.test(file) ? 'force-cache' : 'no-cache';
      return new Request(new URL(file, HOME), { cache });
    }),
  );
  // Unpacked once here instead of with every start.
  for (const file of KEPT.files.filter((each) => each.endsWith('.zip.gz'))) await unpack(store, file);
  // Where a host still sends the start page of another build, nothing of that one would be found.
  const home = await store.match(HOME.href);
  if ((await home.text()).includes(KEPT.script)) return;
  await caches.delete(STORE);
  throw new Error('the start page is of another build');
}

async function unpack(store, file) {
  const address = new URL(file, HOME);
  const body = await (await store.match(address)).blob();
  const [first, second] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return; // a host that says what gzip is for has had it unpacked
  await store.put(address, new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))));
}

/** The version before this one stays for pages that are still open, and may not have loaded all of theirs. */
async function tidy() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith('rollplayer-offline-') && name !== STORE,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function keptFirst(request, address) {
  const found = await caches.match(address, { cacheName: STORE, ignoreVary: true });
  return found ?? (await caches.match(address, { ignoreVary: true })) ?? fetch(request);
}
