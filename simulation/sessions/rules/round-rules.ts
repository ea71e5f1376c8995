// Rules for every round that a host publishes, in the order in which the relay takes them (R73, R76, R77, R79, R80,
// R82, R85–R88, C77).

import { HOLE_STROKES_MAX } from '../../../firmware/experiences/course/round.ts';
import { ROUND_SEATS } from '../../../wire/choices.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { readRound, type Round } from '../../../wire/relay/round.ts';
import { checkRule } from '../broken-rule.ts';
import type { Checks, SentRequest } from '../observations.ts';
import { DOCUMENT } from './document.ts';

export type RoundShot = NonNullable<Round['shot']>;

/** Published history of one round. */
interface Published {
  last: Round | null;
  /** Session of the device that published it last. */
  session?: number;
  readonly unrevealed: Set<number>;
  readonly verdicts: Map<number, string>;
}

/** Rules that also observe published rounds. */
export interface RoundWatcher {
  published?(round: Round): void;
  /** Called when a shot is first published. */
  shot?(shot: RoundShot, label: string): void;
}

export function roundRules(watchers: readonly RoundWatcher[]): Checks {
  const rounds = new Map<string, Published>();
  const hosts = new Set<string>();
  const seen = new Set<string>();
  /** Number of sessions that each device has hosted, over all boots. */
  const sessions = new Map<string, number>();
  const endSession = (device: string): void => void sessions.set(device, (sessions.get(device) ?? 0) + 1);

  const publish = ({ device, body }: SentRequest): void => {
    const round = assertDefined(body.round, 'round');
    for (const watcher of watchers) watcher.published?.(round);
    // Skip versions that were checked when first published.
    const version = `${device} ${JSON.stringify(round)}`;
    if (seen.has(version)) return;
    seen.add(version);
    const key = `${device} ${round.id}`;
    const known: Published = rounds.get(key) ?? { last: null, unrevealed: new Set(), verdicts: new Map() };
    rounds.set(key, known);
    checkShape(round);
    // A host that stops and hosts again may have played unobserved in between; and a host that loses power while the relay
    // is unreachable loses all queued versions but the last two.
    const session = sessions.get(device) ?? 0;
    if (known.session !== session && (round.shot?.seq ?? 0) > (known.last?.shot?.seq ?? 0)) known.last = null;
    known.session = session;
    if (known.last) checkStep(known.last, round, known.unrevealed.size > 0);
    if (round.shot) checkShot(known, round.shot, round.ro[round.shot.p]?.d ?? '', watchers);
    known.last = round;
  };

  return {
    booted: endSession,
    sent({ device, route, body }) {
      if (route === 'host' && body['action'] === 'start') hosts.add(device);
      if (route === 'host' && body['action'] === 'stop') endSession(device);
      if (body['action'] === 'round')
        checkRule('R73', hosts.has(device), () => `${device} publishes a round but is not a host`);
    },
    taken(request) {
      if (request.body['action'] === 'round') publish(request);
    },
  };
}

/** R76, R86, R88: a shot is published first without a verdict, then with one that never changes. */
function checkShot(
  { unrevealed, verdicts }: Published,
  shot: RoundShot,
  label: string,
  watchers: readonly RoundWatcher[],
): void {
  const { seq, v } = shot;
  const newest = Math.max(0, ...unrevealed);
  checkRule('R86', seq >= newest, () => `shot ${seq} comes after ${newest}`);
  if (v === '') {
    checkRule('R76', !verdicts.has(seq), () => `shot ${seq} lost its verdict`);
    if (!unrevealed.has(seq)) for (const watcher of watchers) watcher.shot?.(shot, label);
    unrevealed.add(seq);
    return;
  }
  checkRule('R76', unrevealed.has(seq), () => `shot ${seq} was first published with a verdict`);
  const { p: _p, ...content } = shot;
  const verdict = JSON.stringify(content);
  checkRule('R88', (verdicts.get(seq) ?? verdict) === verdict, () => `shot ${seq} has two verdicts`);
  verdicts.set(seq, verdict);
}

function checkShape(round: Round): void {
  checkRule('C4', readRound(round) !== null, () => `a malformed round: ${JSON.stringify(round)}`);
  const { n, ro, turn, td, hole, nh, ph, sc } = round;
  checkRule('R79', Array.from(JSON.stringify(round)).length <= DOCUMENT.round_chars, () => 'the round is too long');
  checkRule('R82', n === ro.length && n >= ROUND_SEATS.min && n <= ROUND_SEATS.max, () => `the round has ${n} seats`);
  checkRule('R82', hole >= 1 && hole <= nh, () => `hole ${hole} of ${nh}`);
  checkRule(
    'R82',
    turn < n && (ph !== 'play' || round.shot?.v === '' || td[turn] === 0),
    () => `seat ${turn} is on turn but sits out`,
  );
  checkRule(
    'R87',
    ro.some(({ d }) => d === ''),
    () => 'the host has no seat',
  );
  const most = Math.max(...sc.flat());
  checkRule('C77', most <= HOLE_STROKES_MAX, () => `${most} strokes on a hole`);
}

const PHASES = ['lobby', 'play', 'done'];
const scores = ({ sc, turn, hd, hole }: Round): string => JSON.stringify([sc, turn, hd, hole]);
const people = ({ ro, td, ph }: Round): string => JSON.stringify([ro, td, ph]);

/** Checks the change from one version to the next. */
function checkStep(last: Round, round: Round, putted: boolean): void {
  checkRule('R85', PHASES.indexOf(round.ph) >= PHASES.indexOf(last.ph), () => `${last.ph} became ${round.ph}`);
  if (putted) checkRule('R80', round.n <= last.n, () => `${last.n} seats became ${round.n} after the first putt`);
  checkRule('R86', (round.note?.seq ?? 0) >= (last.note?.seq ?? 0), () => 'a note goes back to an older one');
  const verdict = round.shot !== null && round.shot.v !== '' && round.shot.seq >= (last.shot?.seq ?? 0);
  const same = scores(round) === scores(last) || people(round) !== people(last);
  checkRule('R77', same || verdict, () => `the score changes without a verdict: ${scores(last)} ${scores(round)}`);
}
