// Damage to stored records. Each is reported once: to the log, and as a note that the status page keeps (C68).

import type { Flash } from '../hal/flash/flash.ts';
import type { Log } from '../hal/log/log.ts';

interface DamageWatch {
  /** Reports the damage of what it reads. */
  readonly flash: Flash;
  /** Reports a sentence, unless it was reported before. */
  report(sentence: string): void;
}

/** `note` gets each sentence that the log gets. */
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
