// Memory meter of a Lua state: tracks its size, its limit and the bytes allocated and freed (R119).

import type { LuaMachine } from './wasm.ts';

/** Cost of an allocation in addition to its bytes. */
const ALLOCATION_BYTES = 64;

/**
 * Share of the heap charged for a collection, which scans it all: takes as long as moving 1/8 of it, measured with
 * texts and small tables.
 */
const COLLECTED_BYTES = 8;

/** Layout of a new state: its size, and offsets of its allocator and hash seed (wasmoon 1.16.0). */
const STATE = { bytes: 864, allocator_at: 120, seed_at: 192 } as const;
const SEED = 0x7461_7069;

/**
 * Step in which a peak is measured, and its growth per collection: a script that produces much garbage is measured less
 * often.
 */
const [PEAK_STEP_BYTES, PEAK_STEP_GROWTH] = [256, 64];

/**
 * Outcome of relieving a full heap: garbage was collected; Lua itself collects on the refusal and retries; or garbage
 * can only be collected after this allocation.
 */
type Relief = 'collected' | 'by-lua' | 'later';

export const MEMORY_MESSAGE = 'not enough memory';

export interface Meter {
  /** Address of the allocator function for the state. */
  readonly pointer: number;
  used(): number;
  /** Limits the state to this many bytes from now on. */
  limit(used_max: number): void;
  /** Starts measuring `peak`: garbage is then collected before each growth of the heap, which takes time. */
  measure(): void;
  /** Returns the peak of live bytes since `measure`, excluding garbage; 0 if it was never called. */
  peak(): number;
  /** Starts a run that may allocate and free this many bytes in total. */
  begin(moved_max: number): void;
  exhausted(): boolean;
  /** Whether the meter is neither exhausted nor strained. */
  calm(): boolean;
  /**
   * Registers a listener that is called before an allocation is refused, with the address of the block to grow, 0 for a
   * new one.
   */
  onRefusal(listener: (pointer: number) => void): void;
  /** Sets the collector for cases that Lua does not handle; it receives the block to grow and its size in bytes. */
  onFull(relief: (pointer: number, bytes: number) => Relief): void;
  /** Refuses the next allocation, which makes Lua collect. */
  refuseNext(): void;
  /**
   * Whether an allocation was refused since `relieve`. Lua then collects without running finalizers and leaves the
   * library's buffers behind, so a full collection must follow.
   */
  strained(): boolean;
  relieve(): void;
  /** Whether the heap exceeds its limit, as it can after a relief that returns `later`. */
  overdrawn(): boolean;
  close(): void;
}

export function createMeter(machine: LuaMachine): Meter {
  let notifyRefusal: (pointer: number) => void = () => {};
  let relieve: (pointer: number, bytes: number) => Relief = () => 'by-lua';
  let [used, used_max, left] = [0, Number.POSITIVE_INFINITY, 0];
  let [refuses_next, strained, free_max] = [false, false, Number.POSITIVE_INFINITY];
  let peak: Peak | null = null;
  let refused_at = Number.NaN;
  /** Sets the size up to which the heap grows without a check. */
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
  /** Whether the heap may grow to this size; false makes Lua collect and retry. */
  const makeRoom = (pointer: number, had: number, bytes: number): boolean => {
    const needed = (): number => used - had + bytes;
    // Nothing is allocated between a refusal and the retry.
    const measures = peak !== null && needed() > peak.mark() && refused_at !== left;
    if (refuses_next || measures || needed() > used_max) {
      strained = true;
      if (needed() > used_max) {
        left -= used / COLLECTED_BYTES;
        notifyRefusal(pointer);
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
    onRefusal: (listener) => void (notifyRefusal = listener),
    onFull: (relief) => void (relieve = relief),
    refuseNext: () => setFree(true),
    strained: () => strained,
    relieve: () => void (strained = false),
    overdrawn: () => used > used_max,
    close: () => machine.withdraw(pointer),
  };
}

/**
 * Fixes the hash seed, which Lua derives from the clock and addresses, so that the order of `pairs` is the same each
 * time. Runs before anything is hashed.
 */
function createSeeder(
  machine: LuaMachine,
  allocator: () => number,
): (call: number, given: number, bytes: number) => void {
  let state_at = 0;
  return (call, given, bytes) => {
    if (call === 1 && bytes === STATE.bytes) state_at = given;
    const known = call === 2 && state_at > 0 && machine.word(state_at + STATE.allocator_at) === allocator();
    if (known) machine.setWord(state_at + STATE.seed_at, SEED);
  };
}

interface Peak {
  /** Heap size above which garbage is collected before the heap grows. */
  mark(): number;
  /** Records that the heap grows to this size after a collection. */
  grow(needed: number): void;
  bytes(): number;
}

/**
 * Measures peak live memory, that is, memory still in use after a collection. The mark rises in steps, so a smaller
 * rise is not noticed.
 */
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
