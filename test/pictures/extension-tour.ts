// The settings page of an extension, and a stopped extension. Pictures of extensions in play come from their own
// scripts.

import { readExtension } from '../../simulation/extension-script/extension-file.ts';
import { assert } from '../../wire/errors.ts';
import type { DeviceFixture } from '../support/device/device-fixture.ts';
import { extensionFixture, install, manifestOf } from '../support/extension/extension-fixture.ts';
import { choose } from '../support/device/play.ts';
import type { Visit } from './visit.ts';

export async function tourExtensions(visit: Visit): Promise<void> {
  const fixture = await extensionFixture();
  const extension = await readExtension('docs/extensions/examples/ladder.lua');
  assert(extension.ok, 'the ladder is fine');
  const { entry, bytes } = extension.value;
  await fixture.device.install(entry, bytes);
  await choose(fixture, 'Ladder');
  await visit('extension-options', fixture);
  for (const misses of [6, 4, 5, 2, 1]) await climb(fixture, misses);
  await choose(fixture, 'Trend');
  await visit('extension-trend', fixture);
  await tourStopped(visit);
}

/** Climbs the five rungs of the ladder, with misses at the first of them. */
async function climb(fixture: DeviceFixture, misses: number): Promise<void> {
  await choose(fixture, 'Start');
  await fixture.clock.advance(50);
  for (let miss = 0; miss < misses; miss++) await fixture.strike({ club_speed_mps: 0.5 });
  for (const feet of [3, 4, 5, 6, 7])
    for (let putt = 0; putt < 3; putt++)
      await fixture.strike({ club_speed_mps: 0.36 * Math.sqrt(feet + 0.8) + 0.28, face_angle_deg: 0 });
  await fixture.press('back');
}

async function tourStopped(visit: Visit): Promise<void> {
  const fixture = await extensionFixture();
  const wrong = `${manifestOf('Broken')}local function score(p) return p.points + 1 end\nfunction ext.putt(p) score(p) end`;
  await install(fixture, wrong, { code: 'BR0KN', name: 'Broken' });
  await choose(fixture, 'Broken');
  await fixture.clock.advance(50);
  await fixture.strike({});
  await visit('extension-stopped', fixture);
}
