// Values that stand in a scenario as `${name}`: those of a `for_each`, and those that a `save` has kept.

const NAME = /\$\{(\w+)\}/g;

/** The data with its texts filled in; a name that has no value stays as it is. */
export function withValues(data: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof data === 'string') return data.replaceAll(NAME, (whole, name: string) => values.get(name) ?? whole);
  if (Array.isArray(data)) return data.map((each) => withValues(each, values));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, each]) => [key, withValues(each, values)]));
}

/** Names that stand in texts of the data. */
export function namesIn(data: unknown): readonly string[] {
  if (typeof data === 'string') return [...data.matchAll(NAME)].map(([, name = '']) => name);
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(namesIn) : [];
}
