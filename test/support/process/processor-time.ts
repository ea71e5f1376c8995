// Measures processor time of this process, which other processes hardly affect.

/** Returns the processor time of `work` in milliseconds, the minimum of `times` runs. */
export function processorTime(work: () => void, times = 3): number {
  const once = (): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(...Array.from({ length: times }, once));
}
