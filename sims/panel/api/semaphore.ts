// Semaphore that limits how many calls of a kind are held concurrently.

export interface Semaphore {
  /** Takes a slot and returns a function that releases it; null if all are taken. */
  take(): (() => void) | null;
}

export function createSemaphore(count: number): Semaphore {
  let free = count;
  return {
    take() {
      if (free === 0) return null;
      free--;
      let held = true;
      return () => {
        if (held) free++;
        held = false;
      };
    },
  };
}
