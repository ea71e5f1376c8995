// Silent guests and guests that left, on a cloud that does not report the difference.

import test from 'ava';
import { NO_GUESTS, notGone, withListed, type KnownGuests } from '../../../firmware/online/missing-guests.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { stateOf } from '../../support/relay/relay-loop.ts';
import { ROUND } from '../../support/relay/wire-samples.ts';

interface TimedState {
  readonly at_s: number;
  readonly listed: readonly string[];
  readonly round?: Round;
  readonly rounds?: readonly Round[];
}

/** Returns which of Acorn and Birch still count as present after these states. */
function notGoneAfter(states: readonly TimedState[]): readonly string[] {
  let known: KnownGuests = NO_GUESTS;
  for (const { at_s, listed, round = null, rounds = [] } of states) {
    const players = listed.map((name) => ({ name, host: false, fol: true, players: [] }));
    known = withListed(known, { state: stateOf({ players, round }), rounds, at_ms: at_s * 1000 });
  }
  return notGone(known).filter((label) => label !== '');
}

/** Returns one state every 20 s. */
const every20 = (from_s: number, to_s: number, listed: readonly string[]): readonly TimedState[] =>
  Array.from({ length: (to_s - from_s) / 20 + 1 }, (_, at) => ({ at_s: from_s + at * 20, listed }));

test('[C106] a guest has left once it has been missing for 120 s', (t) => {
  const first = { at_s: 1000, listed: ['Acorn', 'Birch'] };
  t.deepEqual(notGoneAfter([first, ...every20(1010, 1110, ['Birch'])]), ['Acorn', 'Birch']);
  t.deepEqual(notGoneAfter([first, ...every20(1010, 1130, ['Birch'])]), ['Birch']);
});

test('[C106] a guest that returns gets the full 120 s again', (t) => {
  const states = [{ at_s: 1000, listed: ['Acorn'] }, ...every20(1010, 1110, []), { at_s: 1120, listed: ['Acorn'] }];
  t.deepEqual(notGoneAfter([...states, ...every20(1130, 1230, [])]), ['Acorn']);
  t.deepEqual(notGoneAfter([...states, ...every20(1130, 1250, [])]), []);
});

test('[C106] time without an answer from the cloud does not count', (t) => {
  const states = [{ at_s: 1000, listed: ['Acorn'] }, ...every20(1010, 1110, [])];
  t.deepEqual(notGoneAfter([...states, ...every20(1200, 1300, [])]), ['Acorn']);
  t.deepEqual(notGoneAfter([...states, ...every20(1200, 1320, [])]), []);
});

test('[C106] a rebooted host gives every seated guest the same time, with or without the cloud’s round', (t) => {
  const round = { ...ROUND, ro: [{ n: 'Bob', d: 'Acorn', c: 0, h: 0 }] };
  t.deepEqual(notGoneAfter([{ at_s: 5000, listed: [], round }]), ['Acorn']);
  t.deepEqual(notGoneAfter([{ at_s: 5000, listed: [], rounds: [round] }]), ['Acorn']);
});
