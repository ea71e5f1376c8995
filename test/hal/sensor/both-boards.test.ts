// The model of the board and its firmware alike: covered gates in the driver's status, and settings kept without power.

import test from 'ava';
import { CHANNEL } from '../../../hal/sensor/messages.ts';
import { createAvrBoard } from '../../../sims/sensor-board/avr/avr-board.ts';
import type { SensorBoard, SensorBoardOptions } from '../../../sims/sensor-board/sensor-board.ts';
import { createVirtualBoard } from '../../../sims/sensor-board/virtual-board.ts';
import { boardProgram } from '../../../simulation/device/board-program.ts';
import { sensorChain } from '../../support/sensor-board/sensor-chain.ts';

const program = boardProgram();

const BOARDS: readonly (readonly [string, (options: SensorBoardOptions) => SensorBoard])[] = [
  ['the model', createVirtualBoard],
  ['the firmware', (options) => createAvrBoard({ ...options, program })],
];

for (const [name, create] of BOARDS) {
  test(`[protocol] ${name} reports covered gates within a second, and clear ones again`, async (t) => {
    const { board, clock, sensor, stop } = await sensorChain(create);
    const cover = async (channel: number, covered: boolean): Promise<void> => {
      board.play([{ at_s: 0, channel, covered }]);
      await clock.advance(1050);
    };
    await cover(CHANNEL.RB, true);
    t.deepEqual(sensor.status().covered, ['RB']);
    await cover(CHANNEL.HA, true);
    t.deepEqual(sensor.status().covered, ['RB', 'HA']);
    t.is(sensor.status().link, 'blocked');
    await cover(CHANNEL.RB, false);
    await cover(CHANNEL.HA, false);
    t.deepEqual(sensor.status().covered, []);
    await stop();
    t.deepEqual(sensor.status().covered, []);
  });

  test(`[protocol] ${name} keeps settings without power, half a second after its answer`, async (t) => {
    const { board, clock, pipe, plugged, sensor, stop } = await sensorChain(create);
    const stored = sensor.storeApertures({ LA: -40, HB: 2000 });
    await clock.advance(100);
    t.true((await stored).ok);
    await clock.advance(500);
    pipe.unplug();
    t.is(sensor.status().board, null);
    pipe.plug();
    t.true((await plugged.plug()).ok);
    while (sensor.status().link !== 'ready') await clock.advance(100);
    t.like(sensor.status().board?.aperture_error_um, { LA: -40, RA: 0, HB: 2000 });
    board.powerOff();
    await stop();
  });
}
