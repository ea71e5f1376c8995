// Instruction budget of a script (R121, R122): a hook before each instruction and at each call charges its cost. Once
// the budget is spent every further instruction raises an error, so a script cannot continue by catching it.

import type { Cost, Costs } from './cost.ts';
import { MEMORY_MESSAGE, type Meter } from './meter.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

const [CALL_MASK, RETURN_MASK, COUNT_MASK] = [1, 2, 8];
/** Values of the first field of lua_Debug: the event that triggered the hook. */
const [CALL_EVENT, RETURN_EVENT, COUNT_EVENT] = [0, 1, 3];
/** Bytes a run may allocate and free per instruction of its budget: copying costs time too. */
const BYTES_AN_INSTRUCTION = 16;
export const BUDGET_MESSAGE = 'took too long';

export interface Budget {
  /** Starts a run. `returns`: called before each return with a lua_Debug of the function. */
  begin(state: number, instructions: number, returns?: (state: number, debug: number) => void): void;
  /** Charges work outside Lua as a number of instructions; raises the error if none are left. */
  charge(state: number, instructions: number): void;
  end(state: number): void;
  /** Returns the instructions used by the last run. */
  spent(): number;
  /** Returns the state that ran last; each coroutine has its own. */
  running(): number;
  /** Whether the last run was stopped. */
  over(): boolean;
  close(): void;
}

interface BudgetOptions {
  readonly lua: LuaWasm;
  readonly machine: LuaMachine;
  readonly meter: Meter;
  readonly costs: Costs;
  /** Called at the start of each call except tail calls. */
  onCall(state: number): void;
  /** Host function that runs after a script has failed: it is neither charged nor stopped. */
  readonly free: number;
  /** Collects all garbage. */
  collect(state: number): void;
  /** Raises an error at the line `level` calls up; does not return. */
  stop(state: number, level: number, message: string): void;
}

export function createBudget({ lua, machine, meter, costs, onCall, free, collect, stop }: BudgetOptions): Budget {
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
  const hook = machine.provide((state: number, debug: number) => {
    running = state;
    const event = machine.word(debug);
    if (event === RETURN_EVENT) return onReturn(state, debug);
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
