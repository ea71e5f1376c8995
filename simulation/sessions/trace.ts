// Records all events as lines: hashes them to compare runs, and keeps the newest to explain a failure.

import { createHash } from 'node:crypto';

export interface Trace {
  event(actor: string, text: string): void;
  readonly count: () => number;
  /** Returns the newest lines, oldest first. */
  newest(): readonly string[];
  /** Returns a hex hash; equal for equal events. */
  digest(): string;
}

const NEWEST = 50;
const LINE_CHARS_SHOWN = 400;

/** Creates a trace. `write` receives every line. */
export function createTrace(now_ms: () => number, write?: (line: string) => void): Trace {
  const hash = createHash('sha256');
  const newest: string[] = [];
  let count = 0;
  return {
    event(actor, text) {
      const line = `${now_ms().toFixed(3)} ${actor} ${text}`;
      hash.update(line);
      count++;
      newest.push(line.slice(0, LINE_CHARS_SHOWN));
      if (newest.length > NEWEST) newest.shift();
      write?.(`${line}\n`);
    },
    count: () => count,
    newest: () => newest,
    digest: () => hash.copy().digest('hex'),
  };
}
