// One HTTP call of the panel as data: what it takes, what it answers, and what it refuses. The calls are registered from it, and
// docs/openapi.json is written from it.

import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Clock } from '../../../hal/clock/clock.ts';
import { fail, ok, assertDefined, type ErrorCode, type Result } from '../../../wire/errors.ts';
import { isFields } from '../../../wire/json-fields.ts';
import type { PacedTime } from '../paced-time.ts';
import type { PanelCharts, PanelDevice, PanelRecording } from '../panel-device.ts';
import type { Journals } from './journal.ts';
import type { Places } from './semaphore.ts';
import { didYouMean } from '../../../wire/nearest-word.ts';

/** What one panel's calls share. */
export interface PanelParts {
  readonly devices: readonly PanelDevice[];
  /** The machine's own time, whatever the devices' is. */
  readonly wall: Clock;
  /** Null where nobody records. */
  readonly recording: PanelRecording | null;
  /** Null where the devices live in real time. */
  readonly time: PacedTime | null;
  /** Null where there are none. */
  readonly charts: PanelCharts | null;
  readonly journals: Journals;
  readonly waits: Places;
  readonly streams: Places;
  readonly advances: Places;
  readonly uploads: Places;
}

interface Call {
  readonly panel: PanelParts;
  /** Null for a call that names none. */
  readonly device: PanelDevice | null;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly reply: FastifyReply;
  /** Calls back once when the caller has gone. */
  onGone(gone: () => void): void;
}

type Schema = v.GenericSchema;
/** Fields of a query by their names. What is not in `lists` may be given once. */
export interface Query<S extends Schema = Schema> {
  readonly schema: S & { readonly entries: Readonly<Record<string, Schema>> };
  readonly lists: readonly string[];
}

interface Answer {
  readonly status: 200 | 202;
  readonly type: string;
  /** Of JSON; null for anything else. */
  readonly schema: Schema | null;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/api/devices/{index}/key` */
  readonly path: string;
  readonly summary: string;
  readonly query: Query | null;
  readonly body: Schema | null;
  /** Where it may be more than others have. */
  readonly body_bytes_max?: number;
  readonly answer: Answer;
  /** Beside those that every call has. */
  readonly errors: readonly ErrorCode[];
  /** Gives the body of the answer; undefined where it has sent it itself. */
  handle(call: Call): Result<unknown> | Promise<Result<unknown>>;
}

/** What every call may refuse, and those that name a device. */
const COMMON_ERRORS = [
  'unauthorized',
  'forbidden_host',
  'forbidden_origin',
  'bad_request',
  'internal',
] as const satisfies readonly ErrorCode[];
const DEVICE = '/api/devices/{index}';
export const errorsOf = ({ path, query, body, errors }: Route): readonly ErrorCode[] => {
  const own: ErrorCode[] = [...COMMON_ERRORS, ...errors];
  if (path.includes('{')) own.push('not_found');
  if (query || body) own.push('bad_value');
  if (body) own.push('too_large');
  return [...new Set(own)];
};

export const json = (schema: Schema, status: Answer['status'] = 200): Answer => ({
  status,
  type: 'application/json',
  schema,
});

/** A call that names a device. */
export type DeviceCall = Omit<Call, 'device' | 'query' | 'body'> & { readonly device: PanelDevice };
type Seen = Result<unknown> | Promise<Result<unknown>>;
type Look = Pick<Route, 'summary' | 'answer'> & { readonly errors?: readonly ErrorCode[] };

const lookOf = (path: string, { summary, answer, errors = [] }: Look): Omit<Route, 'query' | 'handle'> => ({
  method: 'GET',
  path: `${DEVICE}/${path}`,
  summary,
  body: null,
  answer,
  errors,
});
const deviceCall = (call: Call): DeviceCall => ({
  ...call,
  device: assertDefined(call.device, 'device of the call'),
});

/** A GET of a device. */
export const look = (path: string, { see, ...route }: Look & { readonly see: (call: DeviceCall) => Seen }): Route => ({
  ...lookOf(path, route),
  query: null,
  handle: (call) => see(deviceCall(call)),
});

/** One with a query. */
export const lookFor = <S extends Schema>(
  path: string,
  {
    query,
    see,
    ...route
  }: Look & { readonly query: Query<S>; readonly see: (call: DeviceCall, query: v.InferOutput<S>) => Seen },
): Route => ({
  ...lookOf(path, route),
  query,
  handle(call) {
    const read = readQuery(query, call.query, path);
    return read.ok ? see(deviceCall(call), read.value) : read;
  },
});

/** A GET of all devices at once. */
export const lookAtAll = <S extends Schema>(
  path: string,
  {
    query,
    see,
    ...route
  }: Look & { readonly query: Query<S>; readonly see: (call: Call, query: v.InferOutput<S>) => Seen },
): Route => ({
  method: 'GET',
  path,
  body: null,
  query,
  errors: [],
  ...route,
  handle(call) {
    const read = readQuery(query, call.query, path.slice('/api/'.length));
    return read.ok ? see(call, read.value) : read;
  },
});

const accepted = v.pipe(v.strictObject({ accepted: v.literal(true) }), v.description('It has been done.'));

/** A POST to a device. */
export function command<S extends Schema>(
  path: string,
  route: Pick<Route, 'summary'> & {
    readonly body: S;
    readonly errors?: readonly ErrorCode[];
    readonly carryOut: (
      device: PanelDevice,
      body: v.InferOutput<S>,
    ) => Result<unknown> | void | Promise<Result<unknown> | void>;
  },
): Route {
  const { summary, body, errors = [], carryOut } = route;
  return {
    method: 'POST',
    path: `${DEVICE}/${path}`,
    summary,
    query: null,
    body,
    answer: json(accepted, 202),
    errors,
    async handle({ device, body: given }) {
      const read = readBody(body, given);
      if (!read.ok) return read;
      const done = await carryOut(assertDefined(device, 'device of the call'), read.value);
      return done && !done.ok ? done : ok({ accepted: true });
    },
  };
}

/** Messages of the schemas are sentences. */
export function readBody<S extends Schema>(schema: S, given: unknown): Result<v.InferOutput<S>> {
  if (!isFields(given)) return fail('bad_request', 'The body must be a JSON object.');
  // No body has lists; where a schema asks for names and their values, one would be taken for such.
  const entries = Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? null : value]);
  return parsed(schema, Object.fromEntries(entries));
}

function readQuery<S extends Schema>(
  { schema, lists }: Query<S>,
  given: unknown,
  of: string,
): Result<v.InferOutput<S>> {
  const names = Object.keys(schema.entries);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(isFields(given) ? given : {})) {
    if (name === 'token') continue;
    if (!names.includes(name))
      return fail(
        'bad_value',
        `${of} has no ${JSON.stringify(name.slice(0, 40))}${didYouMean(name, names)}; it has ${names.join(', ')}.`,
      );
    if (Array.isArray(value) && !lists.includes(name)) return fail('bad_value', `${name} stands in the address once.`);
    fields[name] = lists.includes(name) ? [value].flat() : value;
  }
  return parsed(schema, fields);
}

function parsed<S extends Schema>(schema: S, given: unknown): Result<v.InferOutput<S>> {
  const read = v.safeParse(schema, given, { abortEarly: true });
  return read.success ? ok(read.output) : fail('bad_value', read.issues[0].message);
}
