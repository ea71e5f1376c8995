// A number of places that are taken and given back: how many calls of a kind are held at once.

export interface Places {
  /** Gives the place back when it is called; null where all are taken. */
  take(): (() => void) | null;
}

export function createSemaphore(count: number): Places {
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
