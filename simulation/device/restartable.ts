// A device with a power switch: the firmware goes and comes, the board with its keys, screen, cable and storage stays.

import type { Device } from '../../firmware/device.ts';
import type { PanelPower, PowerAction } from '../../sims/panel/panel-device.ts';

export interface Restartable extends Device {
  /** What the firmware asks its board for; nothing where the power is off by then. */
  restart(): void;
  readonly power: PanelPower;
}

/** What of a board goes and comes with its power. */
export interface BoardPower {
  /** Before the firmware is started again. */
  on(): void;
  /** As the firmware is stopped politely. */
  off(): Promise<unknown>;
  /** As the firmware is dropped: from the call on it writes and says nothing more. */
  cut(): Promise<void>;
  /** After the firmware is gone: nothing shines any more. */
  dark(): void;
}

/** `boot` gives the device as it is after each start. */
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
    states: () => (isOn() ? device().states() : {}),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play: () => device().play(),
  };
}

/** @param inTurn Has something done before what comes after it. */
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
  /** The one that runs, or the last one that did. */
  device(): Device;
  restart(): void;
  /** For good. */
  stop(): Promise<void>;
}

function createSwitch(boot: () => Device, board: BoardPower, tell: () => void): Switch {
  const next = (): Device => {
    const device = boot();
    device.onChange(tell);
    return device;
  };
  let device = next();
  let on = true;
  let ended = false;
  /** One after the other. */
  let going: Promise<void> = Promise.resolve();
  const queued = (work: () => Promise<void>): Promise<void> => (going = going.then(() => (ended ? undefined : work())));
  const down = async (go: () => Promise<unknown>): Promise<void> => {
    if (!on) return;
    on = false;
    await Promise.all([go(), device.stop()]);
    board.dark();
    tell();
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
      await Promise.all([on ? device.stop() : undefined, going]);
    },
  };
}
