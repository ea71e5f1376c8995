// Connects a virtual sensor board to one end of a serial port. Like a USB board it is powered by the cable: unplugging
// switches it off, plugging it in boots it.

import { ok, type Result } from '../../wire/errors.ts';
import type { SerialLine, SerialPort } from '../../hal/serial/serial.ts';
import { createSensorBoard, type SensorBoard, type SensorBoardOptions } from './sensor-board.ts';

export interface PluggedBoard {
  readonly board: SensorBoard;
  /** Opens the port and boots the board. */
  plug(): Promise<Result<void>>;
  /** Calls the listener when the port is lost, which switches the board off. */
  onUnplugged(listener: (reason: string) => void): void;
}

export function createBoardOnPort(port: SerialPort, options: Omit<SensorBoardOptions, 'send'>): PluggedBoard {
  let line: SerialLine | null = null;
  let unplugged = (_reason: string): void => {};
  const board = createSensorBoard({ ...options, send: (bytes) => line?.write(bytes) });
  return {
    board,
    async plug() {
      const opened = await port.open({
        bytes: (chunk) => board.receive(chunk),
        closed(reason) {
          line = null;
          board.powerOff();
          unplugged(reason);
        },
      });
      if (!opened.ok) return opened;
      line = opened.value;
      board.powerOn();
      return ok(undefined);
    },
    onUnplugged: (listener) => (unplugged = listener),
  };
}
