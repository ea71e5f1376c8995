// The keys of a table, as its type knows them: `Object.keys` calls them any text.

/** Of a table that has no more keys than its type says. */
export function keysOf<Table extends object>(table: Table): readonly Extract<keyof Table, string>[] {
  const keys: Extract<keyof Table, string>[] = [];
  for (const key in table) if (Object.hasOwn(table, key)) keys.push(key);
  return keys;
}
