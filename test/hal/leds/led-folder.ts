// A folder laid out like the kernel's /sys/class/leds. Files keep the last value written.

import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

interface LedFiles {
  readonly max?: number;
  /** Color order; only for a multicolor LED. */
  readonly index?: string;
  /** Content of `trigger`; a kernel without triggers has no such file. */
  readonly trigger?: string;
}

export interface LedFolder {
  readonly folder: string;
  add(name: string, files?: LedFiles): void;
  read(name: string, file: string): string;
  /** Marks all files as old, so that `touched` detects later writes, even of the same value. */
  age(name: string): void;
  touched(name: string, file: string): boolean;
}

const LONG_AGO = new Date('2001-01-01T00:00:00Z');

export async function ledFolder(t: ExecutionContext): Promise<LedFolder> {
  const folder = await temporaryFolder(t);
  const at = (name: string, file: string): string => join(folder, name, file);
  const read = (name: string, file: string): string => readFileSync(at(name, file), 'utf8').trim();
  return {
    folder,
    add(name, { max = 255, index, trigger = '[none] timer mmc0' } = {}) {
      mkdirSync(join(folder, name));
      const files = { brightness: '0', max_brightness: max, trigger };
      for (const [file, text] of Object.entries(files)) writeFileSync(at(name, file), `${text}\n`);
      if (index === undefined) return;
      writeFileSync(at(name, 'multi_index'), `${index}\n`);
      writeFileSync(at(name, 'multi_intensity'), '0 0 0\n');
    },
    read,
    age: (name) => ['brightness', 'trigger'].forEach((file) => utimesSync(at(name, file), LONG_AGO, LONG_AGO)),
    touched: (name, file) => statSync(at(name, file)).mtimeMs !== LONG_AGO.getTime(),
  };
}
