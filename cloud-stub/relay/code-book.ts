// Which code leads to which host (R1, R2, R9, R10, R13). A code that was given to anybody is never given again. An old code leads to
// its host, whose newest code is then the answer; so there are no chains to follow and no loops.

import type { Random } from '../../hal/random/random.ts';
import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { codeOf, readCode } from '../../wire/crockford.ts';
import type { RelayDatabase } from './database.ts';

/** An old code leads to its successor while the change is younger than this (relay §2.1, C12). */
const REDIRECT_MS = 600_000;

export interface CodeBook {
  /** A fresh code for a host, 6 symbols; the book sees to it that nobody ever had it (R2). */
  mint(host: string): string;
  /** The host that a code leads to at this time, however it is typed; null for one that leads nowhere. */
  hostOf(typed: string, now_ms: number): string | null;
  /** A code has a successor, to which it leads for 600 s. */
  redirect(code: string, now_ms: number): void;
  /** A code, and every one that led to it, leads nowhere from now on. */
  end(code: string): void;
  /** Forgets redirects that have run out. */
  forget(now_ms: number): void;
}

interface Entry {
  readonly host: string;
  /** When it got a successor; null while it is the newest. */
  readonly retired_ms: number | null;
}

export function createCodeBook(database: RelayDatabase, random: Random): CodeBook {
  const entries = new Map<string, Entry>(database.codes().map(({ code, ...entry }) => [code, entry]));
  const leads = ({ retired_ms }: Entry, now_ms: number): boolean =>
    retired_ms === null || now_ms - retired_ms < REDIRECT_MS;
  const end = (code: string): void => {
    entries.delete(code);
    database.endCode(code);
  };
  return {
    mint(host) {
      for (;;) {
        const code = codeOf(random.bytes(HOST_CODE_SYMBOLS));
        if (!database.addCode(code, host)) continue;
        entries.set(code, { host, retired_ms: null });
        return code;
      }
    },
    hostOf(typed, now_ms) {
      const entry = entries.get(readCode(typed, HOST_CODE_SYMBOLS) ?? '');
      return entry && leads(entry, now_ms) ? entry.host : null;
    },
    redirect(code, now_ms) {
      const entry = entries.get(code);
      if (!entry) return;
      entries.set(code, { host: entry.host, retired_ms: now_ms });
      database.redirectCode(code, now_ms);
    },
    end(code) {
      const host = entries.get(code)?.host;
      for (const [other, entry] of entries) if (entry.host === host) end(other);
    },
    forget(now_ms) {
      for (const [code, entry] of entries) if (!leads(entry, now_ms)) end(code);
    },
  };
}
