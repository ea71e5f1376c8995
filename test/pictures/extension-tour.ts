// The settings of an extension, and one that has stopped. Extensions in play have their pictures by their own scripts.

import { readExtension } from '../../simulation/extension-script/extension-file.ts';
import { assert } from '../../wire/errors.ts';
import { extensionDesk, install, manifestOf } from '../support/extension-desk.ts';
import { choose } from '../support/play.ts';
import type { Visit } from './visit.ts';

export async function tourExtensions(visit: Visit): Promise<void> {
  const desk = await extensionDesk();
  const extension = await readExtension('docs/extensions/examples/ladder.lua');
  assert(extension.ok, 'the ladder is fine');
  const { entry, bytes } = extension.value;
  await desk.device.install(entry, bytes);
  await choose(desk, 'Ladder');
  await visit('extension-options', desk);
  await tourStopped(visit);
}

async function tourStopped(visit: Visit): Promise<void> {
  const desk = await extensionDesk();
  const wrong = `${manifestOf('Broken')}local function score(p) return p.points + 1 end\nfunction ext.putt(p) score(p) end`;
  await install(desk, wrong, { code: 'BR0KN', name: 'Broken' });
  await choose(desk, 'Broken');
  await desk.clock.advance(50);
  await desk.strike({});
  await visit('extension-stopped', desk);
}
