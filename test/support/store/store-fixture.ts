// A device with an extension store in virtual time: the real store behind a network with injectable faults, or a server
// that the test supplies.

import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import type { PublishCheck } from '../../../cloud-stub/store/check.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createHttpNetwork, type HttpLink, type VirtualServer } from '../../../hal/http/http-virtual.ts';
import { createVirtualLink, type VirtualLink } from '../../../hal/link/link-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { keysFor } from '../device/code-keys.ts';
import { deviceFixture, type DeviceFixture } from '../device/device-fixture.ts';
import { localIsolates } from '../extension/extension-fixture.ts';
import { choose, persistedIn, toMenu } from '../device/play.ts';
import type { StoreWorld } from './store-world.ts';

export const STORE = 'http://store';

/** Creates the device's own checker in this process. */
export async function deviceCheck(): Promise<PublishCheck> {
  const lua = await loadLua();
  return async (text) => checkText(lua, text);
}

export interface StoreFixture {
  /** Returns the currently running device. */
  fixture(): DeviceFixture;
  readonly link: HttpLink;
  readonly network: VirtualLink;
  /**
   * Requests of the device to the store about extensions, oldest first: `POST /e/check`, `GET /e/7K3QZ`; `+update`
   * marks those with the update header.
   */
  readonly requests: string[];
  lines(): readonly string[];
  shows(text: string | RegExp): boolean;
  /** Replaces the store with another server; null restores the store. */
  answer(server: VirtualServer | null): void;
  /** Restarts the device with the same storage. */
  reboot(): Promise<void>;
}

interface StoreFixtureOptions {
  readonly flash?: MemoryFlash;
  readonly joined?: boolean;
  readonly seed?: number;
}

/** Switches a device on and waits until its first check has finished. */
export async function storeFixture(
  world: Pick<StoreWorld, 'clock' | 'endpoint'>,
  options: StoreFixtureOptions = {},
): Promise<StoreFixture> {
  const { flash = createMemoryFlash(), joined = true, seed = 1 } = options;
  let boots = 0;
  const { clock, endpoint } = world;
  const http = createHttpNetwork(clock);
  const link = http.link(createSeededRandom(seed, 'link'));
  const network = createVirtualLink({ joined });
  const requests: string[] = [];
  let instead: VirtualServer | null = null;
  http.serve(STORE, (call) => {
    const { method, path, headers } = call;
    if (/^\/(audio|firmware)\//.test(path)) return releasesAway(call);
    requests.push(`${method} ${path}${headers['x-service-update'] === '1' ? ' +update' : ''}`);
    return (instead ?? served(endpoint))(call);
  });
  const isolates = await localIsolates();
  const boot = (over: MemoryFlash): Promise<DeviceFixture> =>
    deviceFixture({ clock, seed: seed + boots++, flash: over, isolates, http: link, store: STORE, network });
  let fixture = await boot(flash);
  const lines = (): readonly string[] => fixture.lines();
  return {
    fixture: () => fixture,
    link,
    network,
    requests,
    lines,
    shows: (text) => lines().some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line))),
    answer: (server) => void (instead = server),
    async reboot() {
      await fixture.stop();
      fixture = await boot(createMemoryFlash(fixture.flash.disk));
    },
  };
}

/** Answers requests for firmware and sounds, which these tests do not cover. */
const releasesAway: VirtualServer = ({ respond }) => {
  respond({ status: 204, text: '' });
  return () => {};
};

/** Serves the store on the virtual network. */
export const served =
  (endpoint: StoreWorld['endpoint']): VirtualServer =>
  ({ method, path, headers, body, respond }) => {
    const [place = '', query = ''] = path.split('?');
    const request = {
      method,
      path: place,
      query: new URLSearchParams(query),
      header: (name: string) => headers[name],
      readBody: async () => body,
      address: '192.0.2.1',
      onGone: () => {},
    };
    const serve = async (): Promise<void> => {
      const { status, headers: response_headers, body: bytes } = await endpoint.answer(request);
      const lower = Object.entries(response_headers).map(([name, value]) => [name.toLowerCase(), value] as const);
      respond({ status, headers: Object.fromEntries(lower), bytes });
    };
    void serve();
    return () => {};
  };

/** Navigates from any page to Settings > Manage extensions. */
export async function toExtensions(fixture: DeviceFixture): Promise<void> {
  await toMenu(fixture);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Manage extensions');
}

/** Installs an extension through the menu. */
export async function installByCode(fixture: DeviceFixture, code: string): Promise<void> {
  await toExtensions(fixture);
  await choose(fixture, 'Install with a code');
  await fixture.press(...keysFor(code));
  await fixture.clock.advance(100);
}

/** Returns the stored list of extensions: `Ladder 3 default`. */
export const installedOn = async (at: StoreFixture): Promise<readonly string[]> =>
  (await persistedIn(at.fixture().flash)).persisted.installed.map(({ name, version, default: flag }) => `${name} ${version}${flag ? ' default' : ''}`); // oxfmt-ignore

/** Returns the number of extension texts in storage. */
export const textsOn = async (at: StoreFixture): Promise<number> => {
  const records = await at.fixture().flash.list();
  return records.ok ? records.value.filter((record) => record.startsWith('text-')).length : -1;
};
