// Rules between a host's rounds and its guests: guests show only published rounds, and each putt is scored once (R32,
// R74, R84).

import type { RelayPutt } from '../../../wire/relay/shapes.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { checkRule } from '../broken-rule.ts';
import type { Checks } from '../observations.ts';
import type { RoundWatcher, RoundShot } from './round-rules.ts';

/** R74: a guest shows only published versions and never goes back. `lag_ms`: as in `allChecks`. */
export function adoptionRules(lag_ms: number): Checks & RoundWatcher {
  /** Positions of a version in its round; the same text may be published several times. */
  const positions_of = new Map<string, readonly number[]>();
  const count_of = new Map<number, number>();
  const last_seen = new Map<string, { readonly id: number; readonly place: number }>();
  /** Round that each guest shows since it joined; joining again clears it. */
  const shown = new Map<string, { readonly boot: number; readonly round: Round }>();
  const keyOf = (round: Round): string => `${round.id} ${JSON.stringify(round)}`;
  /** Guests that may go back to an earlier version once, because a fail-over lost the newest. */
  const may_go_back = new Set<string>();
  return {
    tailLost() {
      for (const device of shown.keys()) may_go_back.add(device);
    },
    published(round) {
      const place = count_of.get(round.id) ?? 0;
      count_of.set(round.id, place + 1);
      positions_of.set(keyOf(round), [...(positions_of.get(keyOf(round)) ?? []), place]);
    },
    deviceChanged({ device, boot, session, round }) {
      if (session.role !== 'guest') shown.delete(device);
      if (session.role !== 'guest' || !round) return;
      const positions = positions_of.get(keyOf(round)) ?? [];
      checkRule(
        'R74',
        positions.length > 0,
        () => `${device} shows a round that no host has published: ${JSON.stringify(round)}`,
      );
      const before = last_seen.get(device);
      const least = before?.id === round.id ? before.place : 0;
      // If a version was published several times, take the first position at or after the last one seen.
      const place = positions.find((each) => each >= least);
      // Two relays may apply versions that arrive at about the same time in either order.
      checkRule(
        'R74',
        place !== undefined || lag_ms > 0,
        () => `${device} goes back from version ${least} to ${positions.at(-1)}`,
      );
      last_seen.set(device, { id: round.id, place: place ?? 0 });
      const last = shown.get(device);
      const back = last?.boot === boot && last.round.id === round.id ? stepBack(last.round, round) : null;
      if (back !== null && !may_go_back.delete(device))
        checkRule('R74', false, () => `${device} goes back by ${back}: ${JSON.stringify([last?.round, round])}`);
      shown.set(device, { boot, round });
    },
  };
}

const PHASES = ['lobby', 'play', 'done'];

/**
 * Returns what went back between two versions; null if nothing. A late version has its own position, so only its
 * content can show that it is older.
 */
function stepBack(before: Round, after: Round): string | null {
  const [old, shot] = [before.shot, after.shot];
  if (PHASES.indexOf(after.ph) < PHASES.indexOf(before.ph)) return 'a phase';
  if (old && shot && shot.seq < old.seq) return 'a shot';
  if (old && shot && shot.seq === old.seq && old.v !== '' && shot.v === '') return 'a verdict';
  return before.note && after.note && after.note.seq < before.note.seq ? 'a note' : null;
}

/**
 * R84, R32: a guest's shot matches one of its putts, for the seat and hole that it was meant for, and no putt is scored
 * twice.
 */
export function puttRules(): Checks & RoundWatcher {
  const label_of = new Map<string, string>();
  const putts = new Map<string, 'open' | 'scored'>();
  /** Putts scored before a fail-over: one that was never answered is sent again and counts as a new input (C122). */
  const may_come_again = new Set<string>();
  const keyOf = (label: string, { mps, face, aoa, ratio, p, hole }: RelayPutt | RoundShot): string =>
    JSON.stringify([label, mps, face, aoa, ratio, p, hole]);
  return {
    deviceChanged({ device, session }) {
      if (session.label) label_of.set(device, session.label);
    },
    tailLost() {
      for (const key of putts.keys()) may_come_again.add(key);
    },
    taken({ device, body }) {
      const { putt } = body;
      if (!putt) return;
      const key = keyOf(label_of.get(device) ?? '', putt);
      if (!putts.has(key) || may_come_again.delete(key)) putts.set(key, 'open');
    },
    shot(shot, label) {
      if (label === '') return;
      const key = keyOf(label, shot);
      checkRule('R84', putts.has(key), () => `shot ${shot.seq} of ${label} is not one of its putts: ${key}`);
      checkRule('R32', putts.get(key) === 'open', () => `the putt of shot ${shot.seq} is scored twice`);
      putts.set(key, 'scored');
    },
  };
}
