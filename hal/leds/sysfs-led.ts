// One kernel LED: a folder of small files. Writes only what changes, because writing is slow on some buses.

import { closeSync, constants, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../wire/errors.ts';
import type { Log } from '../log/log.ts';
import type { FoundLed } from './find-leds.ts';
import type { Light } from './led-light.ts';

export interface SysfsLed {
  /** Takes the LED from its trigger and turns it off. @throws If the kernel refuses. */
  take(): void;
  /** @param share Share of full light, 0..1; for a multicolor LED, a share for each of its colours. */
  show(light: Light | number): void;
  /** Turns the LED off and restores its trigger. */
  close(): void;
}

export function createSysfsLed(path: string, led: FoundLed, log: Log): SysfsLed {
  const written = new Map<string, string>();
  let [inode, trigger, lost] = [0, 'none', false];

  const put = (file: string, text: string): void => {
    if (written.get(file) === text) return;
    overwrite(join(path, file), text);
    written.set(file, text);
  };
  const take = (): void => {
    written.clear();
    inode = inodeOf(path);
    const had = triggerOf(path);
    if (had !== 'none') {
      trigger = had;
      overwrite(join(path, 'trigger'), 'none');
    }
    put('brightness', '0');
  };
  return {
    take,
    show(light) {
      try {
        // An LED that was unplugged and plugged in again is a new one under the same name.
        if (inodeOf(path) !== inode) take();
        for (const [file, text] of filesOf(led, light)) put(file, text);
        if (lost) log.write('info', 'leds', `The LED ${led.name} is available again.`);
        lost = false;
      } catch (thrown) {
        inode = 0;
        if (!lost) log.write('warn', 'leds', `The LED ${led.name} can't be set.`, { reason: messageOf(thrown) });
        lost = true;
      }
    },
    close() {
      try {
        put('brightness', '0');
        if (trigger !== 'none') overwrite(join(path, 'trigger'), trigger);
      } catch {
        // an unplugged LED is dark
      }
    },
  };
}

/** Returns the file contents in writing order: the colour before the brightness. */
function filesOf({ kind, index, max_brightness }: FoundLed, light: Light | number): readonly [string, string][] {
  const scaled = (share: number): string => String(Math.round(share * max_brightness));
  if (typeof light === 'number') return [['brightness', scaled(light)]];
  const { red, green, blue } = light;
  const brightest = Math.max(red, green, blue);
  // Any colour, however dark, lights a single-colour LED.
  if (kind === 'single') return [['brightness', String(Math.ceil(brightest * max_brightness))]];
  if (brightest === 0) return [['brightness', '0']];
  const shares: Readonly<Record<string, number>> = { red, green, blue };
  return [
    ['multi_intensity', index.map((color) => scaled(shares[color] ?? 0)).join(' ')],
    ['brightness', String(max_brightness)],
  ];
}

const inodeOf = (path: string): number => statSync(path).ino;

/**
 * Returns the active trigger, which is in brackets: `none [mmc0] timer`. A kernel without triggers has no such file.
 */
function triggerOf(path: string): string {
  try {
    return /\[([^\]]+)\]/.exec(readFileSync(join(path, 'trigger'), 'utf8'))?.[1] ?? 'none';
  } catch {
    return 'none';
  }
}

/** Overwrites an existing file; never creates one, since a missing LED must not leave a file. */
function overwrite(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_TRUNC);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
