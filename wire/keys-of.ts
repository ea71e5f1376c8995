// Tables by their keys as types know them: `Object.keys` and `Object.fromEntries` call them any text.

/** Of a table that has no more keys than its type says. */
export function keysOf<Table extends object>(table: Table): readonly Extract<keyof Table, string>[] {
  const keys: Extract<keyof Table, string>[] = [];
  for (const key in table) if (Object.hasOwn(table, key)) keys.push(key);
  return keys;
}

/** A table with a value for each of these keys, which are all that its type has. */
export const tableOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key that the type has is given, and becomes one of the table
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
