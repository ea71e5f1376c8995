// Factory reset: what it removes and keeps, and that a power cut only delays it.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createVirtualWebPage } from '../../../hal/web-page/web-page-virtual.ts';
import { createVirtualWifi } from '../../../hal/wifi/wifi-virtual.ts';
import type { Key } from '../../../hal/keys/keys.ts';
import { requestReset } from '../../../firmware/persisted/reset.ts';
import { bytesOf } from '../../../wire/bytes.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { choose, pageOn, putt } from '../../support/device/play.ts';
import { valueOf } from '../../support/results.ts';

/** Returns a device with a name, a player Ada, a joined network and two kept putts, one of them in a set. */
async function used() {
  const clock = createVirtualClock();
  const [wifi, web_page, flash] = [createVirtualWifi({ clock }), createVirtualWebPage(), createMemoryFlash()];
  await flash.write('settings', bytesOf(JSON.stringify({ name: 'Den', set_up: true })));
  await flash.write('players', bytesOf(JSON.stringify({ next_id: 2, players: [{ id: 1, name: 'Ada' }] })));
  const fixture = await deviceFixture({ clock, wifi, web_page, flash });
  web_page.set('http://192.168.1.20:8321/', 'OLD');
  fixture.submit?.({ network: { name: 'Guests', secret: null }, name: '', country: '', players: [] });
  await clock.advance(10_000);
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  await putt(fixture);
  for (let presses = 0; presses < 3; presses++) await fixture.press('back');
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await putt(fixture);
  return { fixture, clock, wifi, web_page, flash };
}

const names = async (flash: MemoryFlash): Promise<readonly string[]> => {
  const listed = await flash.list();
  return listed.ok ? listed.value : [];
};

for (const [row, players, putts] of [
  ['Reset, keep', ['Ada'], 2],
  ['Reset everything', ['Player 1'], 0],
] as const)
  test(`[reset] "${row}" restarts the device as new, with the players ${players.join(', ')} and ${putts} putts`, async (t) => {
    const { fixture, clock, wifi, web_page, flash } = await used();
    const id = fixture.device.id();
    t.is(fixture.device.putts().length, 2);
    for (let presses = 0; presses < 3; presses++) await fixture.press('back');
    await choose(fixture, 'Settings');
    await choose(fixture, 'Factory reset');
    t.is(pageOn(fixture), 'reset');
    await choose(fixture, row);
    await clock.advance(30_000);
    t.is(fixture.device.id(), id);
    t.is(fixture.device.name(), id);
    t.deepEqual(fixture.device.setUp().players, players);
    t.is(fixture.device.putts().length, putts);
    const status = wifi.status();
    await clock.advance(1000);
    t.like(valueOf(t, await status), { name: null, has_known: false });
    t.not(web_page.link(), 'http://192.168.1.20:8321/?token=OLD');
    t.false((await names(flash)).includes('reset'));
    t.is(pageOn(fixture), 'welcome');
  });

test('[reset] a power cut delays the reset, and it removes nothing that was stored after it', async (t) => {
  for (const cut_at of [0, 1, 2, 3, 5, 8, 20, 60]) {
    const { fixture, flash } = await used();
    await fixture.stop();
    valueOf(t, await requestReset(flash, false));
    flash.disk.cutPowerAt(flash.disk.operations() + cut_at, { torn: 0.5, folder: 'lost' });
    const cut = await deviceFixture({ flash });
    await cut.stop();
    flash.powerOn();
    const next = await deviceFixture({ flash });
    t.is(next.device.id(), fixture.device.id());
    t.deepEqual(next.device.setUp().players, ['Player 1'], `cut at ${cut_at}`);
    t.false((await names(flash)).includes('reset'));
    await next.stop();
  }
});

test('[reset] five Left presses within ten seconds of the start open the page, but not later or after another key', async (t) => {
  const pressed = async (...keys: readonly Key[]): Promise<string> => {
    const fixture = await deviceFixture();
    await fixture.press(...keys);
    return pageOn(fixture);
  };
  const four = Array.from({ length: 4 }, () => 'left' as const);
  t.is(await pressed(...four), 'menu');
  t.is(await pressed(...four, 'left'), 'reset');
  t.is(await pressed('back', ...four, 'left'), 'menu');
  t.is(await pressed(...four, 'down', 'left'), 'menu');
  const late = await deviceFixture();
  await late.press(...four);
  await late.clock.advance(10_000);
  await late.press('left');
  t.is(pageOn(late), 'menu');
});
