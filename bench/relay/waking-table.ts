// A table of a server that others have written: one who publishes, three who wait.

export interface WakingTable {
  /** Publishes a round; resolves with the time at which the last of the three has it. */
  publish(): Promise<number>;
}

export interface WakingServer {
  /** Tables whose three already wait. */
  readonly tables: readonly WakingTable[];
  end(): Promise<void>;
}

export const WAITING = 3;

/** Publishes follow each other, and each comes to all three: the third arrival is the end of the first, the sixth that of the second. */
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
