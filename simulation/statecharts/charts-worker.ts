// Lays out charts in a thread of its own: a large one keeps a processor busy for a second, in which a device would take no key.

import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { assertDefined } from '../../wire/errors.ts';
import { createCharts } from './panel-charts.ts';

const port = assertDefined(parentPort, 'the thread that asks');
/** Where compiled code is kept as well; the `tapin` script says where that is. */
const cache = process.env['NODE_COMPILE_CACHE'];
const charts = createCharts(cache ? join(cache, 'charts') : '');

port.on('message', (machine: string) => {
  void charts.of(machine).then((chart) => port.postMessage({ machine, chart }));
});
