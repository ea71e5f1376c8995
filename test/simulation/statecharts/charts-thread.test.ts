// Charts from a thread of their own: the same as without one, while whoever asks goes on.

import test from 'ava';
import { createChartsThread } from '../../../simulation/statecharts/charts-thread.ts';
import { createCharts } from '../../../simulation/statecharts/panel-charts.ts';

test('[panel] a chart from the thread is the one that is laid out here, and of an unknown machine there is none', async (t) => {
  const charts = createChartsThread();
  const [chart, again, none] = await Promise.all([charts.of('set'), charts.of('set'), charts.of('nothing')]);
  t.deepEqual(chart, await createCharts('').of('set'));
  t.is(again, chart);
  t.is(none, null);
});
