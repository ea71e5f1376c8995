// Settings > Touch calibration on a device in virtual time, with a panel that is rotated and misscaled.

import test, { type ExecutionContext } from 'ava';
import { NO_TOUCHSCREEN, type TouchscreenView } from '../../../../firmware/touchscreen/touchscreen.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../../hal/flash/flash-memory.ts';
import { assertDefined } from '../../../../wire/errors.ts';
import { deviceFixture } from '../../../support/device/device-fixture.ts';
import { inspector } from '../../../support/panel/page-inspector.ts';
import { choose, pageOn, toMenu } from '../../../support/device/play.ts';
import { valueOf } from '../../../support/results.ts';
import { persistedWith, viewAt } from '../../../support/device/views.ts';

const UPRIGHT = [480, 0, 0, 0, 320, 0] as const;
const RECORD = 'touch-calibration';

/**
 * Opens a device whose panel is mounted rotated by 180 degrees and a tenth too small, so uncalibrated touches are far
 * off.
 */
async function withPanel({ flash = createMemoryFlash() }: { flash?: MemoryFlash } = {}) {
  const fixture = await deviceFixture({ flash, touchscreen: true });
  const panel = assertDefined(fixture.keys.touchscreen, 'touch screen');
  panel.place(UPRIGHT);
  await fixture.clock.advance(1);
  /** Touches this pixel, half a second after the previous touch. */
  const touch = async (x: number, y: number, after_ms = 500): Promise<void> => {
    await fixture.clock.advance(after_ms);
    panel.contact(0.95 - (0.9 * x) / 480, 0.95 - (0.9 * y) / 320);
    await fixture.clock.advance(1);
  };
  const begin = async (): Promise<void> => {
    await choose(fixture, 'Settings');
    await choose(fixture, 'Touch calibration');
  };
  const crosses = async (): Promise<void> => {
    await touch(48, 72);
    await touch(432, 72);
    await touch(240, 272);
  };
  return { ...fixture, fixture, panel, touch, begin, crosses, shows: (line: string) => fixture.lines().includes(line) };
}
type Panelled = Awaited<ReturnType<typeof withPanel>>;

/** Asserts whether touches are right by touching the back arrow in the title. */
async function touchesAreRight(t: ExecutionContext, { fixture, touch }: Panelled, right: boolean): Promise<void> {
  t.is(pageOn(fixture), 'settings');
  await touch(10, 20);
  t.is(pageOn(fixture) === 'menu', right);
}

test('[ui] has no row on a board without a touch screen, nor after its panel is removed', async (t) => {
  const without = await deviceFixture();
  await choose(without, 'Settings');
  t.false(without.lines().some((line) => line.includes('Touch')));
  t.false('touchscreen' in without.device.states());
  const { fixture, panel, clock } = await withPanel();
  await choose(fixture, 'Settings');
  t.true(fixture.lines().includes('Touch calibration: not yet'));
  panel.place(null);
  await clock.advance(1);
  t.false(fixture.lines().some((line) => line.includes('Touch')));
});

test('[ui] three crosses, a check and OK calibrate the touches, even after a reboot', async (t) => {
  const first = await withPanel();
  const { fixture, begin, crosses, touch, shows } = first;
  await choose(fixture, 'Settings');
  await touchesAreRight(t, first, false);
  await toMenu(fixture);
  await begin();
  t.true(shows('Touch calibration · cross 1 of 3'));
  await crosses();
  t.true(shows('Touch calibration · check'));
  await touch(408, 211);
  t.true(shows('The touch was 5 pixels off.'));
  await touch(130, 260); // on Keep
  t.true(shows('Note: Touch calibration saved.'));
  t.true(shows('> Touch calibration: done'));
  await touchesAreRight(t, first, true);
  t.deepEqual(fixture.complaints(), []);

  await fixture.stop();
  const again = await withPanel({ flash: createMemoryFlash(fixture.flash.disk) });
  await choose(again.fixture, 'Settings');
  t.true(again.shows('Touch calibration: done'));
  await touchesAreRight(t, again, true);
});

test('[ui] touches on the crosses reach nothing else, and a bouncing finger counts once', async (t) => {
  const { fixture, begin, touch, shows } = await withPanel();
  await begin();
  await touch(0, 0, 298); // counts as the same touch: under 300 ms after the first
  t.true(shows('Touch calibration · cross 1 of 3'));
  await touch(48, 72, 299);
  t.true(shows('Touch calibration · cross 2 of 3'));
  await touch(48, 72, 298);
  await touch(48, 72, 298);
  t.true(shows('Touch calibration · cross 2 of 3'));
  await touch(432, 72, 299);
  t.true(shows('Touch calibration · cross 3 of 3'));
  t.is(pageOn(fixture), 'touch');
});

test('[ui] impossible touches restart the calibration with a message', async (t) => {
  const { begin, touch, crosses, shows } = await withPanel();
  await begin();
  await touch(48, 72);
  await touch(432, 72);
  await touch(430, 74);
  t.true(shows('Touch calibration · cross 1 of 3'));
  t.true(shows('The three touches were in one place or line. Start again at the first cross.'));
  await crosses();
  t.true(shows('Touch calibration · check'));
  t.false(shows('The three touches were in one place or line. Start again at the first cross.'));
});

for (const [where, steps] of [
  ['the first cross', 0],
  ['the check cross', 3],
  ['the question', 4],
] as const) {
  const upTo = async ({ begin, touch }: Panelled): Promise<void> => {
    await begin();
    const touches = [[48, 72], [432, 72], [240, 272], [408, 216]] as const; // oxfmt-ignore
    for (const [x, y] of touches.slice(0, steps)) await touch(x, y);
  };

  test(`[ui] Back leaves the calibration at ${where} without changes`, async (t) => {
    const at = await withPanel();
    await upTo(at);
    await at.fixture.press('back');
    t.true(at.shows('> Touch calibration: not yet'));
    await touchesAreRight(t, at, false);
    t.deepEqual(valueOf(t, await at.flash.read(RECORD)).value, null);
  });

  test(`[ui] 30 seconds without a touch at ${where} cancel without changes`, async (t) => {
    const at = await withPanel();
    await upTo(at);
    await at.clock.advance(29_990);
    t.is(pageOn(at.fixture), 'touch');
    await at.clock.advance(20);
    t.true(at.shows('Note: No touch for 30 s: calibration unchanged.'));
    await touchesAreRight(t, at, false);
  });
}

test('[ui] each touch extends the timeout by 30 seconds', async (t) => {
  const { fixture, begin, touch, shows } = await withPanel();
  await begin();
  await touch(48, 72, 29_000);
  await touch(432, 72, 29_000);
  await fixture.clock.advance(29_000);
  t.true(shows('Touch calibration · cross 3 of 3'));
});

test('[ui] cancelling a second calibration keeps the first', async (t) => {
  const at = await withPanel();
  const { fixture, begin, crosses, touch, panel, clock } = at;
  await begin();
  await crosses();
  await touch(408, 216);
  await fixture.press('ok');
  await choose(fixture, 'Touch calibration');
  // These touches are for a correctly mounted panel, so the calibration is wrong.
  for (const [x, y] of [
    [48, 72],
    [432, 72],
    [240, 272],
    [408, 216],
  ] as const) {
    await clock.advance(500);
    panel.contact(x / 480, y / 320);
  }
  await clock.advance(1);
  t.true(at.shows('The touch was on the cross.'));
  await touch(130, 260); // on Keep, which this calibration puts elsewhere
  t.is(pageOn(fixture), 'touch');
  await clock.advance(31_000);
  await touchesAreRight(t, at, true);
});

test('[ui] OK keeps nothing before the calibration is complete', async (t) => {
  const { fixture, begin, crosses, shows, flash } = await withPanel();
  await begin();
  await fixture.press('ok');
  await crosses();
  await fixture.press('ok');
  t.true(shows('Touch calibration · check'));
  t.is(valueOf(t, await flash.read(RECORD)).value, null);
});

test('[ui] removing the panel ends the calibration', async (t) => {
  const { fixture, begin, crosses, panel, clock, shows } = await withPanel();
  await begin();
  await crosses();
  panel.place(null);
  await clock.advance(1);
  t.is(pageOn(fixture), 'settings');
  t.true(shows('Note: Touch screen or display changed: start again.'));
});

test('[ui] a calibration that cannot be stored is discarded, with the reason', async (t) => {
  const at = await withPanel();
  await at.begin();
  await at.crosses();
  await at.touch(408, 216);
  at.flash.disk.cutPower({ torn: 0, folder: 'kept' });
  await at.fixture.press('ok');
  await at.clock.advance(1);
  t.true(at.shows('> Touch calibration: not yet'));
  t.false(at.shows('Note: Touch calibration saved.'));
  t.true(at.fixture.lines().some((line) => line.startsWith('Note: ')));
  await touchesAreRight(t, at, false);
});

test('[ui] a damaged stored calibration is ignored and reported at boot', async (t) => {
  for (const text of ['{"calibration":[1,0,0,0,', '{"calibration":[0,0,0,0,0,0]}', '7']) {
    const flash = createMemoryFlash();
    valueOf(t, await flash.write(RECORD, new TextEncoder().encode(text)));
    const at = await withPanel({ flash });
    t.true(at.shows('Note: Touch calibration damaged: calibrate again under Settings.'));
    await choose(at.fixture, 'Settings');
    t.true(at.shows('Touch calibration: not yet'));
  }
});

test('[ui] the page of the touch screen, with every message', (t) => {
  const pages = inspector();
  const persisted = persistedWith(1, '', 'metric');
  const view: TouchscreenView = { ...NO_TOUCHSCREEN, there: true, calibrated: true, action: 'aiming' };
  const message = 'The three touches do not fit: one missed its cross. Start again at the first cross.';
  for (const touchscreen of [
    view,
    { ...view, message },
    ...[1, 2, 3].map((touched) => ({ ...view, touched })),
    ...[
      { x: 408, y: 216 },
      { x: 409, y: 216 },
      { x: -1_000_000, y: 0 },
    ].map((checked) => ({ ...view, touched: 3, checked })),
  ])
    for (const toast of ['', 'A message that stays over the page for some seconds, and takes two lines of it.'])
      pages.inspect(viewAt('touch', persisted, { device: { touchscreen, toast } }), 0, JSON.stringify(touchscreen));
  pages.inspect(viewAt('settings', persisted, { device: { touchscreen: view }, focus: 7 }), 0, 'settings');
  pages.report(t);
});
