// The committed program of the sensor board is what its sources give.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test from 'ava';
import { buildBoard } from '../../sensor-board/build.ts';
import { valueOf } from '../support/results.ts';

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const sources = (): string[] =>
  execFileSync('git', ['ls-files', 'sensor-board/*.c', 'sensor-board/*.h'], { encoding: 'utf8' }).trim().split('\n');

/** Compiler of the committed hex: another one makes other bytes. */
const AVR_GCC = '5.4.0';
const version = spawnSync('avr-gcc', ['-dumpversion'], { encoding: 'utf8' }).stdout?.trim();

if (version === AVR_GCC)
  test('[board] npm run board makes the committed hex, byte for byte', async (t) => {
    const committed = await readFile('fixtures/sensor-board/atmega328p.hex', 'utf8');
    const built = valueOf(t, await buildBoard());
    t.is(built.hex, committed);
    t.true(built.flash_bytes < 0x8000 && built.ram_bytes < 2048, `${built.flash_bytes} ${built.ram_bytes}`);
  });
else test.skip(`[board] rebuilding the hex needs avr-gcc ${AVR_GCC} (apt-get install gcc-avr avr-libc)`, () => {});

if (has('clang-format'))
  test('[board] the C sources are formatted', (t) => {
    const { stderr } = spawnSync('clang-format', ['--dry-run', ...sources()], { encoding: 'utf8' });
    t.is(stderr, '');
  });
else
  test.skip('[board] checking the format of the C sources needs clang-format (apt-get install clang-format)', () => {});

test('[board] no dynamic memory, and a chip file has at most 150 lines', async (t) => {
  t.true(sources().length > 10);
  for (const file of sources()) {
    const text = await readFile(file, 'utf8');
    if (!file.includes('/test/')) t.notRegex(text, /\b(malloc|calloc|realloc|alloca)\b/, file);
    if (file.includes('/chips/')) t.true(text.split('\n').length <= 151, file);
  }
});
