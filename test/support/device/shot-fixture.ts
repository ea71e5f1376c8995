// A device in virtual time that forwards its shots to a server of the test.

import type { DeviceFixture } from './device-fixture.ts';
import { deviceFixture } from './device-fixture.ts';
import { localIsolates } from '../extension/extension-fixture.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createHttpNetwork, type VirtualCall } from '../../../hal/http/http-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { fieldsIn } from '../read-json.ts';

export const SERVER = '192.168.1.20';

type Json = Readonly<Record<string, unknown>>;

export interface ShotFixture {
  fixture(): DeviceFixture;
  /** Requests that the server received, oldest first. */
  readonly got: { readonly at_ms: number; readonly path: string; readonly json: Json; readonly text: string }[];
  /** All data that the device sent, to any destination. */
  readonly sent: string[];
  /** Sets how the server answers from now on. Default: 204. */
  answer(how: (call: VirtualCall) => void): void;
  shows(text: string): boolean;
  reboot(): Promise<void>;
}

export async function shotFixture(flash: MemoryFlash = createMemoryFlash()): Promise<ShotFixture> {
  const clock = createVirtualClock();
  const network = createHttpNetwork(clock);
  const link = network.link(createSeededRandom(1));
  const [got, sent]: [ShotFixture['got'], string[]] = [[], []];
  let how = ({ respond }: VirtualCall): void => respond({ status: 204, text: '' });
  network.serve(`http://${SERVER}:8080`, (call) => {
    const text = new TextDecoder().decode(call.body);
    got.push({ at_ms: clock.now_ms(), path: `${call.method} ${call.path}`, json: fieldsIn(text), text });
    how(call);
    return () => {};
  });
  const http: typeof link = {
    ...link,
    post(request, done) {
      sent.push(request.url);
      return link.post(request, done);
    },
  };
  const isolates = await localIsolates();
  const boot = (over: MemoryFlash): Promise<DeviceFixture> => deviceFixture({ clock, flash: over, http, isolates });
  let fixture = await boot(flash);
  return {
    fixture: () => fixture,
    got,
    sent,
    answer: (next) => void (how = next),
    shows: (text) => fixture.lines().some((line) => line.includes(text)),
    async reboot() {
      await fixture.stop();
      fixture = await boot(createMemoryFlash(fixture.flash.disk));
    },
  };
}
