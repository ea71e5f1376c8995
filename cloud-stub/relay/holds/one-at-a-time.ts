// Serializes work per key. Requests that arrive during a run cause exactly one more run.

/** `run` resolves to true if it must run again immediately; it must not reject. */
export function oneAtATime(run: (key: string) => Promise<boolean>): (key: string) => void {
  /** Keys in progress; true if another run was requested. */
  const running = new Map<string, boolean>();
  const begin = async (key: string): Promise<void> => {
    running.set(key, false);
    const again = await run(key);
    const requested = running.get(key) === true;
    running.delete(key);
    if (again || requested) await begin(key);
  };
  return (key) => {
    if (running.has(key)) running.set(key, true);
    else void begin(key);
  };
}
