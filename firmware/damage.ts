// Reports damage to stored records once each: to the log, and as a note on the status page (C68).

import type { Flash } from '../hal/flash/flash.ts';
import type { Log } from '../hal/log/log.ts';

interface DamageWatch {
  /** Flash that reports damaged records as they are read. */
  readonly flash: Flash;
  /** Reports a sentence unless it was reported before. */
  report(sentence: string): void;
}

/** Wraps `flash` to report damage. `note` receives each sentence that is logged. */
export function watchDamage(flash: Flash, log: Log, note: (sentence: string) => void): DamageWatch {
  const known = new Set<string>();
  const report = (sentence: string): void => {
    if (known.has(sentence)) return;
    known.add(sentence);
    log.write('warn', 'storage', sentence);
    note(sentence);
  };
  return {
    report,
    flash: {
      ...flash,
      async read(name) {
        const read = await flash.read(name);
        if (read.ok && read.value.damaged !== '') report(read.value.damaged);
        return read;
      },
    },
  };
}
