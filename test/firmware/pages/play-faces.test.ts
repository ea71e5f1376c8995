// The two faces of the play pages: the green, and the figures of the strike (C176).

import test from 'ava';
import { pageOf } from '../../../firmware/pages/render.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';
import { choose, reboot } from '../../support/device/play.ts';
import { experienceAfter, persistedWith, playingAt } from '../../support/device/views.ts';

/** Returns whether the screen draws the figures. */
const showsFigures = ({ screen }: DeviceFixture): boolean =>
  screen.picture().list.some((item) => item.kind === 'text' && item.text === 'Club speed');

test('[C176] up and down switch between green and figures, and a restart keeps the choice', async (t) => {
  const fixture = await deviceFixture({ flash: createMemoryFlash() });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  t.false(showsFigures(fixture));
  const lines = fixture.lines();
  for (const [key, figures] of [
    ['down', true],
    ['down', false],
    ['up', true],
  ] as const) {
    await fixture.press(key);
    t.is(showsFigures(fixture), figures, key);
    t.deepEqual(fixture.lines(), lines, 'both faces have the same page text');
  }
  const again = await reboot(fixture);
  t.teardown(() => again.stop());
  await choose(again, 'Lag putting');
  await choose(again, 'Start');
  t.true(showsFigures(again));
});

test('[C176] Metrics only begins with the figures, and its choice is a separate one', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  t.true(showsFigures(fixture));
  await fixture.press('up');
  t.false(showsFigures(fixture));
  await fixture.press('back');
  await fixture.press('back');
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  t.false(showsFigures(fixture));
});

test('[C176] a touch on the right half of the green presses down, and on its left half nothing', (t) => {
  const persisted = persistedWith(1, '', 'imperial');
  const { regions } = pageOf(playingAt(persisted, experienceAfter('lag', persisted, [])), 0);
  const keysAt = (x: number, y: number): readonly string[] =>
    regions.flatMap((at) => (x >= at.x && x < at.x + at.w && y >= at.y && y < at.y + at.h ? [at.key] : []));
  t.deepEqual(keysAt(400, 100), ['down']);
  t.deepEqual(keysAt(100, 100), []);
});
