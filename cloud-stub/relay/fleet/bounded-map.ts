// Map with a maximum size that evicts the least recently used entries.

export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

export function boundedMap<V>(max: number): BoundedMap<V> {
  const kept = new Map<string, V>();
  const set = (key: string, value: V): void => {
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    get size() {
      return kept.size;
    },
  };
}
