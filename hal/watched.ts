// Value whose changes are reported to listeners.

interface Watched<T> {
  get(): T;
  /** Sets the value, and reports it if it differs. */
  set(next: T): void;
  /**
   * @param listener Called at each change, not with the initial value.
   * @returns Unsubscribes.
   */
  onChange(listener: (value: T) => void): () => void;
}

export function createWatched<T>(initial: T): Watched<T> {
  const listeners = new Set<(value: T) => void>();
  let now = initial;
  return {
    get: () => now,
    set(next) {
      if (next === now) return;
      now = next;
      const recipients = [...listeners]; // listeners added during the loop do not receive this change
      for (const listener of recipients) if (listeners.has(listener)) listener(next);
    },
    onChange(listener) {
      const own = (value: T): void => listener(value);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
