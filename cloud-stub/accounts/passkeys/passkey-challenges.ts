// Challenges for passkeys to sign (C119): random, bound to one page of one browser, and valid once within five minutes.
// A restart of the cloud discards them, and users start again.

import { randomBytes } from 'node:crypto';

const GOOD_S = 300;

export interface Challenges {
  /** Creates a challenge for this page and replaces its previous one; base64url. */
  make(page: string): string;
  /** Removes and returns the challenge of this page; null if none, or expired. */
  take(page: string): string | null;
}

interface Challenge {
  readonly text: string;
  readonly expires_s: number;
}

export function createChallenges(unix_s: () => number): Challenges {
  /** Oldest first: a renewed entry moves to the end. */
  const made = new Map<string, Challenge>();
  const forgetExpired = (now_s: number): void => {
    for (const [page, { expires_s }] of made) {
      if (expires_s > now_s) return;
      made.delete(page);
    }
  };
  return {
    make(page) {
      const now_s = unix_s();
      forgetExpired(now_s);
      const text = randomBytes(32).toString('base64url');
      made.delete(page);
      made.set(page, { text, expires_s: now_s + GOOD_S });
      return text;
    },
    take(page) {
      const known = made.get(page);
      made.delete(page);
      return known && known.expires_s > unix_s() ? known.text : null;
    },
  };
}
