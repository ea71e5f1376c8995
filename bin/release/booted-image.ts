// What a boot loader and the device below it tell each other: the image that was started, and that it wants to be started again.

import * as v from 'valibot';
import type { BootedImage } from '../../hal/images/images-board.ts';
import { STARTED_BY_LOADER } from '../process/process.ts';

/** With this exit code a device asks for the next start. */
export const RESTART_EXIT_CODE = 75;

const booted = v.object({
  hw: v.string(),
  version: v.string(),
  seq: v.number(),
  trial: v.boolean(),
  rolled_back: v.string(),
  damage: v.exactOptional(v.string()),
  slot: v.nullable(v.picklist(['a', 'b'])),
});

/** What the boot loader has started; null where this process is not below one. */
export function imageFromLoader(): BootedImage | null {
  const text = process.env[STARTED_BY_LOADER];
  return text === undefined ? null : v.parse(booted, JSON.parse(text));
}
