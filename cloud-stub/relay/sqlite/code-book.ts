// Codes and their hosts (R1, R2). A code is never issued twice; the session of its host knows whether it is still
// valid.

import type { Random } from '../../../hal/random/random.ts';
import { drawCode } from '../session/random-codes.ts';
import type { RelayDatabase } from './database.ts';

export interface CodeBook {
  /** Issues a new code of 6 symbols to a host, one that was never issued before (R2). */
  mint(host: string): string;
  /** Returns the host of a code in its written form; null if it was never issued. */
  ownerOf(code: string): string | null;
}

export function createCodeBook(database: RelayDatabase, random: Random): CodeBook {
  const owners = new Map(database.codes().map(({ code, host }) => [code, host]));
  return {
    mint(host) {
      for (;;) {
        const code = drawCode(random);
        if (!database.addCode(code, host)) continue;
        owners.set(code, host);
        return code;
      }
    },
    ownerOf: (code) => owners.get(code) ?? null,
  };
}
