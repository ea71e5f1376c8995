// Waits for the start of a device.

import type { AssembledDevice } from './assemble-device.ts';

/** Resolves when the device has read its storage and shows its menu. */
export const booted = ({ device }: AssembledDevice): Promise<void> =>
  new Promise((resolved) => {
    const isBooted = (): boolean => device.states()['navigation'] !== undefined;
    if (isBooted()) return resolved();
    const end = device.onChange(() => {
      if (!isBooted()) return;
      end();
      resolved();
    });
  });
