// A second simulator: simavr runs the same machine code on the same edges and must send the same frames.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createFrameReader } from '../../hal/sensor/frame.ts';
import { CHANNELS, decodeBody, type Message } from '../../hal/sensor/messages.ts';
import type { SwingMessage } from '../../hal/sensor/swing.ts';
import { buildBoard } from '../../sensor-board/build.ts';
import { EEPROM_BYTES } from '../../sims/sensor-board/avr/eeprom.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { valueOf } from '../support/results.ts';
import { chipBench, CYCLES_PER_MS } from '../support/sensor-board/chip-bench.ts';
import { randomStroke } from '../support/sensor-board/random-edges.ts';

const STROKES = 12;
const START_MS = 200;

/**
 * simavr takes an interrupt as soon as its pin changes, and wakes in no time; the data sheet, and our chip, need 4 cycles
 * to enter and 4 more from sleep. Within a swing that leaves: 4 for the sleep, and up to 40 where two gates are close.
 */
const APART_TICKS = 4;
const CLOSE_TICKS = 24;

const built = spawnSync('avr-gcc', ['--version']).status === 0 && hasSimavr();

function hasSimavr(): boolean {
  const source = '#include <simavr/sim_avr.h>\nint main(void) { return 0; }';
  return spawnSync('gcc', ['-fsyntax-only', '-xc', '-'], { input: source }).status === 0;
}

const swingsOf = (messages: readonly Message[]): readonly SwingMessage[] => {
  const all = messages.filter((message) => message.kind === 'swing');
  return all.filter((swing, at) => all.findIndex(({ swing_id }) => swing_id === swing.swing_id) === at);
};

if (built)
  test('[board] simavr sends the same frames for the same edges', async (t) => {
    const random = createSeededRandom(9);
    const edges = [];
    let at = START_MS * CYCLES_PER_MS;
    for (let n = 0; n < STROKES; n++) {
      const stroke = randomStroke(random);
      for (const edge of stroke.edges) edges.push({ ...edge, cycle: edge.cycle + at });
      at += stroke.lasts_cycles;
    }
    const work = await temporaryFolder(t);
    const elf = join(work, 'board.elf');
    await writeFile(elf, valueOf(t, await buildBoard()).elf);
    const peer = join(work, 'peer');
    await promisify(execFile)('gcc', ['-O2', '-o', peer, 'sensor-board/test/simavr.c', '-lsimavr', '-lelf']);
    const input = edges.map(({ cycle, channel, covered }) => `${cycle} ${channel} ${Number(covered)}\n`).join('');
    const output = execFileSync(peer, [elf, String(at)], { input, encoding: 'utf8' });
    const theirs: Message[] = [];
    const reader = createFrameReader(({ type, body }) => theirs.push(...[decodeBody(type, body) ?? []].flat()));
    reader.push(Uint8Array.from(Buffer.from(output.trim().split('\n').at(-1) ?? '', 'hex')));
    const bench = chipBench({ acknowledges: false, eeprom: new Uint8Array(EEPROM_BYTES).fill(0xff) });
    bench.chip.addEdges(edges);
    bench.chip.run(at);
    t.is(reader.dropped(), 0);
    const [a, b] = [swingsOf(bench.messages), swingsOf(theirs)];
    t.true(a.length > STROKES, `${a.length} swings`);
    t.deepEqual(
      a.map(({ swing_id, present, flags }) => [swing_id, present, flags]),
      b.map(({ swing_id, present, flags }) => [swing_id, present, flags]),
    );
    const differences = a.flatMap((swing, n) =>
      CHANNELS.map((_, i) => Math.abs((swing.delta_ticks[i] ?? 0) - (b[n]?.delta_ticks[i] ?? 0))),
    );
    const far = differences.filter((ticks) => ticks > APART_TICKS).length;
    t.true(Math.max(...differences) <= CLOSE_TICKS);
    t.true(far <= differences.length / 20, `${far} of ${differences.length}`);
    const beats = (messages: readonly Message[]) => messages.filter(({ kind }) => kind === 'beat').length;
    t.is(beats(bench.messages), beats(theirs));
  });
else
  test.skip('[board] needs avr-gcc and simavr (apt-get install gcc-avr avr-libc libsimavr-dev libelf-dev)', () => {});
