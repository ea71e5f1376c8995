// Damaged firmware must fail the checks of the sensor board: each mutation is compiled and caught.

import { spawnSync } from 'node:child_process';
import test from 'ava';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import { buildBoard } from '../../sensor-board/build.ts';
import { PROGRAM_BYTES } from '../../sims/sensor-board/avr/avr-chip.ts';
import { readIntelHex } from '../../sims/sensor-board/avr/intel-hex.ts';
import { assert } from '../../wire/errors.ts';
import { valueOf } from '../support/results.ts';
import { badAfterTornWrites, badStamps, badWhileSending, sendsOf } from '../support/sensor-board/checks.ts';
import { chipBench } from '../support/sensor-board/chip-bench.ts';
import { coreHarness, has_gcc, type CoreHarness } from '../support/sensor-board/core-harness.ts';
import { compareBoards } from '../support/sensor-board/differential.ts';

interface Mutation {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Mutations of the program for the chip, each with a check that returns its problems. */
const ON_CHIP: readonly (Mutation & { problems(program: Uint8Array): Promise<readonly string[]> })[] = [
  {
    what: 'the carry of the timer is lost',
    file: 'chips/atmega328p.c',
    from: 'return ++overflows << 16 | timer();',
    to: 'return overflows++ << 16 | timer();',
    problems: async (program) => badStamps(chipBench({ program }), 50, (draw) => CHANNELS.map(() => draw(60_000))),
  },
  {
    what: 'bytes are in the wrong order',
    file: 'core/link.c',
    from: 'static void add16(uint16_t value) { add(&value, sizeof value); }',
    to: 'static void add16(uint16_t value) { value = value << 8 | value >> 8, add(&value, sizeof value); }',
    problems: async (program) => (await compareBoards(1, 20, { program })).problems,
  },
  {
    what: 'edges are dropped while the board sends',
    file: 'core/board.c',
    from: '  bool sending = link_step(chip_now());',
    to: '  bool sending = link_step(chip_now());\n  struct edge dropped;\n  while (sending && chip_edge(&dropped))\n    ;',
    problems: async (program) => badWhileSending(chipBench({ program }), 50),
  },
  {
    what: 'an edge that is newer than the time that was read ends the swing',
    file: 'core/gates.c',
    from: 'return (int32_t)(now - since) >= (int32_t)span;',
    to: 'return now - since >= span;',
    problems: async (program) => (await compareBoards(1, 3000, { program })).problems,
  },
];

/** Mutations of the core on this machine. */
const ON_HOST: readonly (Mutation & { problems(core: CoreHarness): readonly string[] })[] = [
  {
    what: 'a store overwrites the only valid copy',
    file: 'core/memory.c',
    from: '  record->second = !record->second;\n',
    to: '',
    problems: badAfterTornWrites,
  },
  {
    what: 'the CRC of a record is not checked',
    file: 'core/memory.c',
    from: 'return chip_memory_read(at) == (uint8_t)crc && chip_memory_read(at + 1) == crc >> 8;',
    to: 'return crc | 1;',
    problems: badAfterTornWrites,
  },
  {
    what: 'the board never stops resending a swing',
    file: 'core/link.c',
    from: 'if (++queued->sends == SENDS_MAX)',
    to: 'if (++queued->sends == 0)',
    problems: (core) => (sendsOf(core).join() === '1,1,1,1,1,0,0,0' ? [] : ['repeats']),
  },
  {
    what: 'an ACK of another swing ends the repeats',
    file: 'core/link.c',
    from: 'if (id && link.queue[i].id == id)',
    to: 'if (link.queue[i].id)',
    problems: (core) => (sendsOf(core, 3, 2).join() === '1,1,1,1,1,0,0,0' ? [] : ['repeats']),
  },
];

const changed =
  ({ file, from, to }: Mutation) =>
  (name: string, source: string): string => {
    if (name !== file) return source;
    assert(source.includes(from), `${file} no longer has ${from}`);
    return source.replace(from, to);
  };

const has_avr = spawnSync('avr-gcc', ['--version']).status === 0;

for (const mutation of ON_CHIP)
  if (has_avr)
    test(`[board] the suite catches this mutation of the firmware: ${mutation.what}`, async (t) => {
      const built = valueOf(t, await buildBoard(changed(mutation)));
      const program = valueOf(t, readIntelHex(built.hex, PROGRAM_BYTES));
      t.not((await mutation.problems(program)).length, 0);
    });
  else test.skip(`[board] the mutation needs avr-gcc (apt-get install gcc-avr avr-libc): ${mutation.what}`, () => {});

for (const mutation of ON_HOST)
  if (has_gcc)
    test(`[board] the suite catches this mutation of the core: ${mutation.what}`, async (t) => {
      const core = await coreHarness(changed(mutation));
      t.teardown(() => core.remove());
      t.not(mutation.problems(core).length, 0);
    });
  else test.skip(`[board] the mutation needs gcc: ${mutation.what}`, () => {});
