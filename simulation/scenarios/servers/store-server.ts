// Extension store of a scenario, with the device's own checker, and its firmware releases. Publishing needs no token,
// since scenarios test the device.

import { createRouter } from '../../../cloud-stub/http/router.ts';
import { releaseRoutes } from '../../../cloud-stub/releases/release-routes.ts';
import { createCheckQueue } from '../../../cloud-stub/store/check-queue.ts';
import { openStoreDatabase } from '../../../cloud-stub/store/database.ts';
import { readDraft } from '../../../cloud-stub/store/draft.ts';
import type { StoreResult } from '../../../cloud-stub/store/failures.ts';
import { publicRoutes } from '../../../cloud-stub/store/public-routes.ts';
import { NO_STORE_LIMITS } from '../../../cloud-stub/store/rate-limits.ts';
import { createStore, type Store } from '../../../cloud-stub/store/store.ts';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import type { Clock } from '../../../hal/clock/clock.ts';
import type { HttpNetwork, VirtualCall, VirtualServer } from '../../../hal/http/http-virtual.ts';
import type { Log } from '../../../hal/log/log.ts';
import type { Random } from '../../../hal/random/random.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { createReleases, type Releases } from './release-server.ts';
import type { StoreOrder } from '../reading/server-shapes.ts';
import type { Arrival } from './servers.ts';

export const STORE_ORIGIN = 'http://store';

interface StoreServerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly log: Log;
  /** Reads a file next to the scenario. */
  read(name: string): Result<string>;
  arrived(arrival: Arrival): void;
}

export interface StoreServer {
  readonly releases: Releases;
  /** Share codes by the scenario's names of its extensions. */
  readonly codes: ReadonlyMap<string, string>;
  order(order: StoreOrder): Promise<Result<unknown>>;
  close(): void;
}

const AUTHOR = { owner: 'author', label: 'An author' };
const DESCRIPTION = 'An extension of a scenario.';

/** Shared instance: loading it is slow, and it can check any number of texts. */
let machine: ReturnType<typeof loadLua> | null = null;

export async function openStoreServer(deps: StoreServerDeps): Promise<StoreServer> {
  const { clock, random, network, log } = deps;
  const database = openStoreDatabase(':memory:');
  if (!database.ok) throw new Error(database.error.message);
  const lua = await (machine ??= loadLua());
  const check = createCheckQueue(async (text) => checkText(lua, text), 1);
  const store = createStore({ database: database.value, random, check, unix_s: () => clock.unix_s() });
  const releases = createReleases(random.fork('firmware'));
  const routes = [
    ...publicRoutes({ store, limits: NO_STORE_LIMITS, log }),
    ...releaseRoutes(releases.folder, NO_STORE_LIMITS),
  ];
  const server = serverOf(createRouter(routes), deps.arrived);
  network.serve(STORE_ORIGIN, server);
  const codes = new Map<string, string>();
  const publisher = createPublisher(store, codes, deps.read);
  return {
    releases,
    codes,
    async order(order) {
      if (typeof order !== 'string') return publisher(order);
      network.serve(STORE_ORIGIN, order === 'start' ? server : null);
      return ok(undefined);
    },
    close: () => store.close(),
  };
}

function serverOf(router: ReturnType<typeof createRouter>, arrived: StoreServerDeps['arrived']): VirtualServer {
  const answer = async ({ method, path, headers, body, respond }: VirtualCall): Promise<void> => {
    const [place = '', query = ''] = path.split('?');
    const {
      status,
      headers: response_headers,
      body: bytes,
    } = await router.answer({
      method,
      path: place,
      query: new URLSearchParams(query),
      header: (name) => headers[name],
      readBody: async () => body,
      address: '192.0.2.1',
      onGone: () => {},
    });
    const lower = Object.entries(response_headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    respond({ status, headers: Object.fromEntries(lower), bytes });
  };
  return (call) => {
    arrived({ server: 'store', path: call.path, body: new TextDecoder().decode(call.body) });
    void answer(call);
    return () => {};
  };
}

type Publishing = Exclude<StoreOrder, string>;

function createPublisher(store: Store, codes: Map<string, string>, read: StoreServerDeps['read']) {
  const codeOf = (name: string): string => codes.get(name) ?? name;
  const decided = (name: string, flag: boolean): Result<unknown> =>
    resultOf(store.decide(codeOf(name), { default: flag }));
  const publishAll = async (files: Readonly<Record<string, string>>, is_new: boolean): Promise<Result<unknown>> => {
    for (const [name, file] of Object.entries(files)) {
      const text = read(file);
      if (!text.ok) return text;
      const draft = readDraft({ text: text.value, description: DESCRIPTION }, false);
      if (!draft.ok) return resultOf(draft);
      const done = await (is_new ? store.create(AUTHOR, draft.value) : store.update(AUTHOR, codeOf(name), draft.value));
      if (!done.ok) return resultOf(done);
      codes.set(name, done.value.id);
    }
    return ok(undefined);
  };
  return async (order: Publishing): Promise<Result<unknown>> => {
    if (order.publish) return publishAll(order.publish, true);
    if (order.update) return publishAll(order.update, false);
    if (order.withdraw !== undefined) return resultOf(store.remove(AUTHOR, codeOf(order.withdraw)));
    return order.default === undefined ? decided(order.not_default ?? '', false) : decided(order.default, true);
  };
}

const resultOf = (outcome: StoreResult<unknown>): Result<unknown> =>
  outcome.ok ? ok(outcome.value) : fail('bad_value', outcome.error.message);
