// Work that is done one at a time for each key. Who asks for it while it goes on has it done once more, however many ask.

/** `run` says whether it has to be done once more at once; it does not reject. */
export function oneAtATime(run: (key: string) => Promise<boolean>): (key: string) => void {
  /** True where somebody has asked meanwhile. */
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
