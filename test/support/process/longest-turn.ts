// Measures the longest turn of the event loop, which delays answers to all other requests. Counts processor time of
// this thread, so other processes do not affect it.

/** Returns the longest event-loop turn while `work` runs, in milliseconds. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [is_over, longest_ms, before] = [false, 0, process.threadCpuUsage()];
  const { promise, resolve } = Promise.withResolvers<void>();
  const measure = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest_ms = Math.max(longest_ms, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (is_over) resolve();
    else setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  is_over = true;
  await promise;
  return longest_ms;
}
