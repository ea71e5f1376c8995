// Queue of asynchronous tasks.

/** Returns a function that runs tasks one after the other, also after one that throws. `first`: task before the first. */
export function createQueue(first = async (): Promise<void> => {}): <T>(work: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> | null = null;
  return (work) => {
    tail ??= first();
    const done = tail.then(work, work);
    tail = done;
    return done;
  };
}
