// The settings declared by an extension's manifest: shown, stepped, stored by its code, passed to the script.

import test from 'ava';
import type { Setting } from '../../../firmware/extension-runtime/manifest.ts';
import { settingOf } from '../../../firmware/extension-runtime/setting-value.ts';
import { settingText, settingsIn, steppedSetting } from '../../../firmware/persisted/extension-settings.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { extensionFixture, install } from '../../support/extension/extension-fixture.ts';
import { choose, pageOn } from '../../support/device/play.ts';

const FEET: Setting = { type: 'int', key: 'feet', label: 'Feet', min: 3, max: 9, step: 2, default: 5, unit: 'ft' };
const MODE: Setting = { type: 'enum', key: 'mode', label: 'Mode', options: ['easy', 'hard', 'mad'], default: 'hard' };
const LOUD: Setting = { type: 'bool', key: 'loud', label: 'Loud', default: true };

test('[extension] a setting steps within its range, choices wrap round, flags toggle', (t) => {
  t.deepEqual([steppedSetting(FEET, undefined, 1), steppedSetting(FEET, 9, 1), steppedSetting(FEET, 3, -1)], [7, 9, 3]);
  t.deepEqual([steppedSetting(MODE, 'mad', 1), steppedSetting(MODE, 'easy', -1)], ['easy', 'mad']);
  t.deepEqual([steppedSetting(LOUD, undefined, 1), steppedSetting(LOUD, false, -1)], [false, true]);
  t.deepEqual([settingText(FEET, 7), settingText(MODE, undefined), settingText(LOUD, false)], ['7 ft', 'hard', 'no']);
});

test('[R106] a stored value no longer allowed becomes the default', (t) => {
  for (const stored of [2, 10, 4.5, 'five', true, undefined]) t.is(settingOf(FEET, stored), 5, String(stored));
  t.is(settingOf(FEET, 4), 4, 'a value between two steps is allowed');
  t.is(settingOf(MODE, 'crazy'), 'hard');
  t.is(settingOf(LOUD, 'yes'), true);
});

test('[extension] only valid settings are read from damaged storage', (t) => {
  t.deepEqual(settingsIn(JSON.parse(JSON.stringify([FEET, MODE, LOUD]))), [FEET, MODE, LOUD]);
  const bad: unknown[] = [
    { ...FEET, min: 'three' },
    { ...FEET, default: 11 },
    { ...FEET, step: 0 },
    { ...FEET, unit: 7 },
    { ...MODE, options: [] },
    { ...MODE, options: [1] },
    { ...MODE, default: 'crazy' },
    { ...LOUD, default: 1 },
    { ...LOUD, key: 7 },
    { type: 'text', key: 'a', label: 'A', default: '' },
    null,
  ];
  for (const one of bad) t.deepEqual(settingsIn([one]), [], JSON.stringify(one));
  for (const none of [null, 7, {}, 'settings']) t.deepEqual(settingsIn(none), []);
});

test('[R106] shows an extension’s settings first, passes them to it, and keeps them through an update', async (t) => {
  const script = (version: number): string => `
    manifest { name = "Probe", kind = "drill", settings = {
      { key = "feet", label = "Feet", type = "int", min = 3, max = 9, step = 2, default = 5, unit = "ft" },
      { key = "mode", label = "Mode", type = "enum", options = { "easy", "hard", "mad" }, default = "hard" },
    } }
    function ext.draw() canvas.text(settings.get("feet") .. " " .. settings.get("mode") .. " v${version}", 10, 50) end`;
  const fixture = await extensionFixture();
  await install(fixture, script(1), { settings: [FEET, MODE] });
  await choose(fixture, 'Probe');
  t.is(pageOn(fixture), 'options');
  t.deepEqual(fixture.lines().slice(0, 4), ['Probe', '> Start', 'Feet: 5 ft', 'Mode: hard']);
  await fixture.press('down', 'right', 'down', 'left');
  await choose(fixture, 'Start');
  await fixture.clock.advance(20);
  t.is(fixture.lines()[0], '7 easy v1');
  await install(fixture, script(2), { settings: [FEET, MODE], version: 2 });
  await fixture.clock.advance(20);
  t.is(fixture.lines()[0], '7 easy v2');
  await fixture.press('back');
  t.is(pageOn(fixture), 'options');
});

test('[C102] reopens the last extension’s settings after a restart, or the menu without settings', async (t) => {
  const script = 'manifest { name = "Probe", kind = "drill" } function ext.draw() end';
  for (const [settings, page] of [
    [[FEET], 'options'],
    [[], 'menu'],
  ] as const) {
    const fixture = await extensionFixture();
    await install(fixture, script, { settings });
    await choose(fixture, 'Probe');
    if (settings.length > 0) await choose(fixture, 'Start');
    await fixture.clock.advance(20);
    t.is(fixture.device.play().kind, 'extension');
    await fixture.stop();
    const again = await extensionFixture(createMemoryFlash(fixture.flash.disk));
    t.is(pageOn(again), page);
  }
});
