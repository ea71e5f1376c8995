// Property test of a round on its host: events in any order never publish a round that breaks the rules.

import test from 'ava';
import fc from 'fast-check';
import type { RoundEvent } from '../../../firmware/play/round.machine.ts';
import { bo, lobby, play, sessionOf } from '../../support/device/round-actor.ts';
import { guest, PUTT } from '../../support/device/course.ts';
import { strikeWith } from '../../support/device/putts.ts';
import { violationOf } from '../../support/device/round-rules.ts';

const event: fc.Arbitrary<RoundEvent | 'wait' | 'look'> = fc.oneof(
  fc
    .double({ min: 0.15, max: 3, noNaN: true })
    .map((club_speed_mps): RoundEvent => ({ type: 'sensor.strike', strike: strikeWith({ club_speed_mps }) })),
  fc
    .record({
      p: fc.integer({ min: 0, max: 3 }),
      hole: fc.integer({ min: 1, max: 2 }),
      name: fc.constantFrom('Brisk Otter', 'Calm Tiger'),
    })
    .map(({ p, hole, name }): RoundEvent => ({
      type: 'round.putt',
      item: { seq: 1, kind: 'putt', name, steps: 0, club: 0, putt: { ...PUTT, mps: 1, p, hole }, ms: 0 },
      at_ms: 0,
    })),
  fc
    .tuple(
      fc.subarray([bo, guest('Calm Tiger', ['C', 'D']), guest('Calm Tiger', ['C', 'D'], false)]),
      fc.constantFrom(null, [], ['Brisk Otter', 'Calm Tiger']),
    )
    .map(([devices, away]): RoundEvent => ({
      type: 'round.roster',
      roster: sessionOf(
        devices.filter(({ name }, at) => devices.findIndex((one) => one.name === name) === at),
        away,
      ),
    })),
  fc.constantFrom<(RoundEvent | 'wait' | 'look')[]>(
    { type: 'key.ok' },
    { type: 'key.ok' },
    { type: 'key.left' },
    'wait',
    'look',
  ),
);

test('[R76] [R77] [R80] [R82] [R85] [R86] publishes a valid round after any sequence of events', (t) => {
  let shots = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
      const host = play(lobby(), sessionOf([]));
      for (const one of events) {
        if (one === 'wait' || one === 'look') host.clock.step();
        else host.send(one);
      }
      const published = host.published();
      shots += published.at(-1)?.shot?.seq ?? 0;
      const problem = violationOf(published, 1);
      if (problem) throw new Error(problem);
    }),
    { seed: 7, numRuns: 150 },
  );
  t.true(shots > 300, `${shots} shots`);
});
