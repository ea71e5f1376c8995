// What must hold of every round that a host publishes, in the order in which the relay takes them, and of what guests show of
// it (R73, R74, R76, R77, R79, R80, R82, R84–R88, R32, R43).

import { HOLE_STROKES_MAX } from '../../../wire/choices.ts';
import { ROUND_CHARS_MAX } from '../../../wire/limits.ts';
import type { RelayPutt, Round } from '../../../wire/relay/shapes.ts';
import { hold } from '../broken-rule.ts';
import type { Checks, SentRequest } from '../observed.ts';

type Shot = NonNullable<Round['shot']>;

interface Published {
  readonly id: number;
  last: Round | null;
  count: number;
  readonly verdicts: Map<number, string>;
  readonly veiled: Set<number>;
  putted: boolean;
}

const PHASES = ['lobby', 'play', 'done'];

export function roundRules(): Checks {
  const rounds = new Map<string, Published>();
  const putts = new Map<string, { readonly device: string; readonly putt: RelayPutt; used: boolean }>();
  const seen = new Map<string, { id: number; place: number }>();
  const hosts = new Set<string>();
  /** Where a version stands in the order of its round. */
  const places_of = new Map<string, readonly number[]>();
  const rids = new Set<string>();
  const label_of = new Map<string, string>();

  const publishedOf = (host: string, id: number): Published => {
    const key = `${host} ${id}`;
    const known = rounds.get(key);
    if (known) return known;
    const fresh: Published = {
      id,
      last: null,
      count: 0,
      verdicts: new Map(),
      veiled: new Set(),
      putted: false,
    };
    rounds.set(key, fresh);
    return fresh;
  };

  const publish = ({ device, body }: SentRequest): void => {
    const round = body['round'] as Round;
    const rid = `${device} ${String(body['rid'])}`;
    if (rids.has(rid)) return;
    rids.add(rid);
    const published = publishedOf(device, round.id);
    checkShape(round);
    checkStep(published, round);
    if (round.shot) checkShot(published, round, round.shot);
    const key = `${round.id} ${JSON.stringify(round)}`;
    places_of.set(key, [...(places_of.get(key) ?? []), published.count++]);
    published.putted ||= round.shot !== null;
    published.last = round;
  };

  /** R84, R32: a guest's shot is one of its putts, and each putt becomes one shot at most. */
  const checkShot = (published: Published, round: Round, shot: Shot): void => {
    const { seq, v } = shot;
    const last_seq = Math.max(0, ...published.veiled);
    hold('R86', seq >= last_seq, () => `shot ${seq} after ${last_seq}`);
    if (v === '') {
      hold('R76', !published.verdicts.has(seq), () => `shot ${seq} is veiled after its verdict`);
      const label = round.ro[shot.p]?.d ?? '';
      if (!published.veiled.has(seq) && label !== '') takePutt(shot, label);
      published.veiled.add(seq);
      return;
    }
    hold('R76', published.veiled.has(seq), () => `shot ${seq} has a verdict before it was published without`);
    const { p: _p, ...content } = shot;
    const verdict = JSON.stringify(content);
    hold('R88', (published.verdicts.get(seq) ?? verdict) === verdict, () => `two verdicts of shot ${seq}`);
    published.verdicts.set(seq, verdict);
  };

  const takePutt = ({ mps, face, aoa, ratio, p, hole, seq }: Shot, label: string): void => {
    const key = JSON.stringify([mps, face, aoa, ratio, p, hole]);
    const sent = putts.get(`${label} ${key}`);
    hold('R84', sent !== undefined, () => `shot ${seq} of ${label} is no putt of its`);
    hold('R32', sent?.used === false, () => `the putt of shot ${seq} is scored twice`);
    if (sent) sent.used = true;
  };

  return {
    sent(request) {
      const { device, route, body } = request;
      if (route === 'host' && body['action'] === 'start') hosts.add(device);
      if (body['action'] === 'round') hold('R73', hosts.has(device), () => 'a guest publishes a round');
    },
    taken(request) {
      if (request.body['action'] === 'round') publish(request);
      const putt = request.body['putt'] as RelayPutt | undefined;
      if (!putt) return;
      const { mps, face, aoa, ratio, p, hole } = putt;
      const key = `${label_of.get(request.device) ?? ''} ${JSON.stringify([mps, face, aoa, ratio, p, hole])}`;
      if (!putts.has(key)) putts.set(key, { device: request.device, putt, used: false });
    },
    seen({ device, session, round }) {
      if (session.label) label_of.set(device, session.label);
      if (session.role !== 'guest' || !round) return;
      const text = JSON.stringify(round);
      const places = places_of.get(`${round.id} ${text}`) ?? [];
      hold('R74', places.length > 0, () => `${device} shows a round that no host has published: ${text}`);
      // The same text may have been published several times: it is the first that is not before what was seen.
      const before = seen.get(device);
      const least = before?.id === round.id ? before.place : 0;
      const place = places.find((each) => each >= least);
      hold(
        'R74',
        place !== undefined,
        () => `${device} goes back behind version ${least} to ${places.at(-1)}: ${text}`,
      );
      seen.set(device, { id: round.id, place: place ?? 0 });
    },
  };
}

function checkShape(round: Round): void {
  const { n, ro, turn, td, hole, nh, ph, sc } = round;
  hold('R79', [...JSON.stringify(round)].length <= ROUND_CHARS_MAX, () => 'the round is too long');
  hold('R82', n === ro.length && n >= 1 && n <= 4, () => `${n} seats`);
  hold('R82', hole >= 1 && hole <= nh, () => `hole ${hole} of ${nh}`);
  hold('R82', turn < n && (ph !== 'play' || round.shot?.v === '' || td[turn] === 0), () => `turn ${turn} sits out`);
  hold(
    'R87',
    ro.some(({ d }) => d === ''),
    () => 'the host has no seat',
  );
  hold(
    'C77',
    sc.every((row) => row.every((strokes) => strokes <= HOLE_STROKES_MAX)),
    () => 'too many strokes',
  );
}

const scores = ({ sc, turn, hd, hole }: Round): string => JSON.stringify([sc, turn, hd, hole]);
const people = ({ ro, td, ph }: Round): string => JSON.stringify([ro, td, ph]);

/** From one version to the next. */
function checkStep({ last, putted }: Published, round: Round): void {
  if (!last) return;
  hold('R85', PHASES.indexOf(round.ph) >= PHASES.indexOf(last.ph), () => `${last.ph} became ${round.ph}`);
  if (putted) hold('R80', round.n <= last.n, () => `${last.n} seats became ${round.n} after the first putt`);
  hold('R86', (round.note?.seq ?? 0) >= (last.note?.seq ?? 0), () => 'a note goes back');
  const new_verdict = round.shot !== null && round.shot.v !== '' && round.shot.seq >= (last.shot?.seq ?? 0);
  const same = scores(round) === scores(last) || people(round) !== people(last);
  hold('R77', same || new_verdict, () => `the score changes without a verdict: ${scores(last)} ${scores(round)}`);
}
