// Statecharts in the tab, laid out in a Worker, which loads with the first chart.

import ELK from 'elkjs/lib/elk-api.js';
import type { PanelCharts } from '../../sims/panel/panel-device.ts';
import type { LayOut } from '../statecharts/layout.ts';
import { createCharts } from '../statecharts/panel-charts.ts';
import { workerAddress } from './assets.ts';

/** Creates the charts. A chart is null if the Worker can't be loaded. */
export function createTabCharts(): PanelCharts {
  let elk: ReturnType<typeof startElk> | null = null;
  const layOut: LayOut = async (graph) => {
    elk ??= startElk();
    elk.catch(() => (elk = null)); // the next chart tries again
    return (await elk).layout(graph);
  };
  const charts = createCharts(layOut);
  return { of: (machine, around) => charts.of(machine, around).catch(() => null) };
}

async function startElk() {
  const address = await workerAddress('elk-worker');
  return new ELK({ workerFactory: () => new Worker(address) });
}
