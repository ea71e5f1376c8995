// From saving an extension's file to its new picture on a page: `tapin extension run` as a process, looked at as a page does.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { openViewer } from '../test/support/panel/viewer-socket.ts';
import { median, ms, percentile, type Figure, type Size } from './figures.ts';
import { wait } from './waits.ts';

const SAVES = { whole: 15, tiny: 2 } as const;
const TAPIN = fileURLToPath(new URL('../tapin', import.meta.url));
/** The message with the lines of the screen. */
const shown = v.object({ lines: v.array(v.string()) });

const textOf = (save: number): string =>
  `manifest { name = "Saved", kind = "drill" }\nfunction ext.draw() canvas.text("save ${save}", 20, 40) end`;

export async function benchReload(size: Size): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const file = join(folder, 'saved.lua');
  writeFileSync(file, textOf(0));
  const child = spawn(TAPIN, ['extension', 'run', file, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const first = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await wait('the address of the panel', first);
  const { panel } = v.parse(v.object({ panel: v.string() }), JSON.parse(line));
  const viewer = await openViewer(panel);
  const lines = (): readonly string[] => v.parse(shown, viewer.last('lines') ?? { lines: [] }).lines;
  const says = (text: string): boolean => lines().includes(text);
  await viewer.until('the first picture', () => says('save 0'));
  const took_ms: number[] = [];
  for (let save = 1; save <= SAVES[size]; save++) {
    const start = performance.now();
    writeFileSync(file, textOf(save));
    await viewer.until(`save ${save}`, () => says(`save ${save}`));
    took_ms.push(performance.now() - start);
  }
  await viewer.close();
  child.kill('SIGINT');
  await wait('the end of tapin extension run', once(child, 'close'));
  rmSync(folder, { recursive: true });
  return [
    {
      what: 'a saved file is on the screen, p50',
      value: ms(median(took_ms)),
      beside: `aim 300 ms; p90 ${ms(percentile(took_ms, 0.9))}`,
    },
  ];
}
