// Plays the same edges to the model of the board and to the firmware's machine code, and compares their swings.

import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { CHANNELS } from '../../../hal/sensor/messages.ts';
import type { SwingMessage } from '../../../hal/sensor/swing.ts';
import { createGates, type RawSwing } from '../../../sims/sensor-board/gates.ts';
import type { PinEdge } from '../../../sims/sensor-board/avr/pins.ts';
import { chipBench, CYCLES_PER_MS } from './chip-bench.ts';
import { randomStroke } from './random-edges.ts';

const TICK_NS = 125;
/** Two ticks of 500 ns. */
const TOLERANCE_TICKS = 8;
/** Gates met within 3 µs of one another share a stamp or wait for each other: up to 1.5 µs off, so 3 µs apart. */
const CLOSE_CYCLES = 48;
const CLOSE_TOLERANCE_TICKS = 24;

interface Comparison {
  readonly strokes: number;
  readonly swings: number;
  /** Largest difference of a contact after the first, in ticks of 125 ns: of gates apart, and of close ones. */
  readonly apart_ticks: number;
  readonly close_ticks: number;
  /** Descriptions of strokes on which the boards disagree. */
  readonly problems: readonly string[];
}

/** @param program Default: the committed program. */
export async function compareBoards(
  seed: number,
  strokes: number,
  { program, cut = 0.03 }: { readonly program?: Uint8Array; readonly cut?: number } = {},
): Promise<Comparison> {
  const random = createSeededRandom(seed);
  const bench = chipBench({ cut, ...(program && { program }) });
  const model = modelBench();
  const problems: string[] = [];
  let [swings, apart_ticks, close_ticks] = [0, 0, 0];
  for (let stroke = 0; stroke < strokes && problems.length < 5; stroke++) {
    const { edges, lasts_cycles } = randomStroke(random);
    const start = Math.ceil(bench.chip.cycles()) + CYCLES_PER_MS;
    bench.chip.addEdges(edges.map((edge) => ({ ...edge, cycle: edge.cycle + start })));
    bench.chip.run(start + lasts_cycles);
    const expected = await model.play(edges, lasts_cycles);
    // A cut frame is sent again, perhaps after the next swing.
    const seen = bench.swings.splice(0).toSorted((a, b) => a.swing_id - b.swing_id);
    swings += seen.length;
    const problem = differenceOf(expected, seen, edges, (ticks, close) => {
      if (close) close_ticks = Math.max(close_ticks, ticks);
      else apart_ticks = Math.max(apart_ticks, ticks);
    });
    if (problem) problems.push(`stroke ${stroke} of seed ${seed}: ${problem}`);
  }
  return { strokes, swings, apart_ticks, close_ticks, problems };
}

function modelBench() {
  const clock = createVirtualClock();
  const swings: RawSwing[] = [];
  const gates = createGates({
    clock,
    random: createSeededRandom(1),
    tick_ns: TICK_NS,
    jitter_us: 0,
    booted_at_ms: () => 0,
    onSwing: (swing) => swings.push(swing),
  });
  return {
    async play(edges: readonly PinEdge[], lasts_cycles: number): Promise<readonly RawSwing[]> {
      gates.play(edges.map(({ cycle, ...edge }) => ({ ...edge, at_s: cycle / CYCLES_PER_MS / 1000 })));
      await clock.advance(lasts_cycles / CYCLES_PER_MS + 1);
      return swings.splice(0);
    },
  };
}

const textOf = ({ present, flags, delta_ticks }: Pick<RawSwing, 'present' | 'flags' | 'delta_ticks'>): string =>
  `${present.toString(2)}/${flags}/${delta_ticks.join(' ')}`;

function differenceOf(
  expected: readonly RawSwing[],
  seen: readonly SwingMessage[],
  edges: readonly PinEdge[],
  measured: (ticks: number, close: boolean) => void,
): string {
  const texts = `model ${expected.map(textOf).join(', ')}; firmware ${seen.map(textOf).join(', ')}`;
  if (expected.length !== seen.length) return texts;
  for (const [n, swing] of expected.entries()) {
    const other = seen[n];
    if (!other || other.present !== swing.present || other.flags !== swing.flags) return texts;
    const first = swing.delta_ticks.findIndex((ticks, channel) => swing.present & (1 << channel) && ticks === 0);
    for (const [channel] of CHANNELS.entries()) {
      const ticks = Math.abs((other.delta_ticks[channel] ?? 0) - (swing.delta_ticks[channel] ?? 0));
      const close = isClose(edges, channel) || isClose(edges, first);
      measured(ticks, close);
      if (ticks > (close ? CLOSE_TOLERANCE_TICKS : TOLERANCE_TICKS)) return `channel ${channel}: ${texts}`;
    }
  }
  return '';
}

/** Whether an edge of another gate is near an edge of this one, but not at the same time. */
const isClose = (edges: readonly PinEdge[], channel: number): boolean =>
  edges.some(
    (own) =>
      own.channel === channel &&
      own.covered &&
      edges.some(
        (other) =>
          other.channel !== channel && other.cycle !== own.cycle && Math.abs(other.cycle - own.cycle) < CLOSE_CYCLES,
      ),
  );
