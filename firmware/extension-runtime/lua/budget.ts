// What a script may execute (R121, R122): a hook counts instructions, and once they are spent every further one is an error, so that
// nothing that catches errors goes on.

import type { Meter } from './meter.ts';
import type { LuaWasm, Machine } from './wasm.ts';

const COUNT_MASK = 8;
const HOOK_EVERY = 1000;
/** Memory that a run may take and give back, for each instruction that it may do: copying is work too. */
const BYTES_AN_INSTRUCTION = 16;

export interface Budget {
  begin(state: number, instructions: number): void;
  /** Counts work outside of Lua as so many instructions; raises the error where none are left. */
  charge(state: number, instructions: number): void;
  end(state: number): void;
  /** Instructions of the last run, to the next thousand. */
  spent(): number;
  /** The last run was stopped. */
  over(): boolean;
  close(): void;
}

/** `stop` raises the error that ends a script, at the line `level` calls up, and never returns. */
export function createBudget(
  lua: LuaWasm,
  machine: Machine,
  meter: Meter,
  stop: (state: number, level: number) => void,
): Budget {
  let [left, spent, over] = [0, 0, false];
  const hook = machine.provide((state: number) => {
    spent += over ? 1 : HOOK_EVERY;
    left -= HOOK_EVERY;
    stopAtEnd(state, 0);
  }, 'vii');
  const stopAtEnd = (state: number, level: number): void => {
    if (left > 0 && !meter.exhausted()) return;
    over = true;
    lua.lua_sethook(state, hook, COUNT_MASK, 1);
    stop(state, level);
  };
  return {
    begin(state, instructions) {
      [left, spent, over] = [instructions, 0, false];
      meter.begin(instructions * BYTES_AN_INSTRUCTION);
      lua.lua_sethook(state, hook, COUNT_MASK, HOOK_EVERY);
    },
    charge(state, instructions) {
      spent += instructions;
      left -= instructions;
      stopAtEnd(state, 1);
    },
    end: (state) => lua.lua_sethook(state, null, 0, 0),
    spent: () => spent,
    over: () => over,
    close: () => machine.withdraw(hook),
  };
}
