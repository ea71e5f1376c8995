// The settings of an extension, and one that has stopped. Extensions in play have their pictures by their own scripts.

import { readExtension } from '../../simulation/extension-script/extension-file.ts';
import { assert } from '../../wire/errors.ts';
import { extensionFixture, install, manifestOf } from '../support/extension-fixture.ts';
import { choose } from '../support/play.ts';
import type { Visit } from './visit.ts';

export async function tourExtensions(visit: Visit): Promise<void> {
  const fixture = await extensionFixture();
  const extension = await readExtension('docs/extensions/examples/ladder.lua');
  assert(extension.ok, 'the ladder is fine');
  const { entry, bytes } = extension.value;
  await fixture.device.install(entry, bytes);
  await choose(fixture, 'Ladder');
  await visit('extension-options', fixture);
  await tourStopped(visit);
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
