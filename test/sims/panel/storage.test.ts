// The panel's calls for a device's storage: its contents, damage, a power cut during a write, and memories that are
// moved.

import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import * as v from 'valibot';
import { FLASH_VALUE_BYTES_MAX } from '../../../hal/flash/flash.ts';
import { panelFixture, type PanelFixture } from '../../support/panel/panel-fixture.ts';
import { readAs } from '../../support/read-json.ts';
import { recordedDevice } from '../../support/device/recorded-device.ts';

const storageShape = v.object({
  writes: v.number(),
  cuts_at_next_write: v.boolean(),
  records: v.array(
    v.object({
      name: v.string(),
      copies: v.array(v.looseObject({ version: v.nullable(v.number()), damage: v.string() })),
    }),
  ),
});
const storageOf = async ({ call }: PanelFixture) => readAs(storageShape, (await call('/api/devices/0/storage')).json());
const memoryShape = v.object({ tapin_memory: v.literal(1), records: v.record(v.string(), v.string()) });

/** Posts the body, and advances time until the answer arrives. */
async function posted({ fixture, post }: PanelFixture, path: string, body: unknown) {
  const answer = post(`/api/devices/0/${path}`, body);
  const soon = (): Promise<null> => new Promise((resolve) => setImmediate(() => resolve(null)));
  for (;;) {
    await fixture.clock.advance(10);
    const answered = await Promise.race([answer, soon()]);
    if (answered) return answered;
  }
}

test('[panel] a set saved from a storage and restored later resumes on the device', async (t) => {
  const opened = await panelFixture(t, { switchOn: () => recordedDevice() });
  const { call, fixture } = opened;
  const { clock, lines, press, strike } = fixture;
  await press('down', 'ok', 'ok');
  await strike({ club_speed_mps: 1.5 });
  await fixture.untilAtRest();
  const then_ms = clock.now_ms();
  const memory = readAs(memoryShape, (await call('/api/devices/0/memory.json')).json());
  t.false('identity' in memory.records);
  const id = fixture.device.id();
  await press('ok');
  await strike({ club_speed_mps: 1.5 });
  await fixture.untilAtRest();
  // The recording gives the same memory later.
  const past = await call(`/api/devices/0/memory.json?until_ms=${then_ms}`);
  t.deepEqual(readAs(memoryShape, past.json()), memory);
  t.is((await posted(opened, 'memory', memory)).status, 202);
  await clock.advance(3000);
  t.true(lines().includes('> Go on: Putt 2 of 10'), lines().join('\n'));
  t.is(fixture.device.id(), id);
  t.deepEqual(readAs(memoryShape, (await call('/api/devices/0/memory.json')).json()).records['set-lag'], memory.records['set-lag']);
}); // oxfmt-ignore

test('[panel] reports a damaged copy, and the device continues with the one before it', async (t) => {
  const opened = await panelFixture(t);
  const { fixture } = opened;
  await fixture.press('down', 'ok', 'ok');
  for (let putt = 0; putt < 2; putt++) {
    await fixture.strike({ club_speed_mps: 1.5 });
    await fixture.untilAtRest();
    await fixture.press('ok');
  }
  const before = (await storageOf(opened)).records.find(({ name }) => name === 'set-lag');
  t.deepEqual(
    before?.copies.map(({ version }) => version),
    [1, 2],
  );
  t.is((await posted(opened, 'storage', { damage: 'set-lag' })).status, 202);
  const after = (await storageOf(opened)).records.find(({ name }) => name === 'set-lag');
  t.deepEqual(
    after?.copies.map(({ version }) => version),
    [1, null],
  );
  await posted(opened, 'power', { action: 'reset' });
  await fixture.clock.advance(3000);
  t.true(fixture.lines().includes('> Go on: Putt 2 of 10'), fixture.lines().join('\n'));
});

test('[panel] cuts the power during the next write without losing any stored value', async (t) => {
  const opened = await panelFixture(t);
  const { fixture } = opened;
  await fixture.press('down', 'ok', 'ok');
  const { records } = await storageOf(opened);
  await posted(opened, 'storage', { cut_at_next_write: true });
  t.true((await storageOf(opened)).cuts_at_next_write);
  await fixture.strike({ club_speed_mps: 1.5 });
  await fixture.untilAtRest();
  t.false(fixture.power?.isOn());
  const after = await storageOf(opened);
  t.false(after.cuts_at_next_write);
  t.deepEqual(after.records, records);
  await posted(opened, 'power', { action: 'on' });
  await fixture.clock.advance(3000);
  t.true(fixture.lines().includes('> Start'), fixture.lines().join('\n'));
});

test('[panel] of two simultaneous uploads the second one wins, whole, and power switching waits for them', async (t) => {
  const { fixture } = await panelFixture(t);
  const { storage, power, clock, device } = fixture;
  if (!storage || !power) return void t.fail('the board is virtual');
  const memoryOf = (name: string) =>
    new Map([
      ['settings', new Uint8Array(Buffer.from(`{"name":"${name}"}`))],
      ...Array.from({ length: 20 }, (_, at) => [`${name.toLowerCase()}-${at}`, new Uint8Array(1)] as const),
    ]);
  const put = [storage.replace(memoryOf('First')), storage.replace(memoryOf('Second')), power.turn('on')];
  await clock.advance(6000);
  await Promise.all(put);
  await clock.advance(6000);
  const records = await storage.records();
  const names = records.ok ? records.value.map(({ name }) => name) : [];
  t.is(names.filter((name) => name.startsWith('second-')).length, 20);
  t.is(names.filter((name) => name.startsWith('first-')).length, 0);
  t.is(device.name(), 'Second');
});

test('[panel] rejects an invalid memory with a message, and loses nothing', async (t) => {
  const opened = await panelFixture(t);
  await opened.fixture.press('down', 'ok', 'ok');
  const before = await storageOf(opened);
  const large = (bytes: number) => ({ tapin_memory: 1, records: { a: Buffer.alloc(bytes).toString('base64') } });
  const many = (count: number) => ({
    tapin_memory: 1,
    records: Object.fromEntries(Array.from({ length: count }, (_, at) => [`r${at}`, ''])),
  });
  for (const [body, error, message] of [
    [many(257), 'bad_value', /^A memory has at most 256 records\.$/],
    [{}, 'bad_value', /^A memory must have tapin_memory 1 and records/],
    [{ tapin_memory: 2, records: {} }, 'bad_value', /^A memory must have/],
    [{ tapin_memory: 1, records: { 'A/B': '' } }, 'bad_value', /^A memory must have/],
    [{ tapin_memory: 1, records: { a: '?' } }, 'bad_value', /^A memory must have/],
    [{ tapin_memory: 1, records: { a: 5 } }, 'bad_value', /^A memory must have/],
    [{ tapin_memory: 1, records: [] }, 'bad_value', /^A memory must have/],
    [{ tapin_memory: 1, records: ['QQ=='] }, 'bad_value', /^A memory must have/],
    [large(FLASH_VALUE_BYTES_MAX + 1), 'bad_value', /^A record has at most 1048576 bytes\.$/],
    [large(16 * 2 ** 20), 'too_large', /^A body has at most 16777216 bytes\.$/],
  ] as const) {
    const { json } = await posted(opened, 'memory', body);
    t.is(readAs(v.object({ error: v.string() }), json()).error, error);
    t.regex(readAs(v.object({ message: v.string() }), json()).message, message);
  }
  for (const body of [{}, { damage: '../x' }, { cut_at_next_write: 1 }, { damage: 'nothing' }])
    t.true((await posted(opened, 'storage', body)).status >= 400, JSON.stringify(body));
  t.deepEqual(await storageOf(opened), before);
  t.true(opened.fixture.power?.isOn());
});

test('[panel] accepts a memory of 256 records, and four concurrent uploads', async (t) => {
  const opened = await panelFixture(t);
  const records = Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`r${at}`, '']));
  t.is((await posted(opened, 'memory', { tapin_memory: 1, records })).status, 202);
  const { host, hostname, port } = new URL(opened.origin);
  const head = `POST /api/devices/0/memory HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${opened.panel.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`;
  const uploads = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect(Number(port), hostname);
      socket.write(head);
      await once(socket, 'data');
      return socket;
    }),
  );
  await opened.call('/api/devices/0');
  const refused = await opened.post('/api/devices/0/memory', {});
  t.is(refused.status, 429);
  t.deepEqual(refused.json(), { error: 'too_many', message: '4 uploads are already running: try again later.' });
  for (const socket of uploads) {
    socket.end();
    await once(socket, 'close');
  }
  t.is((await posted(opened, 'memory', {})).status, 400);
});

test('[panel] refuses to access the storage of a real device', async (t) => {
  const opened = await panelFixture(t, { dress: (fixture) => ({ ...fixture, storage: null }) });
  for (const path of ['storage', 'memory.json']) {
    const { status, json } = await opened.call(`/api/devices/0/${path}`);
    t.is(status, 409);
    t.like(json(), { error: 'real_device' });
  }
  const { status } = await opened.call('/api/devices/0/memory.json?until_ms=5');
  t.is(status, 409);
});
