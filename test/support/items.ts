// Access to list items in tests: throws one clear sentence if an expected item is missing.

/** Tuple of `Count` items; a readonly array if the count is not a literal. */
export type Several<T, Count extends number, Found extends readonly T[] = readonly []> = number extends Count
  ? readonly T[]
  : Found['length'] extends Count
    ? Found
    : Several<T, Count, readonly [...Found, T]>;

const isSeveral = <T, const Count extends number>(
  items: readonly T[],
  count: Count,
): items is readonly T[] & Several<T, Count> => items.length === count;

/** Returns the list as a tuple. @throws If it does not have exactly `count` items. */
export function exactly<T, const Count extends number>(count: Count, items: readonly T[]): Several<T, Count> {
  if (isSeveral(items, count)) return items;
  throw new Error(`expected ${count} items, found ${items.length}`);
}

/** Returns the item at an index; a negative index counts from the end. @throws If there is none. */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index < 0 ? items.length + index : index];
  if (item === undefined) throw new Error(`no item at ${index} of ${items.length}`);
  return item;
}
