// A front panel on a free port of this machine, over several devices on desks in virtual time.

import type { ExecutionContext } from 'ava';
import { openPanel, type Panel } from '../../sims/panel/panel-server.ts';
import type { PanelDevice } from '../../sims/panel/panel-device.ts';
import { assert } from '../../wire/errors.ts';
import { deskWith, type Desk } from './desk.ts';

export interface PanelDesks {
  readonly desks: readonly Desk[];
  readonly panel: Panel;
  /** Lets the time of all devices pass. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Seeds count up from `seed`. `dress` may change what the panel sees of a device. */
async function openPanelDesks(
  count: number,
  { seed = 1, dress = (desk: Desk): PanelDevice => desk }: { seed?: number; dress?: Dress } = {},
): Promise<PanelDesks> {
  const desks = await Promise.all(Array.from({ length: count }, (_, index) => deskWith({ seed: seed + index })));
  const [first] = desks;
  assert(first !== undefined, 'there is at least one device');
  const opened = await openPanel({ devices: desks.map(dress), host: '127.0.0.1', port: 0, log: first.log });
  assert(opened.ok, opened.ok ? '' : opened.error.message);
  return {
    desks,
    panel: opened.value,
    async advance(ms) {
      await Promise.all(desks.map(({ clock }) => clock.advance(ms)));
    },
    async stop() {
      await opened.value.close();
      await Promise.all(desks.map((desk) => desk.stop()));
    },
  };
}

export type Dress = (desk: Desk, index: number) => PanelDevice;

/** Everything is stopped after the test. */
export async function panelDesks(t: ExecutionContext, count: number, dress?: Dress): Promise<PanelDesks> {
  const opened = await openPanelDesks(count, dress ? { dress } : {});
  t.teardown(() => opened.stop());
  return opened;
}
