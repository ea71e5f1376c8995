// Installing an extension by its code: typed by keys or touch, refused with a message, up to the limits.

import test from 'ava';
import { keysFor } from '../../support/device/code-keys.ts';
import { manifestOf } from '../../support/extension/extension-fixture.ts';
import { choose, pageOn } from '../../support/device/play.ts';
import { shop } from '../../support/store/store-with-author.ts';
import { installByCode, installedOn, storeFixture, toExtensions } from '../../support/store/store-fixture.ts';

/** Returns the centre of a symbol on the code's on-screen keyboard: eight in a row. */
const placeOf = (symbol: string): readonly [x: number, y: number] => {
  const at = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(symbol);
  return [14 + 56.5 * (at % 8) + 28, 162 + 32 * Math.floor(at / 8) + 16];
};

test('[extension] a touch types the symbol under it', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const code = await world.publish('Touched');
  await toExtensions(at.fixture());
  await choose(at.fixture(), 'Install with a code');
  for (const symbol of code) {
    at.fixture().keys.touch(...placeOf(symbol));
    await world.clock.advance(1);
  }
  await world.clock.advance(100);
  t.true(at.shows('Note: Touched was installed.'), at.lines().join(' | '));
});

test('[R104] a device with six extensions refuses a seventh code without a request to the store', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  for (let n = 1; n <= 6; n++) await installByCode(at.fixture(), await world.publish(`E${n}`));
  at.requests.length = 0;
  await installByCode(at.fixture(), await world.publish('E7'));
  t.true(at.shows('all 6 slots are in use, so remove one first'));
  t.deepEqual(at.requests, []);
  t.is((await installedOn(at)).length, 6);
});

test('[R104] installs a script of 65,536 bytes and refuses a store that sends one byte more', async (t) => {
  const world = await shop(t);
  const start = `${manifestOf('Large')}--`;
  const at = await storeFixture(world);
  const code = await world.publish('Large', `--${'x'.repeat(65_536 - start.length)}`);
  await installByCode(at.fixture(), code);
  t.deepEqual(await installedOn(at), ['Large 1']);
  await choose(at.fixture(), 'Large');
  await choose(at.fixture(), 'Remove it');
  at.answer(({ respond }) => {
    respond({ status: 200, text: 'x'.repeat(65_537) });
    return () => {};
  });
  await installByCode(at.fixture(), code);
  t.true(at.shows(/was not installed: .*more than 65536 bytes/));
});

test('[extension] accepts any spelling of a code, and reports the result where it was typed', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  await installByCode(at.fixture(), 'ZZZZZ');
  t.is(pageOn(at.fixture()), 'installing');
  t.true(at.shows('ZZZZZ was not installed: no extension has this code.'));
  await at.fixture().press('back');
  t.false(at.lines().some((line) => line === 'ZZZZZ was not installed: no extension has this code.'));
  const gone = await world.publish('Gone');
  await world.ann.remove(gone);
  await installByCode(at.fixture(), gone);
  t.true(at.shows('its author has removed it'));
  const code = await world.publish('Fine');
  await installByCode(at.fixture(), code);
  t.is(pageOn(at.fixture()), 'extensions');
  t.true(at.shows('Note: Fine was installed.'));
  await installByCode(at.fixture(), code);
  t.true(at.shows('Note: Fine was updated.'), 'an installed extension is fetched again, which repairs a damaged text');
});

test('[R104] lists a failed installation once until a restart, even after a retry with its code', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  at.link.setFaults({ delay_ms: 500 });
  await toExtensions(at.fixture());
  for (const code of ['ZZZZZ', 'YYYYY', 'ZZZZZ']) {
    await choose(at.fixture(), 'Install with a code');
    await at.fixture().press(...keysFor(code));
    await world.clock.advance(700);
    while (pageOn(at.fixture()) !== 'extensions') await at.fixture().press('back');
  }
  await world.clock.advance(3000);
  const listed = (): readonly string[] => at.lines().filter((line) => line.startsWith('Problem: '));
  const failure = (code: string): string => `Problem: ${code} was not installed: no extension has this code.`;
  t.deepEqual(listed(), [failure('YYYYY'), failure('ZZZZZ')]);
  at.link.setFaults({ delay_ms: 0 });
  await at.reboot();
  await toExtensions(at.fixture());
  t.deepEqual(listed(), []);
  await installByCode(at.fixture(), 'ZZZZZ');
  await at.fixture().press('back', 'back', 'back', 'back', 'back', 'back');
  await toExtensions(at.fixture());
  t.deepEqual(listed(), [failure('ZZZZZ')]);
});
