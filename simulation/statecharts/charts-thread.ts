// Charts for a page, laid out in a worker thread that starts on the first request.

import { Worker } from 'node:worker_threads';
import type { PanelCharts } from '../../sims/panel/panel-device.ts';
import type { MachineChart } from '../../sims/panel/page/machines/machine-chart.ts';

interface ChartRequest {
  readonly machine: string;
  readonly around: string;
}

interface Answer extends ChartRequest {
  readonly chart: MachineChart | null;
}

const keyOf = ({ machine, around }: ChartRequest): string => `${machine} ${around}`;

export function createChartsThread(): PanelCharts {
  const charts = new Map<string, Promise<MachineChart | null>>();
  const pending = new Map<string, (chart: MachineChart | null) => void>();
  let thread: Worker | null = null;
  const start = (): Worker => {
    const worker = new Worker(new URL('./charts-worker.ts', import.meta.url));
    worker.on('message', (answer: Answer) => {
      pending.get(keyOf(answer))?.(answer.chart);
      pending.delete(keyOf(answer));
      // An idle worker must not keep the process alive.
      if (pending.size === 0) worker.unref();
    });
    // The next request starts a new worker.
    worker.on('error', () => {
      for (const [key, answer] of pending) {
        charts.delete(key);
        answer(null);
      }
      pending.clear();
      thread = null;
    });
    return worker;
  };
  return {
    of(machine, around) {
      const request: ChartRequest = { machine, around };
      const key = keyOf(request);
      const known = charts.get(key);
      if (known) return known;
      const { promise, resolve } = Promise.withResolvers<MachineChart | null>();
      charts.set(key, promise);
      pending.set(key, resolve);
      thread ??= start();
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
      thread.postMessage(request);
      return promise;
    },
  };
}
