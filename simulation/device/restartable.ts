// A device that can be switched off and on while everything around it stays: the firmware restarts, its board does not.

import type { Device } from '../../firmware/device.ts';

export interface Restartable extends Device {
  restart(): void;
}

/** `boot` gives the device as it is after each start. */
export function createRestartable(boot: () => Device): Restartable {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const next = (): Device => {
    const device = boot();
    device.onChange(tell);
    return device;
  };
  let device = next();
  let going: Promise<void> = Promise.resolve();
  let stopped = false;
  const again = async (): Promise<void> => {
    await device.stop();
    if (stopped) return;
    device = next();
    device.start();
  };
  return {
    start: () => device.start(),
    async stop() {
      stopped = true;
      await Promise.all([device.stop(), going]);
    },
    restart() {
      going = going.then(again);
    },
    id: () => device.id(),
    name: () => device.name(),
    role: () => device.role(),
    session: () => device.session(),
    course: () => device.course(),
    install: (entry, text) => device.install(entry, text),
    extension: () => device.extension(),
    firmware: () => device.firmware(),
    simulator: () => device.simulator(),
    history: () => device.history(),
    states: () => device.states(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play: () => device.play(),
  };
}
