// Device with a power switch: the firmware stops and starts, while the board with its keys, screen, cable and storage
// stays.

import type { Device } from '../../firmware/device.ts';
import type { PanelPower, PowerAction } from '../../sims/panel/panel-device.ts';

export interface Restartable extends Device {
  /** Restarts the firmware at its own request; ignored if the power is off by then. */
  restart(): void;
  readonly power: PanelPower;
}

/** Actions of a board when its power changes. */
export interface BoardPower {
  /** Runs before the firmware starts again. */
  on(): void;
  /** Runs while the firmware shuts down gracefully. */
  off(): Promise<unknown>;
  /** Drops the firmware: from this call on it writes and logs nothing. */
  cut(): Promise<void>;
  /** Turns off screen and LEDs after the firmware has stopped. */
  dark(): void;
}

/** Creates the device. `boot` returns a new firmware instance for each boot. */
export function createRestartable(boot: () => Device, board: BoardPower): Restartable {
  const listeners = new Set<() => void>();
  const { device, isOn, restart, stop, turn, whileCut } = createSwitch(boot, board, () => {
    for (const listener of listeners) listener();
  });
  return {
    power: { isOn, turn, whileCut },
    start: () => device().start(),
    stop,
    restart,
    id: () => device().id(),
    name: () => device().name(),
    role: () => (isOn() ? device().role() : 'off'),
    session: () => device().session(),
    course: () => (isOn() ? device().course() : null),
    install: (entry, text) => device().install(entry, text),
    extension: () => (isOn() ? device().extension() : null),
    firmware: () => device().firmware(),
    simulator: () => device().simulator(),
    units: () => device().units(),
    history: () => device().history(),
    putts: () => device().putts(),
    states: () => (isOn() ? device().states() : {}),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play: () => device().play(),
    setUp: () => device().setUp(),
  };
}

/**
 * Runs `work` while the power is cut, then restores it.
 * @param inTurn Queues work so that it completes before later work starts.
 */
export function whileCut<T>(
  { isOn, turn }: Pick<PanelPower, 'isOn' | 'turn'>,
  inTurn: (work: () => Promise<void>) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const all = async (): Promise<void> => {
    const was_on = isOn();
    if (was_on) await turn('cut');
    await work().then(resolve, reject);
    if (was_on) await turn('on');
  };
  return inTurn(all).then(() => promise);
}

interface Switch extends PanelPower {
  /** Returns the running device, or the last one that ran. */
  device(): Device;
  restart(): void;
  /** Stops the device permanently. */
  stop(): Promise<void>;
}

function createSwitch(boot: () => Device, board: BoardPower, notify: () => void): Switch {
  const next = (): Device => {
    const device = boot();
    device.onChange(notify);
    return device;
  };
  let device = next();
  let on = true;
  let ended = false;
  /** Queue of power actions, run one at a time. */
  let queue: Promise<void> = Promise.resolve();
  const queued = (work: () => Promise<void>): Promise<void> => (queue = queue.then(() => (ended ? undefined : work())));
  const down = async (go: () => Promise<unknown>): Promise<void> => {
    if (!on) return;
    on = false;
    await Promise.all([go(), device.stop()]);
    board.dark();
    notify();
  };
  const up = async (): Promise<void> => {
    if (on) return;
    board.on();
    device = next();
    on = true;
    device.start();
  };
  const again = async (): Promise<void> => {
    if (!on) return;
    await device.stop();
    if (ended) return;
    device = next();
    device.start();
  };
  const turn: Readonly<Record<PowerAction, () => Promise<void>>> = {
    on: up,
    off: () => down(board.off),
    cut: () => down(board.cut),
    async reset() {
      await down(board.off);
      await up();
    },
  };
  return {
    device: () => device,
    isOn: () => on,
    turn: (action) => queued(turn[action]),
    whileCut: (work) => whileCut({ isOn: () => on, turn: (action) => turn[action]() }, queued, work),
    restart: () => void queued(again),
    async stop() {
      ended = true;
      await Promise.all([on ? device.stop() : undefined, queue]);
    },
  };
}
