// The update job with a store that sends garbage or does not answer: installed extensions stay, and the next boot tries
// again.

import test from 'ava';
import type { VirtualCall } from '../../../hal/http/http-virtual.ts';
import { keysFor } from '../../support/device/code-keys.ts';
import { manifestOf } from '../../support/extension/extension-fixture.ts';
import { choose, persistedIn } from '../../support/device/play.ts';
import { shop, type Shop } from '../../support/store/store-with-author.ts';
import {
  installByCode,
  installedOn,
  served,
  storeFixture,
  textsOn,
  toExtensions,
  type StoreFixture,
} from '../../support/store/store-fixture.ts';

/** Invalid store answers, for the check and for a script. */
const NONSENSE: readonly [string, (call: VirtualCall) => void][] = [
  ['HTML', ({ respond }) => respond({ status: 200, text: '<html>Sign in</html>' })],
  ['404', ({ respond }) => respond({ status: 404, text: '{"error":"not_found"}' })],
  ['410', ({ respond }) => respond({ status: 410, text: '{"error":"gone"}' })],
  ['429', ({ respond }) => respond({ status: 429, text: '{"error":"limited"}' })],
  ['500', ({ respond }) => respond({ status: 500, text: '' })],
  ['a redirect', ({ respond }) => respond({ status: 302, text: '' })],
  ['nothing, ever', () => {}],
];

for (const [what, serve] of NONSENSE) {
  test(`[R116] a check answered with ${what} shows an error, changes nothing, and retries at the next boot`, async (t) => {
    const world = await shop(t);
    const at = await storeFixture(world);
    const code = await world.publish('Stays');
    await installByCode(at.fixture(), code);
    await world.update(code, 'New');
    at.answer((call) => {
      serve(call);
      return () => {};
    });
    await at.reboot();
    await world.clock.advance(9000);
    t.true(at.shows(/^Problem: Extensions were not checked: [a-z][^\n]+\.$/), at.lines().join('\n'));
    t.deepEqual(await installedOn(at), ['Stays 1']);
    await world.clock.advance(60_000);
    t.false(at.shows('Problem'), 'message disappears after a while');
    await toExtensions(at.fixture());
    t.true(at.shows('Problem: Extensions were not checked'), 'page still shows the message');
    at.answer(null);
    await at.reboot();
    t.deepEqual(await installedOn(at), ['New 2']);
    t.deepEqual(at.fixture().complaints(), []);
  });

  test(`[R103] a script download answered with ${what} leaves the installed version playing`, async (t) => {
    const world = await shop(t);
    const at = await storeFixture(world);
    const code = await world.publish('Stays', 'function ext.draw() canvas.text("one", 10, 10) end');
    await installByCode(at.fixture(), code);
    await world.update(code, 'New');
    await spoilTexts(world, at, serve);
    await at.reboot();
    await world.clock.advance(9000);
    t.true(at.shows(/^Problem: Stays was not updated: [a-z][^\n]+\.$/), at.lines().join('\n'));
    t.deepEqual(await installedOn(at), ['Stays 1']);
    await choose(at.fixture(), 'Stays');
    await world.clock.advance(50);
    t.is(at.lines()[0], 'one');
    at.answer(null);
    await at.reboot();
    t.deepEqual(await installedOn(at), ['New 2']);
  });
}

/** Lets the store answer checks, and `serve` answer text requests. */
async function spoilTexts(world: Shop, at: StoreFixture, serve: (call: VirtualCall) => void): Promise<void> {
  const { persisted } = await persistedIn(at.fixture().flash);
  const installed = persisted.installed.map(({ code, version }) => ({ c: code, v: version }));
  const { text } = await world.check(installed);
  at.answer((call) => {
    if (call.path === '/e/check') call.respond({ status: 200, text });
    else serve(call);
    return () => {};
  });
}

test('[R103] never installs a script that differs from its announcement, is cut, or is refused by the device', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const code = await world.publish('Stays');
  await installByCode(at.fixture(), code);
  await world.update(code, 'New');
  const { headers, body } = await world.fetch(code);
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const spoilt: readonly [string, Uint8Array][] = [
    ['half of the body', body.subarray(0, body.length >> 1)],
    ['an empty body', new Uint8Array()],
    ['another', new TextEncoder().encode(manifestOf('Evil'))],
    ['a byte more', Buffer.concat([body, Buffer.from(' ')])],
    ['with a byte-order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])],
  ];
  for (const [what, bytes] of spoilt) {
    await spoilTexts(world, at, ({ respond }) => respond({ status: 200, headers: given, bytes }));
    await at.reboot();
    t.true(at.shows('Problem: Stays was not updated: its text is damaged.'), what);
    t.deepEqual(await installedOn(at), ['Stays 1'], what);
    t.is(await textsOn(at), 1, what);
  }
});

test('[R116] an install succeeds even after a failed check', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const code = await world.publish('Works');
  at.answer((call) => {
    if (call.path === '/e/check') call.respond({ status: 503, text: '' });
    else served(world.endpoint)(call);
    return () => {};
  });
  at.link.setFaults({ delay_ms: 500 });
  await at.reboot();
  await toExtensions(at.fixture());
  await at.fixture().press('ok');
  await choose(at.fixture(), 'Install with a code');
  await at.fixture().press(...keysFor(code));
  await world.clock.advance(5000);
  t.true(at.lines()[0] === 'Manage extensions', at.lines().join(' | '));
  t.true(at.shows('Problem: Extensions were not checked: the store is out of order.'));
  t.deepEqual(await installedOn(at), ['Works 1']);
});
