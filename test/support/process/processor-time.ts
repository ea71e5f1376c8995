// What this process has computed, which other processes beside it don't change by much.

/** Milliseconds of processor time that `work` took; the least of `times` runs. */
export function processorTime(work: () => void, times = 3): number {
  const once = (): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(...Array.from({ length: times }, once));
}
