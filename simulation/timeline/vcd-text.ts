// Value change dumps (IEEE 1364-2005, clause 18), which GTKWave, PulseView and every other viewer of signals read.
//
// Time counts the longest of 1, 10, 100 and 1,000 ns in which everything is exact: the tick of a board is a whole number of nanoseconds.

import { oneLine } from '../../wire/visible.ts';

export interface Signal {
  /** What it belongs to, and its name there; no blanks. */
  readonly scope: string;
  readonly name: string;
  readonly bits: number;
}

export interface Change {
  readonly at_ns: number;
  /** Place in the list of signals. */
  readonly signal: number;
  readonly value: number;
}

interface VcdAbout {
  readonly comment: string;
  /** What time counts, a divisor of every time: 1, 10, 100 or 1000. */
  readonly unit_ns: number;
}

/** `changes`: in the order of time. Everything is 0 at the beginning. */
export function* vcdText(
  signals: readonly Signal[],
  changes: Iterable<Change>,
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

/** Printable characters from `!` on. */
const CODES = 94;

const codeOf = (signal: number): string =>
  signal < CODES
    ? String.fromCodePoint(33 + signal)
    : codeOf(Math.floor(signal / CODES) - 1) + String.fromCodePoint(33 + (signal % CODES));

const valueText = (bits: number, value: number, signal: number): string =>
  bits === 1 ? `${value}${codeOf(signal)}\n` : `b${value.toString(2)} ${codeOf(signal)}\n`;
