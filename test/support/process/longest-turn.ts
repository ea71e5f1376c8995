// How long one turn of the event loop takes: all that happens between two chances of other requests to be answered. Counted in processor time of
// this thread, so other processes of the machine do not change it.

/** The longest turn while `work` runs, in milliseconds. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [is_over, longest_ms, before] = [false, 0, process.threadCpuUsage()];
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest_ms = Math.max(longest_ms, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (is_over) resolve();
    else setImmediate(look);
  };
  setImmediate(look);
  await work();
  is_over = true;
  await promise;
  return longest_ms;
}
