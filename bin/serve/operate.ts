// Implements `tapin operate`: a kernel keyboard and a virtual board on a pseudo-terminal, driven by lines on stdin, one
// after the other.

import { createInterface } from 'node:readline';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import { createKernelInput, type KernelInput } from '../../sims/inputs/uinput.ts';
import { messageOf, systemCodeOf } from '../../wire/errors.ts';
import { createBoardSocket, type BoardSocket } from './board-socket.ts';
import { KEY_NUMBERS, operate } from './input-agent.ts';
import { exitWith, onShutdown, printListening } from '../process/process.ts';
import { bootsBefore } from './sensor.ts';

export interface OperateOptions {
  readonly board?: string;
  readonly seed?: number;
}

export async function serveOperate({ board: path, seed }: OperateOptions): Promise<void> {
  const keyboard = openKeyboard();
  const board = path === undefined ? null : await openBoard(path, seed);
  const close = async (): Promise<void> => {
    keyboard.unplug();
    await board?.unplug();
  };
  onShutdown(close);
  printListening({ keyboard: `/dev/input/${keyboard.event}`, ...(path === undefined ? {} : { board: path }) });
  for await (const line of createInterface({ input: process.stdin })) {
    const done = await operate({ keyboard, board }, line);
    process.stdout.write(`${JSON.stringify(done.ok ? {} : { message: done.error.message })}\n`);
  }
  await close();
  process.exit(0);
}

function openKeyboard(): KernelInput {
  try {
    return createKernelInput({ name: 'tapin operate', keys: KEY_NUMBERS });
  } catch (thrown) {
    const hint = systemCodeOf(thrown) === 'ENOENT' ? 'load its module with modprobe uinput' : 'run it as root';
    exitWith({
      code: 'bad_value',
      message: `Can't create a keyboard with /dev/uinput: ${messageOf(thrown)}; ${hint}.`,
    });
  }
}

async function openBoard(path: string, seed: number | undefined): Promise<BoardSocket> {
  const board = createBoardSocket({
    path,
    clock: createSystemClock(),
    random: seed === undefined ? createSystemRandom() : createSeededRandom(seed),
    boots_before: bootsBefore(),
  });
  const plugged = await board.plug();
  return plugged.ok ? board : exitWith(plugged.error);
}
