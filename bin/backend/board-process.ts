// A virtual board in its own process, `tapin sensor`; ending the process unplugs the board.

import type { DeviceTarget } from '../../simulation/scenarios/backend.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { startTapinChild, type TapinChild } from '../process/child-process.ts';

export interface BoardProcess {
  readonly target: Pick<DeviceTarget, 'stroke' | 'plug' | 'fault'>;
  /** Whether a device can connect to it: it is plugged in and its cable is intact. */
  isSound(): boolean;
  close(): Promise<void>;
}

/** Starts `tapin sensor` with this `link`. Errors: `bad_value` if the link is invalid. */
export async function openBoardProcess(link: string, seed: number): Promise<Result<BoardProcess>> {
  const log: string[] = [];
  let fault = 'ok';
  let sensor: TapinChild | null = null;
  const plug = async (): Promise<Result<unknown>> => {
    if (sensor) return ok(undefined);
    const started = await startTapinChild(['sensor', '--link', link, '--seed', String(seed)], log);
    if (started.ok) sensor = started.value;
    if (started.ok) sensor?.send({ fault });
    return started;
  };
  const unplug = async (): Promise<Result<unknown>> => {
    const pulled = sensor;
    sensor = null;
    await pulled?.end('SIGTERM');
    return ok(undefined);
  };
  const plugged = await plug();
  if (!plugged.ok) return plugged;
  return ok({
    target: {
      async stroke(stroke) {
        if (!sensor) return fail('sensor_unplugged', 'The sensor is unplugged: plug it in to strike.');
        sensor.send(stroke);
        return ok(undefined);
      },
      plug: (plugged_in) => (plugged_in ? plug() : unplug()),
      async fault(name) {
        fault = name;
        sensor?.send({ fault });
        return ok(undefined);
      },
    },
    isSound: () => sensor !== null && fault === 'ok',
    close: async () => void (await unplug()),
  });
}
