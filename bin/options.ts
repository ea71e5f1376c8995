// Options shared by several verbs, and the parsers of their values. An invalid value is reported as one sentence that
// says what is allowed.

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import { ADDRESS_CHARS_MAX } from '../firmware/persisted/simulator.ts';
import { readAddress } from '../firmware/simulator/address.ts';
import { oneLine } from '../wire/visible.ts';

export const integer =
  (name: string, min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`${name} is a whole number from ${min} to ${max}.`);
  };

/** Returns a parser that rejects an empty text. `example`: a valid value for the message. */
export const nonEmpty =
  (name: string, example: string, kind = 'a path') =>
  (text: string): string => {
    if (text !== '') return text;
    throw new InvalidArgumentError(`${name} is ${kind}, such as ${example}.`);
  };

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 };

/** Parses `90 s`, `5 min` or `2 h` to milliseconds, a day at most. */
export const time =
  (name: string) =>
  (text: string): number => {
    const [, count, unit = ''] = /^(\d{1,5}(?:\.\d{1,3})?) ?(s|min|h)$/.exec(text) ?? [];
    const ms = Number(count) * (UNITS_MS[unit] ?? 0);
    if (ms > 0 && ms <= 24 * 3_600_000) return ms;
    throw new InvalidArgumentError(`${name} is a time such as 90 s, 5 min or 1 h, a day at most.`);
  };

const JOBS_MAX = 256;

/**
 * Option for parallel jobs. `what`: the things that run in parallel. Default: 1, which keeps lines in order and the
 * load on a shared machine low.
 */
export const jobsOption = (what: string): Option =>
  new Option('--jobs <number>', `how many ${what} at once, each in a process of its own; auto: one for each core`)
    .default(1)
    .argParser((text) =>
      text === 'auto' ? availableParallelism() : integer('A number of jobs, if it is not auto,', 1, JOBS_MAX)(text),
    );

/** Option for a port. `what`: the listener, such as `the front panel`. */
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
  new Option('--data <folder>', `folder that keeps ${what}`)
    .default(default_folder)
    .argParser(nonEmpty('A data folder', `./${default_folder}`));

export const panelPortOption = (): Option => portOption('the front panel', 8321);
export const panelHostOption = (): Option => hostOption('the front panel');
export const openOption = (): Option => new Option('--open', 'opens the page in the browser');
export const deviceDataOption = (): Option => dataOption('what the device remembers', 'tapin-data');

export const seedOption = (): Option =>
  new Option('--seed <number>', 'makes every chance repeatable').argParser(
    integer('A seed', 0, Number.MAX_SAFE_INTEGER),
  );

/** Option of a board that updates its own firmware. */
export const releasesOption = (): Option =>
  new Option('--releases <folder>', 'folder of the releases; the device then updates its firmware').argParser(
    nonEmpty('A folder of releases', './tapin-releases'),
  );

export const firmwareKeyOption = (): Option =>
  new Option('--firmware-key <file>', 'public key of minisign whose firmware is trusted').argParser(
    nonEmpty('A key', './firmware.pub'),
  );

/** Option for the origin of a remote cloud. */
export const cloudOption = (): Option =>
  new Option('--cloud <url>', 'address of the cloud to play by, such as http://192.168.1.20:8322').argParser(origin);

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.username === '')
    return url.origin;
  throw new InvalidArgumentError('A cloud is an address such as http://192.168.1.20:8322.');
}

/** Option for the public origin of a cloud. */
export const publicUrlOption = (): Option =>
  new Option(
    '--public-url <url>',
    'address by which it is reached from outside, where that is another than it listens on',
  ).argParser(origin);

/** Option for the origin of a cloud with an extension store. */
export const storeOption = (): Option =>
  new Option('--cloud <url>', 'address of the cloud that has the store').argParser(origin).makeOptionMandatory();

export const identityOption = (): Option =>
  new Option('--identity <file>', 'who the device is to the cloud, as tapin cloud enrol prints it').argParser(
    nonEmpty('An identity', 'identity.json'),
  );

/** Option for an address. `what`: the listener. */
const addressOption = (flag: string, what: string, example: string): Option =>
  new Option(`${flag} <address>`, `address of ${what}, such as ${example}; the device remembers it`).argParser(
    (text) => {
      if (readAddress(text, 1)) return text;
      throw new InvalidArgumentError(
        `An address is a name or a number of a computer, and perhaps a port, such as ${example}; at most ${ADDRESS_CHARS_MAX} characters.`,
      );
    },
  );

export const simulatorOption = (): Option =>
  addressOption('--simulator', 'the golf simulator', '192.168.1.20 or golf-pc:9210');
export const connectorOption = (): Option =>
  addressOption('--connector', "a launch monitor's connector", '192.168.1.20 or golf-pc:8888');

/** Option for a keyboard gadget of this machine. */
export const keyboardOption = (): Option =>
  new Option(
    '--keyboard <path>',
    "keyboard gadget for the simulator's computer; a virtual keyboard without it",
  ).argParser(nonEmpty('A keyboard', '/dev/hidg0'));

export const guestsOption = (): Option =>
  new Option('--guests <number>', 'further devices beside the first')
    .default(0)
    .argParser(integer('A number of guests', 0, 3));

export const jitterOption = (): Option =>
  new Option('--jitter-us <number>', 'spread of each gate time, in microseconds')
    .default(0)
    .argParser(integer('A jitter', 0, 1000));

export const tokenDaysOption = (): Option =>
  new Option('--days <number>', 'how long the token is good')
    .default(30)
    .argParser(integer('A number of days', 1, 3650));

export const verboseOption = (): Option => new Option('-v, --verbose', 'log every change of state');

export const recordOption = (): Option =>
  new Option(
    '--record <file>',
    'writes everything that reaches and leaves the devices; tapin replay plays it',
  ).argParser(nonEmpty('A recording', 'play.tapin.gz'));

/** Option of every verb that logs; bin/tapin.ts reads it before the verb starts. */
export const logFormatOption = (): Option =>
  new Option('--log-format <format>', 'lines on stderr as text, or as an object of JSON each')
    .choices(['text', 'json'])
    .default('text');

/** Option for a timeline file. `when`: text that says when it is written. */
export const traceOption = (when: string): Option =>
  new Option('--trace <file>', `gets the timeline, for https://ui.perfetto.dev${when}`).argParser(
    nonEmpty('A trace', 'play.trace.json'),
  );

export const vcdOption = (): Option =>
  new Option('--vcd <file>', 'gates, keys and LEDs as signals, for GTKWave and PulseView').argParser(
    nonEmpty('Signals', 'play.vcd'),
  );

export const mapOption = (): Option =>
  new Option('--map <file>', 'a hardware map, which lists rigs (docs/rigs.md)').argParser(
    nonEmpty('A hardware map', 'rig.yaml'),
  );

export const rigOption = (): Option =>
  new Option('--rig <id>', 'only this rig of the map').argParser(nonEmpty('A rig', 'bench-1', 'an id of the map'));

/** Option for the folder of a scenario's files. */
export const rootOption = (): Option =>
  new Option(
    '--root <folder>',
    'folder that holds every file a scenario names (default: the given folder, or the folder of a given file)',
  ).argParser(folder);

function folder(path: string): string {
  if (isFolder(path)) return path;
  throw new InvalidArgumentError(`${oneLine(path)} is no folder.`);
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
    'a Redis or Valkey that relays share, in place of the database and the registry: redis://, redis-sentinel:// or redis-cluster://',
  )
    .env('TAPIN_ENGINE')
    .argParser(nonEmpty('An engine', 'redis://127.0.0.1:6379', 'an address'));

export const devicesOption = (): Option =>
  new Option('--devices <file>', 'the registry of devices, with their secrets')
    .default('tapin-devices.json')
    .argParser(nonEmpty('A registry', './tapin-devices.json'));

export const jsonOption = (): Option => new Option('--json', 'prints JSON');
