// Runs devices, their cloud and their network in memory on one virtual clock: `tapin run --virtual-time`.

import { createSystemRandom } from '../../hal/random/random-system.ts';
import { createNamedLog } from '../../hal/log/log-named.ts';
import { assertDefined } from '../../wire/errors.ts';
import { createPacedTime } from '../../sims/panel/paced-time.ts';
import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { openVirtualWorld } from '../../simulation/scenarios/virtual/virtual-world.ts';
import { openKeptRecording } from '../recording/open-recorder.ts';
import { stderrLog } from '../process/process.ts';
import { closeAndExit, openResources } from '../process/resources.ts';
import { servePanel } from './panel.ts';

export interface VirtualRunOptions {
  readonly guests: number;
  readonly sensorBoard: BoardKind;
  readonly seed?: number;
  readonly virtualTime?: boolean;
  readonly paused?: boolean;
  readonly host: string;
  readonly port: number;
  readonly open?: boolean;
  readonly record?: string;
  readonly trace?: string;
  readonly vcd?: string;
  readonly verbose?: boolean;
}

const SEED_MAX = 2 ** 31;

export async function serveVirtualRun(options: VirtualRunOptions): Promise<void> {
  const { guests, sensorBoard, host, port, open = false, paused = false, verbose = false } = options;
  const seed = options.seed ?? createSystemRandom().int(SEED_MAX);
  const resources = openResources({ seed, verbose });
  const kept = openKeptRecording(resources, { ...options, seed });
  if (!kept.ok) return closeAndExit(resources, kept.error);
  const { write, recording, timelineOf } = kept.value;
  const world = await openVirtualWorld(worldOf(guests, seed, sensorBoard), {
    write,
    web_page: resources.web_page,
    logOf(name, clock) {
      const log = stderrLog(clock, verbose);
      return guests > 0 || name === 'servers' ? createNamedLog(log, () => name) : log;
    },
  });
  resources.onClose(() => world.close());
  const time = createPacedTime(world.clock, resources.clock, paused);
  resources.onClose(() => time.setPaused(true));
  const devices = [...world.devices].map(([name, each]) => {
    const device = assertDefined(each.running(), 'a running device');
    return { ...device, timeline: timelineOf(name) };
  });
  await servePanel(resources, { host, port, open, recording, time }, devices, { seed });
}

/** Returns the world, with the device names of a real-time run. */
function worldOf(guests: number, seed: number, board: BoardKind): Scenario {
  const names = guests === 0 ? ['device'] : ['Host', ...Array.from({ length: guests }, (_, at) => `Guest ${at + 1}`)];
  return {
    file: '',
    name: 'tapin run',
    needs: [],
    tags: [],
    retries: 0,
    seed,
    board,
    devices: names.map((name) => ({
      name,
      players: guests === 0 ? [] : [name],
      records: guests === 0 ? {} : { settings: { name } },
    })),
    cloud: true,
    wifi: false,
    touchscreen: false,
    store: true,
    shots: false,
    settings: {},
    steps: [],
  };
}
