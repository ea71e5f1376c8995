// Describes an HTTP call of the panel as data: its parameters, answer and errors. The calls are registered from it, and
// docs/openapi.json is generated from it.

import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Clock } from '../../../hal/clock/clock.ts';
import { fail, ok, assertDefined, type ErrorCode, type Result } from '../../../wire/errors.ts';
import { isFields } from '../../../wire/json-fields.ts';
import type { Breakpoints } from '../breakpoints/breakpoints.ts';
import type { PacedTime } from '../paced-time.ts';
import type { PanelCharts, PanelDevice, PanelRecording } from '../panel-device.ts';
import type { Journals } from './journal.ts';
import type { Semaphore } from './semaphore.ts';
import { didYouMean } from '../../../wire/nearest-word.ts';

/** Shared parts of one panel's calls. */
export interface PanelResources {
  readonly devices: readonly PanelDevice[];
  /** Real-time clock of the machine, independent of the devices' time. */
  readonly wall: Clock;
  /** Recording; null if none is made. */
  readonly recording: PanelRecording | null;
  /** Pace control; null if the devices run in real time. */
  readonly time: PacedTime | null;
  /** Breakpoints; null if the time can't be paused. */
  readonly breakpoints: Breakpoints | null;
  /** Statecharts; null if there are none. */
  readonly charts: PanelCharts | null;
  readonly journals: Journals;
  readonly waits: Semaphore;
  readonly streams: Semaphore;
  readonly advances: Semaphore;
  readonly uploads: Semaphore;
}

interface Call {
  readonly panel: PanelResources;
  /** Device that the call names; null if none. */
  readonly device: PanelDevice | null;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Reply of the server, for a stream; undefined without a server. */
  readonly reply?: FastifyReply;
  /** Calls back once when the caller has gone. */
  onGone(gone: () => void): void;
}

type Schema = v.GenericSchema;
/** Query parameters by name. Those not in `lists` may occur only once. */
export interface Query<S extends Schema = Schema> {
  readonly schema: S & { readonly entries: Readonly<Record<string, Schema>> };
  readonly lists: readonly string[];
}

interface Answer {
  readonly status: 200 | 202;
  readonly type: string;
  /** Schema of JSON; null for other types. */
  readonly schema: Schema | null;
}

export interface PanelRoute {
  readonly method: 'GET' | 'POST';
  /** Path, such as `/api/devices/{index}/key`. */
  readonly path: string;
  readonly summary: string;
  readonly query: Query | null;
  readonly body: Schema | null;
  /** Body limit, if larger than the default. */
  readonly body_bytes_max?: number;
  readonly answer: Answer;
  /** Errors in addition to those that every call can return. */
  readonly errors: readonly ErrorCode[];
  /** Returns the body of the answer; undefined if it has sent the answer itself. */
  handle(call: Call): Result<unknown> | Promise<Result<unknown>>;
}

/** Errors of every call. Calls that name a device add their own. */
const COMMON_ERRORS = [
  'unauthorized',
  'forbidden_host',
  'forbidden_origin',
  'bad_request',
  'internal',
] as const satisfies readonly ErrorCode[];
const DEVICE = '/api/devices/{index}';
export const errorsOf = ({ path, query, body, errors }: PanelRoute): readonly ErrorCode[] => {
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

/** Call that names a device. */
export type DeviceCall = Omit<Call, 'device' | 'query' | 'body'> & { readonly device: PanelDevice };
type RouteResult = Result<unknown> | Promise<Result<unknown>>;
type GetOptions = Pick<PanelRoute, 'summary' | 'answer'> & { readonly errors?: readonly ErrorCode[] };

const deviceGetBase = (
  path: string,
  { summary, answer, errors = [] }: GetOptions,
): Omit<PanelRoute, 'query' | 'handle'> => ({
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

/** Defines a GET call of a device. */
export const deviceGet = (
  path: string,
  { respond, ...route }: GetOptions & { readonly respond: (call: DeviceCall) => RouteResult },
): PanelRoute => ({
  ...deviceGetBase(path, route),
  query: null,
  handle: (call) => respond(deviceCall(call)),
});

/** Defines a GET call of a device with a query. */
export const deviceQuery = <S extends Schema>(
  path: string,
  {
    query,
    respond,
    ...route
  }: GetOptions & {
    readonly query: Query<S>;
    readonly respond: (call: DeviceCall, query: v.InferOutput<S>) => RouteResult;
  },
): PanelRoute => ({
  ...deviceGetBase(path, route),
  query,
  handle(call) {
    const read = readQuery(query, call.query, path);
    return read.ok ? respond(deviceCall(call), read.value) : read;
  },
});

/** Defines a GET call that covers all devices. */
export const globalQuery = <S extends Schema>(
  path: string,
  {
    query,
    respond,
    ...route
  }: GetOptions & { readonly query: Query<S>; readonly respond: (call: Call, query: v.InferOutput<S>) => RouteResult },
): PanelRoute => ({
  method: 'GET',
  path,
  body: null,
  query,
  errors: [],
  ...route,
  handle(call) {
    const read = readQuery(query, call.query, path.slice('/api/'.length));
    return read.ok ? respond(call, read.value) : read;
  },
});

const accepted = v.pipe(
  v.strictObject({ accepted: v.literal(true) }),
  v.description('The device has accepted the action.'),
);

/** Defines a POST call to a device. */
export function command<S extends Schema>(
  path: string,
  route: Pick<PanelRoute, 'summary'> & {
    readonly body: S;
    readonly errors?: readonly ErrorCode[];
    readonly carryOut: (
      device: PanelDevice,
      body: v.InferOutput<S>,
    ) => Result<unknown> | void | Promise<Result<unknown> | void>;
  },
): PanelRoute {
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

/** Parses a body. The schemas' messages are full sentences. */
export function readBody<S extends Schema>(schema: S, given: unknown): Result<v.InferOutput<S>> {
  if (!isFields(given)) return fail('bad_request', 'The body must be a JSON object.');
  // No body contains lists; a schema for names and values would accept one as such.
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
        `Unknown parameter ${JSON.stringify(name.slice(0, 40))} of ${of}${didYouMean(name, names)}; allowed: ${names.join(', ')}.`,
      );
    if (Array.isArray(value) && !lists.includes(name)) return fail('bad_value', `${name} may occur only once.`);
    fields[name] = lists.includes(name) ? [value].flat() : value;
  }
  return parsed(schema, fields);
}

function parsed<S extends Schema>(schema: S, given: unknown): Result<v.InferOutput<S>> {
  const read = v.safeParse(schema, given, { abortEarly: true });
  return read.success ? ok(read.output) : fail('bad_value', read.issues[0].message);
}
