// What is done to a device as a whole, with a tape between it and whoever does it.

import { whileCut, type Restartable } from '../device/restartable.ts';
import type { PowerAction } from '../../sims/panel/panel-device.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** What a device is told of its surroundings when it is switched on. */
export interface Setup {
  readonly cloud: string | null;
  readonly store: string | null;
  readonly firmware_keys: readonly PublicKey[];
  /** Its board has Wi-Fi; left out where it has none. */
  readonly wifi?: true;
  /** A touch screen can be connected to its board; left out where it can't. */
  readonly touchscreen?: true;
  /** Of the sensor's port. */
  readonly path: string;
}

export function recordedDevice(proxy: RecorderProxy, device: Restartable, setup: Setup): Restartable {
  proxy.await('start', () => device.start());
  proxy.await('restart', () => device.restart());
  // Below the firmware: what comes of it afterwards is on the tape.
  for (const name of ['memory', 'fault', 'stroke']) proxy.await(name, () => {});
  const installed: ((answer: Awaited<ReturnType<Restartable['install']>>) => void)[] = [];
  proxy.await('install', (...given: Parameters<Restartable['install']>) => {
    const answer = installed.shift();
    void device.install(...given).then(answer);
  });
  /** One after the other, since what comes up must find a turn of its own when the one before is down. */
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
