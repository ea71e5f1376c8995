// Faults of a serial wire: each turns a chunk into the chunks that really arrive, with their delays.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { keysOf } from '../../wire/keys-of.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../faults.ts';
import type { Random } from '../random/random.ts';

interface Arrival {
  readonly after_ms: number;
  readonly bytes: Uint8Array;
}

type Distort = (chunk: Uint8Array, wire: { random: Random; now_ms: number; last_byte: number }) => readonly Arrival[];

/** drop-byte and flip-bit hit one byte in this many. */
const HIT_EVERY_BYTES = 40;
const DELAY_MS = 400;
const MERGE_MS = 250;
const INTERMITTENT_MS = 700;
const SLOW_MS_PER_BYTE = 4; // about 2,400 baud

const now = (bytes: Uint8Array): readonly Arrival[] => [{ after_ms: 0, bytes }];
const utf8 = new TextEncoder();

/** Effect of each fault; a wire supports all of them. */
const DISTORT: Readonly<Record<Fault, Distort>> = {
  ok: (chunk) => now(chunk),
  off: () => [],
  stuck: (chunk, { last_byte }) => now(chunk.map(() => last_byte)),
  garbage: (chunk, { random }) => now(random.bytes(chunk.length)),
  wrong: () => now(utf8.encode('$GPGGA,120000.00,,,,,0,00,99.99,,,,,,*61\r\n')),
  slow: (chunk) => [{ after_ms: chunk.length * SLOW_MS_PER_BYTE, bytes: chunk }],
  delayed: (chunk) => [{ after_ms: DELAY_MS, bytes: chunk }],
  intermittent: (chunk, { now_ms }) => (Math.floor(now_ms / INTERMITTENT_MS) % 2 === 0 ? now(chunk) : []),
  'drop-byte': (chunk, { random }) => now(chunk.filter(() => random.int(HIT_EVERY_BYTES) > 0)),
  'flip-bit': (chunk, { random }) =>
    now(chunk.map((byte) => (random.int(HIT_EVERY_BYTES) > 0 ? byte : byte ^ (1 << random.int(8))))),
  split: (chunk) => Array.from(chunk, (byte) => ({ after_ms: 0, bytes: Uint8Array.of(byte) })),
  merge: (chunk, { now_ms }) => [{ after_ms: MERGE_MS - (now_ms % MERGE_MS), bytes: chunk }],
};

export const PIPE_FAULTS = keysOf(DISTORT);

/** Parses the name of a fault. Errors: `fault_unsupported`. */
export function readPipeFault(fault: string): Result<Fault> {
  const known = PIPE_FAULTS.find((each) => each === fault);
  if (known !== undefined) return ok(known);
  const allowed = PIPE_FAULTS.join(', ');
  return fail('fault_unsupported', `A serial wire has no fault ${JSON.stringify(fault)}; it has ${allowed}.`);
}

interface FaultyWire {
  pass(chunk: Uint8Array): void;
  set(fault: Fault): void;
  fault(): Fault;
  /** Drops the pending deliveries. */
  clear(): void;
}

export function createFaultyWire(clock: Clock, random: Random, deliver: (chunk: Uint8Array) => void): FaultyWire {
  let fault: Fault = 'ok';
  let last_byte = 0x55;
  let due_ms = 0;
  /** Pending deliveries, in order: bytes never overtake each other when the fault changes. */
  const pending: { readonly merges: boolean; readonly chunks: Uint8Array[] }[] = [];

  const schedule = ({ after_ms, bytes }: Arrival): void => {
    const merges = fault === 'merge';
    const last = pending.at(-1);
    if (merges && last?.merges) return void last.chunks.push(bytes);
    const delivery = { merges, chunks: [bytes] };
    pending.push(delivery);
    // A slow wire sends bytes one after another; every other fault delays each chunk on its own.
    const start_ms = fault === 'slow' ? Math.max(due_ms, clock.now_ms()) : clock.now_ms();
    due_ms = Math.max(due_ms, start_ms + after_ms);
    const arrive = (): void => {
      // Earlier deliveries are due too, or due later only by a rounding error.
      const due = pending.splice(0, pending.indexOf(delivery) + 1);
      for (const { chunks } of due) deliver(Uint8Array.from(chunks.flatMap((chunk) => [...chunk])));
    };
    clock.setTimeout(arrive, due_ms - clock.now_ms());
  };

  return {
    pass(chunk) {
      const arrivals = DISTORT[fault](chunk, { random, now_ms: clock.now_ms(), last_byte });
      if (fault !== 'stuck') last_byte = chunk.at(-1) ?? last_byte;
      for (const arrival of arrivals) {
        if (arrival.after_ms === 0 && pending.length === 0) deliver(arrival.bytes);
        else schedule(arrival);
      }
    },
    set: (next) => (fault = next),
    fault: () => fault,
    clear() {
      pending.length = 0;
      due_ms = 0;
    },
  };
}
