// Requests of the four routes (relay §4), with the defaults of optional fields.

import * as v from 'valibot';
import { DEVICE_NAME_CHARS_MAX, RID_CHARS, TYPED_CODE_CHARS_MAX } from '../choices.ts';
import { fail, ok, type Result } from '../errors.ts';
import { flag, sentenceOf, text, whole, WHOLE_FROM_0 } from './fields.ts';
import { club, deviceName, experience, hostEvent, INPUT_KINDS, players, putt, sim, stateTag, steps } from './shapes.ts';
import { relayRound } from './round.ts';

export const ROUTES = ['host', 'poll', 'join', 'input'] as const;
export type RelayRoute = (typeof ROUTES)[number];

const code = text({ min: 1, max: TYPED_CODE_CHARS_MAX });
/** C13: makes retries of non-idempotent requests safe. Requests that set a state need none. */
const rid = v.optional(text(RID_CHARS));
const name = v.optional(deviceName());
const st = v.optional(stateTag(), '');
const wait_ms = v.optional(whole(WHOLE_FROM_0), 0);

const registration = { sim: v.optional(sim), name, keep_guests: v.optional(flag(), true) };

const host = v.variant(
  'action',
  [
    v.object({ action: v.literal('start'), exp: v.optional(experience), ...registration }),
    v.object({ action: v.literal('stop') }),
    v.object({ action: v.literal('regenerate'), exp: v.optional(experience), ...registration, rid }),
    v.object({ action: v.literal('experience'), exp: experience, ...registration }),
    v.object({ action: v.literal('round'), round: relayRound }),
  ],
  'must be one of start, stop, regenerate, experience, round',
);

const poll = v.object({
  code,
  since: whole(WHOLE_FROM_0),
  wait_ms,
  name,
  st,
  replay: v.optional(flag(), false),
  players: v.optional(players),
  ev: v.optional(v.nullable(hostEvent), null),
});

const presence = { code, name, wait_ms, st, players: v.optional(players), fol: v.optional(flag()) };

const join = v.variant(
  'action',
  [
    v.object({ action: v.literal('join'), ...presence }),
    v.object({ action: v.literal('heartbeat'), ...presence }),
    v.object({ action: v.literal('leave'), code }),
  ],
  'must be one of join, heartbeat, leave',
);

/** C23: a longer name is cut rather than refused, since it is for display only. */
const shownName = v.pipe(
  v.string('must be a string'),
  v.transform((given) => Array.from(given).slice(0, DEVICE_NAME_CHARS_MAX).join('')),
);
const sender = { code, name: v.optional(shownName), rid };

const input = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('aim'), steps, ...sender }),
    v.object({ kind: v.literal('club'), club, ...sender }),
    v.object({ kind: v.literal('putt'), putt, ...sender }),
    v.object({ kind: v.literal('repeat'), ...sender }),
    v.object({ kind: v.literal('repeat_aim'), ...sender }),
    v.object({ kind: v.literal('reset'), ...sender }),
    v.object({ kind: v.literal('mulligan'), ...sender }),
  ],
  `must be one of ${INPUT_KINDS.join(', ')}`,
);

export type HostRequest = v.InferOutput<typeof host>;
export type PollRequest = v.InferOutput<typeof poll>;
export type JoinRequest = v.InferOutput<typeof join>;
export type InputRequest = v.InferOutput<typeof input>;
export type PresenceRequest = Exclude<JoinRequest, { action: 'leave' }>;

/** A parsed request with its route, without unknown fields. */
export type RelayRequest =
  | { readonly route: 'host'; readonly body: HostRequest }
  | { readonly route: 'poll'; readonly body: PollRequest }
  | { readonly route: 'join'; readonly body: JoinRequest }
  | { readonly route: 'input'; readonly body: InputRequest };

/** Request body as a sender writes it: fields with defaults are optional. */
export interface RequestBody {
  readonly host: v.InferInput<typeof host>;
  readonly poll: v.InferInput<typeof poll>;
  readonly join: v.InferInput<typeof join>;
  readonly input: v.InferInput<typeof input>;
}

/**
 * Validates a parsed JSON body without clamping values. Errors: `bad_value` with one sentence on the first wrong or
 * missing field.
 */
export function readRequest(route: RelayRoute, data: unknown): Result<RelayRequest> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return fail('bad_value', 'The body must be a JSON object.');
  return READERS[route](data);
}

const reader =
  <S extends v.GenericSchema>(schema: S, requestOf: (body: v.InferOutput<S>) => RelayRequest) =>
  (data: unknown): Result<RelayRequest> => {
    const read = v.safeParse(schema, data, { abortEarly: true, abortPipeEarly: true });
    return read.success ? ok(requestOf(read.output)) : fail('bad_value', sentenceOf(read.issues));
  };

const READERS: Readonly<Record<RelayRoute, (data: unknown) => Result<RelayRequest>>> = {
  host: reader(host, (body) => ({ route: 'host', body })),
  poll: reader(poll, (body) => ({ route: 'poll', body })),
  join: reader(join, (body) => ({ route: 'join', body })),
  input: reader(input, (body) => ({ route: 'input', body })),
};
