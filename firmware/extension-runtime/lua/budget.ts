// What a script may execute (R121, R122): a hook before each instruction and at each call counts them, by what they cost, and once
// they are spent every further one is an error, so that nothing that catches errors goes on.

import type { Cost, Costs } from './cost.ts';
import { MEMORY_MESSAGE, type Meter } from './meter.ts';
import type { LuaWasm, Machine } from './wasm.ts';

const [CALL_MASK, RETURN_MASK, COUNT_MASK] = [1, 2, 8];
/** The first field of lua_Debug: which event the hook is called for. */
const [CALL_EVENT, RETURN_EVENT, COUNT_EVENT] = [0, 1, 3];
/** Memory that a run may take and give back, for each instruction that it may do: copying is work too. */
const BYTES_AN_INSTRUCTION = 16;
export const BUDGET_MESSAGE = 'this takes too long';

export interface Budget {
  /** `returns`: hears of each return, before it happens, with a lua_Debug of the function. */
  begin(state: number, instructions: number, returns?: (state: number, debug: number) => void): void;
  /** Counts work outside of Lua as so many instructions; raises the error where none are left. */
  charge(state: number, instructions: number): void;
  end(state: number): void;
  /** Instructions of the last run. */
  spent(): number;
  /** The state that has run last: a coroutine has one of its own. */
  running(): number;
  /** The last run was stopped. */
  over(): boolean;
  close(): void;
}

interface Parts {
  readonly lua: LuaWasm;
  readonly machine: Machine;
  readonly meter: Meter;
  readonly costs: Costs;
  /** A call begins that is no tail call. */
  onCall(state: number): void;
  /** A function of ours that is called once a script has failed: it is neither counted nor stopped. */
  readonly free: number;
  /** Collects all garbage. */
  collect(state: number): void;
  /** Raises an error at the line `level` calls up, and never returns. */
  stop(state: number, level: number, message: string): void;
}

export function createBudget({ lua, machine, meter, costs, onCall, free, collect, stop }: Parts): Budget {
  let [left, spent, over, running] = [0, 0, false, 0];
  let onReturn: (state: number, debug: number) => void = () => {};
  const relieve = (state: number): void => {
    collect(state);
    if (meter.overdrawn()) stop(state, 0, MEMORY_MESSAGE);
  };
  const charge = (state: number, instructions: number, level: number): void => {
    spent += instructions;
    left -= instructions;
    if (left > 0 && meter.calm()) return;
    if (meter.strained()) relieve(state);
    if (left > 0 && !meter.exhausted()) return;
    over = true;
    stop(state, level, BUDGET_MESSAGE);
  };
  const count = (state: number, one: number, cost: Cost): void => {
    if (typeof cost === 'string') stop(state, 0, cost);
    else charge(state, one + cost, 0);
  };
  const hook = machine.provide((state: number, told: number) => {
    running = state;
    const event = machine.word(told);
    if (event === RETURN_EVENT) return onReturn(state, told);
    if (event === CALL_EVENT) onCall(state);
    const called = event !== COUNT_EVENT;
    if (called && costs.calls(state, free)) return;
    if (over) return charge(state, 1, 0);
    if (called) count(state, 0, costs.ofCall(state));
    else count(state, 1, costs.ofInstruction(state));
  }, 'vii');
  return {
    begin(state, instructions, returns) {
      [left, spent, over, running] = [instructions, 0, false, state];
      meter.begin(instructions * BYTES_AN_INSTRUCTION);
      onReturn = returns ?? onReturn;
      lua.lua_sethook(state, hook, COUNT_MASK | CALL_MASK | (returns ? RETURN_MASK : 0), 1);
    },
    charge: (state, instructions) => charge(state, instructions, 1),
    end: (state) => lua.lua_sethook(state, null, 0, 0),
    spent: () => spent,
    running: () => running,
    over: () => over,
    close: () => machine.withdraw(hook),
  };
}
