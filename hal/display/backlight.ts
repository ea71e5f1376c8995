// The light behind a display, /sys/class/backlight: follows the brightness that is set on the device. Displays without one stay as they are.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../../wire/errors.ts';
import type { Log } from '../log/log.ts';
import type { MemoryScreen } from '../screen/screen-memory.ts';

const FOLDER = '/sys/class/backlight';

export interface BacklightOptions {
  readonly screen: Pick<MemoryScreen, 'brightness' | 'onChange'>;
  readonly log: Log;
  readonly folder?: string;
}

/** All lights that are there now. @returns Ends it. */
export function followBrightness({ screen, log, folder = FOLDER }: BacklightOptions): () => void {
  let shown = Number.NaN;
  let told = false;
  const show = (): void => {
    const percent = screen.brightness();
    if (percent === shown) return;
    shown = percent;
    for (const name of namesIn(folder))
      try {
        const most = Number(readFileSync(join(folder, name, 'max_brightness'), 'utf8'));
        writeFileSync(join(folder, name, 'brightness'), String(Math.max(1, Math.round((percent / 100) * most))));
      } catch (thrown) {
        if (!told)
          log.write(
            'warn',
            'display',
            `The light ${name} can't be set: ${systemCodeOf(thrown)}. The group video and tapin's udev rules let it.`,
          );
        told = true;
      }
  };
  const end = screen.onChange(show);
  show();
  return end;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
