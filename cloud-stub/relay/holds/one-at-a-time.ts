// Serializes work per key. Requests that arrive during a run cause exactly one more run.

/** `run` resolves to true if it must run again immediately; it must not reject. */
export function oneAtATime(run: (key: string) => Promise<boolean>): (key: string) => void {
  /** Keys in progress; true if another run was requested. */
  const under_way = new Map<string, boolean>();
  const begin = async (key: string): Promise<void> => {
    under_way.set(key, false);
    const again = await run(key);
    const asked = under_way.get(key) === true;
    under_way.delete(key);
    if (again || asked) await begin(key);
  };
  return (key) => {
    if (under_way.has(key)) under_way.set(key, true);
    else void begin(key);
  };
}
