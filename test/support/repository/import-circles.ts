// Finds circular imports: files that reach each other by imports of values or types.

import { importsOf, targetPathOf, type Source } from './sources.ts';

/**
 * Returns each cycle as the shortest path around it, starting at its first file by name; two cycles never share a file.
 */
export function importCircles(sources: readonly Source[]): readonly (readonly string[])[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(sources.map((source) => [source.path, targets(source, paths)]));
  const found: (readonly string[])[] = [];
  const seen = new Set<string>();
  for (const path of [...paths].sort()) {
    if (seen.has(path)) continue;
    const circle = shortestCycle(imports, path);
    if (!circle) continue;
    found.push(circle);
    for (const other of paths) if (reaches(imports, path, other) && reaches(imports, other, path)) seen.add(other);
  }
  return found;
}

type Imports = ReadonlyMap<string, readonly string[]>;

const targets = (source: Source, paths: ReadonlySet<string>): readonly string[] =>
  importsOf(source)
    .map(({ from }) => targetPathOf(source, from))
    .filter((path) => paths.has(path));

/** Returns the shortest path from a file back to itself; null if none. */
function shortestCycle(imports: Imports, start: string): readonly string[] | null {
  const paths: (readonly string[])[] = [[start]];
  const been = new Set<string>();
  for (const path of paths) {
    for (const next of imports.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path;
      if (been.has(next)) continue;
      been.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}

function reaches(imports: Imports, from: string, to: string): boolean {
  const been = new Set<string>();
  const open = [...(imports.get(from) ?? [])];
  for (const path of open) {
    if (path === to) return true;
    if (been.has(path)) continue;
    been.add(path);
    open.push(...(imports.get(path) ?? []));
  }
  return false;
}
