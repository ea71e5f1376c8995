// Lays out charts in a worker thread: a large chart takes a second of CPU time, during which a device could not handle
// keys.

import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { assertDefined } from '../../wire/errors.ts';
import { elk } from './elk.ts';
import { keepingLayouts } from './kept-layouts.ts';
import { createCharts } from './panel-charts.ts';

const port = assertDefined(parentPort, 'the parent thread');
/** Folder of the compile cache, which also stores layouts; set by the `tapin` script. */
const cache = process.env['NODE_COMPILE_CACHE'];
const charts = createCharts(cache ? keepingLayouts(join(cache, 'charts'), elk) : elk);

port.on('message', ({ machine, around }: { readonly machine: string; readonly around: string }) => {
  void charts.of(machine, around).then((chart) => port.postMessage({ machine, around, chart }));
});
