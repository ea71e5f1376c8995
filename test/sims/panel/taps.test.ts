// Keyboard taps for a golf simulator: merged into runs, and sent to viewers.

import test from 'ava';
import fc from 'fast-check';
import { createVirtualKeyboard, type RecordedTap } from '../../../hal/keyboard/keyboard-virtual.ts';
import type { TapRun } from '../../../sims/panel/page/connection/protocol.ts';
import { TAP_RUNS_MAX, runsOf, withTap } from '../../../sims/panel/tap-runs.ts';
import { SIMULATOR_KEYS, type KeyTap, type SimulatorKey } from '../../../wire/simulator-keys.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { openViewer, tapsOf } from '../../support/panel/viewer-socket.ts';

const { aim_left, aim_right, reset_aim, mulligan } = SIMULATOR_KEYS;

const recorded = (name: SimulatorKey | null, key: KeyTap): RecordedTap => ({ ...key, name });

/** Returns the keyboard's own record of these taps. */
function kept(...keys: readonly KeyTap[]): readonly RecordedTap[] {
  const keyboard = createVirtualKeyboard();
  for (const key of keys) void keyboard.tap(key);
  return keyboard.taps();
}

const times = (count: number, key: KeyTap): readonly KeyTap[] => Array.from({ length: count }, () => key);

/** Returns runs as text, such as aim_left×5, or aim_left×5+ if there may have been more. */
const textOf = (runs: readonly TapRun[]): readonly string[] =>
  runs.map(({ name, count, at_least }) => `${name}×${count}${at_least ? '+' : ''}`);

test('[panel] merges taps of the same key in a row, and starts a new run when it returns', (t) => {
  t.deepEqual(runsOf([]), []);
  t.deepEqual(runsOf(kept(...times(5, aim_left), mulligan)), [
    { usage: 0x50, modifiers: 0, name: 'aim_left', count: 5, at_least: false },
    { usage: 0x10, modifiers: 1, name: 'mulligan', count: 1, at_least: false },
  ]);
  t.deepEqual(textOf(runsOf(kept(aim_left, aim_right, aim_left, aim_left))), [
    'aim_left×1',
    'aim_right×1',
    'aim_left×2',
  ]);
});

test('[panel] another modifier, or another key without a name, starts a new run', (t) => {
  const plain = { ...mulligan, modifiers: 0 };
  t.deepEqual(textOf(runsOf(kept(mulligan, plain, { usage: 0x2c, modifiers: 0 }))), ['mulligan×1', 'null×1', 'null×1']);
});

test('[panel] shows the newest 12 runs without losing taps', (t) => {
  const keys = Array.from({ length: 20 }, (_, index) => [...times(index + 1, index % 2 ? aim_left : aim_right)]);
  const counts = runsOf(kept(...keys.flat())).map(({ count }) => count);
  t.deepEqual(counts, [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

test('[panel] the runs of any taps add up to the taps, in their order', (t) => {
  const names = ['aim_left', 'aim_right', 'reset_aim'] as const;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 40 }), (sequence) => {
      const runs = runsOf(sequence.map((name) => recorded(name, SIMULATOR_KEYS[name])));
      const again = runs.flatMap(({ name, count }) => Array.from({ length: count }, () => name));
      t.deepEqual(again, sequence.slice(sequence.length - again.length));
      t.true(again.length === sequence.length || runs.length === TAP_RUNS_MAX);
      t.true(runs.every(({ name }, index) => index === 0 || name !== runs[index - 1]?.name));
    }),
  );
});

test('[panel] marks the oldest run as possibly longer after older taps are dropped', (t) => {
  t.deepEqual(textOf(runsOf(kept(...times(499, aim_left)))), ['aim_left×499']);
  t.deepEqual(textOf(runsOf(kept(...times(700, aim_left)))), ['aim_left×500+']);
  t.deepEqual(textOf(runsOf(kept(...times(400, aim_left), ...times(300, aim_right)))), [
    'aim_left×200+',
    'aim_right×300',
  ]);
  // The mark stays while this run is shown, and no newer run has it.
  const cut = runsOf(kept(...times(700, aim_left)));
  const tap = recorded('reset_aim', reset_aim);
  t.deepEqual(textOf(withTap(withTap(cut, tap), tap)), ['aim_left×500+', 'reset_aim×2']);
});

test('[panel] sends a viewer an empty list first, and then each change', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the log', () => viewer.last('log') !== undefined);
  t.deepEqual(viewer.last('taps'), { type: 'taps', taps: [] });
  const before = viewer.messages.length;
  for (const key of [...times(5, aim_left), reset_aim]) void fixture.keyboard?.tap(key);
  await viewer.until('the taps', () => textOf(tapsOf(viewer)).join(' ') === 'aim_left×5 reset_aim×1');
  await viewer.settled();
  // Six taps at the same time make one message, and nothing else has changed.
  t.deepEqual(
    viewer.messages.slice(before).map(({ type }) => type),
    ['taps'],
  );
  fixture.log.write('info', 'test', 'something else');
  await viewer.until('something else', () => viewer.messages.at(-1)?.type === 'log');
  t.is(viewer.messages.filter(({ type }) => type === 'taps').length, 2);
});

test('[panel] a watching viewer gets the full count of a run, a later one the minimum', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  for (const key of times(498, aim_left)) void fixture.keyboard?.tap(key);
  const first = await openViewer(panel.url);
  t.teardown(() => first.close());
  await first.until('earlier taps', () => textOf(tapsOf(first))[0] === 'aim_left×498');
  for (const key of times(6, aim_left)) void fixture.keyboard?.tap(key);
  await first.until('all taps', () => textOf(tapsOf(first))[0] === 'aim_left×504');
  const second = await openViewer(panel.url);
  t.teardown(() => second.close());
  await second.until('the kept taps', () => textOf(tapsOf(second))[0] === 'aim_left×500+');
  void fixture.keyboard?.tap(aim_left);
  await first.until('one more', () => textOf(tapsOf(first))[0] === 'aim_left×505');
  await second.until('one more', () => textOf(tapsOf(second))[0] === 'aim_left×501+');
  t.deepEqual([tapsOf(first).length, tapsOf(second).length], [1, 1]);
});

test('[panel] counts taps that a page does not watch, and sends them when it watches again', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the log', () => viewer.last('log') !== undefined);
  viewer.send({ type: 'watch', on: false });
  await viewer.settled();
  const before = viewer.messages.length;
  for (const key of [aim_right, ...times(600, aim_left)]) void fixture.keyboard?.tap(key);
  await viewer.settled();
  t.is(viewer.messages.length, before);
  viewer.send({ type: 'watch', on: true });
  await viewer.until('taps while not watching', () => textOf(tapsOf(viewer)).join(' ') === 'aim_right×1 aim_left×600');
});

test('[panel] sends no taps of a real keyboard', async (t) => {
  const { panel } = await panelFixture(t, { dress: (fixture) => ({ ...fixture, keyboard: null }) });
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the log', () => viewer.last('log') !== undefined);
  t.is(viewer.last('taps'), undefined);
});
