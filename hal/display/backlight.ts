// Backlight of a display, /sys/class/backlight: follows the brightness set on the device and turns off while the
// display is off. Does nothing for displays without a backlight.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../../wire/errors.ts';
import type { Log } from '../log/log.ts';
import type { MemoryScreen } from '../screen/screen-memory.ts';

const FOLDER = '/sys/class/backlight';

interface BacklightOptions {
  readonly screen: Pick<MemoryScreen, 'brightness' | 'onChange'>;
  readonly log: Log;
  readonly folder?: string;
}

/** Sets all backlights to the screen's brightness at each change. @returns Stops following. */
export function followBrightness({ screen, log, folder = FOLDER }: BacklightOptions): () => void {
  const warn = warnOnce(log);
  let shown = Number.NaN;
  const show = (): void => {
    const percent = screen.brightness();
    if (percent === shown) return;
    shown = percent;
    for (const name of namesIn(folder))
      try {
        const most = Number(readFileSync(join(folder, name, 'max_brightness'), 'utf8'));
        writeFileSync(join(folder, name, 'brightness'), String(Math.max(1, Math.round((percent / 100) * most))));
      } catch (thrown) {
        warn(name, thrown);
      }
  };
  const end = screen.onChange(show);
  show();
  return end;
}

/** FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN of linux/fb.h. */
const [LIT, DARK] = ['0', '4'];

/** Returns a switch for the backlights present at each call; it writes only those in the other state. */
export function createLightSwitch({ log, folder = FOLDER }: Omit<BacklightOptions, 'screen'>): (on: boolean) => void {
  const warn = warnOnce(log);
  return (on) => {
    const power = on ? LIT : DARK;
    for (const name of namesIn(folder))
      try {
        const file = join(folder, name, 'bl_power');
        if (readFileSync(file, 'utf8').trim() !== power) writeFileSync(file, power);
      } catch (thrown) {
        warn(name, thrown);
      }
  };
}

function warnOnce(log: Log): (name: string, thrown: unknown) => void {
  let logged = false;
  return (name, thrown) => {
    const why = `${systemCodeOf(thrown)}. Requires the group video and tapin's udev rules.`;
    if (!logged) log.write('warn', 'display', `Can't set the backlight ${name}: ${why}`);
    logged = true;
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
