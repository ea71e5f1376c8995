// Everything that happens, as lines: hashed, so that two runs can be compared; the newest kept, so that a failure can be told.

import { createHash } from 'node:crypto';

export interface Trace {
  event(actor: string, text: string): void;
  readonly count: () => number;
  /** The newest lines, oldest first. */
  newest(): readonly string[];
  /** Hex; the same for the same events. */
  digest(): string;
}

const NEWEST = 50;
const LINE_CHARS_SHOWN = 400;

/** `write` gets every line, where somebody wants them all. */
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
