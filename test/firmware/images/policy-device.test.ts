// Firmware updates on a whole device, in virtual time: times of checks, and images installed or skipped (store §3.6).

import test from 'ava';
import { FIRMWARE_TRIES_MAX } from '../../../firmware/persisted/firmware.ts';
import { firmwareFixture, imageOf, NEW, OTHER_KEY, signed } from '../../support/device/firmware-fixture.ts';
import { checks, modeOf, pick, toFirmware, triesOn } from '../../support/device/firmware-play.ts';
import { choose, flashWith, pageOn } from '../../support/device/play.ts';

const BAD = signed(NEW, { key: OTHER_KEY });

test('[R144] always, the default: installs a newer release, reboots into it, and reports it', async (t) => {
  const at = await firmwareFixture({ offers: [signed()] });
  t.is(at.version(), '0.9.1');
  await at.clock.advance(10_000);
  t.true(at.shows('Firmware 0.9.1 is installed.'));
  await at.fixture().press('back');
  await choose(at.fixture(), 'Status');
  t.true(at.shows('Firmware: 0.9.1, protocol 1.1'));
  t.deepEqual(at.fixture().complaints(), []);
});

test('[R144] ask: the page opens with the notes, and nothing happens before consent', async (t) => {
  const at = await firmwareFixture({ flash: await modeOf('ask'), offers: [signed()] });
  t.is(pageOn(at.fixture()), 'firmware');
  t.true(at.shows('Putts roll on.'));
  await at.clock.advance(100_000);
  t.is(at.version(), '0.9.0');
  t.false(at.requests.some((path) => path.startsWith('/releases')));
  await choose(at.fixture(), 'Install 0.9.1');
  await at.clock.advance(3000);
  t.is(at.version(), '0.9.1');
});

test('[R144] ask: Later postpones to the next boot, and installing stays possible at any time', async (t) => {
  const at = await firmwareFixture({ flash: await modeOf('ask'), offers: [signed()] });
  await choose(at.fixture(), 'Later');
  t.is(pageOn(at.fixture()), 'menu');
  await choose(at.fixture(), 'Status');
  await at.fixture().press('back');
  t.is(pageOn(at.fixture()), 'menu');
  await at.boot();
  t.is(pageOn(at.fixture()), 'firmware');
  await at.fixture().press('back');
  await toFirmware(at);
  await choose(at.fixture(), 'Install 0.9.1');
  await at.clock.advance(3000);
  t.is(at.version(), '0.9.1');
});

test('[R144] ask: prompts a player only back in the menu', async (t) => {
  const at = await firmwareFixture({ flash: await modeOf('ask'), offers: [signed()], joined: false });
  await choose(at.fixture(), 'Metrics only');
  await choose(at.fixture(), 'Start');
  at.network.setJoined(true);
  await at.clock.advance(1000);
  t.is(pageOn(at.fixture()), 'playing');
  await at.fixture().press('back', 'back');
  t.is(pageOn(at.fixture()), 'firmware');
});

test('[R144] [C53] disabled: checks at boot and on joining, installs nothing, and shows the offer', async (t) => {
  const at = await firmwareFixture({ flash: await modeOf('disabled'), offers: [signed()] });
  t.deepEqual(at.requests, ['/firmware/latest', '/audio/latest', '/e/check']);
  t.is(pageOn(at.fixture()), 'menu', 'no question to the player');
  at.network.setJoined(false);
  at.network.setJoined(true);
  await at.clock.advance(100_000);
  t.is(checks(at), 2);
  t.false(at.requests.some((path) => path.startsWith('/releases')));
  t.is(at.version(), '0.9.0');
  await toFirmware(at);
  t.true(at.shows('Firmware 0.9.1 found. Updates are disabled.'));
  t.true(at.shows('Putts roll on.'));
  t.false(at.shows('Install'));
});

test('[R144] [C53] when disabled and up to date, the page reports no newer firmware', async (t) => {
  const at = await firmwareFixture({ flash: await modeOf('disabled') });
  await toFirmware(at);
  t.true(at.shows('No newer firmware.'));
});

for (const [mode, then] of [
  ['Always update', 'installs it at once'],
  ['Ask player', 'asks at once'],
] as const)
  test(`[R144] [C53] ${mode}, picked while updates are disabled, ${then}, with the last check's result`, async (t) => {
    const at = await firmwareFixture({ flash: await modeOf('disabled'), offers: [signed()] });
    await pick(at, mode);
    t.is(checks(at), 1, 'no second request');
    if (mode === 'Ask player') await choose(at.fixture(), 'Install 0.9.1');
    await at.clock.advance(3000);
    t.is(at.version(), '0.9.1');
  });

test('[R144] picking disabled aborts a running download', async (t) => {
  const at = await firmwareFixture({ joined: false });
  await toFirmware(at);
  // The device waits for the bytes.
  at.answer(({ path, respond }) => {
    if (path.startsWith('/firmware')) respond({ status: 200, headers: {}, bytes: offerBytes() });
    return () => {};
  });
  at.network.setJoined(true);
  await at.clock.advance(100);
  t.true(at.shows('Downloading: 0 %'));
  await choose(at.fixture(), 'Disabled');
  at.answer(null);
  await at.clock.advance(100_000);
  t.is(at.version(), '0.9.0');
  t.false(at.shows('Downloading'));
});

const offerBytes = (): Uint8Array => {
  const { kind: _, hw: _hw, channel: _channel, ...offer } = signed(NEW, { bytes: imageOf(NEW, 600_000) }).release;
  return Buffer.from(JSON.stringify({ ...offer, url: '/releases/x' }));
};

test('[R145] checks at boot and each time it joins a network, never by a timer', async (t) => {
  const at = await firmwareFixture();
  t.is(checks(at), 1);
  await at.clock.advance(3_600_000);
  t.is(checks(at), 1);
  for (const count of [2, 3]) {
    at.network.setJoined(false);
    await at.clock.advance(1000);
    at.network.setJoined(true);
    await at.clock.advance(1000);
    t.is(checks(at), count);
  }
});

test('[R145] a boot without a network checks on joining one', async (t) => {
  const at = await firmwareFixture({ joined: false });
  await at.clock.advance(60_000);
  t.is(checks(at), 0);
  at.network.setJoined(true);
  await at.clock.advance(1000);
  t.is(checks(at), 1);
});

test('[R145] picking a mode sends no check', async (t) => {
  const at = await firmwareFixture();
  for (const mode of ['Ask player', 'Disabled', 'Always update']) await pick(at, mode);
  t.is(checks(at), 1);
});

test('[R140] [R141] counts each of three tries before it starts, then shows the version as blocked', async (t) => {
  const at = await firmwareFixture({ offers: [BAD] });
  for (let tries = 1; tries <= FIRMWARE_TRIES_MAX; tries++) {
    t.deepEqual(await triesOn(at), [{ version: '0.9.1', count: tries }]);
    t.true(at.shows(`Firmware 0.9.1 failed (try ${tries} of 3): it is signed with the key`));
    at.requests.length = 0;
    await at.boot();
  }
  await at.boot();
  t.false(at.requests.some((path) => path.startsWith('/releases')));
  t.deepEqual(await triesOn(at), [{ version: '0.9.1', count: 3 }]);
  await toFirmware(at);
  t.true(at.shows('Firmware 0.9.1 failed 3 times and is skipped. Pick a mode to retry it.'));
  t.false(at.shows('Install'));
});

for (const mode of ['Always update', 'Ask player'])
  test(`[R142] picking a mode, here ${mode}, resets the three tries`, async (t) => {
    const flash = await flashWith({ firmware: { mode: 'always', tries: [{ version: '0.9.1', count: 3 }] } });
    const at = await firmwareFixture({ flash, offers: [signed()] });
    t.is(at.version(), '0.9.0');
    await pick(at, mode);
    if (mode === 'Ask player') {
      t.deepEqual(await triesOn(at), []);
      await choose(at.fixture(), 'Install');
    }
    await at.clock.advance(3000);
    t.is(at.version(), '0.9.1');
  });

test('[R142] picking Disabled also resets the tries', async (t) => {
  const flash = await flashWith({ firmware: { mode: 'disabled', tries: [{ version: '0.9.1', count: 3 }] } });
  const at = await firmwareFixture({ flash, offers: [signed()] });
  await pick(at, 'Disabled');
  t.deepEqual(await triesOn(at), []);
  await pick(at, 'Always update');
  await at.clock.advance(3000);
  t.is(at.version(), '0.9.1');
});

test('[R143] a blocked version does not block the next one, and stays blocked', async (t) => {
  const next = { ...NEW, version: '0.9.2', seq: 3 };
  const flash = await flashWith({ firmware: { mode: 'always', tries: [{ version: '0.9.1', count: 3 }] } });
  const at = await firmwareFixture({ flash, offers: [signed(next, { key: OTHER_KEY })] });
  t.deepEqual(await triesOn(at), [
    { version: '0.9.1', count: 3 },
    { version: '0.9.2', count: 1 },
  ]);
  at.offer(signed());
  await at.boot();
  t.is(at.version(), '0.9.0');
});

test('[R140] the watchdog rolls back an image that hangs, counts it, and blocks it after three', async (t) => {
  const at = await firmwareFixture({ offers: [signed()], joined: false });
  at.fixture().images?.setFault('stuck');
  at.network.setJoined(true);
  for (let tries = 1; tries <= FIRMWARE_TRIES_MAX; tries++) {
    await at.clock.advance(10_000);
    t.is(at.version(), '', 'download hangs');
    t.deepEqual(await triesOn(at), [{ version: '0.9.1', count: tries }]);
    await at.clock.advance(51_500);
  }
  await at.clock.advance(200_000);
  t.is(at.version(), '0.9.0');
  t.deepEqual(at.fixture().complaints(), []);
  await toFirmware(at);
  t.true(at.shows('Firmware 0.9.1 did not start, so 0.9.0 runs again.'));
  t.true(at.shows('is skipped'));
});

test('[R140] distinguishes a failed and a waiting image, even of the same version', async (t) => {
  const at = await firmwareFixture({ flash: await modeOf('ask'), offers: [signed()] });
  t.true(at.shows('Firmware 0.9.1 found.'));
  await choose(at.fixture(), 'Install 0.9.1');
  await at.clock.advance(3000);
  t.is(at.version(), '0.9.1');
  await at.boot();
  t.true(at.shows('Firmware 0.9.1 did not start, so 0.9.0 runs again.'));
  t.true(at.shows('Firmware 0.9.1 found. Failed tries: 1 of 3.'));
});

test('[R140] a power cut keeps a confirmed image and rolls back an unconfirmed one', async (t) => {
  const at = await firmwareFixture({ offers: [signed()] });
  t.is(at.version(), '0.9.1');
  at.offer();
  await at.boot();
  t.is(at.version(), '0.9.0', 'interrupted trial is rolled back');
  t.true(at.shows('Firmware 0.9.1 did not start'));
  at.offer(signed());
  await at.boot();
  t.is(at.version(), '0.9.1');
  await at.clock.advance(10_000);
  for (let starts = 0; starts < 3; starts++) {
    await at.boot(10);
    await at.boot();
    t.is(at.version(), '0.9.1');
  }
});

test('[C51] never installs the same or a lower number regardless of the version name', async (t) => {
  for (const seq of [1, 2]) {
    const at = await firmwareFixture({ offers: [signed({ ...NEW, version: '0.9.5', seq: 5 })] });
    await at.clock.advance(12_000);
    at.offer(signed({ ...NEW, version: '9.9.9', seq: seq === 1 ? 5 : 4 }));
    await at.boot();
    t.is(at.version(), '0.9.5');
    await toFirmware(at);
    t.true(at.shows('No newer firmware.'));
  }
});

test('[C52] does not restart during play: fetches the image, and installs it back in the menu', async (t) => {
  const at = await firmwareFixture({ offers: [signed()], joined: false });
  await choose(at.fixture(), 'Metrics only');
  await choose(at.fixture(), 'Start');
  at.network.setJoined(true);
  await at.clock.advance(20_000);
  t.is(pageOn(at.fixture()), 'playing');
  t.is(at.version(), '0.9.0');
  t.deepEqual(await triesOn(at), [], 'no try counted yet');
  await at.fixture().press('back', 'back');
  await at.clock.advance(3000);
  t.is(at.version(), '0.9.1');
});

test('[R115] checks extensions after firmware and sounds, but not while a release waits', async (t) => {
  const none = await firmwareFixture();
  t.deepEqual(none.requests, ['/firmware/latest', '/audio/latest', '/e/check']);
  const asking = await firmwareFixture({ flash: await modeOf('ask'), offers: [signed()] });
  await asking.clock.advance(60_000);
  t.deepEqual(asking.requests, ['/firmware/latest', '/audio/latest']);
  const blocked = await flashWith({ firmware: { mode: 'always', tries: [{ version: '0.9.1', count: 3 }] } });
  t.deepEqual((await firmwareFixture({ flash: blocked, offers: [signed()] })).requests, [
    '/firmware/latest',
    '/audio/latest',
    '/e/check',
  ]);
});

test('[C94] a device without trusted keys sends no check and shows the reason', async (t) => {
  const at = await firmwareFixture({ keys: [], offers: [signed()] });
  t.deepEqual(at.requests, ['/audio/latest', '/e/check']);
  await toFirmware(at);
  t.true(at.shows('no trusted key'));
});
