// A front panel on a free port of this machine, with several devices in virtual time.

import type { ExecutionContext } from 'ava';
import { openPanel, type PanelServer } from '../../../sims/panel/panel-server.ts';
import type { PanelDevice } from '../../../sims/panel/panel-device.ts';
import { assert } from '../../../wire/errors.ts';
import { deviceFixture, type DeviceFixture } from '../device/device-fixture.ts';

export interface PanelFixtures {
  readonly fixtures: readonly DeviceFixture[];
  readonly panel: PanelServer;
  /** Advances the time of all devices. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Opens a panel; seeds count up from `seed`. `dress` may change how the panel sees a device. */
async function openPanelFixtures(
  count: number,
  { seed = 1, dress = (fixture: DeviceFixture): PanelDevice => fixture }: { seed?: number; dress?: Dress } = {},
): Promise<PanelFixtures> {
  const fixtures = await Promise.all(
    Array.from({ length: count }, (_, index) => deviceFixture({ seed: seed + index })),
  );
  const [first] = fixtures;
  assert(first !== undefined, 'no device');
  const opened = await openPanel({ devices: fixtures.map(dress), host: '127.0.0.1', port: 0, log: first.log });
  assert(opened.ok, opened.ok ? '' : opened.error.message);
  return {
    fixtures,
    panel: opened.value,
    async advance(ms) {
      await Promise.all(fixtures.map(({ clock }) => clock.advance(ms)));
    },
    async stop() {
      await opened.value.close();
      await Promise.all(fixtures.map((fixture) => fixture.stop()));
    },
  };
}

export type Dress = (fixture: DeviceFixture, index: number) => PanelDevice;

/** Opens the panel and stops everything after the test. */
export async function panelFixtures(t: ExecutionContext, count: number, dress?: Dress): Promise<PanelFixtures> {
  const opened = await openPanelFixtures(count, dress ? { dress } : {});
  t.teardown(() => opened.stop());
  return opened;
}
