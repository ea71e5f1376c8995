// Tests of which swings count as a strike: both sides of every limit in the protocol spec, and missing or odd values.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { judgeSwing, type StrikeValues, type SwingMessage, type SwingVerdict } from '../../../hal/sensor/swing.ts';
import { MIDDLING, apertures, exactStrokes, oracleTimes, type PageStroke } from './gate-model.ts';
import { exactly, itemAt } from '../../support/items.ts';

const TICK_NS = 100;

/** Returns the SWING that a perfect board would send for a stroke, computed by the oracle. */
function swingOf(change: Partial<PageStroke>, error_um: readonly number[] = [], tick_ns = TICK_NS): SwingMessage {
  const times = oracleTimes({ ...MIDDLING, ...change }, error_um);
  const first = Math.min(...times);
  return {
    kind: 'swing',
    swing_id: 1,
    base_ticks: 1000n,
    present: 0xff,
    flags: 0,
    temperature_dc: 215,
    delta_ticks: times.map((s) => Math.round(((s - first) * 1e9) / tick_ns)),
  };
}

const judged = (swing: SwingMessage, error_um: readonly number[] = []): SwingVerdict =>
  judgeSwing(swing, TICK_NS, error_um);

function strikes(t: ExecutionContext, verdict: SwingVerdict): StrikeValues {
  if (verdict.kind === 'strike') return verdict.values;
  t.fail(verdict.kind === 'implausible' ? verdict.reason : verdict.kind);
  throw new Error('no strike');
}

function refused(t: ExecutionContext, verdict: SwingVerdict, reason: RegExp): void {
  t.is(verdict.kind, 'implausible');
  if (verdict.kind === 'implausible') t.regex(verdict.reason, reason);
  if (verdict.kind === 'implausible') t.regex(verdict.reason, /^[A-Z][^\n]*\.$/);
}

/** Step beyond the page's limits: twice the rounding of the plausibility check. */
const STEP = 0.02;
const LIMITS: readonly (readonly [field: keyof PageStroke, min: number, max: number, says: RegExp])[] = [
  ['v_mps', 0.15, 6, /speed .* 0\.15 to 6 m\/s/],
  ['face_deg', -20, 20, /face angle .* -20 to 20 °/],
  ['rot_deg_per_in', -6, 6, /rotation .* -6 to 6 °\/in/],
  ['attack_deg', -15, 15, /attack angle .* -15 to 15 °/],
];

test('[protocol] accepts a stroke on a plausibility limit and refuses one beyond it', (t) => {
  for (const [field, min, max, reason] of LIMITS) {
    for (const within of [min, min + STEP, max - STEP, max])
      strikes(t, judged(swingOf({ face_deg: 0, rot_deg_per_in: 0, [field]: within })));
    for (const beyond of [min - STEP, max + STEP])
      refused(t, judged(swingOf({ face_deg: 0, rot_deg_per_in: 0, [field]: beyond })), reason);
  }
});

test('[protocol] refuses strokes far beyond the limits', (t) => {
  for (const change of [{ v_mps: 0.01 }, { v_mps: 30 }, { face_deg: 50 }, { face_deg: -50 }, { attack_deg: -40 }])
    t.is(judged(swingOf({ rot_deg_per_in: 0, ...change })).kind, 'implausible', JSON.stringify(change));
});

test('[protocol] reconstructs a plausible stroke, corrected for the board’s aperture errors', (t) => {
  fc.assert(
    fc.property(exactStrokes, apertures, (page, error_um) => {
      const values = strikes(t, judged(swingOf(page, error_um), error_um));
      const close = (found: number | null, wanted: number, by: number): boolean =>
        t.true(found !== null && Math.abs(found - wanted) <= by, `${found} for ${wanted} in ${JSON.stringify(page)}`);
      // A tick of 100 ns at 6 m/s is 0.6 µm, below these tolerances, by the error table of docs/physics.md.
      close(values.club_speed_mps, page.v_mps, 1e-4 * page.v_mps);
      close(values.face_angle_deg, page.face_deg, 2e-3);
      close(values.face_rotation_deg_per_in, page.rot_deg_per_in, 2e-3);
      close(values.attack_angle_deg, page.attack_deg, 4e-3);
      close(values.left_inner_proportion, page.q_left, 1e-4);
      close(values.right_inner_proportion, page.q_right, 1e-4);
      t.false(values.clamped);
    }),
    { numRuns: 200 },
  );
});

test('[protocol] uses the tick that the board reports', (t) => {
  for (const tick_ns of [10, 1000]) {
    const values = strikes(t, judgeSwing(swingOf({}, [], tick_ns), tick_ns, []));
    t.true(Math.abs(values.club_speed_mps - 1.5) < 1e-3);
  }
});

test('[protocol] refuses a swing without LA, RA, LB or RB and names the missing one', (t) => {
  for (const [bit, name] of ['LA', 'RA', 'LB', 'RB'].entries())
    refused(t, judged({ ...swingOf({}), present: 0xff & ~(1 << bit) }), new RegExp(`signal: ${name}\\.`));
  refused(t, judged({ ...swingOf({}), present: 0xf0 }), /LA, RA, LB, RB/);
  refused(t, judged({ ...swingOf({}), present: 0 }), /LA, RA, LB, RB/);
});

test('[protocol] requires row A before row B on both sides', (t) => {
  const swing = swingOf({ face_deg: 0, rot_deg_per_in: 0 });
  const [la, ra, lb, rb] = exactly(8, swing.delta_ticks);
  const orders: number[][] = [
    [lb, ra, la, rb],
    [la, rb, lb, ra],
    [lb, rb, la, ra],
    [la, ra, la, rb],
    [la, ra, lb, ra],
  ];
  for (const rows of orders)
    refused(t, judged({ ...swing, delta_ticks: [...rows, ...swing.delta_ticks.slice(4)] }), /row B before row A/);
});

test('[protocol] gives the backstroke flag precedence over the times', (t) => {
  t.deepEqual(judged({ ...swingOf({}), flags: 1 }), { kind: 'backstroke' });
  t.deepEqual(judged({ ...swingOf({}), flags: 1, present: 0 }), { kind: 'backstroke' });
});

test('[protocol] accepts a channel blocked at arm time and refuses an overflowed clock', (t) => {
  strikes(t, judged({ ...swingOf({}), flags: 2 }));
  refused(t, judged({ ...swingOf({}), flags: 4 }), /clock/);
});

test('[protocol] [C56] reports no attack angle without HA or HB, and everything else', (t) => {
  const whole = strikes(t, judged(swingOf({})));
  for (const present of [0xbf, 0x7f, 0x3f])
    t.deepEqual(strikes(t, judged({ ...swingOf({}), present })), { ...whole, attack_angle_deg: null });
});

test('[protocol] [C56] reports no proportion for a side without LD or RD, and everything else', (t) => {
  const whole = strikes(t, judged(swingOf({})));
  t.deepEqual(strikes(t, judged({ ...swingOf({}), present: 0xef })), { ...whole, left_inner_proportion: null });
  t.deepEqual(strikes(t, judged({ ...swingOf({}), present: 0xdf })), { ...whole, right_inner_proportion: null });
  const bare = strikes(t, judged({ ...swingOf({}), present: 0x0f }));
  t.deepEqual(
    [bare.left_inner_proportion, bare.right_inner_proportion, bare.attack_angle_deg, bare.clamped],
    [null, null, null, false],
  );
});

test('[protocol] accepts a delta of 0 as a time and ignores deltas of absent channels', (t) => {
  const whole = strikes(t, judged(swingOf({})));
  const swing = swingOf({});
  t.true(swing.delta_ticks.includes(0));
  for (const nonsense of [0, 1, -1_000_000, 2 ** 31 - 1]) {
    const odd = { ...swing, present: 0x3f, delta_ticks: swing.delta_ticks.with(6, nonsense).with(7, nonsense) };
    t.deepEqual(strikes(t, judged(odd)), { ...whole, attack_angle_deg: null });
  }
  // All times from another origin, so that a row's delta is 0 or negative.
  const la = itemAt(swing.delta_ticks, 0);
  const shifted = strikes(t, judged({ ...swing, delta_ticks: swing.delta_ticks.map((delta) => delta - la) }));
  t.true(Math.abs(shifted.face_angle_deg - whole.face_angle_deg) < 1e-6);
});

test('[C56] clamps and flags a proportion outside 0..1, and counts the strike', (t) => {
  const cases: [Partial<PageStroke>, number, number][] = [
    [{ q_left: -0.2, q_right: 0.5 }, 0, 0.5],
    [{ q_left: 1.3, q_right: 0.5 }, 1, 0.5],
    [{ q_left: 0.5, q_right: -0.2 }, 0.5, 0],
    [{ q_left: 0.5, q_right: 1.3 }, 0.5, 1],
  ];
  for (const [change, left, right] of cases) {
    const values = strikes(t, judged(swingOf(change)));
    t.true(Math.abs((values.left_inner_proportion ?? 9) - left) < 1e-3);
    t.true(Math.abs((values.right_inner_proportion ?? 9) - right) < 1e-3);
    t.true(values.clamped, JSON.stringify(change));
  }
  for (const q of [0, 1]) {
    const values = strikes(t, judged(swingOf({ q_left: q, q_right: q })));
    t.true((values.left_inner_proportion ?? 9) >= 0 && (values.right_inner_proportion ?? 9) <= 1);
    t.false(values.clamped, `${q}`);
  }
});

test('[protocol] handles any swing that bytes can encode', (t) => {
  const int = fc.integer({ min: -0x80000000, max: 0x7fffffff });
  const deltas = fc.array(fc.oneof(int, fc.integer({ min: 0, max: 2_000_000 })), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(
      deltas,
      fc.nat(0xffff),
      fc.nat(255),
      fc.constantFrom(0, 1, 100, 2 ** 32 - 1),
      (delta_ticks, present, flags, tick) => {
        const verdict = judgeSwing({ ...swingOf({}), delta_ticks, present, flags }, tick, []);
        if (verdict.kind !== 'strike') return;
        const { club_speed_mps, face_angle_deg, face_rotation_deg_per_in } = verdict.values;
        t.true(club_speed_mps >= 0.14 && club_speed_mps <= 6.01);
        t.true(Math.abs(face_angle_deg) <= 20.01 && Math.abs(face_rotation_deg_per_in) <= 6.01);
      },
    ),
    { numRuns: 500 },
  );
  t.pass();
});
