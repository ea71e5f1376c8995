// Runs the sensor conformance suite on the firmware of sensor-board/: machine code on a virtual chip, at its own baud
// rate, behind the virtual cable.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import { createSerialPipe } from '../../../hal/serial/serial-pipe.ts';
import { createAvrBoard } from '../../../sims/sensor-board/avr/avr-board.ts';
import { plugIn } from '../../../sims/sensor-board/board-on-port.ts';
import { boardProgram } from '../../../simulation/device/board-program.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';
import { swingerOn } from '../../support/hal/swinger.ts';
import { sensorConformance, type SensorFactory } from './sensor-conformance.ts';

const overPipe: SensorFactory = async (t) => {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const pipe = createSerialPipe({ clock, random });
  const program = assertDefined(boardProgram('avr'), 'the program');
  const plugged = plugIn(pipe.board, (send) => createAvrBoard({ clock, random: random.fork('board'), program, send }));
  valueOf(t, await plugged.plug());
  const sensor = createSerialSensor({ port: pipe.host, clock, log: createMemoryLog(clock), host_name: 'test' });
  return {
    sensor,
    port: pipe.host,
    board: swingerOn(plugged.board, clock),
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
      return swingerOn(plugged.board, clock);
    },
  };
};

sensorConformance(test, overPipe);
