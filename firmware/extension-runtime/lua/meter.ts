// The memory of a Lua state: how much it has, how much it may have, and how much it has moved about (R119).

import type { Machine } from './wasm.ts';

/** What an allocation costs besides its bytes. */
const ALLOCATION_BYTES = 64;

/** Where a new state keeps its allocator, and the seed of its hashes (wasmoon 1.16.0). */
const STATE = { bytes: 864, allocator_at: 120, seed_at: 192 } as const;
const SEED = 0x7461_7069;

export interface Meter {
  /** The allocator, for the state. */
  readonly pointer: number;
  used(): number;
  /** From now on the state has this many bytes at most. */
  limit(used_max: number): void;
  /** From now on so many bytes may be taken, given back and taken again. */
  begin(moved_max: number): void;
  exhausted(): boolean;
  /** Hears of each allocation that is refused: the pointer of what was to grow, 0 for something new. */
  onRefusal(told: (pointer: number) => void): void;
  close(): void;
}

export function createMeter(machine: Machine): Meter {
  let told: (pointer: number) => void = () => {};
  let [used, used_max, left] = [0, Number.POSITIVE_INFINITY, 0];
  const release = (pointer: number, had: number): number => {
    if (pointer !== 0) machine.free(pointer);
    used -= had;
    return 0;
  };
  let [calls, state_at] = [0, 0];
  /** Lua takes the seed from clock and addresses, so that `pairs` goes another way each time. It is set before anything is hashed. */
  const setSeed = (given: number, bytes: number): void => {
    calls++;
    if (calls === 1 && bytes === STATE.bytes) state_at = given;
    const known = calls === 2 && state_at > 0 && machine.word(state_at + STATE.allocator_at) === pointer;
    if (known) machine.setWord(state_at + STATE.seed_at, SEED);
  };
  const allocate = (_data: number, pointer: number, old_bytes: number, bytes: number): number => {
    const had = pointer === 0 ? 0 : old_bytes;
    if (bytes === 0) return release(pointer, had);
    if (bytes > had && used - had + bytes > used_max) {
      // Lua goes through all that it has, to find what it can give back.
      left -= used;
      told(pointer);
      return 0;
    }
    const given = machine.resize(pointer, bytes);
    if (given !== 0) used += bytes - had;
    if (calls < 2) setSeed(given, bytes);
    left -= bytes + ALLOCATION_BYTES;
    return given;
  };
  const pointer = machine.provide(allocate, 'iiiii');
  return {
    pointer,
    used: () => used,
    limit: (most) => void (used_max = most),
    begin: (most) => void (left = most),
    exhausted: () => left <= 0,
    onRefusal: (listener) => void (told = listener),
    close: () => machine.withdraw(pointer),
  };
}
