// Host rules without xstate: the next update for the relay and the meaning of its answers (R1, R3, R30–R33, R42, R43,
// R53, R56, R60, R76, R98, R99).

import { HOLD_MS_MAX } from '../../wire/limits.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { Experience, HostEvent } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { RequestBody } from '../../wire/relay/requests.ts';
import { simOf, type StateBlock } from '../../wire/relay/state.ts';
import { refusalOf, hasNoNews, type AskEvent, type DeviceIdentity, type RelayCall, type Self } from './relay-call.ts';

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
  readonly relay_exp: Experience | null;
  /** Latest version of the round sent to the relay; null before the first. */
  readonly sent_round: Round | null;
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
  readonly problem: string;
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
  relay_exp: null,
  sent_round: null,
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
  problem: '',
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
  const { exp, self, renewal, rounds, relay_exp, boot, rids } = context;
  // Omits `exp`: a late retry would restore an older experience (R61).
  if (renewal) return { action: 'regenerate', sim: simOf(exp), name: self.name, ...renewal, rid: `${boot}-${rids}` };
  if (!sameExperience(exp, relay_exp)) return { action: 'experience', exp };
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
    relay_exp: answer.state?.exp ?? null,
    ...(context.caught_up
      ? lackedRounds(context, answer.state?.round ?? null)
      : {
          rounds: missedRounds(answer.state?.round ?? null, context.rounds),
          sent_round: context.rounds.at(-1) ?? null,
        }),
    caught_up: true,
    at_ms,
    failures: 0,
    problem: context.refusal,
    items: [],
  };
}

/** R76, R88: returns the versions known to a rebooted host that the relay lacks. */
export function missedRounds(reported: Round | null, known: readonly Round[]): readonly Round[] {
  const at = known.findIndex((round) => same(round, reported));
  if (at >= 0) return known.slice(at + 1);
  const reported_seq = reported?.shot?.seq ?? 0;
  return known.filter(
    (round) => reported?.id !== round.id || (round.shot?.seq ?? 0) > reported_seq || round === known.at(-1),
  );
}

/**
 * Returns the versions that the relay lacks, judged by the round that it reports: all later versions, plus the last one
 * sent if the relay now has a different one. In that case a late request has restored an older version, or the relay's
 * storage has lost the newer ones (C13, C14). A version that the relay has counts as sent even if the answer was lost.
 */
function lackedRounds(
  { rounds, sent_round }: HostContext,
  reported: Round | null,
): Pick<HostContext, 'rounds' | 'sent_round'> {
  const at = rounds.findIndex((round) => same(round, reported));
  if (at >= 0) return { rounds: rounds.slice(at + 1), sent_round: reported };
  const lacks_sent = rounds.length === 0 && sent_round && !same(sent_round, reported);
  return { rounds: lacks_sent ? [sent_round] : rounds, sent_round };
}

/**
 * Schedules foreign changes of the session for sending again. Differences in how a cloud stores our state do not count.
 */
function withReportedState(
  context: HostContext,
  reported: StateBlock | null,
): Pick<HostContext, 'relay_exp' | 'rounds' | 'sent_round'> {
  const { state, exp, relay_exp, rounds, sent_round } = context;
  if (!reported || !state) return { relay_exp, rounds, sent_round };
  const is_ours = sameExperience(reported.exp, state.exp) || sameExperience(reported.exp, exp);
  const same_round = same(reported.round, state.round);
  return {
    relay_exp: is_ours ? relay_exp : reported.exp,
    ...(same_round ? { rounds, sent_round } : lackedRounds(context, reported.round)),
  };
}

/** Applies the answer to a control POST: the relay now knows the update. */
export function withSessionUpdate(context: HostContext, { answer, at_ms }: Answered): Partial<HostContext> {
  const { control, rounds, renewal } = context;
  const updated = {
    ...withReportedState(context, answer.state),
    code: answer.code || context.code,
    since: sinceOf(context.since, answer.next_seq),
    state: answer.state ?? context.state,
    control: null,
    refusal: '',
    at_ms,
    failures: 0,
    problem: '',
    items: [],
  };
  switch (control?.action) {
    case 'regenerate':
      return {
        ...updated,
        renewal: same(renewal?.keep_guests, control.keep_guests) ? null : renewal,
      };
    case 'experience':
      return { ...updated, relay_exp: control.exp };
    case 'round':
      return { ...updated, rounds: rounds.slice(1), sent_round: rounds[0] ?? null };
    default:
      return updated;
  }
}

/**
 * Reports a refused update and retries it after the next poll. A refused version of a round is dropped if a later one
 * is waiting.
 */
export function withRefusal({ control, rounds }: HostContext, reason: string): Partial<HostContext> {
  const later = control?.action === 'round' && rounds.length > 1 ? rounds.slice(1) : rounds;
  return { control: null, rounds: later, refusal: reason, problem: reason, items: [] };
}

/** Applies a poll answer: new inputs once and in order (R32), and the state that came with them. */
export function withPolled(context: HostContext, event: Answered): Partial<HostContext> {
  const { answer, at_ms } = event;
  const since = context.since ?? 0;
  const items = answer.items
    .filter(({ seq }, at, all) => seq > since && all.findIndex((item) => item.seq === seq) === at)
    .toSorted((a, b) => a.seq - b.seq);
  const changes = withReportedState(context, answer.state);
  const is_again = changes.relay_exp !== context.relay_exp || changes.rounds !== context.rounds;
  return {
    ...changes,
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
    idle: is_again || hasNoNews(event, context.state?.st ?? '') ? context.idle + 1 : 0,
    failures: 0,
    problem: context.refusal,
  };
}

/**
 * Rebuilds a failed update before the retry, since the experience may have changed (R61); a `regenerate` is retried
 * unchanged.
 */
export const withFailure = ({ failures, control }: HostContext, problem: string): Partial<HostContext> => ({
  control: control?.action === 'regenerate' ? control : null,
  failures: failures + 1,
  resync: true,
  problem,
  items: [],
});

/** Counts a refused poll as a failure even if `start` succeeds in between (R96). */
export const withPollRefused = (context: HostContext, status: string): Partial<HostContext> => ({
  ...withFailure({ ...context, failures: context.refusals }, refusalOf(status)),
  refusals: context.refusals + 1,
});

/** Queues a version of the round to be sent once saved. Ignores a version that is already known. */
export function withRound({ unsaved, rounds, sent_round, state }: HostContext, round: Round): Partial<HostContext> {
  const known = unsaved.at(-1) ?? rounds.at(-1) ?? sent_round ?? state?.round;
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
  const roll_start = waiting.findIndex(({ shot }, at) => at > surplus && shot?.v === '');
  return { rounds: [...waiting.slice(0, 1), ...waiting.slice(roll_start < 0 ? surplus + 1 : roll_start)], unsaved: [] };
}
