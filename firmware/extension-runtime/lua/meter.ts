// The memory of a Lua state: how much it has, how much it may have, and how much it has moved about (R119).

import type { Machine } from './wasm.ts';

/** What an allocation costs besides its bytes. */
const ALLOCATION_BYTES = 64;

/** A collection goes through all that there is, and takes as long as to move so much less: measured with texts and with small tables. */
const COLLECTED_BYTES = 8;

/** Where a new state keeps its allocator, and the seed of its hashes (wasmoon 1.16.0). */
const STATE = { bytes: 864, allocator_at: 120, seed_at: 192 } as const;
const SEED = 0x7461_7069;

/** Steps in which a peak is measured, and how much each collection adds to the next one: a script with much garbage is measured less often. */
const [PEAK_STEP_BYTES, PEAK_STEP_GROWTH] = [256, 64];

/** Garbage was collected; or Lua collects when it is refused, and asks again; or it can be collected after this allocation alone. */
type Relief = 'collected' | 'by-lua' | 'later';

export const MEMORY_MESSAGE = 'not enough memory';

export interface Meter {
  /** The allocator, for the state. */
  readonly pointer: number;
  used(): number;
  /** From now on the state has this many bytes at most. */
  limit(used_max: number): void;
  /** From now on `peak` is measured: garbage is collected before the heap grows, which takes time. */
  measure(): void;
  /** Largest number of bytes that were needed at once since `measure`, garbage not counted; 0 where it was never called. */
  peak(): number;
  /** From now on so many bytes may be taken, given back and taken again. */
  begin(moved_max: number): void;
  exhausted(): boolean;
  /** Neither exhausted nor strained. */
  calm(): boolean;
  /** Calls `told` with the pointer of what was to grow, 0 for something new, before an allocation is refused. */
  onRefusal(told: (pointer: number) => void): void;
  /** Sets what collects where Lua itself does not: it gets the block that is to grow and its bytes. */
  onFull(relief: (pointer: number, bytes: number) => Relief): void;
  /** Refuses the next allocation, so that Lua collects. */
  refuseNext(): void;
  /**
   * Whether an allocation was refused since `relieve`. Lua then collects without finalizers, and so leaves the library's buffers behind: a whole
   * collection must follow.
   */
  strained(): boolean;
  relieve(): void;
  /** Whether the heap is beyond its limit, which it is after a relief that comes `later`. */
  overdrawn(): boolean;
  close(): void;
}

export function createMeter(machine: Machine): Meter {
  let told: (pointer: number) => void = () => {};
  let relieve: (pointer: number, bytes: number) => Relief = () => 'by-lua';
  let [used, used_max, left] = [0, Number.POSITIVE_INFINITY, 0];
  let [refuses_next, strained, free_max] = [false, false, Number.POSITIVE_INFINITY];
  let peak: Peak | null = null;
  let refused_at = Number.NaN;
  /** Up to `free_max` the heap grows without a question. */
  const setFree = (refuses: boolean, most = used_max): void => {
    [refuses_next, used_max] = [refuses, most];
    free_max = refuses ? 0 : Math.min(used_max, peak?.mark() ?? used_max);
  };
  const release = (block: number, had: number): number => {
    if (block !== 0) machine.free(block);
    used -= had;
    return 0;
  };
  let calls = 0;
  const setSeed = createSeeder(machine, () => pointer);
  /** Whether the heap may grow to so many bytes; false makes Lua collect, and ask again. */
  const makeRoom = (pointer: number, had: number, bytes: number): boolean => {
    const needed = (): number => used - had + bytes;
    // Nothing is moved between a refusal and the second question.
    const measures = peak !== null && needed() > peak.mark() && refused_at !== left;
    if (refuses_next || measures || needed() > used_max) {
      strained = true;
      if (needed() > used_max) {
        left -= used / COLLECTED_BYTES;
        told(pointer);
      }
      const relief = refuses_next ? 'by-lua' : relieve(pointer, had);
      refused_at = left;
      setFree(false);
      if (relief === 'later') return needed() <= 2 * used_max;
      if (relief === 'by-lua' || needed() > used_max) return false;
    }
    peak?.grow(needed());
    setFree(false);
    return true;
  };
  const allocate = (_data: number, pointer: number, old_bytes: number, bytes: number): number => {
    const had = pointer === 0 ? 0 : old_bytes;
    if (bytes === 0) return release(pointer, had);
    if (bytes > had && used - had + bytes > free_max && !makeRoom(pointer, had, bytes)) return 0;
    const given = machine.resize(pointer, bytes);
    if (given !== 0) used += bytes - had;
    if (calls < 2) setSeed(++calls, given, bytes);
    left -= bytes + ALLOCATION_BYTES;
    return given;
  };
  const pointer = machine.provide(allocate, 'iiiii');
  return {
    pointer,
    used: () => used,
    limit: (most) => setFree(false, most),
    measure() {
      peak = createPeak(used);
      setFree(false);
    },
    peak: () => peak?.bytes() ?? 0,
    begin: (most) => void (left = most),
    exhausted: () => left <= 0,
    calm: () => left > 0 && !strained,
    onRefusal: (listener) => void (told = listener),
    onFull: (relief) => void (relieve = relief),
    refuseNext: () => setFree(true),
    strained: () => strained,
    relieve: () => void (strained = false),
    overdrawn: () => used > used_max,
    close: () => machine.withdraw(pointer),
  };
}

/** Lua takes the seed from clock and addresses, so that `pairs` goes another way each time. It is set before anything is hashed. */
function createSeeder(machine: Machine, allocator: () => number): (call: number, given: number, bytes: number) => void {
  let state_at = 0;
  return (call, given, bytes) => {
    if (call === 1 && bytes === STATE.bytes) state_at = given;
    const known = call === 2 && state_at > 0 && machine.word(state_at + STATE.allocator_at) === allocator();
    if (known) machine.setWord(state_at + STATE.seed_at, SEED);
  };
}

interface Peak {
  /** Above it garbage is collected before the heap grows. */
  mark(): number;
  /** Notes that the heap grows to so many bytes after a collection. */
  grow(needed: number): void;
  bytes(): number;
}

/** Measures what is needed at once: what remains after a collection. The mark rises in steps, so a peak below it is not noticed. */
function createPeak(used: number): Peak {
  let [peak, step] = [used, PEAK_STEP_BYTES];
  return {
    mark: () => peak + step,
    grow(needed) {
      peak = Math.max(peak, needed);
      step += PEAK_STEP_GROWTH;
    },
    bytes: () => peak,
  };
}
