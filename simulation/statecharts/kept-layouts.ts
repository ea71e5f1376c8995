// A cache of layouts in files: a large chart takes a second of processor time, and its layout is the same each time.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import elkjs from 'elkjs/package.json' with { type: 'json' };
import type { ElkNode } from 'elkjs/lib/elk.bundled.js';

export type LayOut = (graph: ElkNode) => Promise<ElkNode>;

/** Lays out what is not in the folder yet. A folder that can't be read or written is none. */
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

/** Of another version of elkjs a graph may lie in another way. */
const nameOf = (graph: ElkNode): string =>
  createHash('sha256')
    .update(`${elkjs.version} ${JSON.stringify(graph)}`)
    .digest('hex');

function layoutIn(text: string): ElkNode | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its name is the hash of what it is the layout of
    return JSON.parse(text) as ElkNode;
  } catch {
    return null;
  }
}

/** Whole or not at all, whoever else does so meanwhile. */
async function keep(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const staging = `${file}.${randomUUID()}`;
  await writeFile(staging, text);
  await rename(staging, file);
}
