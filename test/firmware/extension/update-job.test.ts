// The update job on a device with the real store: times of requests, handling of answers, and the content of its pages.

import test from 'ava';
import * as v from 'valibot';
import { choose, persistedIn, pageOn, toMenu } from '../../support/device/play.ts';
import { shop } from '../../support/store/store-with-author.ts';
import {
  installByCode,
  installedOn,
  served,
  storeFixture,
  textsOn,
  toExtensions,
  type StoreFixture,
} from '../../support/store/store-fixture.ts';
import { readAs } from '../../support/read-json.ts';
import { recordsIn } from '../../support/store/store-world.ts';

const HOUR_MS = 3_600_000;

test('[R111] a new default does not move the menu’s focus', async (t) => {
  const world = await shop(t);
  await world.setDefault(await world.publish('Everywhere'));
  const at = await storeFixture(world, { joined: false });
  while (!at.shows('> Settings')) await at.fixture().press('down');
  at.network.setJoined(true);
  await world.clock.advance(200);
  t.true(at.shows('Everywhere'));
  t.true(at.shows('> Settings'), at.lines().join(' | '));
});

/** Returns the requests since the previous call. */
function takeRequests(at: StoreFixture): readonly string[] {
  return at.requests.splice(0);
}

test('[R115] checks at every boot and on request, never by a timer', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  t.deepEqual(takeRequests(at), ['POST /e/check']);
  await world.clock.advance(2 * HOUR_MS);
  at.network.setJoined(false);
  at.network.setJoined(true);
  await world.clock.advance(HOUR_MS);
  t.deepEqual(takeRequests(at), []);
  await toExtensions(at.fixture());
  await at.fixture().press('ok');
  await world.clock.advance(100);
  t.deepEqual(takeRequests(at), ['POST /e/check']);
  t.true(at.shows('Everything is up to date.'));
  await at.reboot();
  t.deepEqual(takeRequests(at), ['POST /e/check']);
});

test('[R115] the boot check waits half a minute for the network, then fails', async (t) => {
  const world = await shop(t);
  const late = await storeFixture(world, { joined: false });
  await world.clock.advance(20_000);
  t.deepEqual(takeRequests(late), []);
  late.network.setJoined(true);
  await world.clock.advance(100);
  t.deepEqual(takeRequests(late), ['POST /e/check']);
  t.false(late.shows('Problem'));
  const never = await storeFixture(world, { joined: false });
  await world.clock.advance(30_000);
  t.true(never.shows('Problem: Extensions were not checked: no network.'));
  never.network.setJoined(true);
  await world.clock.advance(HOUR_MS);
  t.deepEqual(takeRequests(never), [], 'no check on joining a network later');
});

test('[R107] updates, removes and flags installed extensions, and installs a new default', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const codes = [await world.publish('Old'), await world.publish('Gone'), await world.publish('Flag')] as const;
  for (const code of codes) await installByCode(at.fixture(), code);
  t.deepEqual(await installedOn(at), ['Old 1', 'Gone 1', 'Flag 1']);
  takeRequests(at);
  await world.update(codes[0], 'Newer');
  t.is((await world.ann.remove(codes[1])).status, 204);
  await world.setDefault(codes[2]);
  const extra = await world.publish('Everywhere');
  await world.setDefault(extra);
  await at.reboot();
  t.deepEqual(takeRequests(at), ['POST /e/check', `GET /e/${codes[0]} +update`, `GET /e/${extra}`]);
  t.deepEqual(await installedOn(at), ['Newer 2', 'Flag 1 default', 'Everywhere 1 default']);
  t.is(await textsOn(at), 3, 'texts of unlisted extensions are removed');
  for (const name of ['Newer', 'Flag', 'Everywhere']) {
    await toMenu(at.fixture());
    await choose(at.fixture(), name);
    await world.clock.advance(50);
    t.deepEqual(at.lines().slice(0, 2), [name, 'Keys: Back leaves']);
  }
});

test('[R107] reports a change of the default flag by name, both ways, not as up to date', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const code = await world.publish('Flag');
  await installByCode(at.fixture(), code);
  for (const [by_default, message] of [
    [true, 'Flag is now a default extension: it stays on this device.'],
    [false, 'Flag is no longer a default extension: you may remove it.'],
  ] as const) {
    await world.setDefault(code, by_default);
    await toExtensions(at.fixture());
    for (let ups = 0; ups < 9 && !at.shows('> Check'); ups++) await at.fixture().press('up');
    await at.fixture().press('ok');
    await world.clock.advance(100);
    t.true(at.shows(message), at.lines().join(' | '));
    t.false(at.shows('Everything is up to date.'));
  }
});

test('[C34] a device pointed at another store, or one that lost its data, loses nothing', async (t) => {
  const world = await shop(t);
  const own = await world.publish('Mine');
  const everywhere = await world.publish('Everywhere');
  await world.setDefault(everywhere);
  const at = await storeFixture(world);
  await installByCode(at.fixture(), own);
  const before = await installedOn(at);
  t.deepEqual(before, ['Everywhere 1 default', 'Mine 1']);
  at.answer(served((await shop(t)).endpoint));
  await at.reboot();
  t.deepEqual(await installedOn(at), before);
  t.is(await textsOn(at), 2);
  t.false(at.shows('was removed'));
  at.answer(null);
  t.is((await world.ann.remove(own)).status, 204);
  await at.reboot();
  t.deepEqual(await installedOn(at), ['Everywhere 1 default'], 'removed from its own store');
});

test('[R108] a second check with the same answer fetches and writes nothing', async (t) => {
  const world = await shop(t);
  const code = await world.publish('Once');
  await world.setDefault(code);
  const at = await storeFixture(world);
  t.deepEqual(takeRequests(at), ['POST /e/check', `GET /e/${code}`]);
  await toExtensions(at.fixture());
  const writes = at.fixture().flash.writes();
  await at.fixture().press('ok');
  await world.clock.advance(100);
  await at.fixture().press('ok');
  await world.clock.advance(100);
  t.deepEqual(takeRequests(at), ['POST /e/check', 'POST /e/check']);
  t.is(at.fixture().flash.writes(), writes);
});

test('[R112] a device’s first fetch counts as an install, later ones do not', async (t) => {
  const world = await shop(t);
  const code = await world.publish('Counted');
  const installs = async (): Promise<unknown> => recordsIn(await world.waiting('?state=all'))[0]?.['installs'];
  const at = await storeFixture(world);
  await installByCode(at.fixture(), code);
  t.is(await installs(), 1);
  await world.update(code, 'Counted again');
  await at.reboot();
  await installByCode(at.fixture(), code);
  t.is(await installs(), 1);
  const other = await storeFixture(world, { seed: 2 });
  await installByCode(other.fixture(), code);
  t.is(await installs(), 2);
});

test('[R106] settings, store and trend survive an update, or a removal and reinstall', async (t) => {
  const world = await shop(t);
  const script = (version: string): string => `
    local n = store.get("n") or 0
    function ext.key() n = n + 1 store.set("n", n) trend.add("n", n) end
    function ext.draw() canvas.text("${version} " .. n .. " of " .. settings.get("putts"), 10, 40) end`;
  const text = (version: string): string =>
    `manifest { name = "Keeps", kind = "drill", settings = { { key = "putts", label = "Putts", type = "int", min = 1, max = 9, default = 3 } }, trend = { { key = "n", label = "n" } } }${script(version)}`;
  const posted = await world.ann.post({ text: text('one'), description: 'It keeps.' });
  t.is(posted.status, 201, posted.text);
  const { id } = readAs(v.object({ id: v.string() }), posted.json());
  const at = await storeFixture(world);
  await installByCode(at.fixture(), id);
  const play = async (): Promise<string> => {
    await toMenu(at.fixture());
    await choose(at.fixture(), 'Keeps');
    await choose(at.fixture(), 'Start');
    await world.clock.advance(50);
    return at.lines()[0] ?? '';
  };
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Keeps');
  await choose(at.fixture(), 'Putts', 'right', 'right', 'back');
  t.is(await play(), 'one 0 of 5', at.lines().join('\n'));
  await at.fixture().press('up', 'down');
  await world.clock.advance(50);
  t.is((await world.ann.put(id, { text: text('two') })).status, 200);
  await at.reboot();
  t.is(await play(), 'two 2 of 5');
  await toExtensions(at.fixture());
  await choose(at.fixture(), 'Keeps');
  await choose(at.fixture(), 'Remove it');
  t.deepEqual(await installedOn(at), []);
  await installByCode(at.fixture(), id);
  t.is(await play(), 'two 2 of 5');
  const { persisted } = await persistedIn(at.fixture().flash);
  t.deepEqual(persisted.extension_data[id]?.trend.map(({ value }) => value), [1, 2]); // oxfmt-ignore
});

test('[R109] slots move up, and the chosen experience follows its extension by code', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const codes = [await world.publish('First'), await world.publish('Second'), await world.publish('Third')] as const;
  for (const code of codes) await installByCode(at.fixture(), code);
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Third');
  await world.clock.advance(50);
  const mode = async (): Promise<number> => (await persistedIn(at.fixture().flash)).persisted.exp.mode;
  t.is(await mode(), 26);
  await world.ann.remove(codes[0]);
  await at.reboot();
  t.is(await mode(), 25);
  await world.ann.remove(codes[2]);
  await at.reboot();
  t.is(await mode(), 0, 'mode reset once the extension is removed');
  t.deepEqual(await installedOn(at), ['Second 1']);
  await choose(at.fixture(), 'Second');
  await toExtensions(at.fixture());
  await choose(at.fixture(), 'Second');
  await choose(at.fixture(), 'Remove it');
  await installByCode(at.fixture(), codes[1]);
  await at.reboot();
  t.is(await mode(), 0, 'mode not restored by reinstalling the extension');
});

test('[R109] an extension removed during play leads to the menu with a message; an updated one plays its new version', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world, { joined: false });
  // The boot check waits for the network, so it runs while the extension is played.
  const code = await world.publish('Playing', 'function ext.draw() canvas.text("one", 10, 10) end');
  await installByCode(at.fixture(), code);
  const playing = async (): Promise<void> => {
    await at.reboot();
    await choose(at.fixture(), 'Playing');
    await world.clock.advance(50);
  };
  at.network.setJoined(false);
  await playing();
  t.deepEqual(at.lines().slice(0, 1), ['one']);
  await world.update(code, 'Playing', 'function ext.draw() canvas.text("two", 10, 10) end');
  at.network.setJoined(true);
  await world.clock.advance(200);
  t.deepEqual(at.lines().slice(0, 1), ['two']);
  at.network.setJoined(false);
  await playing();
  await world.ann.remove(code);
  at.network.setJoined(true);
  await world.clock.advance(200);
  t.is(pageOn(at.fixture()), 'menu');
  t.true(at.shows('Playing was removed'));
});

test('[R110] refuses to remove a default extension: a page gives the reason, and the list marks the extension', async (t) => {
  const world = await shop(t);
  const code = await world.publish('Default');
  await world.setDefault(code);
  const at = await storeFixture(world);
  await toExtensions(at.fixture());
  t.true(at.shows('Default: version 1, default'));
  await choose(at.fixture(), 'Default');
  t.true(at.shows('Cannot be removed'));
  t.false(at.shows('Remove it'));
  for (const key of ['down', 'ok'] as const) await at.fixture().press(key);
  t.is(pageOn(at.fixture()), 'extensions');
  t.deepEqual(await installedOn(at), ['Default 1 default']);
  await world.setDefault(code, false);
  await at.reboot();
  await toExtensions(at.fixture());
  await choose(at.fixture(), 'Default');
  t.true(at.shows('Remove this extension?'));
  await at.fixture().press('ok');
  t.deepEqual(await installedOn(at), ['Default 1'], 'Keep it comes first');
  await choose(at.fixture(), 'Default');
  await choose(at.fixture(), 'Remove it');
  t.deepEqual(await installedOn(at), []);
  t.true(at.shows('Default was removed'));
});

test('[R107] the removal page closes if the extension disappears in the meantime', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const code = await world.publish('Gone');
  await installByCode(at.fixture(), code);
  await world.ann.remove(code);
  at.network.setJoined(false);
  await at.reboot();
  await toExtensions(at.fixture());
  await choose(at.fixture(), 'Gone');
  t.is(pageOn(at.fixture()), 'removing');
  at.network.setJoined(true);
  await world.clock.advance(100);
  t.is(pageOn(at.fixture()), 'extensions');
  t.true(at.shows('Gone was removed: it is no longer in the store.'));
});

test('[R107] an extension removed during its update stays removed, and requests sent in the meantime are answered', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const code = await world.publish('Old');
  await installByCode(at.fixture(), code);
  await world.update(code, 'New');
  at.link.setFaults({ delay_ms: 2000 });
  at.network.setJoined(false);
  await at.reboot();
  await toExtensions(at.fixture());
  at.network.setJoined(true);
  await world.clock.advance(5000);
  t.true(at.shows('Fetching Old'), at.lines().join(' | '));
  await choose(at.fixture(), 'Old');
  await choose(at.fixture(), 'Remove it');
  await choose(at.fixture(), 'Check for updates');
  await world.clock.advance(10_000);
  t.deepEqual(await installedOn(at), []);
  t.true(at.shows('Everything is up to date.'), at.lines().join(' | '));
  await at.reboot();
  t.is(await textsOn(at), 0);
});

test('[R111] reports and retries a seventh default on a full device, removing nothing of the user’s', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const mine = await world.publish('Mine');
  await installByCode(at.fixture(), mine);
  const names = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6'];
  for (const name of names) await world.setDefault(await world.publish(name));
  await at.reboot();
  t.deepEqual(await installedOn(at), ['Mine 1', ...names.slice(0, 5).map((name) => `${name} 1 default`)]);
  t.true(at.shows('Problem: No slot for D6: remove an extension.'));
  await toExtensions(at.fixture());
  await choose(at.fixture(), 'Install with a code');
  await at.fixture().press('back');
  await choose(at.fixture(), 'Mine');
  await choose(at.fixture(), 'Remove it');
  await at.reboot();
  t.deepEqual(await installedOn(at), names.map((name) => `${name} 1 default`)); // oxfmt-ignore
  t.false(at.shows('Problem'));
});
