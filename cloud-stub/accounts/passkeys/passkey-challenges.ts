// What a passkey is to sign (C119): random, of one page of one browser, good once and for five minutes. A cloud that restarts forgets them; who
// waits then begins again.

import { randomBytes } from 'node:crypto';

const GOOD_S = 300;

export interface Challenges {
  /** Another one for this page, in place of the one before; base64url. */
  make(page: string): string;
  /** The one of this page, which is then used; null for none, or one that is too old. */
  take(page: string): string | null;
}

interface Challenge {
  readonly text: string;
  readonly expires_s: number;
}

export function createChallenges(unix_s: () => number): Challenges {
  /** The oldest first: what is made again goes to the end. */
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
