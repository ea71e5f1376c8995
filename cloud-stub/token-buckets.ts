// Token buckets by key, each with an average rate per second and a burst.

import type { Clock } from '../hal/clock/clock.ts';

export interface TokenBuckets {
  /** Takes a token, or returns the number of whole seconds until one is available. */
  take(key: string): number | null;
  /** Like `take`, but takes nothing. */
  peek(key: string): number | null;
  /** Returns the number of whole tokens. */
  left(key: string): number;
  /** Returns a token that was taken. */
  give(key: string): void;
}

interface Rate {
  readonly a_second: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at_ms: number;
}

/** Number of keys from which full buckets, which have no effect, are dropped. */
const KEYS_MAX = 10_000;

export function createTokenBuckets({ a_second, burst }: Rate, clock: Pick<Clock, 'now_ms'>): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  let keys_max = KEYS_MAX;

  const tokensOf = ({ tokens, at_ms }: Bucket, now_ms: number): number =>
    Math.min(burst, tokens + ((now_ms - at_ms) * a_second) / 1000);
  const dropFull = (now_ms: number): void => {
    for (const [key, bucket] of buckets) if (tokensOf(bucket, now_ms) >= burst) buckets.delete(key);
    keys_max = Math.max(KEYS_MAX, 2 * buckets.size);
  };
  const waitS = (tokens: number): number | null => (tokens >= 1 ? null : Math.ceil((1 - tokens) / a_second));
  return {
    take(key) {
      const now_ms = clock.now_ms();
      if (buckets.size >= keys_max) dropFull(now_ms);
      const bucket = buckets.get(key);
      const tokens = bucket ? tokensOf(bucket, now_ms) : burst;
      if (tokens < 1) return waitS(tokens);
      buckets.set(key, { tokens: tokens - 1, at_ms: now_ms });
      return null;
    },
    give(key) {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    left(key) {
      const bucket = buckets.get(key);
      return Math.floor(bucket ? tokensOf(bucket, clock.now_ms()) : burst);
    },
    peek(key) {
      const bucket = buckets.get(key);
      return bucket ? waitS(tokensOf(bucket, clock.now_ms())) : null;
    },
  };
}
