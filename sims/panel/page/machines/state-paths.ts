// Formats a machine's state value as text: 'ready' stays, {a: {b: 'c'}} becomes 'a.b.c', parallel regions give one path
// each.

export function statePaths(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const paths = statePaths(inner);
      return paths.length === 0 ? [name] : paths.map((path) => `${name}.${path}`);
    });
  }
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}
