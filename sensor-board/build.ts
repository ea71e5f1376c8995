// Builds the sensor board's firmware: `npm run board`. Needs avr-gcc and avr-libc (on Debian: gcc-avr, avr-libc).
// The hex holds neither paths nor times, so that the same compiler makes the same bytes everywhere.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';

const run = promisify(execFile);
const folder = import.meta.dirname;
const RAM_BYTES = 2048;

export const CORE = ['board.c', 'frame.c', 'gates.c', 'link.c', 'memory.c', 'settings.c'] as const;
export const WARNINGS = ['-std=gnu11', '-Wall', '-Wextra', '-Werror'] as const;
/** Constants of the chip for the core (core/chip.h). */
export const CHIP_DEFINES = [
  '-DCHIP_HARDWARE=1',
  '-DCHIP_TICK_NS=125',
  '-DCHIP_COUNTS_PER_TICK_LOG2=1',
  '-DCHIP_COUNTS_PER_MS=16000ul',
] as const;
/** The registers r2 to r7 belong to the interrupt. */
const AVR = [
  '-mmcu=atmega328p',
  '-DF_CPU=16000000UL',
  '-Os',
  '-ffunction-sections',
  '-fdata-sections',
  '-Wl,--gc-sections',
  ...[2, 3, 4, 5, 6, 7].map((register) => `-ffixed-r${register}`),
];

interface BuiltBoard {
  /** Program as Intel HEX. */
  readonly hex: string;
  /** Bytes of flash, and of RAM for variables; the rest of the RAM is stack. */
  readonly flash_bytes: number;
  readonly ram_bytes: number;
  /** ELF file, for other simulators. */
  readonly elf: Uint8Array;
}

/**
 * Compiles the firmware. `change`: edits a source before it is compiled. Errors: `board_build_failed`, also if avr-gcc
 * is missing.
 */
export async function buildBoard(
  change: (file: string, source: string) => string = (_, source) => source,
): Promise<Result<BuiltBoard>> {
  const work = await mkdtemp(join(tmpdir(), 'tapin-board-'));
  try {
    await copySources(work, change);
    const sources = [...CORE.map((file) => `core/${file}`), 'chips/atmega328p.c'];
    await run('avr-gcc', [...WARNINGS, ...CHIP_DEFINES, ...AVR, '-o', 'board.elf', ...sources], { cwd: work });
    await run('avr-objcopy', ['-O', 'ihex', '-R', '.eeprom', 'board.elf', 'board.hex'], { cwd: work });
    const { stdout } = await run('avr-size', ['board.elf'], { cwd: work });
    const [text = 0, data = 0, bss = 0] = stdout.split('\n')[1]?.trim().split(/\s+/).map(Number) ?? [];
    const hex = await readFile(join(work, 'board.hex'), 'utf8');
    const elf = await readFile(join(work, 'board.elf'));
    return ok({ hex: hex.replaceAll('\r', ''), flash_bytes: text + data, ram_bytes: data + bss, elf });
  } catch (thrown) {
    return fail('board_build_failed', `Can't build the sensor board's firmware: ${messageOf(thrown).trim()}`);
  } finally {
    await rm(work, { recursive: true });
  }
}

export const HEADERS = [
  'board.h',
  'chip.h',
  'crc16.h',
  'frame.h',
  'gates.h',
  'link.h',
  'memory.h',
  'settings.h',
] as const;

async function copySources(work: string, change: (file: string, source: string) => string): Promise<void> {
  await mkdir(join(work, 'core'));
  await mkdir(join(work, 'chips'));
  for (const file of [...CORE, ...HEADERS].map((name) => `core/${name}`).concat('chips/atmega328p.c'))
    await writeFile(join(work, file), change(file, await readFile(join(folder, file), 'utf8')));
}

if (import.meta.main) {
  const built = await buildBoard();
  if (!built.ok) {
    console.error(built.error.message);
    process.exitCode = 1;
  } else {
    await writeFile(join(folder, '../fixtures/sensor-board/atmega328p.hex'), built.value.hex);
    const { flash_bytes, ram_bytes } = built.value;
    console.log(
      `atmega328p.hex: ${flash_bytes} bytes of flash, ${ram_bytes} of ${RAM_BYTES} bytes of RAM for variables`,
    );
  }
}
