// Lays out charts in a thread of its own: a large one keeps a processor busy for a second, in which a device would take no key.

import { parentPort } from 'node:worker_threads';
import { present } from '../../wire/errors.ts';
import { createCharts } from './panel-charts.ts';

const port = present(parentPort, 'the thread that asks');
const charts = createCharts();

port.on('message', (machine: string) => {
  void charts.of(machine).then((chart) => port.postMessage({ machine, chart }));
});
