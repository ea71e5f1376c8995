// Guest rules without xstate: the requests to the relay and the meaning of its answers (R12, R40, R41, R54, R58, R67,
// R96, R97, R99).

import { assertDefined } from '../../wire/errors.ts';
import { AIM_STEPS, HOLD_MS_MAX, inRange } from '../../wire/limits.ts';
import type { RelayAnswer } from '../../wire/relay/answers.ts';
import type { InputKind, RelayPutt, Sim } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { RequestBody } from '../../wire/relay/requests.ts';
import type { StateBlock } from '../../wire/relay/state.ts';
import { INPUT_RETRY_MS_MAX } from './limits.ts';
import { givenName, labelBy } from './device-names.ts';
import {
  refusalOf,
  retryDelayMs,
  hasNoNews,
  type AskEvent,
  type DeviceIdentity,
  type RelayCall,
  type Self,
} from './relay-call.ts';

type Answered = Extract<AskEvent, { type: 'relay.answered' }>;
type Failed = Extract<AskEvent, { type: 'relay.failed' }>;

/** Input from a guest to its host. */
export type GuestInput =
  | { readonly kind: 'aim'; readonly steps: number }
  | { readonly kind: 'club'; readonly club: number }
  | { readonly kind: 'putt'; readonly putt: RelayPutt }
  | { readonly kind: Exclude<InputKind, 'aim' | 'club' | 'putt'> };

interface Sending {
  readonly input: GuestInput;
  /** Request body, identical on every retry (C13). */
  readonly body: RequestBody['input'];
  /** Simulator that the input was meant for. */
  readonly sim: Sim;
  /** Time of the first send on the device clock; null if not sent yet. */
  readonly first_ms: number | null;
}

export interface GuestLoopInput {
  readonly identity: DeviceIdentity;
  readonly self: Self;
  readonly code: string;
  readonly boot: string;
}

export interface GuestContext extends GuestLoopInput {
  readonly label: string;
  readonly host_label: string;
  readonly host_name: string;
  readonly state: StateBlock | null;
  readonly fol: boolean;
  /** Oldest first. */
  readonly inputs: readonly Sending[];
  readonly rids: number;
  readonly failures: number;
  readonly idle: number;
  /** Reason why the relay or the host cannot be reached; '' if they can. */
  readonly problem: string;
  /** Time of the latest answer on the device clock. */
  readonly at_ms: number;
  /** Message about the latest answered input, if the player must know; '' otherwise. */
  readonly word: string;
  /** True if the relay has just accepted an input. */
  readonly accepted: boolean;
  /** Reason why the session has ended for this guest. */
  readonly end: string;
  /** True if no session has this code any more. */
  readonly dead_code: boolean;
}

export const guestContext = (input: GuestLoopInput): GuestContext => ({
  ...input,
  label: '',
  host_label: '',
  host_name: '',
  state: null,
  fol: true,
  inputs: [],
  rids: 0,
  failures: 0,
  idle: 0,
  problem: '',
  at_ms: 0,
  word: '',
  accepted: false,
  end: '',
  dead_code: false,
});

const presence = ({ code, self, fol }: GuestContext) => ({ code, name: self.name, players: [...self.players], fol });

export const joinCall = (context: GuestContext): RelayCall => ({
  route: 'join',
  body: { action: 'join', ...presence(context), wait_ms: 0, st: '' },
});

export const heartbeatCall = (context: GuestContext): RelayCall => ({
  route: 'join',
  held: true,
  // Without a tag the relay answers immediately, so the first answer after a failure clears the error.
  body: {
    action: 'heartbeat',
    ...presence(context),
    wait_ms: HOLD_MS_MAX,
    st: context.failures > 0 ? '' : (context.state?.st ?? ''),
  },
});

export const leaveCall = ({ code }: GuestContext): RelayCall => ({ route: 'join', body: { action: 'leave', code } });

export function inputCall({ inputs }: GuestContext): RelayCall {
  const { body } = assertDefined(inputs[0], 'input');
  return { route: 'input', body };
}

/** Maximum number of inputs that wait for the relay: a player can tap faster than a dead network sends. */
const INPUTS_WAITING_MAX = 16;

/** Merges taps that outpace the cloud into one aim. The first input may be in flight, so it stays unchanged. */
function withAimAdded(inputs: readonly Sending[], input: GuestInput): readonly Sending[] | null {
  const last = inputs.at(-1);
  if (input.kind !== 'aim' || inputs.length < 2 || last?.input.kind !== 'aim' || last.body.kind !== 'aim') return null;
  const steps = last.input.steps + input.steps;
  if (!inRange(steps, AIM_STEPS)) return null;
  const before = inputs.slice(0, -1);
  if (steps === 0) return before; // the taps cancel out
  return [...before, { ...last, input: { ...last.input, steps }, body: { ...last.body, steps } }];
}

export function withInput(context: GuestContext, input: GuestInput): Partial<GuestContext> {
  const { inputs, boot, rids, code, self, label } = context;
  const aimed = withAimAdded(inputs, input);
  if (aimed) return { inputs: aimed, word: '' };
  const putts = input.kind === 'putt' && inputs.some((waiting) => waiting.input.kind === 'putt');
  if (putts) return { word: 'Not sent: your last putt is still being sent.' };
  if (inputs.length >= INPUTS_WAITING_MAX) return { word: 'Not sent: too many inputs are waiting.' };
  const body = { code, name: givenName(self.name, label), rid: `${boot}-${rids}`, ...input };
  return { inputs: [...inputs, { input, body, sim: simIn(context), first_ms: null }], rids: rids + 1, word: '' };
}

/** R83: drops queued inputs after the turn or the host moves on, or after this device stops following. */
export function withoutStaleInputs(context: GuestContext): Partial<GuestContext> {
  const { fol } = context;
  const inputs = context.inputs.filter(
    (each) => staleWord(each, context) === '' && !(isPutt(each) && each.first_ms === null && !fol),
  );
  const dropped = context.inputs.find((each) => !inputs.includes(each));
  if (!dropped) return {};
  return { inputs, word: `Not sent: ${staleWord(dropped, context) || 'it is no longer your turn.'}` };
}

const PUTTS_ONLY = "the host's simulator takes putts only.";

const isLostSwing = ({ input }: Sending, sim: Sim): boolean => input.kind === 'club' && sim === 'simport';

/** Returns why an input is stale; '' if it is not. */
function staleWord(sending: Sending, context: GuestContext): string {
  const { input, sim } = sending;
  if (isLostSwing(sending, simIn(context))) return PUTTS_ONLY;
  if (input.kind === 'putt' && input.putt.p !== undefined)
    return isOnTurn(input.putt, context.state?.round ?? null) ? '' : 'it is no longer your turn.';
  return sim === simIn(context) ? '' : 'the host now plays something else.';
}

const isPutt = ({ input }: Sending): boolean => input.kind === 'putt';
const simIn = ({ state }: GuestContext): Sim => state?.sim ?? 'none';

const isOnTurn = ({ p, hole }: RelayPutt, round: Round | null): boolean =>
  round?.ph === 'play' && round.turn === p && round.hole === hole;

const WORDS: Readonly<Record<string, string>> = {
  busy: 'Not sent: the host is replaying a shot.',
  offline: 'Not sent: the host is away.',
  full: 'Not sent: the session is full.',
  invalid: 'Not sent: you are no longer in the session.',
};

const HOST_AWAY = 'The host is away. Play resumes when it returns.';
const FULL = 'Session full: you can only watch.';

/** Applies the session state that every answer reports. A guest adopts the code of any answer (R12). */
function withAnswer(context: GuestContext, { answer, at_ms }: Answered): Partial<GuestContext> {
  const label = answer.label || knownLabel(context, answer);
  return {
    at_ms,
    code: answer.code || context.code,
    label,
    host_label: answer.host_label || context.host_label,
    host_name: answer.host_name || context.host_name,
    state: answer.state?.players.length ? answer.state : context.state,
    failures: 0,
    problem: problemIn(answer, label),
    word: '',
    accepted: false,
  };
}

/** Returns the known label, since labels never change. A guest without a seat is not listed. */
const knownLabel = ({ label, self }: GuestContext, { state, status }: RelayAnswer): string =>
  label || status === 'full' ? label : labelBy(state?.players ?? [], self.players);

/** Returns the problem that an answer reports, including answers to inputs; '' if none. */
function problemIn({ status, state }: RelayAnswer, label: string): string {
  const away = status === 'offline' || (state !== null && state.players.length > 0 && !state.host_online);
  if (away) return HOST_AWAY;
  // A listed guest has its seat; only a player that it added has none (C19), and *Players* shows that.
  const listed = state?.players.some(({ host, name }) => !host && name === label) ?? false;
  return status === 'full' && !listed ? FULL : '';
}

export const withReceived = (context: GuestContext, event: Answered): Partial<GuestContext> => ({
  ...withAnswer(context, event),
  idle: hasNoNews(event, context.state?.st ?? '') ? context.idle + 1 : 0,
});

export function withSent(context: GuestContext, event: Answered): Partial<GuestContext> {
  const { inputs } = context;
  const update = withAnswer(context, event);
  // The host has switched to a connector in the meantime and drops the swing.
  const lost = isLostSwing(assertDefined(inputs[0], 'input'), simIn({ ...context, ...update }));
  const taken = lost ? `Not counted: ${PUTTS_ONLY}` : '';
  const word = WORDS[event.answer.status] ?? taken;
  return { ...update, inputs: inputs.slice(1), word, accepted: word === '' };
}

/** Retries a failed input with its `rid` while the relay would still recognize it; drops a refused one (R41). */
export function withFailure(context: GuestContext, event: Failed): Partial<GuestContext> {
  const failures = context.failures + 1;
  return { failures, problem: event.reason, word: '', accepted: false, ...withUnsent(context, event, failures) };
}

function withUnsent({ inputs }: GuestContext, event: Failed, failures: number): Partial<GuestContext> {
  const [head, ...rest] = inputs;
  if (!head) return {};
  const first_ms = head.first_ms ?? event.at_ms - event.took_ms;
  const too_old = event.at_ms + retryDelayMs(failures) - first_ms > INPUT_RETRY_MS_MAX;
  if (event.refused) return { inputs: rest, word: 'Not sent: the cloud refused it.' };
  if (too_old) return { inputs: rest, word: 'No answer from the cloud: it may or may not count.' };
  return { inputs: [{ ...head, first_ms }, ...rest] };
}

/**
 * True for an answer whose status no route defines, such as `forbidden`. It counts as a failure (R96), and an input is
 * not retried.
 */
export const isOdd = ({ status }: RelayAnswer): boolean =>
  !['ok', 'busy', 'invalid', 'offline', 'full'].includes(status);

export const failureOf = ({ answer, at_ms, took_ms }: Answered, refused: boolean): Failed => ({
  type: 'relay.failed',
  reason: refusalOf(answer.status),
  refused,
  at_ms,
  took_ms,
});

/** True if the host has stopped hosting. An `offline` answer without this means that the host is away (C28). */
export const hasStopped = ({ status, host_stopped }: RelayAnswer): boolean => status === 'offline' && host_stopped;

/** True if no session has the code that was sent. */
export const isDeadCode = ({ status }: RelayAnswer): boolean => status === 'invalid';

/** Returns why an answer to `join` or a heartbeat ends the session; '' if it does not. */
export function endOf(answer: RelayAnswer): string {
  if (isDeadCode(answer)) return 'Session ended: its code is no longer valid.';
  return hasStopped(answer) ? 'The host has ended the session.' : '';
}
