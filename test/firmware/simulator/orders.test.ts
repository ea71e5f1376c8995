// Key taps and shot for each input, and the aim and shot that a repeat replays (R147).

import test from 'ava';
import fc from 'fast-check';
import {
  isReplay,
  NOTHING_PLAYED,
  orderFor,
  refusalOf,
  withPlayed,
  type LastPlayed,
  type SimInput,
} from '../../../firmware/simulator/orders.ts';
import { clubShot, puttShot } from '../../../firmware/simulator/shots.ts';

const PUTT = { mps: 1.5, face: 1, aoa: 0, ratio: 1.6 };

const order = (input: SimInput, played: LastPlayed = NOTHING_PLAYED) =>
  orderFor({ input, by: 'guest', expires_ms: 0 }, played);

/** Returns the aim and shot that a repeat would play after these inputs. */
const after = (...inputs: readonly SimInput[]): LastPlayed =>
  inputs.reduce((played, input) => withPlayed(played, order(input, played)), NOTHING_PLAYED);

const aim = (steps: number): SimInput => ({ kind: 'aim', steps });

test('[R147] turns an aim into one tap per step to its side', (t) => {
  for (let steps = -50; steps <= 50; steps++) {
    const { key, taps, shot } = order(aim(steps));
    t.is(taps, steps < 0 ? -steps : steps);
    if (steps !== 0) t.is(key, steps < 0 ? 'aim_left' : 'aim_right', String(steps));
    t.is(shot, null);
  }
});

test('[R147] turns a putt or club into one shot, a reset or mulligan into one tap', (t) => {
  t.like(order({ kind: 'putt', putt: PUTT }), { key: null, taps: 0, shot: { of: 'putt', club_speed_mps: 1.5 } });
  t.like(order({ kind: 'club', club: 19 }), { key: null, taps: 0, shot: { of: 'club', name: '7-iron' } });
  t.like(order({ kind: 'reset' }), { key: 'reset_aim', taps: 1, shot: null });
  t.like(order({ kind: 'mulligan' }), { key: 'mulligan', taps: 1, shot: null });
});

test('[R147] repeats the last aim and shot on repeat, and only the aim on repeat_aim', (t) => {
  const played = after(aim(-3), { kind: 'putt', putt: PUTT });
  t.like(order({ kind: 'repeat' }, played), { key: 'aim_left', taps: 3, shot: puttShot(PUTT) });
  t.like(order({ kind: 'repeat_aim' }, played), { key: 'aim_left', taps: 3, shot: null });
  const later = after(aim(-3), { kind: 'putt', putt: PUTT }, aim(4), { kind: 'club', club: 2 });
  t.like(order({ kind: 'repeat' }, later), { key: 'aim_right', taps: 4, shot: clubShot(2) });
});

test('[R147] repeats a shot that was never aimed without taps', (t) => {
  t.like(order({ kind: 'repeat' }, after({ kind: 'club', club: 0 })), { taps: 0, shot: clubShot(0) });
});

test('[C83] sums consecutive taps into one aim, right minus left, until another input', (t) => {
  const aimed = (...inputs: readonly SimInput[]) => after(...inputs).aim_steps;
  t.is(aimed(aim(1), aim(1), aim(1), aim(-1)), 2);
  t.is(aimed(aim(5), aim(-5)), 0);
  for (const between of [
    { kind: 'putt', putt: PUTT },
    { kind: 'club', club: 0 },
    { kind: 'repeat' },
    { kind: 'repeat_aim' },
    { kind: 'reset' },
    { kind: 'mulligan' },
  ] satisfies SimInput[])
    t.is(aimed(aim(7), between, aim(-2)), -2, between.kind);
  t.is(aimed(aim(7), { kind: 'repeat' }, { kind: 'repeat_aim' }), 7, 'repeated aim unchanged');
  t.is(aimed(aim(30), aim(40)), 70, 'longer than any single input');
});

test('[R147] does not change the repeated aim and shot by repeating them', (t) => {
  const input: fc.Arbitrary<SimInput> = fc.oneof(
    fc.integer({ min: -50, max: 50 }).map((steps) => aim(steps)),
    fc.integer({ min: 0, max: 31 }).map((club): SimInput => ({ kind: 'club', club })),
    fc.constantFrom<SimInput>({ kind: 'reset' }, { kind: 'mulligan' }, { kind: 'putt', putt: PUTT }),
  );
  fc.assert(
    fc.property(fc.array(input, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (inputs, times) => {
      const played = after(...inputs);
      const again = Array.from({ length: times }, (): SimInput => ({ kind: 'repeat' }));
      const repeated = again.reduce((now, each) => withPlayed(now, order(each, now)), played);
      t.deepEqual([repeated.aim_steps, repeated.shot], [played.aim_steps, played.shot]);
    }),
    { seed: 7 },
  );
});

test('[R147] refuses a repeat without anything to repeat; a zero aim can be repeated', (t) => {
  t.is(refusalOf({ kind: 'repeat' }, after(aim(2)), false), 'No shot to repeat yet.');
  t.is(refusalOf({ kind: 'repeat_aim' }, after({ kind: 'club', club: 1 }), false), 'No aim to repeat yet.');
  t.is(refusalOf({ kind: 'repeat' }, after({ kind: 'club', club: 1 }), false), '');
  t.is(refusalOf({ kind: 'repeat_aim' }, after(aim(1), aim(-1)), false), '');
});

test('[C44] refuses only a club through a connector, with a message', (t) => {
  const played = after(aim(2), { kind: 'putt', putt: PUTT });
  const refused = (input: SimInput): boolean => refusalOf(input, played, true) !== '';
  t.is(refusalOf({ kind: 'club', club: 3 }, played, true), 'A connector sends only putts.');
  t.is(refusalOf({ kind: 'club', club: 3 }, played, false), '');
  for (const input of [aim(1), { kind: 'putt', putt: PUTT }, { kind: 'repeat' }, { kind: 'mulligan' }] as const)
    t.false(refused(input), input.kind);
});

test('[C44] refuses to repeat a full swing through a connector', (t) => {
  t.not(refusalOf({ kind: 'repeat' }, after({ kind: 'club', club: 3 }), true), '');
});

test('[R132] refuses a guest’s putt with figures that no putter produces', (t) => {
  const isRefused = (putt: Partial<typeof PUTT>): boolean =>
    refusalOf({ kind: 'putt', putt: { ...PUTT, ...putt } }, NOTHING_PLAYED, false) !== '';
  for (const good of [{}, { mps: 0.15 }, { mps: 6 }, { face: -20 }, { face: 20 }, { ratio: 1.4 }, { ratio: 1.8 }])
    t.false(isRefused(good), JSON.stringify(good));
  for (const bad of [
    { mps: 0 },
    { mps: -1 },
    { mps: 6.5 },
    { mps: 1e9 },
    { face: 21 },
    { face: -90 },
    { aoa: 16 },
    { aoa: -16 },
    { ratio: 0 },
    { ratio: 3 },
  ])
    t.true(isRefused(bad), JSON.stringify(bad));
});

test('[R35] treats only repeat and repeat_aim as replays', (t) => {
  t.true(isReplay({ kind: 'repeat' }) && isReplay({ kind: 'repeat_aim' }));
  for (const input of [aim(1), { kind: 'club', club: 0 }, { kind: 'reset' }, { kind: 'mulligan' }] as const)
    t.false(isReplay(input));
  t.false(isReplay({ kind: 'putt', putt: PUTT }));
});

test('[R147] ignores an aim of no taps and repeats the one before it', (t) => {
  t.is(after(aim(3), { kind: 'reset' }, aim(0)).aim_steps, 3);
  t.is(after(aim(3), aim(0), aim(2)).aim_steps, 5);
});
