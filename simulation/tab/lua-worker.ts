// Extension runtime in a Worker of a web page. The first message is Lua's WebAssembly, each later one a runtime
// request; each is answered once, in order. It has no access to anything outside: messages carry all data (C112).

import { hostOver } from '../../firmware/extension-runtime/host.ts';
import { loadLua } from '../../firmware/extension-runtime/lua/wasm.ts';
import { messageOf } from '../../wire/errors.ts';
import { closeDoors } from '../../hal/isolate/closed-doors.ts';
import type { WorkerAnswer } from '../../hal/isolate/isolate-over.ts';

type Handle = (message: unknown) => unknown;

const post = globalThis.postMessage.bind(globalThis);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
const answer = (what: WorkerAnswer): void => post(what);

let handle: Promise<Handle> | null = null;

globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const existing = handle;
  handle ??= start(data);
  (existing ? existing.then((ask) => ask(data)) : handle.then(() => null))
    .then((value) => answer({ value }))
    .catch((thrown: unknown) => answer({ error: messageOf(thrown) }));
});

async function start(glue: unknown): Promise<Handle> {
  if (!(glue instanceof ArrayBuffer)) throw new TypeError('The first message must be WebAssembly.');
  // The library fetches its WebAssembly by URL: this returns the bytes from the page instead of using the network.
  const bytes = new Response(glue, { headers: { 'content-type': 'application/wasm' } });
  globalThis.fetch = () => Promise.resolve(bytes);
  const lua = await loadLua('glue.wasm');
  const stayed = closeDoors(globalThis);
  if (stayed.length > 0) throw new Error(`Globals with outside access remain: ${stayed.join(', ')}.`);
  return hostOver(lua);
}
