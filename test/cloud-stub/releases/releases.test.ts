// Releases of a cloud other than extensions, over real HTTP from a real folder: firmware check, audio check and byte
// ranges.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { openReleaseFolder, type ReleaseFolder } from '../../../cloud-stub/releases/release-folder.ts';
import { imageOf, NEW, signed } from '../../support/device/firmware-fixture.ts';
import { valueOf } from '../../support/results.ts';
import { sha256Of } from '../../../wire/signing.ts';
import { servedStore } from '../../support/store/store-world.ts';
import { fieldsOf, readAs } from '../../support/read-json.ts';

const QUERY = 'dev=TP-0123456789AB&hw=virtual&current=0.9.0&channel=stable';
const GOOD = signed();

function folderIn(t: ExecutionContext): { readonly path: string; readonly releases: ReleaseFolder } {
  const path = mkdtempSync(join(tmpdir(), 'tapin-releases-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return { path: join(path, 'releases'), releases: openReleaseFolder(join(path, 'releases')) };
}

async function world(t: ExecutionContext, { limited = false } = {}) {
  const { path, releases } = folderIn(t);
  const store = await servedStore(t, { releases, limited });
  return {
    path,
    releases,
    call: store.call,
    latest: (query = QUERY) => store.call(`/firmware/latest?${query}`),
    give: async (...all: readonly ReturnType<typeof signed>[]) => {
      for (const { release, bytes } of all) valueOf(t, await releases.add(release, bytes));
    },
  };
}

test('[C51] answers a check with 204, or with a whole newer release as soon as it is added', async (t) => {
  const { latest, give } = await world(t);
  const none = await latest();
  t.deepEqual([none.status, none.text], [204, '']);
  await give(GOOD);
  const offer = await latest();
  t.is(offer.status, 200);
  const { kind: _, hw: _hw, channel: _channel, ...fields } = GOOD.release;
  t.deepEqual(offer.json(), { ...fields, url: `/releases/${GOOD.release.sha256}` });
  t.is(offer.headers['cache-control'], 'no-store');
  for (const current of ['0.9.1', '0.9.2', '0.10.0', '1.0.0'])
    t.is((await latest(QUERY.replace('0.9.0', current))).status, 204, current);
  t.is((await latest(QUERY.replace('0.9.0', '0.8.99'))).status, 200);
});

test('[C51] offers the highest number for the hardware and channel only', async (t) => {
  const { latest, give } = await world(t);
  const later = signed({ ...NEW, version: '0.9.10', seq: 9 });
  const pi = signed({ hw: 'linux-arm64', version: '0.9.20', seq: 20 });
  const beta = signed({ ...NEW, version: '0.9.30', seq: 30 });
  await give(later, GOOD, pi, { ...beta, release: { ...beta.release, channel: 'beta' } });
  const versionFor = async (query: string): Promise<unknown> => fieldsOf((await latest(query)).json())['version'];
  t.is(await versionFor(QUERY), '0.9.10');
  t.is(await versionFor(QUERY.replace('virtual', 'linux-arm64')), '0.9.20');
  t.is(await versionFor(QUERY.replace('stable', 'beta')), '0.9.30');
  t.is((await latest(QUERY.replace('virtual', 'linux-x64'))).status, 204);
});

for (const query of [
  '',
  'hw=virtual&channel=stable',
  'hw=virtual&current=0.9&channel=stable',
  'hw=&current=0.9.0&channel=stable',
  'hw=virtual&current=0.9.0',
  `hw=${'h'.repeat(65)}&current=0.9.0&channel=stable`,
])
  test(`[C51] answers a check without the current version with 400: ${query.slice(0, 40) || 'nothing'}`, async (t) => {
    const answer = await (await world(t)).latest(query);
    t.is(answer.status, 400);
    t.regex(
      readAs(v.object({ message: v.string() }), answer.json()).message,
      /hw, current \(such as 0\.9\.0\) and channel/,
    );
  });

const { sha256, size } = GOOD.release;
const RANGES: readonly (readonly [
  headers: Readonly<Record<string, string>>,
  status: number,
  range: string | undefined,
  bytes: readonly [number, number],
])[] = [
  [{}, 200, undefined, [0, size]],
  [{ range: 'bytes=0-0' }, 206, `bytes 0-0/${size}`, [0, 1]],
  [{ range: 'bytes=10-19' }, 206, `bytes 10-19/${size}`, [10, 20]],
  [{ range: `bytes=${size - 1}-${size + 500}` }, 206, `bytes ${size - 1}-${size - 1}/${size}`, [size - 1, size]],
  [{ range: 'bytes=100-' }, 206, `bytes 100-${size - 1}/${size}`, [100, size]],
  [{ range: `bytes=${size}-` }, 416, `bytes */${size}`, [0, 0]],
  [{ range: 'bytes=20-10' }, 200, undefined, [0, size]],
  [{ range: 'bytes=0-1,5-6' }, 200, undefined, [0, size]],
  [{ range: 'lines=0-1' }, 200, undefined, [0, size]],
  [{ range: 'bytes=0-9', 'if-range': `"${sha256}"` }, 206, `bytes 0-9/${size}`, [0, 10]],
  [{ range: 'bytes=0-9', 'if-range': '"another"' }, 200, undefined, [0, size]],
];

for (const [headers, status, range, [from, to]] of RANGES)
  test(`[C51] sends the bytes of an image requested with ${JSON.stringify(headers).replaceAll(sha256, 'its hash')}`, async (t) => {
    const { call, give } = await world(t);
    await give(GOOD);
    const answer = await call(`/releases/${sha256}`, { headers });
    t.is(answer.status, status);
    t.is(answer.headers['content-range'], range);
    t.deepEqual(new Uint8Array(answer.body), new Uint8Array(GOOD.bytes.slice(from, to)));
    t.is(answer.headers['etag'], `"${sha256}"`);
    t.is(answer.headers['accept-ranges'], 'bytes');
  });

test('[C51] answers 404 for an unknown release, and no path escapes the folder', async (t) => {
  const { call, give, path } = await world(t);
  await give(GOOD);
  writeFileSync(join(path, '..', 'secret.bin'), 'secret');
  for (const code of ['a'.repeat(64), '..%2Fsecret', '%2e%2e%2fsecret', sha256.toUpperCase(), `${sha256}.json`])
    t.is((await call(`/releases/${code}`)).status, 404, code);
  t.is((await call(`/releases/${sha256}`, { method: 'DELETE' })).status, 405);
});

test('[C51] skips an invalid record or a record without its bytes, and serves the rest', async (t) => {
  const { call, latest, give, path } = await world(t);
  await give(GOOD);
  writeFileSync(join(path, `${'b'.repeat(64)}.json`), '{');
  writeFileSync(join(path, `${'c'.repeat(64)}.json`), JSON.stringify({ ...GOOD.release, seq: 'x' }));
  t.is((await latest()).status, 200);
  rmSync(join(path, `${sha256}.bin`));
  t.is((await call(`/releases/${sha256}`)).status, 404);
  t.false(readdirSync(path).some((name) => name.endsWith('.tmp')));
});

test('[C35] limits the checks of one address', async (t) => {
  const { latest } = await world(t, { limited: true });
  const statuses = [];
  for (let n = 0; n < 61; n++) statuses.push((await latest()).status);
  t.deepEqual([statuses.slice(0, 60).every((status) => status === 204), statuses[60]], [true, 429]);
});

test('[C54] offers the newest audio pack to devices with a different one', async (t) => {
  const { call, releases } = await world(t);
  t.is((await call('/audio/latest?current=')).status, 204);
  for (const [version, released] of [
    ['1', 100],
    ['3', 300],
    ['2', 200],
  ] as const) {
    const bytes = Buffer.from(`pack ${version}`);
    valueOf(
      t,
      await releases.add({ kind: 'audio', version, size: bytes.length, sha256: sha256Of(bytes), released }, bytes),
    );
  }
  const offer = await call('/audio/latest?current=');
  const { url } = readAs(v.object({ url: v.string() }), offer.json());
  t.deepEqual(offer.json(), {
    version: '3',
    size: 6,
    sha256: sha256Of(Buffer.from('pack 3')),
    url: `/releases/${sha256Of(Buffer.from('pack 3'))}`,
  });
  t.is((await call(url)).text, 'pack 3');
  t.is((await call('/audio/latest?current=3')).status, 204);
  t.is((await call('/audio/latest?current=2')).status, 200);
});

test('[C51] sends more than 4 MiB in ranges only, 256 KiB at most each; HEAD returns the size', async (t) => {
  const { call, give } = await world(t);
  const bytes = Buffer.concat([imageOf(NEW, 4_194_304), Buffer.from('the end')]);
  const large = signed(NEW, { bytes });
  await give(large);
  const at = `/releases/${large.release.sha256}`;
  const whole = await call(at);
  t.is(whole.status, 400);
  t.regex(readAs(v.object({ message: v.string() }), whole.json()).message, /ask for it in ranges of at most 262144/);
  const range = await call(at, { headers: { range: 'bytes=0-' } });
  t.deepEqual(
    [range.status, range.body.length, range.headers['content-range']],
    [206, 262_144, `bytes 0-262143/${bytes.length}`],
  );
  const end = await call(at, { headers: { range: `bytes=${bytes.length - 7}-` } });
  t.is(end.text, 'the end');
  await give(GOOD);
  const head = await call(`/releases/${sha256}`, { method: 'HEAD' });
  t.deepEqual([head.status, head.body.length, head.headers['accept-ranges']], [200, 0, 'bytes']);
});

test('[C51] streams a whole file of up to 4 MiB', async (t) => {
  const { call, give } = await world(t);
  const bytes = imageOf(NEW, 3_000_000);
  const sound = signed(NEW, { bytes });
  await give(sound);
  const at = `/releases/${sound.release.sha256}`;
  const whole = await call(at);
  t.deepEqual([whole.status, whole.headers['content-length']], [200, `${bytes.length}`]);
  t.is(Buffer.compare(whole.body, bytes), 0);
  const head = await call(at, { method: 'HEAD' });
  t.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, `${bytes.length}`, 0]);
});

test('[C35] limits an address to sixteen simultaneous release downloads', async (t) => {
  const { call, give, releases } = await world(t);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await give(GOOD);
  const read = releases.releases.bind(releases);
  Object.assign(releases, {
    releases: async () => {
      await gate;
      return read();
    },
  });
  const many = Array.from({ length: 17 }, () => call(`/releases/${sha256}`));
  const first = await Promise.race(many);
  t.is(first.status, 429);
  open();
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  t.is(statuses.filter((status) => status === 200).length, 16);
  t.is((await call(`/releases/${sha256}`)).status, 200, 'finished downloads do not count');
});

test('[C51] publishes one image on two channels', async (t) => {
  const { latest, give } = await world(t);
  await give(GOOD, { ...GOOD, release: { ...GOOD.release, channel: 'beta' } });
  for (const channel of ['stable', 'beta']) t.is((await latest(QUERY.replace('stable', channel))).status, 200, channel);
});

test('[C51] a higher number of an older version hides no release', async (t) => {
  const { latest, give } = await world(t);
  await give(signed({ ...NEW, version: '1.0.0', seq: 5 }), signed({ ...NEW, version: '0.9.5', seq: 6 }));
  t.is(fieldsOf((await latest(QUERY.replace('0.9.0', '0.9.9'))).json())['version'], '1.0.0');
});

test('[C51] reads a part once the previous one is sent, and stops when the caller disconnects', async (t) => {
  const { releases: folder } = folderIn(t);
  const bytes = imageOf(NEW, 200_000);
  const sound = signed(NEW, { bytes });
  t.true((await folder.add(sound.release, bytes)).ok);
  const { sha256: hash } = sound.release;
  const sizes: number[] = [];
  let in_progress = 0;
  await folder.sendParts(hash, bytes.length, async (part) => {
    t.is(++in_progress, 1);
    sizes.push(part.length);
    await new Promise((resolve) => setImmediate(resolve));
    in_progress--;
  });
  t.deepEqual(sizes, [65_536, 65_536, 65_536, bytes.length - 196_608]);
  let taken = 0;
  const gone = folder.sendParts(hash, bytes.length, async () => {
    if (++taken === 2) throw new Error('the caller has disconnected');
  });
  await t.throwsAsync(gone, { message: 'the caller has disconnected' });
  t.is(taken, 2);
  await t.throwsAsync(
    folder.sendParts(hash, bytes.length + 1, async () => {}),
    { message: /has the size of its record/ },
  );
});
