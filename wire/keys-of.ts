// Typed versions of `Object.keys` and `Object.fromEntries`, which type all keys as string.

/** Returns the keys of a table, which must not have more keys than its type. */
export function keysOf<Table extends object>(table: Table): readonly Extract<keyof Table, string>[] {
  const keys: Extract<keyof Table, string>[] = [];
  for (const key in table) if (Object.hasOwn(table, key)) keys.push(key);
  return keys;
}

/** Returns a table with a value for each of these keys, which must be all keys of its type. */
export const tableOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keys` has every key of the type, so the table has them all
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
