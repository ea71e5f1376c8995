// What `tapin extension run` does: a virtual device with a file as its only extension, put in again whenever the file is saved.

import { watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { createMemoryFlash } from '../hal/flash/flash-memory.ts';
import type { Result } from '../wire/errors.ts';
import type { AssembledDevice } from '../simulation/device/assemble-device.ts';
import { wordsOf } from './check-extensions.ts';
import { readExtension } from '../simulation/extension-script/extension-file.ts';
import { leave, openHouse, switchOn } from './house.ts';
import { complain } from './process.ts';
import { servePanel } from './serve-device.ts';

export interface RunFileOptions {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly verbose?: boolean;
}

/** Editors save in several steps. */
const SETTLE_MS = 30;

export async function runFile(file: string, options: RunFileOptions): Promise<void> {
  const house = openHouse(options);
  const device = switchOn(house, { flash: createMemoryFlash(), random: house.random, sensor: 'virtual' });
  await booted(device);
  const first = await putIn(device, file);
  if (!first.ok) return leave(house, first.error);
  let soon: NodeJS.Timeout | undefined;
  // The folder is watched, since many editors write another file and rename it.
  const watcher = watch(dirname(resolve(file)), (_event, name) => {
    if (name !== null && name !== basename(file)) return;
    clearTimeout(soon);
    soon = setTimeout(() => void putIn(device, file).then((put) => !put.ok && complain(put.error.message)), SETTLE_MS);
  });
  house.keep(async () => {
    clearTimeout(soon);
    watcher.close();
  });
  await servePanel(house, options, [device], {});
}

/** Until the device has read its storage and shows its menu. */
const booted = ({ device }: AssembledDevice): Promise<void> =>
  new Promise((resolved) => {
    const look = (): boolean => device.states()['navigation'] !== undefined;
    if (look()) return resolved();
    const end = device.on_change(() => {
      if (!look()) return;
      end();
      resolved();
    });
  });

/** Checks the file and puts it into its slot; one that is not fine leaves the last one that was. */
async function putIn({ device }: AssembledDevice, file: string): Promise<Result<void>> {
  const extension = await readExtension(file);
  if (!extension.ok) return extension;
  const { entry, bytes, verdict } = extension.value;
  complain(`${file}${wordsOf(verdict)}`);
  return device.install(entry, bytes);
}
