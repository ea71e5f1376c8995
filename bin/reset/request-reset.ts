// Stores the request for a factory reset in the data folder of a device.

import { requestReset } from '../../firmware/persisted/reset.ts';
import { openDevice } from '../process/open-device.ts';
import { exitWith } from '../process/process.ts';

export interface ResetOptions {
  readonly data: string;
  readonly keepPutts?: boolean;
}

export async function storeReset({ data, keepPutts = false }: ResetOptions): Promise<void> {
  // A running device does not touch this record before its next start, so its lock on the folder need not be taken.
  const requested = await requestReset(await openDevice(data), keepPutts);
  if (!requested.ok) exitWith(requested.error);
  process.stdout.write('The device resets at its next start.\n');
}
