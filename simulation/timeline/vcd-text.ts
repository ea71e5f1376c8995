// Writes value change dumps (IEEE 1364-2005, clause 18) for GTKWave, PulseView and other signal viewers. The time unit
// is the longest of 1, 10, 100 and 1,000 ns that keeps all times exact: a board's tick is a whole number of
// nanoseconds.

import { oneLine } from '../../wire/visible.ts';

export interface Signal {
  /** Scope of the signal, and its name there; no blanks. */
  readonly scope: string;
  readonly name: string;
  readonly bits: number;
}

export interface SignalChange {
  readonly at_ns: number;
  /** Index in the list of signals. */
  readonly signal: number;
  readonly value: number;
}

interface VcdAbout {
  readonly comment: string;
  /** Time unit, a divisor of every time: 1, 10, 100 or 1000. */
  readonly unit_ns: number;
}

/** Yields the dump. `changes`: in order of time. Every signal starts at 0. */
export function* vcdText(
  signals: readonly Signal[],
  changes: Iterable<SignalChange>,
  { comment, unit_ns }: VcdAbout,
): Generator<string> {
  yield `$comment ${oneLine(comment).replaceAll('$', '_')} $end\n$timescale ${unit_ns === 1000 ? '1 us' : `${unit_ns} ns`} $end\n`;
  for (const scope of new Set(signals.map((signal) => signal.scope))) {
    yield `$scope module ${scope} $end\n`;
    for (const [at, { scope: of, name, bits }] of signals.entries())
      if (of === scope) yield `$var ${bits === 1 ? 'wire' : 'reg'} ${bits} ${codeOf(at)} ${name} $end\n`;
    yield '$upscope $end\n';
  }
  yield '$enddefinitions $end\n#0\n$dumpvars\n';
  for (const [at, { bits }] of signals.entries()) yield valueText(bits, 0, at);
  yield '$end\n';
  let at_ns = 0;
  for (const { at_ns: next_ns, signal, value } of changes) {
    if (next_ns > at_ns) yield `#${next_ns / unit_ns}\n`;
    at_ns = next_ns;
    yield valueText(signals[signal]?.bits ?? 1, value, signal);
  }
}

/** Number of printable characters, starting at `!`. */
const CODES = 94;

const codeOf = (signal: number): string =>
  signal < CODES
    ? String.fromCodePoint(33 + signal)
    : codeOf(Math.floor(signal / CODES) - 1) + String.fromCodePoint(33 + (signal % CODES));

const valueText = (bits: number, value: number, signal: number): string =>
  bits === 1 ? `${value}${codeOf(signal)}\n` : `b${value.toString(2)} ${codeOf(signal)}\n`;
