// Options shared by several verbs, and the parsers of their values. An invalid value is reported with a one-line error
// that lists what is allowed.

import { CHANNELS } from '../hal/sensor/messages.ts';
import { BOARD_KINDS, type BoardKind } from '../sims/sensor-board/board-events.ts';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import { ADDRESS_CHARS_MAX } from '../firmware/persisted/simulator.ts';
import { readAddress } from '../firmware/simulator/address.ts';
import { originIn } from './board/cloud-address.ts';
import { PANEL_PORT } from '../wire/listening.ts';
import { oneLine } from '../wire/visible.ts';

export const integer =
  (name: string, min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`${name} must be a whole number from ${min} to ${max}.`);
  };

/** Returns a parser that rejects an empty text. `example`: a valid value for the message. */
export const nonEmpty =
  (name: string, example: string, kind = 'a path') =>
  (text: string): string => {
    if (text !== '') return text;
    throw new InvalidArgumentError(`${name} must be ${kind}, such as ${example}.`);
  };

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 };

/** Parses `90 s`, `5 min` or `2 h` to milliseconds, a day at most. */
export const time =
  (name: string) =>
  (text: string): number => {
    const [, count, unit = ''] = /^(\d{1,5}(?:\.\d{1,3})?) ?(s|min|h)$/.exec(text) ?? [];
    const ms = Number(count) * (UNITS_MS[unit] ?? 0);
    if (ms > 0 && ms <= 24 * 3_600_000) return ms;
    throw new InvalidArgumentError(`${name} must be a time such as 90 s, 5 min or 1 h, at most one day.`);
  };

const JOBS_MAX = 256;

/**
 * Option for parallel jobs. `what`: the things that run in parallel. Default: 1, which keeps lines in order and the
 * load on a shared machine low.
 */
export const jobsOption = (what: string): Option =>
  new Option('--jobs <number>', `number of ${what} in parallel, each in its own process; auto: one per core`)
    .default(1)
    .argParser((text) =>
      text === 'auto' ? availableParallelism() : integer('Unless auto, the number of jobs', 1, JOBS_MAX)(text),
    );

/** Option for a port. `what`: name of the listener, such as `the front panel`. */
export const portOption = (what: string, default_port: number, flag = '--port'): Option =>
  new Option(`${flag} <number>`, `port of ${what}; 0 picks a free one`)
    .default(default_port)
    .argParser(integer('A port', 0, 65_535));

export const hostOption = (what: string): Option =>
  new Option('--host <address>', `address that ${what} listens on`)
    .default('127.0.0.1')
    .argParser(nonEmpty('--host', '127.0.0.1', 'an address'));

/** Option for a data folder. `what`: contents of the folder. */
export const dataOption = (what: string, default_folder: string): Option =>
  new Option('--data <folder>', `data folder for ${what}`)
    .default(default_folder)
    .argParser(nonEmpty('A data folder', `./${default_folder}`));

export const panelPortOption = (): Option => portOption('the front panel', PANEL_PORT);
export const panelHostOption = (): Option => hostOption('the front panel');
export const openOption = (): Option => new Option('--open', 'open the page in the browser');
export const deviceDataOption = (): Option => dataOption('the device', 'tapin-data');

export const seedOption = (): Option =>
  new Option('--seed <number>', 'seed of all random numbers; the same seed repeats a run').argParser(
    integer('A seed', 0, Number.MAX_SAFE_INTEGER),
  );

/** Option of a board that updates its own firmware. */
export const releasesOption = (): Option =>
  new Option('--releases <folder>', 'folder for firmware releases; enables firmware updates').argParser(
    nonEmpty('The release folder', './tapin-releases'),
  );

export const firmwareKeyOption = (): Option =>
  new Option('--firmware-key <file>', 'minisign public key of trusted firmware').argParser(
    nonEmpty('A key', './firmware.pub'),
  );

/** Option for the origin of a remote cloud. */
export const cloudOption = (): Option =>
  new Option('--cloud <url>', 'URL of the cloud, such as http://192.168.1.20:8322').argParser(origin);

function origin(text: string): string {
  const found = originIn(text);
  if (found !== null) return found;
  throw new InvalidArgumentError('The cloud address must be a URL such as http://192.168.1.20:8322.');
}

/** Option for the public origin of a cloud. */
export const publicUrlOption = (): Option =>
  new Option('--public-url <url>', 'public URL of the cloud, if it differs from the listening address').argParser(
    origin,
  );

/** Option for the origin of a cloud with an extension store. */
export const storeOption = (): Option =>
  new Option('--cloud <url>', 'URL of the cloud that runs the store').argParser(origin).makeOptionMandatory();

export const identityOption = (): Option =>
  new Option('--identity <file>', 'identity of the device at the cloud, as printed by tapin cloud enrol').argParser(
    nonEmpty('The identity file', 'identity.json'),
  );

/** Option for an address. `what`: name of the listener. */
const addressOption = (flag: string, what: string, example: string): Option =>
  new Option(`${flag} <address>`, `address of ${what}, such as ${example}; stored on the device`).argParser((text) => {
    if (readAddress(text, 1)) return text;
    throw new InvalidArgumentError(
      `An address must be a host name or IP address with an optional port, such as ${example}; at most ${ADDRESS_CHARS_MAX} characters.`,
    );
  });

export const simulatorOption = (): Option =>
  addressOption('--simulator', 'the golf simulator', '192.168.1.20 or golf-pc:9210');
export const connectorOption = (): Option =>
  addressOption('--connector', "a launch monitor's connector", '192.168.1.20 or golf-pc:8888');

/** Option for a keyboard gadget of this machine. */
export const keyboardOption = (): Option =>
  new Option(
    '--keyboard <path>',
    "USB keyboard gadget for the simulator's computer (default: a virtual keyboard)",
  ).argParser(nonEmpty('A keyboard', '/dev/hidg0'));

export const guestsOption = (): Option =>
  new Option('--guests <number>', 'number of additional devices')
    .default(0)
    .argParser(integer('The number of guests', 0, 3));

/** Option for the board behind a virtual sensor. */
export const boardOption = (): Option =>
  new Option('--board <kind>', "virtual sensor board: a model, or a real board's firmware on a virtual chip")
    .choices(BOARD_KINDS)
    .default('model' satisfies BoardKind);

export const jitterOption = (): Option =>
  new Option('--jitter-us <number>', 'spread of each gate time, in microseconds')
    .default(0)
    .argParser(integer('A jitter', 0, 1000));

export const tokenDaysOption = (): Option =>
  new Option('--days <number>', 'lifetime of the token, in days')
    .default(30)
    .argParser(integer('The number of days', 1, 3650));

export const verboseOption = (): Option => new Option('-v, --verbose', 'log every change of state');

export const recordOption = (): Option =>
  new Option('--record <file>', 'recording of all inputs and outputs of the devices, for tapin replay').argParser(
    nonEmpty('A recording', 'play.tapin.gz'),
  );

/** Option of every verb that logs; bin/tapin.ts reads it before the verb starts. */
export const logFormatOption = (): Option =>
  new Option('--log-format <format>', 'format of the lines on stderr: text, or one JSON object each')
    .choices(['text', 'json'])
    .default('text');

/** Option for a timeline file. `when`: text that says when it is written. */
export const traceOption = (when: string): Option =>
  new Option('--trace <file>', `timeline file for https://ui.perfetto.dev${when}`).argParser(
    nonEmpty('The timeline file', 'play.trace.json'),
  );

export const vcdOption = (): Option =>
  new Option('--vcd <file>', 'signal file with gates, keys and LEDs, for GTKWave and PulseView').argParser(
    nonEmpty('The signal file', 'play.vcd'),
  );

export const mapOption = (): Option =>
  new Option('--map <file>', 'hardware map that lists the rigs (docs/rigs.md)').argParser(
    nonEmpty('A hardware map', 'rig.yaml'),
  );

export const rigOption = (): Option =>
  new Option('--rig <id>', 'id of one rig of the map (default: all rigs)').argParser(
    nonEmpty('A rig', 'bench-1', 'an id in the map'),
  );

/** Option for the folder of a scenario's files. */
export const rootOption = (): Option =>
  new Option(
    '--root <folder>',
    'folder that contains all files a scenario names (default: the given folder, or the folder of a given file)',
  ).argParser(folder);

function folder(path: string): string {
  if (isFolder(path)) return path;
  throw new InvalidArgumentError(`${oneLine(path)} is not a folder.`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Option of a relay; a password in the URL should not appear in the process list. */
export const engineOption = (): Option =>
  new Option(
    '--engine <url>',
    'Redis or Valkey shared by relays, replaces the database and the registry: redis://, redis-sentinel:// or redis-cluster://',
  )
    .env('TAPIN_ENGINE')
    .argParser(nonEmpty('An engine', 'redis://127.0.0.1:6379', 'an address'));

export const devicesOption = (): Option =>
  new Option('--devices <file>', 'device registry, including the secrets')
    .default('tapin-devices.json')
    .argParser(nonEmpty('A registry', './tapin-devices.json'));

export const jsonOption = (): Option => new Option('--json', 'print JSON');

/** Parses values of gates, in micrometres, such as `LB=1000,RB=-20`. */
export const gateValues =
  (name: string, max_um: number) =>
  (text: string): Readonly<Record<string, number>> => {
    const pairs = text.split(',').map((each) => /^([A-Z]{2})=(-?\d{1,4})$/.exec(each));
    const values = pairs.map((pair): [string, number] => [pair?.[1] ?? '', Number(pair?.[2])]);
    const gates: readonly string[] = CHANNELS;
    if (values.every(([gate, um]) => gates.includes(gate) && Math.abs(um) <= max_um)) return Object.fromEntries(values);
    throw new InvalidArgumentError(
      `${name} must name gates (${CHANNELS.join(', ')}) with at most ${max_um} micrometres each, such as LB=1000,RB=1000.`,
    );
  };
