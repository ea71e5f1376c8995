// Protocol between a boot loader and its device process: the image that was started, and the request for a restart.

import * as v from 'valibot';
import type { BootedImage } from '../../hal/images/images-board.ts';
import { STARTED_BY_LOADER } from '../process/process.ts';

/** Exit code with which a device requests a restart. */
export const RESTART_EXIT_CODE = 75;

/** Environment variable with the program of the boot loader that this process was. */
export const LOADER_BEFORE = 'TAPIN_LOADER_BEFORE';

const booted = v.object({
  hw: v.string(),
  version: v.string(),
  seq: v.number(),
  trial: v.boolean(),
  rolled_back: v.string(),
  damage: v.exactOptional(v.string()),
  slot: v.nullable(v.picklist(['a', 'b'])),
});

/** Returns the image that the boot loader started; null without a boot loader. */
export function imageFromLoader(): BootedImage | null {
  const text = process.env[STARTED_BY_LOADER];
  return text === undefined ? null : v.parse(booted, JSON.parse(text));
}

/** Starts the boot loader again: as this process, if it was the loader, or by exiting. All resources must be closed. */
export function restartLoader(): never {
  const { [LOADER_BEFORE]: loader, [STARTED_BY_LOADER]: _, ...env } = process.env;
  if (loader === undefined || !process.execve) process.exit(RESTART_EXIT_CODE);
  return process.execve(loader, [loader, ...process.argv.slice(2)], env);
}
