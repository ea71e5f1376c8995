// Finds the line at which a script is nested too deeply: Lua's compiler reports none when its own stack overflows.

import { linesOf } from '../failure.ts';
import type { LuaOutcome } from './values.ts';

const OVERFLOW = 'C stack overflow';

const overflows = (outcome: LuaOutcome): boolean => !outcome.ok && outcome.failure.message === OVERFLOW;

/**
 * Returns `outcome`, with the line and the reason if the compiler's stack has overflowed. That case calls `compile`
 * some 15 times.
 */
export function withLine(outcome: LuaOutcome, text: string, compile: (part: string) => LuaOutcome): LuaOutcome {
  if (outcome.ok || !overflows(outcome)) return outcome;
  const lines = linesOf(text);
  let [fits, fails] = [0, lines.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (overflows(compile(lines.slice(0, middle).join('\n')))) fails = middle;
    else fits = middle;
  }
  return {
    ok: false,
    failure: { ...outcome.failure, line: fails, message: `nested too deeply (${OVERFLOW})` },
  };
}
