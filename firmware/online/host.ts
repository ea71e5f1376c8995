// Hosting, as rules without xstate: what the relay must be told next, and what its answers mean (R1, R3, R30–R33, R42, R43,
// R53, R56, R60, R76, R98, R99).

import { HOLD_MS_MAX } from '../../wire/limits.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { Experience, HostEvent } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { RequestBody } from '../../wire/relay/requests.ts';
import { simOf, type StateBlock } from '../../wire/relay/state.ts';
import { refusalOf, saysNothing, type AskEvent, type Identity, type RelayCall, type Self } from './relay-call.ts';

type Answered = Extract<AskEvent, { type: 'relay.answered' }>;
type Control = RequestBody['host'];

export interface HostInput {
  readonly identity: Identity;
  readonly self: Self;
  readonly exp: Experience;
  /** The round to go on with after a reboot, as the relay is to see it; the version before its last verdict too. */
  readonly rounds: readonly Round[];
  /** Makes the `rid`s of this start different from those of the last one (C13). */
  readonly boot: string;
  /** Seq of the newest input that this device has handled as a host; null for none (C15). */
  readonly input_seq: number | null;
  /** Nothing but the end of the session is to be told. */
  readonly stopping: boolean;
}

export interface HostContext extends HostInput {
  readonly code: string;
  /** Seq of the newest input received; null until `start` is answered. */
  readonly since: number | null;
  readonly state: StateBlock | null;
  /** Labels of guests that have joined and are off the list; null where the relay doesn't say. */
  readonly away: readonly string[] | null;
  /** The experience that the relay knows; null after a loss. */
  readonly exp_told: Experience | null;
  /** The version of the round that the relay was told last; null before the first. */
  readonly round_told: Round | null;
  /** The relay's own round has been looked at, and `rounds` is what it lacks. */
  readonly caught_up: boolean;
  /** Rounds that are not safe in the flash yet: nobody may see them (R88). */
  readonly unsaved: readonly Round[];
  readonly renewal: { readonly keep_guests: boolean } | null;
  readonly ev: HostEvent;
  readonly replay: boolean;
  /** The control POST that is out; a `regenerate` stays until it is answered, to be sent again as it is (C13). */
  readonly control: Control | null;
  /** Requests so far that have a `rid`. */
  readonly rids: number;
  /** Why the relay would not take what it was told last, which is told again; '' where it did. */
  readonly refusal: string;
  readonly failures: number;
  /** Polls in a row that were answered with a status that is no normal one, such as `forbidden`. */
  readonly refusals: number;
  /** The next poll is answered at once, as the tag may be of before a failure. */
  readonly resync: boolean;
  /** Polls in a row that ended at once for nothing, or with what is not ours. */
  readonly idle: number;
  /** Why the relay does not hear us; '' while it does. */
  readonly trouble: string;
  /** When the last answer came, on the device's clock. */
  readonly at_ms: number;
  /** Inputs of the last answer that are new. */
  readonly items: readonly InputItem[];
  /** Inputs up to this seq were accepted before this host began to listen; null until `start` is answered (C15). */
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

/** The relay sorts the settings of an experience, so their order says nothing. */
const sameExperience = (a: Experience, b: Experience | null): boolean =>
  b !== null &&
  a.mode === b.mode &&
  a.gen === b.gen &&
  Object.keys(a.cfg).length === Object.keys(b.cfg).length &&
  Object.entries(a.cfg).every(([key, value]) => b.cfg[key] === value);

/** What the relay must be told before the next poll; null when it knows everything. */
export function wantedControl(context: HostContext): Control | null {
  const { exp, self, renewal, rounds, exp_told, boot, rids } = context;
  // Without `exp`: sent again later it would bring an older one back (R61).
  if (renewal) return { action: 'regenerate', sim: simOf(exp), name: self.name, ...renewal, rid: `${boot}-${rids}` };
  if (!sameExperience(exp, exp_told)) return { action: 'experience', exp };
  const [round] = rounds;
  return round ? { action: 'round', round } : null;
}

/** The context with the next control POST, if one is due. */
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

/** C14, C15, R42: the seq to poll from. */
function sinceOf(since: number | null, next_seq: number): number {
  if (next_seq === 0) return since ?? 0; // the answer does not say
  return since === null || next_seq <= since ? next_seq - 1 : since;
}

/** After `start`: the session is there, and its round says what the relay has missed. */
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

/** R76, R88: of the versions that a rebooted host knows, those that the relay has not seen. */
export function missedRounds(told: Round | null, known: readonly Round[]): readonly Round[] {
  const at = known.findIndex((round) => same(round, told));
  if (at >= 0) return known.slice(at + 1);
  const told_seq = told?.shot?.seq ?? 0;
  return known.filter((round) => told?.id !== round.id || (round.shot?.seq ?? 0) > told_seq || round === known.at(-1));
}

/**
 * What the relay lacks, by the round that it has: the versions behind that one, and the last one that was told where it has
 * another by now. A request that came late has brought that back, or its storage has lost what came after (C13, C14). A version that it
 * has was told, though nobody may have heard the answer.
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

/** What has changed in the session since the last answer is told again if it is not ours; what a cloud keeps in its own way is not. */
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

/** After a control POST was answered: what it told is known. */
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

/** What the relay would not take is said, and told again after the next poll; a version of a round only where no later one waits. */
export function withRefusal({ control, rounds }: HostContext, reason: string): Partial<HostContext> {
  const later = control?.action === 'round' && rounds.length > 1 ? rounds.slice(1) : rounds;
  return { control: null, rounds: later, refusal: reason, trouble: reason, items: [] };
}

/** After a poll: new inputs once and in order (R32), and the state they came with. */
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
    // A relay that counts from the beginning again has lost the backlog (C14).
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

/** What failed is told again as it is then, as the experience may be another (R61); a `regenerate` is sent again as it was. */
export const withFailure = ({ failures, control }: HostContext, trouble: string): Partial<HostContext> => ({
  control: control?.action === 'regenerate' ? control : null,
  failures: failures + 1,
  resync: true,
  trouble,
  items: [],
});

/** A refused poll counts as a failure although `start` succeeds in between (R96). */
export const withPollRefused = (context: HostContext, status: string): Partial<HostContext> => ({
  ...withFailure({ ...context, failures: context.refusals }, refusalOf(status)),
  refusals: context.refusals + 1,
});

/** With another version of the round, which goes out once it is saved; the version that is known already says nothing. */
export function withRound({ unsaved, rounds, round_told, state }: HostContext, round: Round): Partial<HostContext> {
  const known = unsaved.at(-1) ?? rounds.at(-1) ?? round_told ?? state?.round;
  return same(known, round) ? {} : { unsaved: [...unsaved, round] };
}

/** Versions that wait for the relay: more than the longest round has (18 holes, 4 players, 9 strokes, each shown twice). */
const ROUNDS_WAITING_MAX = 2000;

export function withRoundsSaved({ rounds, unsaved }: HostContext): Partial<HostContext> {
  const waiting = [...rounds, ...unsaved];
  const surplus = waiting.length - ROUNDS_WAITING_MAX;
  if (surplus <= 0) return { rounds: waiting, unsaved: [] };
  // What is left begins with a ball that begins to roll, so that no verdict comes without it (R76).
  const begins = waiting.findIndex(({ shot }, at) => at > surplus && shot?.v === '');
  return { rounds: [...waiting.slice(0, 1), ...waiting.slice(begins < 0 ? surplus + 1 : begins)], unsaved: [] };
}
