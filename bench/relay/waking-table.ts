// Table on a third-party server: one publisher, three waiting subscribers.

export interface WakingTable {
  /** Publishes a round; resolves with the time at which the last of the three has received it. */
  publish(): Promise<number>;
}

export interface WakingServer {
  /** Tables whose three subscribers are already waiting. */
  readonly tables: readonly WakingTable[];
  end(): Promise<void>;
}

export const WAITING = 3;

/**
 * Counts arrivals. Publishes are sequential and each reaches all three subscribers, so the third arrival completes the
 * first publish, the sixth the second.
 */
export function createArrivals(): { all(): Promise<number>; came(): void } {
  let [published, arrived] = [0, 0];
  const waiting = new Map<number, (at: number) => void>();
  return {
    all() {
      published++;
      return new Promise((resolve) => waiting.set(WAITING * published, resolve));
    },
    came() {
      arrived++;
      waiting.get(arrived)?.(performance.now());
      waiting.delete(arrived);
    },
  };
}
