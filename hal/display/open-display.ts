// Finds the display of this machine and opens it.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Result } from '../../wire/errors.ts';
import type { Poller } from '../system/poller.ts';
import { takeConsole } from './console.ts';
import { openFramebuffer } from './display-fb.ts';
import { openKms } from './display-kms.ts';
import type { Display } from './display.ts';
import type { PixelFormat } from './pixels.ts';

interface DisplayChoice {
  /** Device file, such as `/dev/dri/card1` or `/dev/fb0`. Default: the first usable one. */
  readonly device?: string | undefined;
  readonly connector?: string | undefined;
  readonly mode?: string | undefined;
  readonly format?: PixelFormat | undefined;
}

const NONE = 'No display found: no /dev/dri/card* and no /dev/fb*. Check its overlay in config.txt.';

/** Lists cards before framebuffers, because every card also has a framebuffer. */
export const displayDevices = (dev = '/dev'): readonly string[] => [
  ...named(join(dev, 'dri'), /^card\d+$/),
  ...named(dev, /^fb\d+$/),
];

function named(folder: string, pattern: RegExp): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => pattern.test(name));
    return names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Opens the first usable display. Errors: `display_unusable`, with the reason for each device that was tried. */
export function openDisplay({ device, ...choice }: DisplayChoice, poller: Poller): Result<Display> {
  const reasons: string[] = [];
  for (const path of device === undefined ? displayDevices() : [device]) {
    const opened = openOne(path, choice, poller);
    if (opened.ok) return opened;
    reasons.push(opened.error.message);
  }
  return fail('display_unusable', reasons.join(' ') || NONE);
}

function openOne(path: string, choice: Omit<DisplayChoice, 'device'>, poller: Poller): Result<Display> {
  const [, framebuffer] = /\/(fb\d+)$/.exec(path) ?? [];
  if (framebuffer === undefined) return openKms({ path, poller, ...choice });
  return openFramebuffer({ path, folder: `/sys/class/graphics/${framebuffer}`, takeConsole });
}
