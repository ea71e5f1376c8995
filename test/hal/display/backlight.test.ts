// The light behind a display, over files as the kernel has them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { followBrightness } from '../../../hal/display/backlight.ts';
import { createMemoryScreen } from '../../../hal/screen/screen-memory.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('[screen] the light has the share of its own range that is set, is never out, and is written when it changes', async (t) => {
  const folder = await temporaryFolder(t);
  const light = (name: string): string => join(folder, name, 'brightness');
  for (const [name, most] of [['10-0045', 255], ['gpio', 1]] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'max_brightness'), `${most}\n`);
    writeFileSync(light(name), '0\n');
  } // oxfmt-ignore
  const seen = (): readonly string[] => ['10-0045', 'gpio'].map((name) => readFileSync(light(name), 'utf8'));
  const screen = createMemoryScreen(createVirtualClock());
  const end = followBrightness({ screen, log: { write: () => t.fail() }, folder });
  t.deepEqual(seen(), ['255', '1']);
  screen.setBrightness(40);
  t.deepEqual(seen(), ['102', '1']);
  screen.setBrightness(10);
  t.deepEqual(seen(), ['26', '1']);
  writeFileSync(light('gpio'), 'untouched');
  screen.show({ at: () => ({ list: [], lines: [] }), animates_until_ms: 0, changesAfter: () => Infinity });
  t.is(readFileSync(light('gpio'), 'utf8'), 'untouched');
  end();
  screen.setBrightness(100);
  t.is(readFileSync(light('10-0045'), 'utf8'), '26');
});

test('[screen] a light that can not be set is said once', async (t) => {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, 'broken'));
  const said: string[] = [];
  const screen = createMemoryScreen(createVirtualClock());
  followBrightness({ screen, log: { write: (_level, _area, text) => void said.push(text) }, folder });
  screen.setBrightness(50);
  t.deepEqual(said, ["The light broken can't be set: ENOENT. The group video and tapin's udev rules let it."]);
  followBrightness({ screen, log: { write: () => t.fail() }, folder: join(folder, 'none') });
});
