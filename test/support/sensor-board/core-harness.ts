// Runs the core of the sensor board's firmware on this machine, compiled with sanitizers: sensor-board/test/harness.c.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFrameReader, type Frame } from '../../../hal/sensor/frame.ts';
import { CHIP_DEFINES, CORE, HEADERS, WARNINGS } from '../../../sensor-board/build.ts';

const FOLDER = new URL('../../../sensor-board/', import.meta.url);
const SANITIZERS = ['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

/** Whether this machine has a C compiler. */
export const has_gcc = spawnSync('gcc', ['--version']).status === 0;

interface CoreRun {
  /** Frames that the board sent, step by step. */
  readonly sent: readonly (readonly Frame[])[];
  readonly memory: Uint8Array;
}

export interface CoreHarness {
  run(lines: readonly string[]): CoreRun;
  remove(): Promise<void>;
}

/** Compiles the core. `change`: edits a source before. */
export async function coreHarness(
  change: (file: string, source: string) => string = (_, source) => source,
): Promise<CoreHarness> {
  const work = await mkdtemp(join(tmpdir(), 'tapin-core-'));
  for (const folder of ['core', 'test']) await mkdir(join(work, folder));
  const files = [...[...CORE, ...HEADERS].map((file) => `core/${file}`), 'test/harness.c'];
  for (const file of files)
    await writeFile(join(work, file), change(file, await readFile(new URL(file, FOLDER), 'utf8')));
  const sources = files.filter((file) => file.endsWith('.c'));
  await promisify(execFile)('gcc', [...WARNINGS, ...CHIP_DEFINES, ...SANITIZERS, '-o', 'harness', ...sources], {
    cwd: work,
  });
  return {
    remove: () => rm(work, { recursive: true }),
    run(lines) {
      const output = execFileSync(join(work, 'harness'), { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
      const values = (name: string): string[] =>
        [...output.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, hex = '']) => hex);
      const frames: Frame[] = [];
      const reader = createFrameReader((frame) => frames.push(frame));
      const sent = values('sent').map((hex) => {
        reader.push(fromHex(hex));
        return frames.splice(0);
      });
      return { sent, memory: fromHex(values('memory')[0] ?? '') };
    },
  };
}

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
