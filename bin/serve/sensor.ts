// Runs the virtual sensor board on a local byte link: `tapin sensor`.

import { createInterface } from 'node:readline';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import { createFaultyPort, type FaultyPort } from '../../hal/serial/serial-faulty.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import { readStrokeCall } from '../../sims/putter/stroke-call.ts';
import { plugInBoard, type PluggedAnyBoard } from '../../sims/sensor-board/board-on-port.ts';
import { BOARD_EVENTS, type BoardKind } from '../../sims/sensor-board/board-events.ts';
import { createBoardOf } from '../../simulation/device/board-program.ts';
import { fail, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import { openPtyLink, type BoardLink } from './pty-link.ts';
import { printMessage, exitWith, onShutdown, printListening } from '../process/process.ts';

const PTY = 'pty:';

export interface SensorOptions {
  readonly link: string;
  readonly board: BoardKind;
  readonly seed?: number;
  readonly jitterUs: number;
  readonly clockPpm: number;
  /** Shift of each gate in µm, by gate name. */
  readonly shiftUm: Readonly<Record<string, number>>;
}

export async function serveSensor(options: SensorOptions): Promise<void> {
  const { link: where, seed, jitterUs, clockPpm, shiftUm } = options;
  const link = where.startsWith(PTY) ? await openPty(where.slice(PTY.length)) : openTty(where);
  const clock = createSystemClock();
  const random = seed === undefined ? createSystemRandom() : createSeededRandom(seed);
  const cable = createFaultyPort(link.port, { clock, random: random.fork('wire') });
  const plugged_board = plugInBoard(cable.port, {
    createBoard: createBoardOf(options.board),
    clock,
    random,
    jitter_us: jitterUs,
    clock_error_ppm: clockPpm,
    hidden_error_um: CHANNELS.map((channel) => shiftUm[channel] ?? 0),
    boots_before: bootsBefore(),
  });
  const plugged = await plugged_board.plug();
  if (!plugged.ok) exitWith(plugged.error);
  onShutdown(async () => {
    plugged_board.board.powerOff();
    await link.close();
  });
  plugged_board.onUnplugged((reason) =>
    exitWith({ code: 'serial_failed', message: `${reason} Restart the board when the port is back.` }),
  );
  printListening({ path: link.path });
  createInterface({ input: process.stdin }).on('line', (line) => onLine(plugged_board, cable, line));
}

/** Returns a boot count for a board without memory, based on the wall clock so that no two runs look like one boot. */
export const bootsBefore = (): number => Math.floor(Date.now() / 10) >>> 0;

async function openPty(path: string): Promise<BoardLink> {
  const link = await openPtyLink(path);
  return link.ok ? link.value : exitWith(link.error);
}

const openTty = (path: string): BoardLink => ({ port: createTtyPort(path), path, close: () => Promise.resolve() });

function onLine(board: PluggedAnyBoard, cable: FaultyPort, line: string): void {
  if (line.trim() === '') return;
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    printMessage(`Not JSON: ${JSON.stringify(line.slice(0, 80))}`);
    return;
  }
  const done = carryOut(board, cable, data);
  if (!done.ok) printMessage(done.error.message);
}

function carryOut({ board, disturb }: PluggedAnyBoard, cable: FaultyPort, data: unknown): Result<void> {
  if (isFields(data) && 'fault' in data) return cable.setFault(String(data['fault']));
  if (isFields(data) && 'event' in data) {
    const event = BOARD_EVENTS.find((known) => known === data['event']);
    return event ? disturb(event) : fail('bad_value', `event must be one of ${BOARD_EVENTS.join(', ')}.`);
  }
  const call = readStrokeCall(data);
  return call.ok ? board.stroke(call.value) : call;
}
