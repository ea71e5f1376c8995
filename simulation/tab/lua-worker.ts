// Runtime or checker of extensions in a Worker. The first message starts it; each later one is a request, answered once
// and in order. It has no access to anything outside: messages carry all data (C112).

import { checkBytes } from '../../firmware/extension-runtime/check.ts';
import type { CheckRequest } from '../../firmware/extension-runtime/checker-module.ts';
import { hostOver } from '../../firmware/extension-runtime/host.ts';
import { loadLua } from '../../firmware/extension-runtime/lua/wasm.ts';
import { closeDoors } from '../../hal/isolate/closed-doors.ts';
import type { WorkerAnswer } from '../../hal/isolate/isolate-over.ts';
import { messageOf } from '../../wire/errors.ts';

/** First message. */
export interface LuaStart {
  /** Lua's WebAssembly. */
  readonly glue: ArrayBuffer;
  /** Whether the requests are texts to check; otherwise an extension plays. */
  readonly checks: boolean;
}

type Handle = (message: unknown) => unknown;

const post = globalThis.postMessage.bind(globalThis);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
const answer = (what: WorkerAnswer): void => post(what);

let handle: Promise<Handle> | null = null;

globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const existing = handle;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the page sends messages to this Worker
  handle ??= start(data as LuaStart);
  (existing ? existing.then((ask) => ask(data)) : handle.then(() => null))
    .then((value) => answer({ value }))
    .catch((thrown: unknown) => answer({ error: messageOf(thrown) }));
});

async function start({ glue, checks }: LuaStart): Promise<Handle> {
  // The library fetches its WebAssembly by URL: this returns the bytes from the page instead of using the network.
  const bytes = new Response(glue, { headers: { 'content-type': 'application/wasm' } });
  globalThis.fetch = () => Promise.resolve(bytes);
  const lua = await loadLua('glue.wasm');
  const stayed = closeDoors(globalThis);
  if (stayed.length > 0) throw new Error(`Globals with outside access remain: ${stayed.join(', ')}.`);
  if (!checks) return hostOver(lua);
  return (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page sends only such requests to a checker
    const { bytes: text, tries_out } = message as CheckRequest;
    return checkBytes(lua, text, tries_out);
  };
}
