// `tapin sensor`: the virtual sensor board alone, on a pseudo-terminal or a serial port, with a stroke for each JSON line on
// its stdin.

import { createInterface } from 'node:readline';
import { InvalidArgumentError, type Command } from 'commander';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import { createPtyPort, linkTo } from '../hal/serial/serial-pty.ts';
import { createTtyPort } from '../hal/serial/serial-tty.ts';
import type { SerialPort } from '../hal/serial/serial.ts';
import { readStrokeCall } from '../sims/putter/stroke-call.ts';
import { createBoardOnPort } from '../sims/sensor-board/board-on-port.ts';
import type { SensorBoard } from '../sims/sensor-board/sensor-board.ts';
import { jitterOption, seedOption } from './options.ts';
import { die, onEnd, sayListening } from './process.ts';

const PTY = 'pty:';

interface SensorOptions {
  readonly link: string;
  readonly seed?: number;
  readonly jitterUs: number;
}

export const addSensor = (program: Command): Command =>
  program
    .command('sensor')
    .summary('the virtual sensor board on a pty or a serial port')
    .description(
      'Runs the virtual sensor board alone. Each line on stdin is a stroke, a JSON object in the names of the strike call.',
    )
    .requiredOption(
      '--link <where>',
      'pty:PATH makes PATH a link to a new pseudo-terminal; anything else is a serial port',
      linkPlace,
    )
    .addOption(jitterOption())
    .addOption(seedOption())
    .addHelpText(
      'after',
      `
Examples:
  echo '{"club_speed_mps":1.5}' | tapin sensor --link pty:/tmp/board
  tapin sensor --link pty:/tmp/board     and in another terminal: tapin run --sensor /tmp/board`,
    )
    .action((options: SensorOptions) => runSensor(options));

function linkPlace(text: string): string {
  if (text !== '' && text !== PTY) return text;
  throw new InvalidArgumentError('It is pty:PATH, such as pty:/tmp/board, or a serial port.');
}

interface Link {
  readonly port: SerialPort;
  readonly path: string;
  close(): Promise<void>;
}

async function runSensor({ link: where, seed, jitterUs }: SensorOptions): Promise<void> {
  const link = where.startsWith(PTY) ? await openPty(where.slice(PTY.length)) : openTty(where);
  const { board, plug } = createBoardOnPort(link.port, {
    clock: createSystemClock(),
    random: seed === undefined ? createSystemRandom() : createSeededRandom(seed),
    jitter_us: jitterUs,
    boots_before: bootsBefore(),
  });
  const plugged = await plug();
  if (!plugged.ok) die(plugged.error);
  onEnd(async () => {
    board.power_off();
    await link.close();
  });
  sayListening({ path: link.path });
  createInterface({ input: process.stdin }).on('line', (line) => onLine(board, line));
}

/** A board counts its boots; one without memory counts by the wall clock, so that no two runs look like one boot. */
const bootsBefore = (): number => Math.floor(Date.now() / 10) >>> 0;

async function openPty(path: string): Promise<Link> {
  const port = createPtyPort();
  if (!port.ok) die(port.error);
  const linked = await linkTo(port.value.tty_path, path);
  if (!linked.ok) die(linked.error);
  const close = async (): Promise<void> => {
    port.value.close();
    await linked.value.remove();
  };
  return { port: port.value, path, close };
}

const openTty = (path: string): Link => ({ port: createTtyPort(path), path, close: () => Promise.resolve() });

function onLine(board: SensorBoard, line: string): void {
  if (line.trim() === '') return;
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    process.stderr.write(`tapin: not a line of JSON: ${JSON.stringify(line.slice(0, 80))}\n`);
    return;
  }
  const call = readStrokeCall(data);
  if (call.ok) board.stroke(call.value);
  else process.stderr.write(`tapin: ${call.error.message}\n`);
}
