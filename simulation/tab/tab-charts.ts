// Statecharts in the tab, laid out in a Worker, which loads with the first chart and serves all devices.

import ELK from 'elkjs/lib/elk-api.js';
import type { PanelCharts } from '../../sims/panel/panel-device.ts';
import type { LayOut } from '../statecharts/layout.ts';
import { createCharts } from '../statecharts/panel-charts.ts';
import { workerAddress } from './assets.ts';

interface Layouter {
  readonly elk: InstanceType<typeof ELK>;
  /** Rejects when the Worker fails; elkjs itself would wait for ever. */
  readonly broken: Promise<never>;
}

let starting: Promise<Layouter> | null = null;

async function start(): Promise<Layouter> {
  const address = await workerAddress('elk-worker');
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {}); // between two layouts
  const elk = new ELK({
    workerFactory() {
      const worker = new Worker(address);
      worker.addEventListener('error', () => {
        starting = null; // the next chart tries again
        worker.terminate();
        reject(new Error("The layout of statecharts can't run: reload the page."));
      });
      return worker;
    },
  });
  return { elk, broken };
}

const layOut: LayOut = async (graph) => {
  starting ??= start();
  starting.catch(() => (starting = null));
  const { elk, broken } = await starting;
  return Promise.race([elk.layout(graph), broken]);
};

const charts = createCharts(layOut);

/** A chart that can't be laid out is null, and the reason goes to the console. */
export const TAB_CHARTS: PanelCharts = {
  of: (machine, around) =>
    charts.of(machine, around).catch((thrown: unknown) => {
      reportError(thrown);
      return null;
    }),
};
