// The chain from a sensor board over a virtual cable to the driver, in virtual time.

import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Sensor, Strike } from '../../../hal/sensor/sensor.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import { createSerialPipe, type SerialPipe } from '../../../hal/serial/serial-pipe.ts';
import { plugIn, type PluggedBoard } from '../../../sims/sensor-board/board-on-port.ts';
import type { SensorBoard, SensorBoardOptions } from '../../../sims/sensor-board/sensor-board.ts';
import { assert } from '../../../wire/errors.ts';

export interface SensorChain {
  readonly clock: VirtualClock;
  readonly pipe: SerialPipe;
  readonly plugged: PluggedBoard;
  readonly board: SensorBoard;
  readonly sensor: Sensor;
  /** Strikes that the driver reported, oldest first. */
  readonly strikes: Strike[];
  stop(): Promise<void>;
}

/** @param create Creates the board. Resolves once the driver has found it. */
export async function sensorChain(
  create: (deps: Pick<SensorBoardOptions, 'clock' | 'random' | 'send'>) => SensorBoard,
): Promise<SensorChain> {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const pipe = createSerialPipe({ clock, random: random.fork('wire') });
  const plugged = plugIn(pipe.board, (send) => create({ clock, random: random.fork('board'), send }));
  assert((await plugged.plug()).ok, 'the board cannot be plugged in');
  const strikes: Strike[] = [];
  const sensor = createSerialSensor({ port: pipe.host, clock, log: createMemoryLog(clock), host_name: 'test' });
  sensor.start({ strike: (strike) => strikes.push(strike), status: () => {} });
  while (sensor.status().link !== 'ready') await clock.advance(100);
  return {
    clock,
    pipe,
    plugged,
    board: plugged.board,
    sensor,
    strikes,
    async stop() {
      await sensor.stop();
      plugged.board.powerOff();
    },
  };
}
