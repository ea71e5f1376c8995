// A sensor board on USB: the virtual board behind a serial port that is plugged into the machine, and pulled out of it.

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createFaultyPort } from '../../hal/serial/serial-faulty.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { createBoardOnPort } from '../../sims/sensor-board/board-on-port.ts';
import type { SensorBoard } from '../../sims/sensor-board/sensor-board.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { Machine } from '../machine.ts';

/** By which udev names the port below /dev/serial/by-id. */
export const SERIAL_NUMBER = 'tapin';
const UNPLUG_MS_MAX = 10_000;

export interface UsbSensor {
  readonly board: SensorBoard;
  /** A fault of the cable, such as `flip-bit`; `ok` ends it. Errors: `bad_value`. */
  setFault(fault: string): Result<void>;
  /** The port goes, and the board is dark. Errors: `rig_failed`. */
  unplug(): Promise<Result<unknown>>;
}

/** A board counts its boots, so that no two look like one. */
let boots = 0;

/** Errors: `rig_failed`. */
export async function plugSensor({ qmp, folder }: Pick<Machine, 'qmp' | 'folder'>): Promise<Result<UsbSensor>> {
  const path = join(folder, 'sensor.sock');
  const server = createServer();
  server.listen(path);
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const addr = { type: 'unix', data: { path } };
  const opened = await qmp.call('chardev-add', {
    id: 'sensor',
    backend: { type: 'socket', data: { addr, server: false } },
  });
  if (!opened.ok) {
    server.close();
    return opened;
  }
  const [socket]: Socket[] = await connected;
  server.close();
  if (!socket) throw new Error('assertion failed: a connection is a socket');
  const clock = createSystemClock();
  const random = createSeededRandom(1);
  const cable = createFaultyPort(portOn(socket, path), { clock, random: random.fork('wire') });
  const plugged = createBoardOnPort(cable.port, { clock, random, boots_before: ++boots });
  const device = { driver: 'usb-serial', id: 'sensor', bus: 'usb.0', chardev: 'sensor', serial: SERIAL_NUMBER };
  const added = await qmp.call('device_add', device);
  if (!added.ok) return added;
  const booted = await plugged.plug();
  if (!booted.ok) return booted;
  return ok({
    board: plugged.board,
    setFault: cable.setFault,
    async unplug() {
      plugged.board.powerOff();
      const gone = qmp.event('DEVICE_DELETED', UNPLUG_MS_MAX, ({ device }) => device === 'sensor');
      const deleted = await qmp.call('device_del', { id: 'sensor' });
      if (!deleted.ok) return deleted;
      const ended = await gone;
      if (!ended.ok) return ended;
      const removed = await qmp.call('chardev-remove', { id: 'sensor' });
      socket.destroy();
      return removed;
    },
  });
}

/** The board's end of the cable. */
const portOn = (socket: Socket, path: string): SerialPort => ({
  path,
  open(listener) {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => listener.bytes(new Uint8Array(chunk)));
    socket.on('close', () => listener.closed(`${path} was closed.`));
    return Promise.resolve(
      ok({
        write: (bytes) => void (socket.writable && socket.write(bytes)),
        close: () => Promise.resolve(void socket.destroy()),
      }),
    );
  },
  onPlug: () => () => {},
});
