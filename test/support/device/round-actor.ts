// A round on the device that scores it, with the test acting as the play machine: it sends strikes, guests' putts and
// reports.

import type { CourseState } from '../../../firmware/experiences/course/round.ts';
import { newRound, publicRound, withPlay } from '../../../firmware/experiences/course/round.ts';
import type { RoundInput } from '../../../firmware/play/round.ts';
import { roundMachine } from '../../../firmware/play/round.machine.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';
import { guest, PUTT, rosterOf } from './course.ts';
import { strikeWith } from './putts.ts';
import { recordedActor } from './recorded-actor.ts';
import { persistedWith } from './views.ts';

export const PERSISTED = {
  ...persistedWith(1, 'A', 'imperial'),
  players: [{ id: 1, name: 'A', handicap: 18, hand: 'right' as const, impact_ratio: 1.6 }],
};
export const bo = guest('Brisk Otter', ['B']);
export const sessionOf = (devices: readonly ListedDevice[], away: readonly string[] | null = []) => {
  const { own: _, ...roster } = rosterOf(devices, away);
  return roster;
};

export const lobby = (): CourseState =>
  newRound({ game: 'stroke', id: 7, seats: [{ n: 'A', d: '', c: 0, h: 18 }], ho: [10, 20, 8] });

/** Returns a one-hole course that a club speed of 0.85 m/s reaches. */
export const short = (): CourseState =>
  withPlay(newRound({ game: 'stroke', id: 7, seats: [{ n: 'A', d: '', c: 0, h: 0 }], ho: [3] }));

export function play(state: CourseState, roster: RoundInput['roster']) {
  const actor = recordedActor(roundMachine, { persisted: PERSISTED, state, hosted: roster !== null, roster });
  return {
    ...actor,
    strike: (club_speed_mps = 0.8) =>
      actor.send({ type: 'sensor.strike', strike: strikeWith({ club_speed_mps, at_ms: actor.clock.now_ms() }) }),
    guestPutts: (p: number, hole = 1, name = 'Brisk Otter', mps = 0.8) =>
      actor.send({
        type: 'round.putt',
        item: { seq: 1, kind: 'putt', name, steps: 0, club: 0, putt: { ...PUTT, mps, p, hole }, ms: 0 },
        at_ms: actor.clock.now_ms(),
      }),
    round: () => publicRound(actor.context().state),
    refusals: () => actor.news().flatMap((event) => (event.type === 'device.note' ? [String(event['text'])] : [])),
    /** Returns the new changes of the round. */
    changes: () => actor.news().filter(({ type }) => type === 'round.changed'),
    /** Returns the rounds that the parent received, as all players see them. */
    published: () =>
      actor.parent_events.flatMap((event) => (event.type === 'round.changed' ? [publicRound(event['state'])] : [])),
  };
}
