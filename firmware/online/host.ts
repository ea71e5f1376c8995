// Host rules without xstate: the next update for the relay and the meaning of its answers (R1, R3, R30–R33, R42, R43,
// R53, R56, R60, R76, R98, R99).

import { HOLD_MS_MAX } from '../../wire/limits.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { Experience, HostEvent } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { RequestBody } from '../../wire/relay/requests.ts';
import { simOf, type StateBlock } from '../../wire/relay/state.ts';
import { refusalOf, saysNothing, type AskEvent, type DeviceIdentity, type RelayCall, type Self } from './relay-call.ts';

type Answered = Extract<AskEvent, { type: 'relay.answered' }>;
type Control = RequestBody['host'];

export interface HostInput {
  readonly identity: DeviceIdentity;
  readonly self: Self;
  readonly exp: Experience;
  /** Versions of the round to resume after a reboot, including the one before its last verdict. */
  readonly rounds: readonly Round[];
  /** Distinguishes the `rid`s of this boot from the `rid`s of the previous boot (C13). */
  readonly boot: string;
  /** Seq of the newest input that this device has handled as a host; null if none (C15). */
  readonly input_seq: number | null;
  /** True if only the end of the session is left to report. */
  readonly stopping: boolean;
}

export interface HostContext extends HostInput {
  readonly code: string;
  /** Seq of the newest input received; null until `start` is answered. */
  readonly since: number | null;
  readonly state: StateBlock | null;
  /** Labels of guests that have joined but are off the list; null if the relay does not report them. */
  readonly away: readonly string[] | null;
  /** Experience that the relay knows; null after a loss. */
  readonly exp_told: Experience | null;
  /** Latest version of the round sent to the relay; null before the first. */
  readonly round_told: Round | null;
  /** True once the relay's round has been compared with ours and `rounds` holds the versions that the relay lacks. */
  readonly caught_up: boolean;
  /** Versions of the round not yet saved to flash; other devices do not see them until then (R88). */
  readonly unsaved: readonly Round[];
  readonly renewal: { readonly keep_guests: boolean } | null;
  readonly ev: HostEvent;
  readonly replay: boolean;
  /** Control POST in flight. A `regenerate` stays until it is answered, so that the retry is identical (C13). */
  readonly control: Control | null;
  /** Number of requests with a `rid` so far. */
  readonly rids: number;
  /** Reason why the relay refused the latest update, which is sent again; '' if it accepted it. */
  readonly refusal: string;
  readonly failures: number;
  /** Consecutive polls answered with an abnormal status, such as `forbidden`. */
  readonly refusals: number;
  /** True if the relay must answer the next poll immediately, since the tag may predate a failure. */
  readonly resync: boolean;
  /** Consecutive polls that ended immediately with nothing new, or with foreign state. */
  readonly idle: number;
  /** Reason why the relay cannot be reached; '' if it can. */
  readonly trouble: string;
  /** Time of the latest answer on the device clock. */
  readonly at_ms: number;
  /** New inputs in the latest answer. */
  readonly items: readonly InputItem[];
  /** Inputs up to this seq were accepted before this host started listening; null until `start` is answered (C15). */
  readonly backlog_seq: number | null;
}

const NO_EVENT: HostEvent = { seq: 0, kind: '', name: '', steps: 0 };

export const hostContext = (input: HostInput): HostContext => ({
  ...input,
  code: '',
  since: null,
  state: null,
  away: null,
  exp_told: null,
  round_told: null,
  caught_up: false,
  unsaved: [],
  renewal: null,
  ev: NO_EVENT,
  replay: false,
  control: null,
  rids: 0,
  refusal: '',
  failures: 0,
  refusals: 0,
  resync: false,
  idle: 0,
  trouble: '',
  at_ms: 0,
  items: [],
  backlog_seq: null,
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Compares without the order of the settings, which the relay sorts. */
const sameExperience = (a: Experience, b: Experience | null): boolean =>
  b !== null &&
  a.mode === b.mode &&
  a.gen === b.gen &&
  Object.keys(a.cfg).length === Object.keys(b.cfg).length &&
  Object.entries(a.cfg).every(([key, value]) => b.cfg[key] === value);

/** Returns the update to send before the next poll; null if the relay is up to date. */
export function wantedControl(context: HostContext): Control | null {
  const { exp, self, renewal, rounds, exp_told, boot, rids } = context;
  // Omits `exp`: a late retry would restore an older experience (R61).
  if (renewal) return { action: 'regenerate', sim: simOf(exp), name: self.name, ...renewal, rid: `${boot}-${rids}` };
  if (!sameExperience(exp, exp_told)) return { action: 'experience', exp };
  const [round] = rounds;
  return round ? { action: 'round', round } : null;
}

/** Adds the next control POST if one is due. */
export function withControl(context: HostContext): Partial<HostContext> {
  if (context.control) return {};
  const control = wantedControl(context);
  return { control, rids: control?.action === 'regenerate' ? context.rids + 1 : context.rids };
}

export const startCall = ({ exp, self }: HostContext): RelayCall => {
  return { route: 'host', body: { action: 'start', sim: simOf(exp), name: self.name, keep_guests: true, exp } };
};

export const stopCall = (): RelayCall => ({ route: 'host', body: { action: 'stop' } });

export const pollCall = ({ code, since, self, state, resync, replay, ev }: HostContext): RelayCall => ({
  route: 'poll',
  held: true,
  body: {
    code,
    since: since ?? 0,
    wait_ms: HOLD_MS_MAX,
    name: self.name,
    st: resync ? '' : (state?.st ?? ''),
    replay,
    players: [...self.players],
    ev: { ...ev },
  },
});

/** C14, C15, R42: returns the seq to poll from. */
function sinceOf(since: number | null, next_seq: number): number {
  if (next_seq === 0) return since ?? 0; // the answer has no seq
  return since === null || next_seq <= since ? next_seq - 1 : since;
}

/** Applies the answer to `start`: the session exists, and its round shows which versions the relay lacks. */
export function withStarted(context: HostContext, { answer, at_ms }: Answered): Partial<HostContext> {
  return {
    code: answer.code || context.code,
    since: sinceOf(context.since ?? context.input_seq, answer.next_seq),
    backlog_seq: context.backlog_seq ?? answer.next_seq - 1,
    state: answer.state,
    exp_told: answer.state?.exp ?? null,
    ...(context.caught_up
      ? lackedRounds(context, answer.state?.round ?? null)
      : {
          rounds: missedRounds(answer.state?.round ?? null, context.rounds),
          round_told: context.rounds.at(-1) ?? null,
        }),
    caught_up: true,
    at_ms,
    failures: 0,
    trouble: context.refusal,
    items: [],
  };
}

/** R76, R88: returns the versions known to a rebooted host that the relay lacks. */
export function missedRounds(told: Round | null, known: readonly Round[]): readonly Round[] {
  const at = known.findIndex((round) => same(round, told));
  if (at >= 0) return known.slice(at + 1);
  const told_seq = told?.shot?.seq ?? 0;
  return known.filter((round) => told?.id !== round.id || (round.shot?.seq ?? 0) > told_seq || round === known.at(-1));
}

/**
 * Returns the versions that the relay lacks, judged by the round that it reports: all later versions, plus the last one
 * sent if the relay now has a different one. In that case a late request has restored an older version, or the relay's
 * storage has lost the newer ones (C13, C14). A version that the relay has counts as sent even if the answer was lost.
 */
function lackedRounds(
  { rounds, round_told }: HostContext,
  heard: Round | null,
): Pick<HostContext, 'rounds' | 'round_told'> {
  const at = rounds.findIndex((round) => same(round, heard));
  if (at >= 0) return { rounds: rounds.slice(at + 1), round_told: heard };
  const lacks_told = rounds.length === 0 && round_told && !same(round_told, heard);
  return { rounds: lacks_told ? [round_told] : rounds, round_told };
}

/**
 * Schedules foreign changes of the session for sending again. Differences in how a cloud stores our state do not count.
 */
function withHeard(
  context: HostContext,
  heard: StateBlock | null,
): Pick<HostContext, 'exp_told' | 'rounds' | 'round_told'> {
  const { state, exp, exp_told, rounds, round_told } = context;
  if (!heard || !state) return { exp_told, rounds, round_told };
  const is_ours = sameExperience(heard.exp, state.exp) || sameExperience(heard.exp, exp);
  const same_round = same(heard.round, state.round);
  return {
    exp_told: is_ours ? exp_told : heard.exp,
    ...(same_round ? { rounds, round_told } : lackedRounds(context, heard.round)),
  };
}

/** Applies the answer to a control POST: the relay now knows the update. */
export function withSessionUpdate(context: HostContext, { answer, at_ms }: Answered): Partial<HostContext> {
  const { control, rounds, renewal } = context;
  const told = {
    ...withHeard(context, answer.state),
    code: answer.code || context.code,
    since: sinceOf(context.since, answer.next_seq),
    state: answer.state ?? context.state,
    control: null,
    refusal: '',
    at_ms,
    failures: 0,
    trouble: '',
    items: [],
  };
  switch (control?.action) {
    case 'regenerate':
      return {
        ...told,
        renewal: same(renewal?.keep_guests, control.keep_guests) ? null : renewal,
      };
    case 'experience':
      return { ...told, exp_told: control.exp };
    case 'round':
      return { ...told, rounds: rounds.slice(1), round_told: rounds[0] ?? null };
    default:
      return told;
  }
}

/**
 * Reports a refused update and retries it after the next poll. A refused version of a round is dropped if a later one
 * is waiting.
 */
export function withRefusal({ control, rounds }: HostContext, reason: string): Partial<HostContext> {
  const later = control?.action === 'round' && rounds.length > 1 ? rounds.slice(1) : rounds;
  return { control: null, rounds: later, refusal: reason, trouble: reason, items: [] };
}

/** Applies a poll answer: new inputs once and in order (R32), and the state that came with them. */
export function withPolled(context: HostContext, event: Answered): Partial<HostContext> {
  const { answer, at_ms } = event;
  const since = context.since ?? 0;
  const items = answer.items
    .filter(({ seq }, at, all) => seq > since && all.findIndex((item) => item.seq === seq) === at)
    .toSorted((a, b) => a.seq - b.seq);
  const heard = withHeard(context, answer.state);
  const is_again = heard.exp_told !== context.exp_told || heard.rounds !== context.rounds;
  return {
    ...heard,
    items,
    at_ms,
    since: sinceOf(items.at(-1)?.seq ?? since, answer.next_seq),
    // A relay that restarts its count has lost the backlog (C14).
    backlog_seq: answer.next_seq > (context.backlog_seq ?? 0) ? context.backlog_seq : 0,
    code: answer.code || context.code,
    state: answer.state,
    away: answer.away,
    resync: false,
    refusals: 0,
    idle: is_again || saysNothing(event, context.state?.st ?? '') ? context.idle + 1 : 0,
    failures: 0,
    trouble: context.refusal,
  };
}

/**
 * Rebuilds a failed update before the retry, since the experience may have changed (R61); a `regenerate` is retried
 * unchanged.
 */
export const withFailure = ({ failures, control }: HostContext, trouble: string): Partial<HostContext> => ({
  control: control?.action === 'regenerate' ? control : null,
  failures: failures + 1,
  resync: true,
  trouble,
  items: [],
});

/** Counts a refused poll as a failure even if `start` succeeds in between (R96). */
export const withPollRefused = (context: HostContext, status: string): Partial<HostContext> => ({
  ...withFailure({ ...context, failures: context.refusals }, refusalOf(status)),
  refusals: context.refusals + 1,
});

/** Queues a version of the round to be sent once saved. Ignores a version that is already known. */
export function withRound({ unsaved, rounds, round_told, state }: HostContext, round: Round): Partial<HostContext> {
  const known = unsaved.at(-1) ?? rounds.at(-1) ?? round_told ?? state?.round;
  return same(known, round) ? {} : { unsaved: [...unsaved, round] };
}

/**
 * Maximum number of versions waiting for the relay: more than the longest round has (18 holes, 4 players, 9 strokes,
 * two versions each).
 */
const ROUNDS_WAITING_MAX = 2000;

export function withRoundsSaved({ rounds, unsaved }: HostContext): Partial<HostContext> {
  const waiting = [...rounds, ...unsaved];
  const surplus = waiting.length - ROUNDS_WAITING_MAX;
  if (surplus <= 0) return { rounds: waiting, unsaved: [] };
  // Keep from the start of a roll, so that no verdict arrives without its putt (R76).
  const begins = waiting.findIndex(({ shot }, at) => at > surplus && shot?.v === '');
  return { rounds: [...waiting.slice(0, 1), ...waiting.slice(begins < 0 ? surplus + 1 : begins)], unsaved: [] };
}
