// Sensor board on USB: the virtual board behind a serial port that is plugged into the machine and unplugged again.

import { join } from 'node:path';
import type { SensorBoard } from '../../sims/sensor-board/sensor-board.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { Machine } from '../machine/machine.ts';
import { openBoardSocket } from './board-socket.ts';

/** USB serial number, from which udev derives the name below /dev/serial/by-id. */
export const SERIAL_NUMBER = 'tapin';
const UNPLUG_MS_MAX = 10_000;

export interface UsbSensor {
  readonly board: SensorBoard;
  /** Sets a fault of the cable, such as `flip-bit`; `ok` ends it. Errors: `bad_value`. */
  setFault(fault: string): Result<void>;
  /** Removes the port and turns the board off. Errors: `rig_failed`. */
  unplug(): Promise<Result<unknown>>;
}

/** Plugs in a board. Errors: `rig_failed`. */
export async function plugSensor({ qmp, folder }: Pick<Machine, 'qmp' | 'folder'>): Promise<Result<UsbSensor>> {
  const path = join(folder, 'sensor.sock');
  const socket = await openBoardSocket(path);
  const addr = { type: 'unix', data: { path } };
  const opened = await qmp.call('chardev-add', {
    id: 'sensor',
    backend: { type: 'socket', data: { addr, server: false } },
  });
  if (!opened.ok) {
    socket.close();
    return opened;
  }
  const { board, plug, setFault, cut } = await socket.connected();
  const device = { driver: 'usb-serial', id: 'sensor', bus: 'usb.0', chardev: 'sensor', serial: SERIAL_NUMBER };
  const added = await qmp.call('device_add', device);
  if (!added.ok) return added;
  const booted = await plug();
  if (!booted.ok) return booted;
  return ok({
    board,
    setFault,
    async unplug() {
      board.powerOff();
      const gone = qmp.event('DEVICE_DELETED', UNPLUG_MS_MAX, ({ device }) => device === 'sensor');
      const deleted = await qmp.call('device_del', { id: 'sensor' });
      if (!deleted.ok) return deleted;
      const ended = await gone;
      if (!ended.ok) return ended;
      const removed = await qmp.call('chardev-remove', { id: 'sensor' });
      cut();
      return removed;
    },
  });
}
