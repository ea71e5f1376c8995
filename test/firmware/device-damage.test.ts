// Damaged records of a device: the identity is never replaced, and the log, the pages and the message report the
// damage.

import test from 'ava';
import { RECORDS } from '../../firmware/persisted/persisted.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { choose, flashWith, reboot, toMenu } from '../support/device/play.ts';

const ID = 'TP-0123456789AB';
const FULL = { identity: { id: ID }, settings: { stimp: 9 } };

const garbage = Uint8Array.from({ length: 60 }, (_, i) => (i * 37 + 11) % 256);
const GARBAGE = [
  ['noise', garbage],
  ['nothing', new Uint8Array(0)],
  ['JSON without its envelope', new TextEncoder().encode('{"players":[]}')],
] as const;

async function showsDamage(fixture: DeviceFixture, record: string): Promise<boolean> {
  await toMenu(fixture);
  await choose(fixture, 'Status');
  const shown = fixture.lines().some((line) => line.includes(record) && line.includes('damaged'));
  await toMenu(fixture);
  return shown;
}

test('[R152] with one damaged identity copy the device keeps its id, reports it and rewrites it', async (t) => {
  for (const [damaged, other] of [
    ['identity.0', 'identity.1'],
    ['identity.1', 'identity.0'],
  ] as const) {
    const flash = await flashWith(FULL);
    flash.disk.damage(damaged, 40);
    const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
    t.is(fixture.device.id(), ID);
    t.true(await showsDamage(fixture, damaged));
    flash.disk.damage(other, 40);
    const again = await reboot(fixture);
    t.is(again.device.id(), ID, `${damaged} was written again`);
  }
});

for (const [what, bytes] of [...GARBAGE, ['an identity without an id', null] as const])
  test(`[R152] keeps a damaged identity, and reports the damage on pages and in the log: ${what}`, async (t) => {
    const flash = await flashWith({ ...FULL, identity: { id: 'me' } });
    if (bytes) for (const slot of [0, 1]) flash.disk.put(`identity.${slot}`, bytes);
    const before = [0, 1].map((slot) => flash.disk.peek(`identity.${slot}`));
    const boot = await deviceFixture({ flash: createMemoryFlash(flash.disk), boot_ms: 5 });
    const hasWarning = (lines: readonly string[]): boolean =>
      lines.some((line) => line.includes('identity') && line.endsWith('each start uses a temporary identity.'));
    t.true(hasWarning(boot.lines()), boot.lines().join(' | '));
    t.true(hasWarning(boot.complaints()));
    await boot.clock.advance(3000);
    await choose(boot, 'Settings');
    await choose(boot, 'Brightness', 'left');
    const again = await reboot(boot);
    await choose(again, 'Status');
    t.true(hasWarning(again.lines()));
    t.deepEqual(
      [0, 1].map((slot) => flash.disk.peek(`identity.${slot}`)),
      before,
    );
  });

test('[C68] logs each damaged record once, and the status page still shows it an hour later', async (t) => {
  for (const record of RECORDS) {
    const flash = await flashWith(FULL);
    flash.disk.put(`${record}.0`, garbage);
    const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
    await fixture.clock.advance(3_600_000);
    t.is(fixture.complaints().filter((line) => line.includes(`${record}.0 is damaged`)).length, 1, record);
    t.true(await showsDamage(fixture, record), record);
  }
});

test('[C68] the messages of the status page shorten if there are too many to fit', async (t) => {
  const flash = await flashWith(FULL);
  const drawn = async (): Promise<readonly string[]> => {
    const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
    await choose(fixture, 'Status');
    await fixture.press('left', 'left');
    return fixture.screen.picture().list.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  };
  for (const record of ['settings', 'players', 'cfg']) flash.disk.put(`${record}.0`, garbage);
  const three = await drawn();
  for (const record of ['settings', 'players', 'cfg'])
    t.true(
      three.some((line) => line.startsWith(`The copy ${record}.0 is damaged:`)),
      three.join(' | '),
    );
  for (const record of RECORDS.filter((each) => each.startsWith('set-'))) flash.disk.put(`${record}.0`, garbage);
  const thirteen = await drawn();
  t.true(
    thirteen.includes('5 more: see the log.'),
    'line of the sensor and eight of thirteen messages'.concat(thirteen.join('|')),
  );
});

test('[C68] logs a damaged record read later, shows a message, and lists it on the status page', async (t) => {
  const flash = await flashWith(FULL);
  flash.disk.put('touch-calibration.0', garbage);
  const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk), touchscreen: true });
  t.is(fixture.complaints().filter((line) => line.includes('touch-calibration.0')).length, 1);
  t.true(await showsDamage(fixture, 'touch-calibration'));
});

test('[C68] logs a record that is not a JSON object and keeps it on the status page', async (t) => {
  const flash = await flashWith({ ...FULL, settings: 5 });
  const fixture = await deviceFixture({ flash });
  const sentence = 'The record settings is not a JSON object: using defaults.';
  t.deepEqual(fixture.complaints(), [sentence]);
  await choose(fixture, 'Status');
  t.true(fixture.lines().includes(sentence));
});

test('[C68] logs a damaged boot record and lists it on the status page', async (t) => {
  const flash = await flashWith(FULL);
  flash.disk.put('boot.0', garbage);
  const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
  t.is(fixture.complaints().filter((line) => line.includes('boot.0 is damaged')).length, 1);
  t.true(await showsDamage(fixture, 'boot.0'));
});

test('[C188] a device whose board file is not used shows it at the start and on the status page', async (t) => {
  const board_problem = 'The board file is not used. board.yaml:2:1: wifi must be virtual.';
  const boot = await deviceFixture({ board_problem, boot_ms: 5 });
  const says = (lines: readonly string[]): boolean => lines.some((line) => line.includes(board_problem));
  t.true(boot.lines().includes('Note: Board file not used: see the status page.'), 'boot page');
  await boot.clock.advance(3000);
  t.true(boot.lines().includes('Note: Board file not used: see the status page.'), boot.lines().join(' | '));
  t.true(boot.lines().every((line) => !line.includes('damaged')));
  await choose(boot, 'Status');
  t.true(says(boot.lines()), 'status page');
  t.true(boot.lines().some((line) => line.startsWith('Storage: ok')));
});
