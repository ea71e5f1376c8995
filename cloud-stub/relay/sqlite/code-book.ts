// Which code was given to which host (R1, R2). A code that was given to anybody is never given again; whether it still leads anywhere is
// known by the session of its host.

import type { Random } from '../../../hal/random/random.ts';
import { drawCode } from '../session/random-codes.ts';
import type { RelayDatabase } from './database.ts';

export interface CodeBook {
  /** A fresh code for a host, 6 symbols; the book sees to it that nobody ever had it (R2). */
  mint(host: string): string;
  /** To whom a code in its written form was given; null for nobody. */
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
