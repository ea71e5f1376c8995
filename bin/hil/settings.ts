// `tapin hil settings`: reads and stores the settings of a sensor board (docs/sensor-protocol.md, keys of version 1.1).

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import {
  apertureSettings,
  aperturesOf,
  SETTING_ANSWER_MS,
  SETTING_KEY,
  SETTING_TRIES,
} from '../../hal/sensor/board-settings.ts';
import type { Message } from '../../hal/sensor/messages.ts';
import type { HelloAck } from '../../hal/sensor/sensor-link.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import { greetBoard, openBoardLine, type BoardLine } from '../../simulation/rigs/board-line.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { oneLine, visibleJson } from '../../wire/visible.ts';
import { exitWith } from '../process/process.ts';

export interface SettingsOptions {
  readonly sensor: string;
  readonly serial?: string;
  readonly apertureUm?: Readonly<Record<string, number>>;
  readonly json?: boolean;
}

const SERIAL_PART = 4;

export async function boardSettings({ sensor, serial, apertureUm = {}, json = false }: SettingsOptions): Promise<void> {
  const opened = await openBoardLine(createTtyPort(sensor), createSystemClock());
  if (!opened.ok) return exitWith(opened.error);
  const { value: line } = opened;
  const settings = [...serialSettings(serial), ...apertureSettings(apertureUm)];
  const read = await storedOn(line, sensor, settings);
  await line.close();
  if (!read.ok) return exitWith(read.error);
  process.stdout.write(json ? `${visibleJson(shown(read.value), 2)}\n` : lines(read.value));
}

type Setting = readonly [key: number, value: number];

/** Two keys of four characters each, padded with 0x00. */
const serialSettings = (serial: string | undefined): readonly Setting[] =>
  serial === undefined
    ? []
    : [0, 1].map((part) => {
        const bytes = Buffer.alloc(SERIAL_PART);
        bytes.write(serial.slice(part * SERIAL_PART, (part + 1) * SERIAL_PART), 'ascii');
        return [SETTING_KEY.serial + part, bytes.readInt32LE()];
      });

/** Stores the settings and reads what the board remembers. */
async function storedOn(line: BoardLine, path: string, settings: readonly Setting[]): Promise<Result<HelloAck>> {
  const greeted = await greetBoard(line, path);
  if (!greeted.ok) return greeted;
  for (const [key, value] of settings) {
    const status = await set(line, key, value);
    if (status === null) return fail('serial_failed', `The board at ${path} does not answer.`);
    if (status !== 0)
      return fail(
        'bad_value',
        `The board at ${path} refuses a setting: it needs protocol 1.1, with the settings in range.`,
      );
  }
  return settings.length === 0 ? ok(greeted.value) : greetBoard(line, path);
}

/** Returns the board's status; null if it does not answer. */
async function set(line: BoardLine, key: number, value: number): Promise<number | null> {
  const is = (message: Message): boolean => message.kind === 'value' && message.key === key;
  for (let tries = 0; tries < SETTING_TRIES; tries++) {
    line.send({ kind: 'set', key, value });
    const answer = (await line.next(is, SETTING_ANSWER_MS))?.message;
    if (answer?.kind === 'value') return answer.status;
  }
  return null;
}

const shown = ({ serial, boot_count, fw, aperture_error_um }: HelloAck) => ({
  serial,
  firmware: fw.join('.'),
  boot_count,
  aperture_error_um: aperturesOf(aperture_error_um),
});

function lines(ack: HelloAck): string {
  const { serial, firmware, boot_count, aperture_error_um } = shown(ack);
  const gates = Object.entries(aperture_error_um).map(([gate, um]) => `${gate} ${um}`);
  return [
    `serial number    ${oneLine(serial)}`,
    `firmware         ${firmware}`,
    `boots            ${boot_count}`,
    `apertures, µm    ${gates.join(' · ')}\n`,
  ].join('\n');
}
