// What the front panel tells the page for its pad: the putt that is due, and in which units it is shown.

import test from 'ava';
import { choose } from '../../support/device/play.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { fieldsOf } from '../../support/read-json.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';

test('[pad] the page is told a good speed for the putt that is due, and none while another putt rolls', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  const wanted = (): unknown => fieldsOf(viewer.last('green')?.['roll'] ?? {})['wanted_mps'];
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await viewer.until('a putt that is due', () => wanted() === fixture.wanted_speed_mps());
  await fixture.strike({ club_speed_mps: 2 });
  await viewer.until('a ball that rolls', () => wanted() === null);
  t.is(typeof fixture.wanted_speed_mps(), 'number', 'the golfer knows what comes next');
  await fixture.clock.advance(15_000);
  await viewer.until('the next putt', () => wanted() === fixture.wanted_speed_mps());
});

test('[C139] the page is told the units of the settings, and that they have changed', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the menu', () => viewer.last('lines') !== undefined);
  t.is(viewer.last('hello')?.['units'], 'imperial');
  await choose(fixture, 'Settings');
  await choose(fixture, 'Units', 'right');
  await viewer.until('metres', () => viewer.last('hello')?.['units'] === 'metric');
  t.deepEqual(fixture.complaints(), []);
});
