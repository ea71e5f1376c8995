// Tests of charts from a worker thread: the same as without one, while the caller keeps running.

import test from 'ava';
import { createChartsThread } from '../../../simulation/statecharts/charts-thread.ts';
import { elk } from '../../../simulation/statecharts/elk.ts';
import { createCharts } from '../../../simulation/statecharts/panel-charts.ts';

test('[panel] lays out the same chart in the thread and returns null for an unknown machine', async (t) => {
  const charts = createChartsThread();
  const [chart, again, none] = await Promise.all([
    charts.of('set', ''),
    charts.of('set', ''),
    charts.of('nothing', ''),
  ]);
  t.deepEqual(chart, await createCharts(elk).of('set', ''));
  t.is(again, chart);
  t.is(none, null);
});
