// Schema of the servers of a scenario and their steps (docs/scenarios.md).

import * as v from 'valibot';
import { keysOf } from '../../../wire/keys-of.ts';
import { SIMULATOR_KEYS } from '../../../wire/simulator-keys.ts';
import { PUTTING_MODES } from '../../../sims/golf-simulators/putting-ways.ts';
import { fields, noWordOf, oneOf } from './messages.ts';
import { SERVERS, wrongPath } from './request-paths.ts';

const file = v.string('must be the name of a file');
const PORT = 'must be a whole number from 1 to 65535';
const port = v.pipe(v.number(PORT), v.integer(PORT), v.minValue(1, PORT), v.maxValue(65_535, PORT));

const PROGRAMS = ['gspconnect', 'lenient', 'putting-port'] as const;
const program = oneOf(PROGRAMS);
const SIMULATOR =
  'must be gspconnect, lenient or putting-port, or have program and optionally host, port, answer and reconnect';
const simulator = v.pipe(
  v.union(
    [
      program,
      fields(
        {
          program,
          host: v.optional(v.string('must be a text')),
          port: v.optional(port),
          /** Answer mode of a putting port. */
          answer: v.optional(oneOf(PUTTING_MODES)),
          /** Whether gspconnect accepts a new connection after its client has disconnected. */
          reconnect: v.optional(oneOf(['works', 'broken'])),
        },
        SIMULATOR,
      ),
    ],
    ({ input }) => (typeof input === 'string' ? noWordOf(input, PROGRAMS) : SIMULATOR),
  ),
  v.transform((given) => (typeof given === 'string' ? { program: given } : given)),
);
export type SimulatorSetup = v.InferOutput<typeof simulator>;

const RELEASE = 'must have version and optionally seq, notes, signed_by, damaged and comes_up';
const release = fields(
  {
    version: v.pipe(
      v.string('must be a version such as 0.9.1'),
      v.regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 0.9.1'),
    ),
    /** Sequence number. Default: the last one plus one. */
    seq: v.optional(
      v.pipe(
        v.number('must be a whole number'),
        v.integer('must be a whole number'),
        v.minValue(1, 'must be 1 or more'),
      ),
    ),
    notes: v.optional(v.string('must be a text'), ''),
    /** Signer; the devices only trust the maker. */
    signed_by: v.optional(oneOf(['maker', 'stranger']), 'maker'),
    /** Whether a byte differs from the signed image. */
    damaged: v.optional(v.boolean('must be true or false'), false),
    /** Whether the image boots during its trial. */
    comes_up: v.optional(v.boolean('must be true or false'), true),
  },
  RELEASE,
);
export type FirmwareSetup = v.InferOutput<typeof release>;

const FILES = 'must map names of extensions to their Lua files';
const files = v.record(v.string(), file, FILES);

/** Servers of a scenario. */
export const SERVER_HEADER = {
  /** A golf simulator. */
  simulator: v.optional(simulator),
  /** Shot server of a user, at 192.168.1.20:8080. */
  shots: v.optional(v.boolean('must be true or false'), false),
  /** Extension store; maps the name of each extension, used in place of its code, to a file. */
  store: v.optional(v.union([v.literal(true), files], 'must be true, or map names of extensions to their Lua files')),
  /** Release offered by the store; the devices trust its maker. */
  firmware: v.optional(release),
} as const;

const STORE = 'must be start, stop, or have one of publish, update, withdraw, default and not_default';
const extension = v.optional(v.string('must be the name of an extension'));
const SWITCH = ['start', 'stop'] as const;
const ORDERS = { publish: v.optional(files), update: v.optional(files), withdraw: extension, default: extension, not_default: extension }; // oxfmt-ignore
const store = v.union(
  [
    v.picklist(SWITCH),
    v.pipe(
      fields(ORDERS, STORE),
      v.check((given) => Object.keys(given).length === 1, STORE),
    ),
  ],
  ({ input }) => (typeof input === 'string' ? noWordOf(input, SWITCH) : STORE),
);
export type StoreOrder = v.InferOutput<typeof store>;

const shots = oneOf(['start', 'stop', 'silent', 'refuse']);
export type ShotsOrder = v.InferOutput<typeof shots>;

/** Steps that act on servers. */
export const SERVER_STEPS = {
  /** `start`, `stop`, or a command of the stand-in (docs/simulators.md). */
  simulator: v.string('must be start, stop, or a command such as club I7'),
  shots,
  store,
  firmware: release,
} as const;

/** Request received by a server, and key sent to the simulator's computer. */
export const SERVER_FIELDS = {
  request: v.optional(
    v.pipe(
      fields(
        {
          server: oneOf(SERVERS),
          path: v.optional(v.string('must be a text')),
          body: v.optional(v.string('must be a text')),
        },
        'must have server and optionally path and body',
      ),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || dataset.value.path === undefined) return;
        const { value } = dataset;
        const message = wrongPath(value.server, dataset.value.path);
        const path = [{ type: 'object', origin: 'value', input: value, key: 'path', value: value.path }] as const;
        if (message !== '') addIssue({ message, path: [...path] });
      }),
    ),
  ),
  key: v.optional(oneOf(keysOf(SIMULATOR_KEYS))),
} as const;
export type ExpectedRequest = NonNullable<v.InferOutput<typeof SERVER_FIELDS.request>>;
