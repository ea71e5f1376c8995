// The serial sensor over the virtual cable, in virtual time, for the conformance suite.

import type { Clock } from '../../../hal/clock/clock.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import type { Random } from '../../../hal/random/random.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import { createSerialPipe } from '../../../hal/serial/serial-pipe.ts';
import type { SerialPort } from '../../../hal/serial/serial.ts';
import type { PluggedBoard } from '../../../sims/sensor-board/board-on-port.ts';
import type { SensorBoard } from '../../../sims/sensor-board/sensor-board.ts';
import { valueOf } from '../../support/results.ts';
import type { SensorFactory, Swinger } from './sensor-conformance.ts';

/** @param swinger Makes a board that has just booted report swings. */
export const overPipe =
  <B extends SensorBoard>(
    plugIn: (port: SerialPort, deps: { readonly clock: Clock; readonly random: Random }) => PluggedBoard<B>,
    swinger: (board: B, clock: Clock) => Swinger,
  ): SensorFactory =>
  async (t) => {
    const clock = createVirtualClock();
    const random = createSeededRandom(1);
    const pipe = createSerialPipe({ clock, random });
    const plugged = plugIn(pipe.board, { clock, random: random.fork('board') });
    valueOf(t, await plugged.plug());
    const sensor = createSerialSensor({ port: pipe.host, clock, log: createMemoryLog(clock), host_name: 'test' });
    return {
      sensor,
      port: pipe.host,
      board: swinger(plugged.board, clock),
      async until(done) {
        const driven = { over: false };
        const end = (): void => void (driven.over = true);
        done.then(end, end);
        for (let ms = 0; ms < 60_000 && !driven.over; ms += 10) await clock.advance(10);
        return done;
      },
      async replug() {
        pipe.unplug();
        pipe.plug();
        valueOf(t, await plugged.plug());
        return swinger(plugged.board, clock);
      },
    };
  };
