// Invalid images and misbehaving stores: the running image stays, and each case shows its reason.

import test from 'ava';
import { PIECE_BYTES } from '../../../firmware/images/download.ts';
import type { VirtualServer } from '../../../hal/http/http-virtual.ts';
import { trustedComment } from '../../../wire/firmware/messages.ts';
import {
  firmwareFixture,
  imageOf,
  KEY,
  NEW,
  OTHER_KEY,
  releasesServer,
  signed,
  type FirmwareFixture,
  type Signed,
} from '../../support/device/firmware-fixture.ts';
import { choose, persistedIn, toMenu } from '../../support/device/play.ts';
import { itemAt } from '../../support/items.ts';

const GOOD = signed();
const BIG = signed(NEW, { bytes: imageOf(NEW, 2 * PIECE_BYTES) });
const minisigWith = (line: number, change: (text: string) => string): string => {
  const lines = GOOD.release.minisig.split('\n');
  return lines.with(line, change(itemAt(lines, line))).join('\n');
};
const withRelease = (change: Partial<Signed['release']>, of = GOOD): Signed => ({
  ...of,
  release: { ...of.release, ...change },
});
const flipped = ({ bytes, ...rest }: Signed, at: number): Signed => ({
  ...rest,
  bytes: bytes.with(at, itemAt(bytes, at) ^ 1),
});

async function sayings(at: FirmwareFixture): Promise<string> {
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Settings');
  await choose(at.fixture(), 'Firmware');
  return at.fixture().lines().join('\n');
}

const triesOn = async (at: FirmwareFixture): Promise<number> =>
  (await persistedIn(at.fixture().flash)).persisted.firmware.tries[0]?.count ?? 0;

/** Faults that only the downloaded bytes reveal. */
const FETCHED: readonly (readonly [what: string, release: Signed, says: string])[] = [
  ['with one wrong byte', flipped(GOOD, 500), 'it is damaged'],
  ['of another, validly signed image', { ...GOOD, bytes: imageOf({ ...NEW, version: '0.9.2' }) }, 'it is damaged'],
  ['without a manifest', signed(NEW, { bytes: Buffer.from('x'.repeat(600)) }), 'no valid manifest'],
];

/** Faults that the offer reveals before any download. */
const REFUSED: readonly (readonly [what: string, release: Signed, says: string])[] = [
  ['signed by another party', signed(NEW, { key: OTHER_KEY }), 'which this device does not trust'],
  [
    'signed by another party under our key id',
    signed(NEW, { key: { ...OTHER_KEY, id: KEY.id } }),
    'its signed comment was changed',
  ],
  [
    'with a changed trusted comment',
    withRelease({ minisig: minisigWith(2, (text) => text.replace('seq=2', 'seq=3')) }),
    'its signed comment was changed',
  ],
  [
    'with a legacy signature',
    withRelease({
      minisig: minisigWith(1, (text) =>
        Buffer.concat([Buffer.from('Ed'), Buffer.from(text, 'base64').subarray(2)]).toString('base64'),
      ),
    }),
    'the legacy format',
  ],
  ['without a signature', withRelease({ minisig: 'none' }), 'no minisign signature'],
  ['for other hardware', signed({ ...NEW, hw: 'linux-arm64' }), 'it is for linux-arm64, but this device is virtual'],
  ['offered under a newer name', withRelease({ version: '0.9.7', seq: 7 }), 'its version differs from the offer'],
  ['offered under a higher number', withRelease({ seq: 7 }), 'its version differs from the offer'],
  [
    'signed with the comment of another image',
    signed(NEW, { comment: trustedComment({ ...NEW, seq: 3 }, GOOD.bytes.length) }),
    'its version differs from the offer',
  ],
  ['signed with another kind of comment', signed(NEW, { comment: 'file:tapin.image' }), 'describes another image'],
  ['signed with another size', signed(NEW, { comment: trustedComment(NEW, 7) }), 'describes another image'],
];

for (const [what, release, message] of [...FETCHED, ...REFUSED])
  test(`[C51] [C52] does not install an image ${what}, and counts the attempt`, async (t) => {
    // Our own store would offer nothing for other hardware.
    const at = await firmwareFixture({ offers: [withRelease({ hw: 'virtual' }, release)] });
    t.regex(await sayings(at), new RegExp(message));
    const fetched = FETCHED.some(([name]) => name === what);
    t.is(at.requests.filter((path) => path.startsWith('/releases')).length, fetched ? 1 : 0);
    t.is(at.version(), '0.9.0');
    t.is(await triesOn(at), 1);
    t.deepEqual(at.fixture().complaints(), []);
  });

/** Serves a correct offer, and its bytes through `give`. */
const bytesBy =
  (give: VirtualServer, of = BIG): VirtualServer =>
  (call) =>
    call.path.startsWith('/releases') ? give(call) : releasesServer(() => [of])(call);

const answers =
  (
    status: number,
    bytes: Uint8Array = new Uint8Array(),
    headers: Readonly<Record<string, string>> = {},
  ): VirtualServer =>
  ({ respond }) => {
    respond({ status, headers, bytes });
    return () => {};
  };

const rangesOf =
  (bytes: Uint8Array, length: number): VirtualServer =>
  ({ headers, respond }) => {
    const [, first = '0', last = '0'] = /(\d+)-(\d+)/.exec(headers['range'] ?? '') ?? [];
    const piece = bytes.subarray(Number(first), Number(last) + 1);
    respond({ status: 206, headers: { 'content-range': `bytes ${first}-${last}/${length}` }, bytes: piece });
    return () => {};
  };

const size = BIG.release.size;
const UNCOUNTED: readonly (readonly [what: string, give: VirtualServer, says: string])[] = [
  ['never answers', () => () => {}, 'the store did not answer'],
  ['is gone', answers(404), 'the store answered 404'],
  ['is out of order', answers(503), 'the store answered 503'],
  ['redirects', answers(302, new Uint8Array(), { location: 'http://192.168.1.1/' }), 'the store answered 302'],
  ['sends a truncated piece', answers(200, BIG.bytes.subarray(0, PIECE_BYTES - 1)), 'something else'],
  ['sends more than the piece', answers(200, BIG.bytes.subarray(0, PIECE_BYTES + 1)), 'sent more than 262144 bytes'],
  ['says that the range does not exist', answers(416), 'something else'],
  [
    'sends another range',
    answers(206, BIG.bytes.subarray(0, PIECE_BYTES), { 'content-range': `bytes 1-${PIECE_BYTES}/${size}` }),
    'something else',
  ],
  ['sends a range of another size', rangesOf(BIG.bytes, size + 1), 'something else'],
  ['sends fewer bytes than the range', rangesOf(BIG.bytes.subarray(0, 100), size), 'something else'],
];

for (const [what, give, message] of UNCOUNTED)
  test(`[C52] installs nothing and counts no attempt if a store ${what}`, async (t) => {
    const at = await firmwareFixture({ joined: false });
    at.answer(bytesBy(give));
    at.network.setJoined(true);
    await at.clock.advance(40_000);
    t.regex(await sayings(at), new RegExp(message));
    t.is(at.version(), '0.9.0');
    t.is(await triesOn(at), 0);
    // The next network connection succeeds.
    at.answer(null);
    at.offer(BIG);
    at.network.setJoined(false);
    at.network.setJoined(true);
    await at.clock.advance(1000);
    await toMenu(at.fixture());
    await at.clock.advance(5000);
    t.is(at.version(), '0.9.1');
  });

for (const url of [
  'http://192.168.1.1/x',
  '//other/x',
  'https://store/x',
  'x',
  '/with space',
  'http://store.evil/x',
  '',
])
  test(`[C94] fetches an image from the store only, not from ${url || 'an empty address'}`, async (t) => {
    const at = await firmwareFixture({ joined: false });
    const { kind: _, hw: _hw, channel: _channel, ...offer } = GOOD.release;
    at.answer(answers(200, Buffer.from(JSON.stringify({ ...offer, url }))));
    at.network.setJoined(true);
    await at.clock.advance(1000);
    t.regex(await sayings(at), url === '' ? /an invalid answer/ : /the store points to another server/);
    t.deepEqual(
      at.requests.filter((path) => !/^\/(e|audio)\//.test(path)),
      ['/firmware/latest'],
    );
  });

test('[C51] an offer’s address may include the origin of the store', async (t) => {
  const at = await firmwareFixture({ joined: false });
  const { kind: _, hw: _hw, channel: _channel, ...offer } = GOOD.release;
  at.answer((call) =>
    call.path.startsWith('/releases')
      ? releasesServer(() => [GOOD])(call)
      : answers(200, Buffer.from(JSON.stringify({ ...offer, url: `http://store/releases/${offer.sha256}` })))(call),
  );
  at.network.setJoined(true);
  await at.clock.advance(3000);
  t.is(at.version(), '0.9.1');
});

const OFFERS: readonly (readonly [what: string, body: string])[] = [
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['a list', '[]'],
  ['an invalid version', JSON.stringify({ ...GOOD.release, version: '1' })],
  ['a size of 0', JSON.stringify({ ...GOOD.release, size: 0 })],
  ['more than 256 MiB', JSON.stringify({ ...GOOD.release, size: 268_435_457 })],
  ['no signature', JSON.stringify({ ...GOOD.release, url: '/x', minisig: undefined })],
  ['a hash in capitals', JSON.stringify({ ...GOOD.release, url: '/x', sha256: GOOD.release.sha256.toUpperCase() })],
];

for (const [what, body] of OFFERS)
  test(`[C51] rejects a check answered with ${what}`, async (t) => {
    const at = await firmwareFixture({ joined: false });
    at.answer(answers(200, Buffer.from(body)));
    at.network.setJoined(true);
    await at.clock.advance(1000);
    t.regex(await sayings(at), /Not checked: the store sent an invalid answer\./);
  });

test('[C51] resumes a download where it stopped, after a failure and after a boot', async (t) => {
  const at = await firmwareFixture({ joined: false });
  let given = 0;
  at.answer(bytesBy((call) => (given++ === 0 ? releasesServer(() => [BIG])(call) : answers(503)(call))));
  at.network.setJoined(true);
  await at.clock.advance(1000);
  at.requests.length = 0;
  at.answer(null);
  at.offer(BIG);
  await at.boot();
  t.is(at.version(), '0.9.1');
  const pieces = at.requests.filter((path) => path.startsWith('/releases')).map((path) => path.split(' ')[1]);
  t.deepEqual(pieces, [`bytes=${PIECE_BYTES}-${2 * PIECE_BYTES - 1}`, `bytes=${2 * PIECE_BYTES}-${size - 1}`]);
});

test('[C51] bytes fetched of one image never count as part of another', async (t) => {
  const at = await firmwareFixture({ joined: false });
  let given = 0;
  at.answer(bytesBy((call) => (given++ === 0 ? releasesServer(() => [BIG])(call) : answers(503)(call))));
  at.network.setJoined(true);
  await at.clock.advance(1000);
  at.answer(null);
  at.offer(
    signed(
      { ...NEW, version: '0.9.2', seq: 3 },
      { bytes: imageOf({ ...NEW, version: '0.9.2', seq: 3 }, 2 * PIECE_BYTES) },
    ),
  );
  await at.boot();
  t.is(at.version(), '0.9.2');
});

test('[C51] accepts the whole image from a server without ranges if it fits one piece', async (t) => {
  const at = await firmwareFixture({ joined: false });
  at.answer(bytesBy(answers(200, GOOD.bytes), GOOD));
  at.network.setJoined(true);
  await at.clock.advance(3000);
  t.is(at.version(), '0.9.1');
});

test('[C51] deletes fetched bytes once they are installed or no longer offered', async (t) => {
  const at = await firmwareFixture({ offers: [BIG] });
  await at.clock.advance(15_000);
  const records = await at.fixture().flash.list();
  t.true(records.ok && records.value.every((name) => !name.startsWith('firmware-')));
});

for (const room_bytes of [0, 100_000, 400_000, 600_000, 900_000, 1_100_000])
  test(`[C52] with room for ${room_bytes} bytes: runs on without space, and installs with space`, async (t) => {
    const at = await firmwareFixture({ joined: false });
    at.offer(BIG);
    const { disk } = at.fixture().flash;
    disk.setCapacity(room_bytes);
    at.network.setJoined(true);
    await at.clock.advance(5000);
    t.is(at.version(), room_bytes > 1_060_000 ? '0.9.1' : '0.9.0');
    if (at.version() === '0.9.0') t.regex(await sayings(at), /not installed|failed/);
    disk.setCapacity(Number.POSITIVE_INFINITY);
    await at.boot();
    await at.clock.advance(12_000);
    t.is(at.version(), '0.9.1');
  });
