// Firmware updates with two simultaneous events: a mode changed midway, a network that comes and goes, and storage or
// boards that fail in between.

import test from 'ava';
import { PERSISTED_DEFAULT } from '../../../firmware/persisted/persisted.ts';
import { isPlayedOn } from '../../../firmware/machines/device-state.ts';
import { NO_PLAY } from '../../../firmware/play/play-view.ts';
import { NO_SESSION } from '../../../firmware/online/online.ts';
import type { VirtualServer } from '../../../hal/http/http-virtual.ts';
import { firmwareFixture, NEW, releasesServer, signed } from '../../support/device/firmware-fixture.ts';
import { checks, modeOf, pick, toFirmware, triesOn } from '../../support/device/firmware-play.ts';
import { choose } from '../../support/device/play.ts';

test('[R141] starts nothing if the try cannot be counted in storage, also right after play', async (t) => {
  // The earlier record remains and has no count of this try.
  const at = await firmwareFixture({ flash: await modeOf('always'), offers: [signed()], joined: false });
  await choose(at.fixture(), 'Metrics only');
  await choose(at.fixture(), 'Start');
  at.network.setJoined(true);
  await at.clock.advance(5000);
  at.fixture().flash.disk.setCapacity(0);
  await at.fixture().press('back', 'back');
  await at.clock.advance(5000);
  t.is(at.version(), '0.9.0');
  t.deepEqual(await triesOn(at), []);
  await toFirmware(at);
  t.true(at.shows('the number of tries is not saved'));
});

test('[R144] picking ask aborts an automatic download but not one a user requested', async (t) => {
  const at = await firmwareFixture({ joined: false });
  await toFirmware(at);
  let give: () => void = () => {};
  const slow: VirtualServer = (call) => {
    if (!call.path.startsWith('/releases')) return releasesServer(() => [signed()])(call);
    give = () => void releasesServer(() => [signed()])(call);
    return () => {};
  };
  at.answer(slow);
  at.network.setJoined(true);
  await at.clock.advance(100);
  t.true(at.shows('Downloading: 0 %'));
  await choose(at.fixture(), 'Ask player');
  give();
  await at.clock.advance(5000);
  t.is(at.version(), '0.9.0');
  await choose(at.fixture(), 'Install');
  await choose(at.fixture(), 'Ask player');
  give();
  await at.clock.advance(5000);
  t.is(at.version(), '0.9.1');
});

test('[R144] [R145] disabled, picked before a network is joined: checks on joining only, not on another mode', async (t) => {
  const at = await firmwareFixture({ joined: false });
  await pick(at, 'Disabled');
  at.network.setJoined(true);
  await at.clock.advance(86_400_000);
  t.is(checks(at), 1);
  await pick(at, 'Always update');
  await at.clock.advance(1000);
  t.is(checks(at), 1, 'picking a mode sends no request');
});

test('[R144] [C53] disabled, picked during a check: accepts the answer and installs nothing', async (t) => {
  const at = await firmwareFixture({ joined: false });
  let answer: () => void = () => {};
  at.answer((call) => {
    if (call.path.startsWith('/firmware')) answer = () => void releasesServer(() => [signed()])(call);
    return () => {};
  });
  await toFirmware(at);
  at.network.setJoined(true);
  await at.clock.advance(100);
  await choose(at.fixture(), 'Disabled');
  answer();
  await at.clock.advance(5000);
  t.true(at.shows('Firmware 0.9.1 found. Updates are disabled.'));
  t.false(at.requests.some((path) => path.startsWith('/releases')));
});

test('[R145] [C53] a check postponed by a download runs even if updates are disabled by then', async (t) => {
  const at = await firmwareFixture({ joined: false });
  await toFirmware(at);
  at.answer((call) => (call.path.startsWith('/releases') ? () => {} : releasesServer(() => [signed()])(call)));
  at.network.setJoined(true);
  await at.clock.advance(100);
  at.network.setJoined(false);
  at.network.setJoined(true);
  await choose(at.fixture(), 'Disabled');
  await at.clock.advance(60_000);
  t.is(checks(at), 2);
  await choose(at.fixture(), 'Ask player');
  await at.clock.advance(1000);
  t.is(checks(at), 2);
});

test('[R146] blocks checks and installs until the running image can be confirmed', async (t) => {
  const at = await firmwareFixture({ offers: [signed()] });
  t.is(at.version(), '0.9.1');
  at.fixture().images?.setFault('off');
  at.offer(signed({ ...NEW, version: '0.9.2', seq: 3 }));
  await at.clock.advance(15_000);
  at.network.setJoined(false);
  at.network.setJoined(true);
  await at.clock.advance(1000);
  t.is(checks(at), 1);
  await toFirmware(at);
  t.true(at.shows('The new firmware is not confirmed'));
  at.fixture().images?.setFault('ok');
  await at.clock.advance(10_000);
  t.is(at.version(), '0.9.2', 'confirmed, then checked, then the next one installed');
});

test('[R115] checks the extensions after firmware and sounds, however long those take', async (t) => {
  const at = await firmwareFixture({ offers: [signed()] });
  at.answer(({ path, respond }) => {
    if (path.startsWith('/e')) respond({ status: 404, headers: {}, bytes: new Uint8Array() });
    return () => {};
  });
  at.requests.length = 0;
  await at.clock.advance(60_000);
  t.deepEqual(at.requests, ['/firmware/latest', '/audio/latest', '/e/check']);
});

test('[R146] reports a rollback at one boot only', async (t) => {
  const at = await firmwareFixture({ offers: [signed()] });
  at.offer();
  await at.boot();
  t.true(at.shows('did not start'));
  await at.boot();
  t.false(at.shows('did not start'));
});

test('[C52] does not restart while guests may play on this device’s simulator', (t) => {
  const played = (role: 'off' | 'host' | 'guest', mode: number): boolean =>
    isPlayedOn(
      { ...PERSISTED_DEFAULT, exp: { mode, gen: 1, cfg: {} } },
      { session: { ...NO_SESSION, role }, play: NO_PLAY },
    );
  t.true(played('host', 2));
  t.true(played('host', 4));
  t.false(played('host', 9));
  t.false(played('off', 2));
});
