// A chip that runs along a clock, in slices: never behind, and never more than one slice ahead. Slept time costs nothing.

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';
import type { GateEdge } from '../../putter/putter.ts';
import { CLOCK_HZ, createAvrChip, type AvrChip, type AvrChipOptions } from './avr-chip.ts';

const CYCLES_PER_MS = CLOCK_HZ / 1000;
const SLICE_CYCLES = 4000; // 0.25 ms

export interface ClockedChip {
  readonly chip: AvrChip;
  receive(bytes: Uint8Array): void;
  /** Adds edges; times are seconds from now, and `jitter_ms` is added to each. Default: no jitter. */
  play(edges: readonly GateEdge[], jitter_ms?: () => number): void;
  /** Edges that are still to come; times are seconds from now. */
  pending(): readonly GateEdge[];
  stop(): void;
}

interface ClockedChipOptions extends Omit<AvrChipOptions, 'onByte'> {
  readonly clock: Clock;
  /** Error of the crystal; positive if it is fast. */
  readonly clock_error_ppm: number;
  /** Takes the bytes of a slice when the first begins to be sent. */
  send(bytes: Uint8Array): void;
  /** Looks at the chip after each slice but the first; true if it stopped the chip. */
  onSlice(chip: AvrChip): boolean;
}

/** Starts the chip now. */
export function createClockedChip(options: ClockedChipOptions): ClockedChip {
  const { clock } = options;
  const start_ms = clock.now_ms();
  const cycles_per_ms = CYCLES_PER_MS * (1 + options.clock_error_ppm / 1e6);
  const msOf = (cycle: number): number => start_ms + cycle / cycles_per_ms;
  let started = false;
  let stopped = false;
  let alarm: Alarm = null;
  /** Bytes that the chip has begun to send, by slice, and the time of the first byte of each. */
  const out: { readonly due_ms: number; readonly bytes: number[] }[] = [];
  let slice: number[] | null = null;

  const chip = createAvrChip({
    ...options,
    onByte(byte, cycle) {
      if (!slice) out.push({ due_ms: msOf(cycle), bytes: (slice = []) });
      slice.push(byte);
    },
  });
  const after = (ms: number, act: () => void): Alarm =>
    clock.setTimeout(() => !stopped && act(), Math.max(0, ms - clock.now_ms()));
  let scheduled: (typeof out)[number] | null = null;
  /** Sends the oldest bytes: alarms of a real clock may fire out of order. */
  const sendNext = (): void => {
    const next = out.shift();
    if (next) options.send(Uint8Array.from(next.bytes));
  };
  const run = (): void => {
    chip.run(Math.floor((clock.now_ms() - start_ms) * cycles_per_ms) + SLICE_CYCLES);
    slice = null;
    const last = out.at(-1);
    if (last && last !== scheduled) after((scheduled = last).due_ms, sendNext);
    if (started && options.onSlice(chip)) return;
    clock.clearTimeout(alarm);
    alarm = after(msOf(Math.max(chip.next(), chip.cycles())), run);
  };
  run();
  started = true;
  return {
    chip,
    receive(bytes) {
      chip.receive(bytes);
      run();
    },
    play(edges, jitter_ms = () => 0) {
      const now_ms = clock.now_ms() - start_ms;
      const cycleOf = (at_s: number): number => Math.round((now_ms + at_s * 1000 + jitter_ms()) * cycles_per_ms);
      chip.addEdges(edges.map(({ at_s, channel, covered }) => ({ cycle: cycleOf(at_s), channel, covered })));
      run();
    },
    pending: () =>
      chip.pendingEdges().map(({ cycle, channel, covered }) => {
        const at_s = (msOf(cycle) - clock.now_ms()) / 1000;
        return { at_s, channel, covered };
      }),
    stop() {
      stopped = true;
      clock.clearTimeout(alarm);
    },
  };
}
