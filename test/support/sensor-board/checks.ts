// Checks of the sensor board's firmware that its tests and its mutation tests share. Each returns the problems found.

import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { encodeFrame, type Frame } from '../../../hal/sensor/frame.ts';
import { CHANNELS, decodeBody, encodeBody, MESSAGE_TYPE, type Message } from '../../../hal/sensor/messages.ts';
import { eepromImage } from '../../../sims/sensor-board/avr/eeprom-image.ts';
import { CYCLES_PER_MS, type ChipBench } from './chip-bench.ts';
import type { CoreHarness } from './core-harness.ts';

/** One tick of 500 ns. */
const TICK_CYCLES = 8;
const COVERED_MS = 10;
const AFTER_MS = 150;

/** Lets every gate be covered at its cycle after `at`; returns the errors of the stamps, in cycles. NaN: no swing. */
export function stampErrors(bench: ChipBench, at: number, offsets: readonly number[]): readonly number[] {
  const { chip, swings, origin } = bench;
  const clear = Math.max(...offsets) + COVERED_MS * CYCLES_PER_MS;
  chip.addEdges(
    offsets.flatMap((offset, channel) => [
      { cycle: at + offset, channel, covered: true },
      { cycle: at + clear, channel, covered: false },
    ]),
  );
  chip.run(at + clear + AFTER_MS * CYCLES_PER_MS);
  const [swing] = swings.splice(0);
  return offsets.map((offset, channel) =>
    swing ? (Number(swing.base_ticks) + (swing.delta_ticks[channel] ?? 0)) * 2 + origin - (at + offset) : Number.NaN,
  );
}

const worst = (errors: readonly number[]): number => Math.max(...errors.map((error) => Math.abs(error)));

/** Plays swings with these offsets at random moments; a stamp must be right to `limit` cycles. */
export function badStamps(
  bench: ChipBench,
  swings: number,
  offsets: (draw: (below: number) => number) => readonly number[],
  limit = TICK_CYCLES,
): readonly string[] {
  const random = createSeededRandom(3);
  const draw = (below: number): number => random.int(below);
  return Array.from({ length: swings }, (_, n) => {
    const at = Math.round(bench.chip.cycles()) + random.int(40 * CYCLES_PER_MS);
    const errors = stampErrors(bench, at, offsets(draw));
    return worst(errors) <= limit ? '' : `swing ${n}: ${errors.join(' ')}`;
  }).filter(Boolean);
}

/** Plays swings while the board sends its longest answer, which takes 1.9 ms from 1.5 ms on. */
export function badWhileSending(bench: ChipBench, swings: number): readonly string[] {
  const random = createSeededRandom(6);
  return Array.from({ length: swings }, (_, n) => {
    bench.send({ kind: 'hello', major: 1, minor: 0, name: 'a host with a name of 32 bytes ..' });
    const at = Math.round(bench.chip.cycles()) + random.int(4 * CYCLES_PER_MS);
    const offsets = CHANNELS.map((_channel, i) => i * 5000 + random.int(4000));
    const errors = stampErrors(bench, at, offsets);
    return worst(errors) <= TICK_CYCLES ? '' : `swing ${n}: ${errors.join(' ')}`;
  }).filter(Boolean);
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const toBoard = (message: Message): string =>
  `receive ${hex(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: 0, body: encodeBody(message) }))}`;
export const fromBoard = (frames: readonly Frame[] = []): readonly Message[] =>
  frames.flatMap(({ type, body }) => decodeBody(type, body) ?? []);
export const HELLO: Message = { kind: 'hello', major: 1, minor: 0, name: 'tapin' };
export const STORED = { serial: 'AB12', aperture_error_um: [1, -2, 3, -4, 5, -6, 7, -8], boots: 41 } as const;
/** Lines that boot a board with the stored settings. */
export const boot = (): string[] => [`memory ${hex(eepromImage(STORED))}`, 'start'];

/**
 * Cuts the power at each EEPROM write of a boot, a SET and another SET: the settings before or after that write must be
 * there afterwards.
 */
export function badAfterTornWrites(core: CoreHarness): readonly string[] {
  const set = (value: number): string[] => [toBoard({ kind: 'set', key: 1, value }), 'step', 'step'];
  const problems: string[] = [];
  for (let write = 1; write <= 40; write++)
    for (const value of [0x00, 0x5a]) {
      const tear = `tear ${write} ${value}`;
      const [image = '', start = ''] = boot();
      const first = brokenBy(core, [image, tear, start, ...set(77)], [1, 77]);
      const second = brokenBy(core, [image, start, ...set(77), tear, ...set(78)], [77, 78]);
      for (const found of [first, second]) if (found) problems.push(`${tear}: ${found}`);
    }
  return problems;
}

function brokenBy({ run }: CoreHarness, lines: readonly string[], wanted: readonly number[]): string {
  const { memory } = run(lines);
  const ack = fromBoard(run([`memory ${hex(memory)}`, 'start', toBoard(HELLO), 'step']).sent[0]).find(
    (message) => message.kind === 'hello_ack',
  );
  const [first = 0, ...others] = ack?.aperture_error_um ?? [];
  const kept = ack?.serial === STORED.serial && others.join() === STORED.aperture_error_um.slice(1).join();
  const boots = ack?.boot_count ?? 0;
  return kept && wanted.includes(first) && boots >= 42 && boots <= 43 ? '' : JSON.stringify(ack);
}

/** Lines for a swing of all eight gates in channel order, 1 ms apart. */
export const swingAt = (from_ms: number): string[] => [
  ...CHANNELS.map((_, i) => `edge ${(from_ms + i) * CYCLES_PER_MS} ${2 ** (i + 1) - 1}`),
  `edge ${(from_ms + 10) * CYCLES_PER_MS} 0`,
];

/** Returns how often a swing is sent in each step of 100 ms. `acknowledged_after`: steps until an ACK of this swing. */
export function sendsOf({ run }: CoreHarness, acknowledged_after = Infinity, swing_id = 1): readonly number[] {
  const lines = [...boot(), `at ${10 * CYCLES_PER_MS}`, ...swingAt(20), `at ${31 * CYCLES_PER_MS}`, 'step'];
  for (let n = 1; n <= 7; n++) {
    if (n === acknowledged_after) lines.push(toBoard({ kind: 'ack', swing_id }));
    lines.push(`at ${(31 + n * 100.1) * CYCLES_PER_MS}`, 'step');
  }
  return run(lines).sent.map((frames) => fromBoard(frames).filter((message) => message.kind === 'swing').length);
}
