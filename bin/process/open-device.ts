// Opens the data folder of a device beside the device, which may be running.

import { stat } from 'node:fs/promises';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import { exitUsage, exitWith } from './process.ts';

/** Returns the storage; exits with a usage error if the folder holds no device. */
export async function openDevice(data: string): Promise<Flash> {
  const folder = await stat(data).catch(() => null);
  if (!folder?.isDirectory()) exitUsage(`${data} is not a folder: name a data folder with --data.`);
  const flash = createFileFlash(data);
  const names = await flash.list();
  if (!names.ok) exitWith(names.error);
  if (!names.value.includes('identity')) exitUsage(`${data} holds no device: name its data folder with --data.`);
  return flash;
}
