// The examples of docs/extensions/ in play, the settings of one, and an extension that has stopped.

import { readFileSync } from 'node:fs';
import type { Setting } from '../../firmware/extension-runtime/manifest.ts';
import { checkText } from '../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../firmware/extension-runtime/lua/wasm.ts';
import type { Desk } from '../support/desk.ts';
import { extensionDesk, install, manifestOf } from '../support/extension-desk.ts';
import { choose, toMenu } from '../support/play.ts';
import type { Visit } from './page-tour.ts';

/** Ten putts: a card with all kinds of points. */
const DRAWBACK = [1.62, 1.4, 1.06, 1.62, 1.06, 1.8, 1.4, 1.06, 1.3, 1.2];
const EXAMPLES = [
  { name: 'Ladder', code: '1ADDR', swings: [1, 1.05, 1, 1.4] },
  { name: 'Nine', code: '91NES', swings: [3, 2.9, 2.85, 2.95] },
  { name: 'Comet', code: 'C0MET', swings: [1.6, 2.1, 2.5, 1.9] },
  { name: 'Drawback', code: 'DRAW8', swings: DRAWBACK },
  { name: 'Rings', code: 'R1NGS', swings: [1.57, 1.5, 1.7] },
  { name: 'Shuffle', code: 'SHVFF', swings: [1.84, 1.73, 1.5] },
] as const;

export async function tourExtensions(visit: Visit): Promise<void> {
  const desk = await extensionDesk();
  for (const { name, code } of EXAMPLES) {
    const text = readFileSync(`docs/extensions/examples/${name.toLowerCase()}.lua`, 'utf8');
    await install(desk, text, { code, name, settings: await settingsOf(text) });
  }
  await choose(desk, 'Ladder');
  await visit('extension-options', desk);
  await toMenu(desk);
  for (const { name, swings } of EXAMPLES) {
    await choose(desk, name);
    await choose(desk, 'Start');
    await play(desk, swings);
    await visit(`extension-${name.toLowerCase()}`, desk);
    await toMenu(desk);
  }
  await tourStopped(visit);
}

async function tourStopped(visit: Visit): Promise<void> {
  const desk = await extensionDesk();
  const wrong = `${manifestOf('Broken')}local function score(p) return p.points + 1 end\nfunction ext.putt(p) score(p) end`;
  await install(desk, wrong, { code: 'BR0KN', name: 'Broken' });
  await choose(desk, 'Broken');
  await play(desk, [1]);
  await visit('extension-stopped', desk);
}

async function play(desk: Desk, swings: readonly number[]): Promise<void> {
  await desk.clock.advance(50);
  for (const [i, club_speed_mps] of swings.entries()) await desk.strike({ club_speed_mps, face_angle_deg: 0.4 * i });
  await desk.clock.advance(300);
}

async function settingsOf(text: string): Promise<readonly Setting[]> {
  const verdict = checkText(await loadLua(), text);
  return verdict.ok ? verdict.extension.settings : [];
}
