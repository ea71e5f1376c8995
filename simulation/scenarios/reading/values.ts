// Substitutes `${name}` in a scenario by the values of `for_each` and `save`.

const NAME = /\$\{(\w+)\}/g;

/** Substitutes values in all texts of the data; undefined names stay as they are. */
export function withValues(data: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof data === 'string') return data.replaceAll(NAME, (whole, name: string) => values.get(name) ?? whole);
  if (Array.isArray(data)) return data.map((each) => withValues(each, values));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, each]) => [key, withValues(each, values)]));
}

/** Returns the names used in texts of the data. */
export function namesIn(data: unknown): readonly string[] {
  if (typeof data === 'string') return [...data.matchAll(NAME)].map(([, name = '']) => name);
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(namesIn) : [];
}
