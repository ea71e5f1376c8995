// Pad messages from the panel to the page: the putt that is due, and its units.

import test from 'ava';
import { choose } from '../../support/device/play.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { fieldsOf } from '../../support/read-json.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';

test('[pad] sends the page a good speed for the due putt, and none while another rolls', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  const wanted = (): unknown => fieldsOf(viewer.last('green')?.['roll'] ?? {})['wanted_mps'];
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await viewer.until('a putt that is due', () => wanted() === fixture.wanted_speed_mps());
  await fixture.strike({ club_speed_mps: 2 });
  await viewer.until('a ball that rolls', () => wanted() === null);
  t.is(typeof fixture.wanted_speed_mps(), 'number', 'the golfer knows the next putt');
  await fixture.clock.advance(15_000);
  await viewer.until('the next putt', () => wanted() === fixture.wanted_speed_mps());
});

test('[C139] sends the page the units of the settings, and each change of them', async (t) => {
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
