// Lays out a graph in this thread with elkjs.

import type { LayOut } from './layout.ts';

/** Loads elkjs with the first layout: the import takes a fifth of a second. */
export const elk: LayOut = async (graph) => {
  const { default: ELK } = await import('elkjs/lib/elk.bundled.js');
  return new ELK.default().layout(graph);
};
