// Runs the sensor conformance suite on the serial sensor over the virtual cable and the virtual board, in virtual time.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import { createSerialPipe } from '../../../hal/serial/serial-pipe.ts';
import { plugInVirtualBoard } from '../../../sims/sensor-board/board-on-port.ts';
import { sensorConformance, type SensorFactory } from './sensor-conformance.ts';
import { valueOf } from '../../support/results.ts';

const overPipe: SensorFactory = async (t) => {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const pipe = createSerialPipe({ clock, random });
  const plugged = plugInVirtualBoard(pipe.board, { clock, random: random.fork('board') });
  valueOf(t, await plugged.plug());
  const sensor = createSerialSensor({ port: pipe.host, clock, log: createMemoryLog(clock), host_name: 'test' });
  return {
    sensor,
    port: pipe.host,
    board: plugged.board,
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
      return plugged.board;
    },
  };
};

sensorConformance(test, overPipe);
