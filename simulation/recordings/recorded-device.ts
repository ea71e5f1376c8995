// Records actions on a device as a whole: start, power, install.

import { whileCut, type Restartable } from '../device/restartable.ts';
import type { PowerAction } from '../../sims/panel/panel-device.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** Environment of a device at power-on. */
export interface Setup {
  readonly cloud: string | null;
  readonly store: string | null;
  readonly firmware_keys: readonly PublicKey[];
  /** Whether its board has Wi-Fi; undefined if not. */
  readonly wifi?: true;
  /** Whether a touch screen can be connected to its board; undefined if not. */
  readonly touchscreen?: true;
  /** Whether the board serves a page; undefined if not. */
  readonly web_page?: true;
  /** Why the owner's board file is not used; undefined if it is. */
  readonly board_problem?: string;
  /** Path of the sensor's port. */
  readonly path: string;
}

export function recordedDevice(proxy: RecorderProxy, device: Restartable, setup: Setup): Restartable {
  proxy.await('start', () => device.start());
  proxy.await('restart', () => device.restart());
  // These act below the firmware, and their effects are recorded separately.
  for (const name of ['memory', 'fault', 'stroke']) proxy.await(name, () => {});
  const installed: ((answer: Awaited<ReturnType<Restartable['install']>>) => void)[] = [];
  proxy.await('install', (...given: Parameters<Restartable['install']>) => {
    const answer = installed.shift();
    void device.install(...given).then(answer);
  });
  /** Queue of power actions: a start needs its own batch after the preceding stop. */
  let turning: Promise<void> = Promise.resolve();
  const turn = async (action: PowerAction): Promise<void> => {
    for (const each of action === 'reset' ? (['off', 'on'] as const) : [action])
      await new Promise<void>((resolve) => {
        turned.push(resolve);
        proxy.enter('power', [each]);
      });
  };
  const { isOn } = device.power;
  const inTurn = (work: () => Promise<void>): Promise<void> => (turning = turning.then(work));
  const turned: (() => void)[] = [];
  proxy.await('power', (action: PowerAction) => {
    const answer = turned.shift();
    void device.power.turn(action).then(answer);
  });
  return {
    ...device,
    power: {
      isOn,
      turn: (action) => inTurn(() => turn(action)),
      whileCut: (work) => whileCut({ isOn, turn }, inTurn, work),
    },
    start: () => proxy.enter('start', [setup]),
    restart: () => proxy.enter('restart', []),
    install: (entry, text) =>
      new Promise((resolve) => {
        installed.push(resolve);
        proxy.enter('install', [entry, text]);
      }),
  };
}
