// Connects a simulated sensor board to one end of a serial port. Like a USB board it is powered by the cable: unplugging
// switches it off, plugging it in boots it.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { SerialLine, SerialPort } from '../../hal/serial/serial.ts';
import type { BoardEvent } from './board-events.ts';
import type { SensorBoard, SensorBoardOptions } from './sensor-board.ts';
import { createVirtualBoard, type VirtualBoard, type VirtualBoardOptions } from './virtual-board.ts';

export interface PluggedBoard<B extends SensorBoard = SensorBoard> {
  readonly board: B;
  /** Opens the port and boots the board. */
  plug(): Promise<Result<void>>;
  /** Calls the listener when the port is lost, which switches the board off. */
  onUnplugged(listener: (reason: string) => void): void;
}

/** @param create Creates the board, given how to send bytes. */
export function plugIn<B extends SensorBoard>(
  port: SerialPort,
  create: (send: (bytes: Uint8Array) => void) => B,
): PluggedBoard<B> {
  let line: SerialLine | null = null;
  let unplugged = (_reason: string): void => {};
  const board = create((bytes) => line?.write(bytes));
  return {
    board,
    async plug() {
      const listener = {
        bytes: (chunk: Uint8Array) => board.receive(chunk),
        closed(reason: string) {
          line = null;
          board.powerOff();
          unplugged(reason);
        },
      };
      const opened = await port.open(listener, board.baud);
      if (!opened.ok) return opened;
      line = opened.value;
      board.powerOn();
      return ok(undefined);
    },
    onUnplugged: (listener) => (unplugged = listener),
  };
}

export const plugInVirtualBoard = (
  port: SerialPort,
  options: Omit<VirtualBoardOptions, 'send'>,
): PluggedBoard<VirtualBoard> => plugIn(port, (send) => createVirtualBoard({ ...options, send }));

export interface PluggedAnyBoard extends PluggedBoard {
  /** Triggers an event inside the board. Errors: `fault_unsupported` for the model, `sensor_unplugged`. */
  disturb(event: BoardEvent): Result<void>;
}

/** Board that runs its firmware. */
interface ProgrammedBoard extends SensorBoard {
  /** Triggers an event inside the board; false without power. */
  disturb(event: BoardEvent): boolean;
}

export type CreateBoard = (options: SensorBoardOptions) => ProgrammedBoard;

/** Plugs in a board. `createBoard`: creates a board that runs its firmware; null for the model. */
export function plugInBoard(
  port: SerialPort,
  { createBoard, ...options }: Omit<SensorBoardOptions, 'send'> & { readonly createBoard: CreateBoard | null },
): PluggedAnyBoard {
  if (!createBoard) return { ...plugInVirtualBoard(port, options), disturb: () => NOT_THE_MODEL };
  const plugged = plugIn(port, (send) => createBoard({ ...options, send }));
  return { ...plugged, disturb: (event) => (plugged.board.disturb(event) ? ok(undefined) : WITHOUT_POWER) };
}

const WITHOUT_POWER = fail('sensor_unplugged', 'The sensor is unplugged: plug it in first.');
const NOT_THE_MODEL = fail(
  'fault_unsupported',
  'Only a board that runs its firmware has this: --board avr, or board: avr in a scenario.',
);
