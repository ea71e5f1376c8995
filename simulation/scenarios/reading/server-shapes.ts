// The servers that may stand beside the devices of a scenario, and what can be done with them (docs/scenarios.md), as it is read.

import * as v from 'valibot';
import { keysOf } from '../../../wire/keys-of.ts';
import { SIMULATOR_KEYS } from '../../../wire/simulator-keys.ts';
import { PUTTING_WAYS } from '../../../sims/golf-simulators/putting-ways.ts';
import { fields, noWordOf, oneOf } from './messages.ts';
import { SERVERS, wrongPath } from './request-paths.ts';

const file = v.string('is the name of a file');
const PORT = 'is a whole number from 1 to 65535';
const port = v.pipe(v.number(PORT), v.integer(PORT), v.minValue(1, PORT), v.maxValue(65_535, PORT));

const PROGRAMS = ['gspconnect', 'lenient', 'putting-port'] as const;
const program = oneOf(PROGRAMS);
const SIMULATOR = 'is gspconnect, lenient or putting-port, or has program and perhaps host, port, answer and reconnect';
const simulator = v.pipe(
  v.union(
    [
      program,
      fields(
        {
          program,
          host: v.optional(v.string('is a text')),
          port: v.optional(port),
          /** In which way a putting port answers. */
          answer: v.optional(oneOf(PUTTING_WAYS)),
          /** Whether gspconnect serves somebody again after its client has gone. */
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

const RELEASE = 'has version, and perhaps seq, notes, signed_by, damaged and comes_up';
const release = fields(
  {
    version: v.pipe(v.string('is a version such as 0.9.1'), v.regex(/^\d+\.\d+\.\d+$/, 'is a version such as 0.9.1')),
    /** Default: one more than the last. */
    seq: v.optional(
      v.pipe(v.number('is a whole number'), v.integer('is a whole number'), v.minValue(1, 'is 1 or more')),
    ),
    notes: v.optional(v.string('is a text'), ''),
    /** The devices trust the maker alone. */
    signed_by: v.optional(oneOf(['maker', 'stranger']), 'maker'),
    /** A byte of it is another than that which was signed. */
    damaged: v.optional(v.boolean('is true or false'), false),
    /** Whether it starts where it is on trial. */
    comes_up: v.optional(v.boolean('is true or false'), true),
  },
  RELEASE,
);
export type FirmwareSetup = v.InferOutput<typeof release>;

const FILES = 'has names of extensions with their Lua files';
const files = v.record(v.string(), file, FILES);

/** What a scenario has beside its devices. */
export const SERVER_HEADER = {
  /** A golf simulator. */
  simulator: v.optional(simulator),
  /** Somebody's server for shots, at 192.168.1.20:8080. */
  shots: v.optional(v.boolean('is true or false'), false),
  /** The extension store; each extension has a name, which stands for its code. */
  store: v.optional(v.union([v.literal(true), files], `is true, or ${FILES}`)),
  /** A release that the store gives out; the devices trust its maker. */
  firmware: v.optional(release),
} as const;

const STORE = 'is start, stop, or has one of publish, update, withdraw, default and not_default';
const extension = v.optional(v.string('is the name of an extension'));
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

/** What is done with servers. */
export const SERVER_STEPS = {
  /** `start`, `stop`, or a command of the stand-in (docs/simulators.md). */
  simulator: v.string('is start, stop, or a command such as club I7'),
  shots,
  store,
  firmware: release,
} as const;

/** Something that has arrived at a server, and a key at the keyboard of the simulator's computer. */
export const SERVER_FIELDS = {
  request: v.optional(
    v.pipe(
      fields(
        { server: oneOf(SERVERS), path: v.optional(v.string('is a text')), body: v.optional(v.string('is a text')) },
        'has server, and perhaps path and body',
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
