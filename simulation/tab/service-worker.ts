// Service worker: keeps the files of one version, so that the page opens without a network.

/** Filled in by the build. */
declare const VERSION: string;
declare const FILES: readonly string[];
/** Files that are kept once they have been used. */
declare const LATER: readonly string[];

const CACHE = `tapin ${VERSION}`;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the scope of a service worker, which has no library here
const scope = globalThis as unknown as WorkerScope;

interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

scope.addEventListener('install', (event) => event.waitUntil(keepFiles()));
scope.addEventListener('activate', (event) => event.waitUntil(removeOthers().then(() => scope.clients.claim())));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const name = nameOf(request.url);
  if (request.method === 'GET' && name !== null && (FILES.includes(name) || LATER.includes(name)))
    event.respondWith(kept(name, request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the HTTP cache, which may have files of another version.
  await cache.addAll(FILES.map((name) => new Request(addressOf(name), { cache: 'reload' })));
}

async function removeOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('tapin ') && name !== CACHE).map((name) => caches.delete(name)),
  );
}

async function kept(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(addressOf(name));
  if (found) return found;
  const answer = await fetch(request);
  // Without room for it, the file is loaded again next time.
  if (LATER.includes(name) && answer.ok) await cache.put(addressOf(name), answer.clone()).catch(() => {});
  return answer;
}

const addressOf = (name: string): string => new URL(name, scope.registration.scope).href;

/** Returns the name of a file of the page's folder; null for another address. */
function nameOf(address: string): string | null {
  const { origin, pathname } = new URL(address);
  const folder = new URL(scope.registration.scope);
  if (origin !== folder.origin || !pathname.startsWith(folder.pathname)) return null;
  return pathname.slice(folder.pathname.length) || 'index.html';
}
