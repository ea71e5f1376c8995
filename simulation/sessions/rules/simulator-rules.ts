// Rules for a host with a golf simulator: each input that reaches it is carried out once, completely and in order, and
// none that is too old (R43, R147, R148). The meaning of inputs is defined a second time, independently of the device.

import { assertDefined } from '../../../wire/errors.ts';
import type { InputItem } from '../../../wire/relay/answers.ts';
import { checkRule } from '../broken-rule.ts';
import type { Checks, SimulatorObservation } from '../observations.ts';
import { DOCUMENT } from './document.ts';

interface Expected {
  readonly item: InputItem;
  readonly accepted_ms: number;
  /** True if accepted before the host's start, which may drop it (C15). */
  readonly is_backlog: boolean;
}

/** A tap, by the name of its key, or a shot, by its ball speed in m/s. */
type Effect = { readonly tap: string } | { readonly shot_mps: number };

interface Host {
  integration: SimulatorObservation['integration'];
  /** Inputs to carry out; the first is in progress or next. */
  due: readonly Expected[];
  /** Inputs from before the start that were too old on arrival: the host drops them (C15). */
  stale: readonly InputItem[];
  /** Remaining effects of the first input; null before it starts. */
  left: readonly Effect[] | null;
  /** Number of the host's own strikes on the simulator's page that have not appeared as shots. */
  own: number;
  /**
   * Times of strikes on another page that have not appeared as shots: the player may leave the page while the sensor
   * works.
   */
  strays_ms: readonly number[];
  seq: number;
  /** Last input accepted before hosting started; null before its first `start` is answered. */
  backlog_seq: number | null;
  /** Inputs that have had an effect, in any boot. */
  readonly done: Set<number>;
  last_shot: object | null;
  aim_steps: number | null;
  aiming: boolean;
  shot_mps: number | null;
  /** True if the last shot was a full swing, which connectors do not accept. */
  swung: boolean;
}

/** A swing is reported within 5 s, after up to three earlier shots that a connector leaves unanswered for 5 s each. */
const STRAY_MS = 20_000;
/** C15: maximum age of an input from before a start; older ones are dropped. */
const BACKLOG_MS = 10_000;
/** Longest transit time of an answer; the device takes an input's age from the answer. */
const ANSWER_MS = 10_000;

/** Shared by all hosts: lists are replaced, never changed in place. */
const NOTHING_YET = {
  due: [],
  stale: [],
  left: null,
  aim_steps: null,
  aiming: false,
  shot_mps: null,
  swung: false,
} as const;

const fresh = (done = new Set<number>()): Host => ({
  ...NOTHING_YET,
  backlog_seq: null,
  done,
  integration: null,
  own: 0,
  strays_ms: [],
  seq: 0,
  last_shot: null,
});

export function simulatorRules(): Checks {
  const hosts = new Map<string, Host>();
  const hostOf = (device: string): Host => {
    const host = hosts.get(device) ?? fresh();
    hosts.set(device, host);
    return host;
  };

  return {
    booted: (device) => void hosts.set(device, fresh(hosts.get(device)?.done)),
    struck(device, on_page, at_ms) {
      const host = hostOf(device);
      if (on_page) host.own++;
      else host.strays_ms = [...host.strays_ms, at_ms];
    },
    /** A host that stops and hosts again starts afresh, whether the relay received the stop or not. */
    sent({ device, body }) {
      if (body['action'] === 'stop') hostOf(device).backlog_seq = null;
    },
    finished({ device, route }, _how, at_ms, answer) {
      if ((route !== 'poll' && route !== 'host') || !answer) return;
      const host = hostOf(device);
      // C14: inputs after a fail-over reuse the numbers of lost inputs.
      if (answer.next_seq > 0) {
        host.seq = Math.min(host.seq, answer.next_seq - 1);
        host.backlog_seq ??= answer.next_seq - 1;
        for (const seq of host.done) if (seq >= answer.next_seq) host.done.delete(seq);
      }
      if (route === 'host') return;
      let putt_age_ms = Number.POSITIVE_INFINITY;
      for (const item of answer.items.toSorted((a, b) => a.seq - b.seq)) {
        putt_age_ms = item.ms ?? putt_age_ms;
        if (item.seq <= host.seq) continue;
        host.seq = item.seq;
        if (host.integration === null || !isForSimulator(item) || host.done.has(item.seq)) continue;
        const is_backlog = item.seq <= (host.backlog_seq ?? 0);
        const age_ms = is_backlog ? putt_age_ms : (item.ms ?? 0);
        if (is_backlog && age_ms >= BACKLOG_MS) host.stale = [...host.stale, item];
        else host.due = [...host.due, { item, accepted_ms: at_ms - age_ms, is_backlog }];
      }
    },
    /** `next_seq` restarts with the relay's data. */
    taken({ device, body }) {
      if (body['action'] === 'start') hostOf(device).seq = 0;
    },
    tapped: (device, key, at_ms) => checkEffect(hostOf(device), { tap: key }, at_ms),
    simulatorChanged({ device, integration, last, at_ms }) {
      const host = hostOf(device);
      // A different simulator drops all waiting inputs and has nothing to repeat.
      if (integration !== host.integration) Object.assign(host, { ...NOTHING_YET, integration });
      if (!last || last === host.last_shot || !(last.status === 'sent' || last.status === 'lost')) return;
      host.last_shot = last;
      checkEffect(host, { shot_mps: last.shot.ball_speed_mps }, at_ms);
    },
    settled() {
      for (const [device, host] of hosts) {
        const undone =
          host.integration === null
            ? []
            : host.due.filter(({ item, is_backlog }) => !is_backlog && effectsOf(host, item).length > 0);
        checkRule('R147', undone.length === 0, () => `${device} did not apply ${undone.length} inputs`);
      }
    },
  };
}

/** True unless the putt names a seat, which makes it a putt for a round. */
const isForSimulator = ({ putt }: InputItem): boolean => putt?.p === undefined;

const same = (a: Effect, b: Effect): boolean =>
  'tap' in a ? 'tap' in b && a.tap === b.tap : 'shot_mps' in b && Math.abs(a.shot_mps - b.shot_mps) < 1e-9;
const textOf = (done: Effect): string => ('tap' in done ? `tap ${done.tap}` : `shot ${done.shot_mps}`);

/** Checks an effect that leaves the host for its simulator: it must be the next one due, or the host's own strike. */
function checkEffect(host: Host, done: Effect, at_ms: number): void {
  for (let [next] = host.due; host.left === null && next; [next] = host.due) {
    const wanted = effectsOf(host, next.item);
    const [first] = wanted;
    if (first && same(first, done)) {
      const age_ms = at_ms - next.accepted_ms;
      checkRule(
        'R148',
        age_ms < DOCUMENT.input_lifetime_ms + ANSWER_MS,
        () => `an input is applied after ${age_ms} ms`,
      );
      const is_fresh = !next.is_backlog || age_ms < BACKLOG_MS + ANSWER_MS;
      checkRule('R43', is_fresh, () => `an input from before the start is applied after ${age_ms} ms`);
      host.left = wanted;
      host.done.add(next.item.seq);
    } else if (first && !next.is_backlog && !isTooOld(next, at_ms)) break;
    else host.due = host.due.slice(1);
  }
  const [first] = host.left ?? [];
  if (host.left && first) {
    checkRule('R147', same(first, done), () => `the host applies a ${textOf(done)}; expected is a ${textOf(first)}`);
    host.left = host.left.slice(1);
    if (host.left.length > 0) return;
    recordEffect(host, assertDefined(host.due[0], 'input that is due').item, done);
    Object.assign(host, { due: host.due.slice(1), left: null });
    return;
  }
  const strays_ms = host.strays_ms.filter((struck_ms) => at_ms - struck_ms < STRAY_MS);
  const own = 'shot_mps' in done && host.own + strays_ms.length > 0;
  const stale = own ? undefined : host.stale.find((item) => effectsOf(host, item).some((effect) => same(effect, done)));
  checkRule('R43', !stale, () => `the host applies input ${stale?.seq}, which is from before its start and too old`);
  checkRule('R147', own, () => `the host applies a ${textOf(done)} that no guest sent`);
  host.strays_ms = host.own > 0 ? strays_ms : strays_ms.slice(1);
  host.own = Math.max(0, host.own - 1);
  if ('shot_mps' in done) Object.assign(host, { shot_mps: done.shot_mps, aiming: false, swung: false });
}

const isTooOld = ({ accepted_ms }: Expected, at_ms: number): boolean =>
  at_ms - accepted_ms > DOCUMENT.input_lifetime_ms - ANSWER_MS;

const taps = (steps: number): Effect[] =>
  Array.from({ length: Math.abs(steps) }, () => ({ tap: steps < 0 ? 'aim_left' : 'aim_right' }));

/** Returns the effects of an input in the current state; empty if it cannot be carried out. */
function effectsOf(
  { integration, aim_steps, shot_mps, swung }: Host,
  { kind, steps, club, putt }: InputItem,
): Effect[] {
  const aim = aim_steps ?? 0;
  switch (kind) {
    case 'aim':
      return taps(steps);
    case 'putt':
      return putt ? [{ shot_mps: putt.mps * putt.ratio }] : [];
    case 'club':
      return integration === 'simdirect' ? [{ shot_mps: (SWING_MPH[club] ?? 0) / MPH_PER_MPS }] : [];
    case 'repeat':
      return shot_mps === null || (swung && integration === 'simport') ? [] : [...taps(aim), { shot_mps }];
    case 'repeat_aim':
      return taps(aim);
    case 'reset':
      return [{ tap: 'reset_aim' }];
    case 'mulligan':
      return [{ tap: 'mulligan' }];
  }
}

function recordEffect(host: Host, { kind, steps }: InputItem, done: Effect): void {
  if (kind === 'aim') host.aim_steps = host.aiming ? (host.aim_steps ?? 0) + steps : steps;
  host.aiming = kind === 'aim';
  if ('shot_mps' in done) host.shot_mps = done.shot_mps;
  if (kind === 'club' || kind === 'putt') host.swung = kind === 'club';
}

const MPH_PER_MPS = 2.236936;
/** Ball speeds of the full swings, repeated for the checks. */
const SWING_MPH: readonly number[] = [
  140, 136, 132, 130, 128, 125, 123, 128, 126, 123, 120, 117, 113, 124, 121, 118, 116, 112, 109, 104, 100, 93, 86, 78,
  75, 67, 58, 64, 58, 50, 44, 33,
];
