// Tests of chart layouts cached in files between starts.

import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { LayOut } from '../../../simulation/statecharts/layout.ts';
import { keepingLayouts } from '../../../simulation/statecharts/kept-layouts.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** Creates a layout function with recognizable positions and a call counter. */
function counting(): { readonly layOut: LayOut; readonly counted: () => number } {
  let counted = 0;
  return { layOut: async (graph) => ({ ...graph, x: ++counted }), counted: () => counted };
}
const graph = (id: string): ElkNode => ({ id, children: [{ id: 'Grün', width: 64, height: 20 }] });

test('[panel] computes each chart’s layout once, even across restarts', async (t) => {
  const folder = join(await temporaryFolder(t), 'not/there/yet');
  const { layOut, counted } = counting();
  const first = await keepingLayouts(folder, layOut)(graph('set'));
  t.deepEqual(first, { ...graph('set'), x: 1 });
  t.deepEqual(await keepingLayouts(folder, layOut)(graph('set')), first);
  t.is(counted(), 1);
  t.is((await keepingLayouts(folder, layOut)(graph('round'))).x, 2);
  t.is((await readdir(folder)).length, 2, 'no other files');
});

test('[panel] recomputes and replaces a broken cached layout', async (t) => {
  const folder = await temporaryFolder(t);
  const { layOut, counted } = counting();
  const keeping = keepingLayouts(folder, layOut);
  await keeping(graph('set'));
  const [file = ''] = await readdir(folder);
  await writeFile(join(folder, file), '{"id":"se');
  t.is((await keeping(graph('set'))).x, 2);
  t.is((await keeping(graph('set'))).x, 2);
  t.is(counted(), 2);
});

test('[panel] computes the layout each time if it can not be cached', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  const { layOut } = counting();
  const keeping = keepingLayouts(join(file, 'charts'), layOut);
  t.is((await keeping(graph('set'))).x, 1);
  t.is((await keeping(graph('set'))).x, 2);
});
