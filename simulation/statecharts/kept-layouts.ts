// File cache of layouts: a large chart takes a second of CPU time, and its layout never changes.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import elkjs from 'elkjs/package.json' with { type: 'json' };
import type { ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { LayOut } from './layout.ts';

/** Wraps `layOut` with a cache in `folder`. Ignores a folder that cannot be read or written. */
export function keepingLayouts(folder: string, layOut: LayOut): LayOut {
  return async (graph) => {
    const file = join(folder, `${nameOf(graph)}.json`);
    const kept = await readFile(file, 'utf8').then(layoutIn, () => null);
    if (kept) return kept;
    const laid = await layOut(graph);
    await keep(folder, file, JSON.stringify(laid)).catch(() => {});
    return laid;
  };
}

/** The version is part of the name, because elkjs versions may lay out a graph differently. */
const nameOf = (graph: ElkNode): string =>
  createHash('sha256')
    .update(`${elkjs.version} ${JSON.stringify(graph)}`)
    .digest('hex');

function layoutIn(text: string): ElkNode | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is named after the hash of its chart, so it holds that layout
    return JSON.parse(text) as ElkNode;
  } catch {
    return null;
  }
}

/** Writes the file atomically, even with concurrent writers. */
async function keep(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const staging = `${file}.${randomUUID()}`;
  await writeFile(staging, text);
  await rename(staging, file);
}
