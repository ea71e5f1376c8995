// The audio pack on a whole device, in virtual time: fetched, verified, stored and used; a failure shows one line and
// changes nothing (C54).

import test from 'ava';
import { audioPackBytes, readAudioPack, type AudioPack } from '../../../wire/audio/pack.ts';
import { AUDIO_PACK_BYTES_MAX } from '../../../wire/choices.ts';
import { sha256Of } from '../../../wire/signing.ts';
import { firmwareFixture, type FirmwareFixture } from '../../support/device/firmware-fixture.ts';
import { errorOf, valueOf } from '../../support/results.ts';

const WAV = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVE'), Buffer.alloc(40)]);
const PACK: AudioPack = { version: '7', sounds: { click: WAV } };
const clickOn = async ({ fixture }: FirmwareFixture): Promise<Uint8Array | undefined> => {
  await fixture().press('down');
  return fixture().speaker.played().at(-1)?.wav;
};

test('[C54] fetches a pack after the firmware check and before extensions, uses and keeps it', async (t) => {
  const at = await firmwareFixture({ joined: false });
  at.offerSounds(PACK);
  t.is(await clickOn(at), undefined);
  at.network.setJoined(true);
  await at.clock.advance(1000);
  t.deepEqual(
    at.requests.map((path) => path.replace(/[0-9a-f]{64}/, 'HASH')),
    ['/firmware/latest', '/audio/latest', '/releases/HASH', '/e/check'],
  );
  t.deepEqual(new Uint8Array((await clickOn(at)) ?? []), new Uint8Array(WAV));
  at.requests.length = 0;
  await at.boot();
  t.deepEqual(
    at.requests,
    ['/firmware/latest', '/audio/latest', '/e/check'],
    'pack already installed: not downloaded again',
  );
  t.deepEqual(new Uint8Array((await clickOn(at)) ?? []), new Uint8Array(WAV));
});

test('[C54] checks for packs once per boot', async (t) => {
  const at = await firmwareFixture();
  for (const joined of [false, true]) {
    at.network.setJoined(joined);
    await at.clock.advance(1000);
  }
  t.is(at.requests.filter((path) => path === '/audio/latest').length, 1);
});

const spoilt = Buffer.from(audioPackBytes(PACK)).fill(65, 60, 70);
const offerOf = (bytes: Uint8Array, more: object = {}) => ({
  version: '7',
  url: '/releases/x',
  size: bytes.length,
  sha256: sha256Of(bytes),
  ...more,
});
const BAD: readonly (readonly [what: string, offer: object, bytes: Uint8Array, says: RegExp])[] = [
  ['is damaged', offerOf(audioPackBytes(PACK)), spoilt, /the download is damaged/],
  ['is truncated', offerOf(audioPackBytes(PACK)), audioPackBytes(PACK).subarray(0, -1), /the download is damaged/],
  [
    'is longer than announced',
    offerOf(audioPackBytes(PACK)),
    Buffer.concat([audioPackBytes(PACK), Buffer.from('x')]),
    /more than/,
  ],
  ['is not a pack', offerOf(Buffer.from('hello')), Buffer.from('hello'), /Not an audio pack/],
  [
    'has another version',
    offerOf(audioPackBytes(PACK), { version: '8' }),
    audioPackBytes(PACK),
    /not the offered version/,
  ],
  [
    'is on another server',
    offerOf(audioPackBytes(PACK), { url: 'http://192.168.1.1/x' }),
    audioPackBytes(PACK),
    /another server/,
  ],
  [
    'is too large',
    offerOf(audioPackBytes(PACK), { size: AUDIO_PACK_BYTES_MAX + 1 }),
    audioPackBytes(PACK),
    /an invalid answer/,
  ],
];

for (const [what, offer, bytes, message] of BAD)
  test(`[C54] a pack that ${what} shows a one-line error and keeps the current sounds`, async (t) => {
    const at = await firmwareFixture({ joined: false });
    at.answer(({ path, respond }) => {
      const body = path.startsWith('/audio') ? Buffer.from(JSON.stringify(offer)) : bytes;
      respond({
        status: path.startsWith('/firmware') ? 204 : path.startsWith('/e') ? 404 : 200,
        headers: {},
        bytes: body,
      });
      return () => {};
    });
    at.network.setJoined(true);
    await at.clock.advance(100);
    t.true(
      at
        .fixture()
        .lines()
        .some((line) => line.includes('Sounds not updated: ') && message.test(line)),
      at.fixture().lines().join('|'),
    );
    t.is(await clickOn(at), undefined);
    const records = await at.fixture().flash.list();
    t.false(records.ok && records.value.includes('audio-pack'));
  });

test('[C54] neither a store without packs nor a damaged stored pack is a failure', async (t) => {
  const at = await firmwareFixture();
  t.false(at.shows('Sounds not updated'));
  await at.fixture().flash.write('audio-pack', Buffer.from('{'));
  await at.boot();
  t.is(await clickOn(at), undefined);
  t.deepEqual(at.fixture().complaints(), []);
});

test('[C54] a pack has at most a million bytes of WAV files; unknown sounds are dropped', (t) => {
  const text = (data: object): Uint8Array => Buffer.from(JSON.stringify(data));
  const whole = { tapin: 'audio', version: '1', sounds: { click: WAV.toString('base64'), boing: 'x' } };
  t.deepEqual(Object.keys(valueOf(t, readAudioPack(text(whole))).sounds), ['click']);
  t.regex(errorOf(t, readAudioPack(text({ ...whole, sounds: { click: 'x' } }))).message, /click is not a WAV file/);
  t.regex(errorOf(t, readAudioPack(text({ ...whole, version: '' }))).message, /version must be a string/);
  t.regex(errorOf(t, readAudioPack(Buffer.from('{'))).message, /not JSON/);
  const padded = (bytes: number): Uint8Array => Buffer.from(JSON.stringify(whole).padEnd(bytes, ' '));
  t.true(readAudioPack(padded(AUDIO_PACK_BYTES_MAX)).ok);
  t.regex(errorOf(t, readAudioPack(padded(AUDIO_PACK_BYTES_MAX + 1))).message, /more than 1000000 bytes/);
});
