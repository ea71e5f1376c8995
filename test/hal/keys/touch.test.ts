// Tests of fingers on a touch screen, in the kernel's three protocols, and of their place on the glass. Events follow
// the kernel's Documentation/input/multi-touch-protocol.rst and its drivers.

import test from 'ava';
import { createTouches, type TouchKind, type TouchPoint, type TouchState } from '../../../hal/keys/touch.ts';
import { calibrationOf, withinRange } from '../../../hal/keys/touch-place.ts';
import { applied, type Affine } from '../../../wire/affine.ts';
import { failsWith, valueOf } from '../../support/results.ts';

/** Type, code, value. */
type Event = readonly [type: number, code: number, value: number];
const SYN: Event = [0, 0, 0];
const MT_SYN: Event = [0, 2, 0];
const touch = (value: number): Event => [1, 0x14a, value];
const x = (value: number): Event => [3, 0x00, value];
const y = (value: number): Event => [3, 0x01, value];
const slot = (value: number): Event => [3, 0x2f, value];
const mtX = (value: number): Event => [3, 0x35, value];
const mtY = (value: number): Event => [3, 0x36, value];
const id = (value: number): Event => [3, 0x39, value];

const NO_TOUCH: TouchState = { slot: 0, slots: [{ id: -1, x: 0, y: 0 }] };

const NEAR: TouchPoint = { x: 24, y: 16 };

/** Returns the touches of events that all have the same time. */
function touchesOf(kind: TouchKind, state: TouchState, events: readonly Event[]): readonly TouchPoint[] {
  const touches = createTouches(kind, state, NEAR);
  return events.flatMap(([type, code, value]) => touches.event({ type, code, value, time_ms: 0 }) ?? []);
}

/** Returns the touches of reports with their times. */
function touchesAt(
  kind: TouchKind,
  reports: readonly (readonly [at_ms: number, events: readonly Event[]])[],
): readonly TouchPoint[] {
  const touches = createTouches(kind, NO_TOUCH, NEAR);
  return reports.flatMap(([at_ms, events]) =>
    [...events, SYN].flatMap(
      ([type, code, value]) => touches.event({ type, code, value, time_ms: 1_700_000_000_000 + at_ms }) ?? [],
    ),
  );
}

test('[keys] one finger: reports a touch at its first contact and ignores later moves', (t) => {
  const events = [touch(1), x(100), y(200), SYN, x(110), SYN, touch(0), SYN, touch(1), x(300), SYN];
  t.deepEqual(touchesOf('single', NO_TOUCH, events), [
    { x: 100, y: 200 },
    { x: 300, y: 200 },
  ]);
});

test('[keys] treats the left button of a tablet as contact and ignores moves without it', (t) => {
  const button = (value: number): Event => [1, 0x110, value];
  const events = [x(5), y(6), SYN, button(1), SYN, button(0), SYN];
  t.deepEqual(touchesOf('single', NO_TOUCH, events), [{ x: 5, y: 6 }]);
});

test('[keys] uses the initial value of an axis until the kernel reports it', (t) => {
  const state: TouchState = { slot: 0, slots: [{ id: -1, x: 40, y: 50 }] };
  t.deepEqual(touchesOf('single', state, [touch(1), SYN]), [{ x: 40, y: 50 }]);
  t.deepEqual(touchesOf('slots', state, [id(7), mtX(41), SYN]), [{ x: 41, y: 50 }]);
});

test('[keys] slots: ignores a second finger, even after the first has lifted', (t) => {
  const reports: readonly (readonly Event[])[] = [
    [slot(0), id(45), mtX(10), mtY(20), slot(1), id(46), mtX(500), mtY(600), SYN],
    [slot(0), id(-1), SYN],
    [slot(0), id(47), mtX(11), mtY(21), SYN],
    [id(-1), slot(1), id(-1), SYN],
    [id(48), SYN],
  ];
  t.deepEqual(touchesOf('slots', NO_TOUCH, reports.flat()), [
    { x: 10, y: 20 },
    { x: 500, y: 600 },
  ]);
});

test('[keys] counts a new finger in the same slot as a touch, even without a lift', (t) => {
  const events = [id(3), mtX(10), mtY(20), SYN, id(4), mtX(30), SYN, mtX(31), SYN];
  t.deepEqual(touchesOf('slots', NO_TOUCH, events), [
    { x: 10, y: 20 },
    { x: 30, y: 20 },
  ]);
});

test('[keys] ignores pointer events reported in addition to the slots', (t) => {
  const events = [slot(0), id(1), mtX(10), mtY(20), touch(1), x(999), y(999), SYN];
  t.deepEqual(touchesOf('slots', NO_TOUCH, events), [{ x: 10, y: 20 }]);
});

test('[keys] starts no touch on rereading the state; the next finger has its own position', (t) => {
  const touches = createTouches('slots', NO_TOUCH, NEAR);
  const give = ([type, code, value]: Event) => touches.event({ type, code, value, time_ms: 0 });
  const down: TouchState = {
    slot: 1,
    slots: [
      { id: -1, x: 1, y: 2 },
      { id: 9, x: 3, y: 4 },
    ],
  };
  touches.set(down);
  t.is(give(SYN), null);
  give(id(-1));
  t.is(give(SYN), null);
  give(slot(0));
  give(id(10));
  t.deepEqual(give(SYN), { x: 1, y: 2 });
});

test('[keys] frames: lists all fingers each time; ends on an empty list or lost contact', (t) => {
  const finger = (at: TouchPoint): readonly Event[] => [mtX(at.x), mtY(at.y), MT_SYN];
  const reports: readonly (readonly Event[])[] = [
    [...finger({ x: 1, y: 2 }), ...finger({ x: 8, y: 9 }), SYN],
    [...finger({ x: 8, y: 9 }), SYN],
    [MT_SYN, SYN],
    [...finger({ x: 3, y: 4 }), SYN],
    [touch(0), SYN],
    [...finger({ x: 5, y: 6 }), SYN],
    [[1, 28, 1], SYN],
    [...finger({ x: 5, y: 7 }), SYN],
  ];
  t.deepEqual(touchesOf('frames', NO_TOUCH, reports.flat()), [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
    { x: 5, y: 6 },
  ]);
});

/** Events of a finger down at a point and of a lift, for each kind of panel. */
const PANELS: Readonly<
  Record<TouchKind, { down: (at: TouchPoint, tracking: number) => readonly Event[]; up: readonly Event[] }>
> = {
  single: { down: (at) => [touch(1), x(at.x), y(at.y)], up: [touch(0)] },
  slots: { down: (at, tracking) => [id(tracking), mtX(at.x), mtY(at.y)], up: [id(-1)] },
  frames: { down: (at) => [mtX(at.x), mtY(at.y), MT_SYN], up: [MT_SYN] },
};
const AT: TouchPoint = { x: 100, y: 200 };

for (const kind of ['single', 'slots', 'frames'] as const) {
  const { down, up } = PANELS[kind];
  const again = (gap_ms: number, to: TouchPoint): number =>
    touchesAt(kind, [[0, down(AT, 1)], [80, up], [80 + gap_ms, down(to, 2)]]).length; // oxfmt-ignore

  test(`[keys] treats a contact within 60 ms of a lift and close to it as the same finger (${kind})`, (t) => {
    for (const gap_ms of [0, 1, 40, 60]) t.is(again(gap_ms, AT), 1, `${gap_ms} ms`);
    for (const gap_ms of [61, 100, 1000]) t.is(again(gap_ms, AT), 2, `${gap_ms} ms`);
    for (const to of [{ x: 124, y: 216 }, { x: 76, y: 184 }]) t.is(again(40, to), 1, JSON.stringify(to)); // oxfmt-ignore
    for (const to of [
      { x: 125, y: 200 },
      { x: 75, y: 200 },
      { x: 100, y: 217 },
      { x: 100, y: 183 },
    ])
      // oxfmt-ignore
      t.is(again(40, to), 2, JSON.stringify(to));
  });

  test(`[keys] counts a moving finger with short contact losses as one touch (${kind})`, (t) => {
    const reports = Array.from({ length: 10 }, (_, i) => [
      [100 * i, down({ x: 100 + 20 * i, y: 200 }, i + 1)] as const,
      [100 * i + 60, up] as const,
    ]).flat();
    t.deepEqual(touchesAt(kind, reports), [AT]);
    const moved = [[0, down(AT, 1)], [50, down({ x: 300, y: 200 }, 1)], [80, up], [120, down({ x: 310, y: 200 }, 2)]] as const; // oxfmt-ignore
    t.deepEqual(touchesAt(kind, moved), [AT], 'position is compared with where the finger lifted');
  });
}

test('[keys] counts a contact as a touch after the clock was set back', (t) => {
  const { down, up } = PANELS.single;
  t.is(touchesAt('single', [[5000, down(AT, 1)], [5080, up], [0, down(AT, 2)]]).length, 2); // oxfmt-ignore
});

test('[keys] scales any axis range to 0 up to, but excluding, 1', (t) => {
  t.is(withinRange(0, { min: 0, max: 799 }), 0);
  t.is(withinRange(400, { min: 0, max: 799 }), 0.5);
  t.is(withinRange(-100, { min: -200, max: 199 }), 0.25);
  t.true(withinRange(799, { min: 0, max: 799 }) < 1);
});

test('[keys] reads a calibration as a libinput matrix', (t) => {
  // From libinput's documentation: 90° clockwise is 0 -1 1 1 0 0, the first row, then the second.
  const turned: Affine = [0, -1, 1, 1, 0, 0];
  t.deepEqual(applied(turned, { x: 0.25, y: 0.5 }), { x: 0.5, y: 0.25 });
  t.deepEqual(applied([2, 0, -0.25, 0, 1, 0.125], { x: 0.5, y: 0.5 }), { x: 0.75, y: 0.625 });
  t.deepEqual(valueOf(t, calibrationOf([0, -1, 1, 1, 0, 0])), turned);
  for (const numbers of [[], [1, 0, 0, 0, 1], [1, 0, 0, 0, 1, 0, 0], [1, 0, 0, 0, NaN, 0], [1, 0, 0, 0, 1, Infinity]])
    failsWith(t, calibrationOf(numbers), 'bad_value', /six numbers/);
  failsWith(t, calibrationOf([1, 1, 0, 1, 1, 0]), 'bad_value', /to one line/);
});
