// Runs the sensor conformance suite on kernel ttys in real time: a virtual board behind a pty, and the real board on
// the port that TAPIN_SENSOR_PORT names. Waits for events only.

import { join } from 'node:path';
import { env } from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import { createPtyPort, linkTo, type PtyPort } from '../../../hal/serial/serial-pty.ts';
import { createTtyPort } from '../../../hal/serial/serial-tty.ts';
import { plugInVirtualBoard } from '../../../sims/sensor-board/board-on-port.ts';
import type { VirtualBoard } from '../../../sims/sensor-board/virtual-board.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { sensorConformance, type SensorFactory } from './sensor-conformance.ts';
import { valueOf } from '../../support/results.ts';
import { titled } from '../../support/titled.ts';

const clock = createSystemClock();
const until = <T>(done: Promise<T>): Promise<T> => done;

/** Starts a virtual board behind a new pseudo-terminal that `path` links to. */
async function boardAt(t: ExecutionContext, path: string): Promise<{ pty: PtyPort; board: VirtualBoard }> {
  const pty = valueOf(t, createPtyPort());
  valueOf(t, await linkTo(pty.path, path));
  const plugged = plugInVirtualBoard(pty, { clock, random: createSeededRandom(1), boots_before: ++boots });
  valueOf(t, await plugged.plug());
  t.teardown(() => {
    plugged.board.powerOff();
    pty.close();
  });
  return { pty, board: plugged.board };
}

let boots = 0;

const overPty: SensorFactory = async (t) => {
  const path = join(await temporaryFolder(t), 'board');
  const { pty, board } = await boardAt(t, path);
  const port = createTtyPort(path);
  const sensor = createSerialSensor({ port, clock, log: createMemoryLog(clock), host_name: 'test' });
  t.teardown(() => sensor.stop());
  const replug = async (): Promise<VirtualBoard> => {
    board.powerOff();
    pty.close();
    return (await boardAt(t, path)).board;
  };
  return { sensor, port, until, board, replug };
};

sensorConformance(test, overPty);

const hardware = env['TAPIN_SENSOR_PORT'];
const overHardware: SensorFactory = (t) => {
  const port = createTtyPort(hardware ?? '');
  const sensor = createSerialSensor({ port, clock, log: createMemoryLog(clock), host_name: 'test' });
  t.teardown(() => sensor.stop());
  return Promise.resolve({ sensor, port, until });
};

// There is only one board: run its tests serially, with their own titles.
if (hardware) {
  sensorConformance(titled(test.serial, 'hardware'), overHardware);
} else test.skip('[protocol] hardware: set TAPIN_SENSOR_PORT=/dev/serial/by-id/… of a sensor board', () => {});
