// Tests of recording files, and of files that can't be read.

import { existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { createRecordingFile, readRecording } from '../../../simulation/recordings/recording-file.ts';
import { readTurn } from '../../../simulation/recordings/recording.ts';
import type { RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';
import { fromJson, toJson } from '../../../simulation/recordings/values.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const TURN: RecordedBatch = { at_ms: 1.5, device: 'a', entered: ['key', 'ok'], lines: [['sound', 'tick', 50]] };
const ABOUT = { version: '1.2.3', began: '' };

test('[recording] reads back a recording as written; only its owner can read the file', async (t) => {
  const path = join(await temporaryFolder(t), 'a.tapin.gz');
  const file = valueOf(t, createRecordingFile(path, ABOUT, t.fail));
  file.write(TURN);
  await file.close();
  const { header, turns } = valueOf(t, readRecording(path));
  t.is(header.version, '1.2.3');
  t.deepEqual(valueOf(t, readTurn(turns[0] ?? '')), TURN);
  t.is(turns.length, 1);
  t.is(statSync(path).mode & 0o777, 0o600);
});

test('[recording] reads a truncated recording up to the truncation', async (t) => {
  const path = join(await temporaryFolder(t), 'a.tapin.gz');
  const file = valueOf(t, createRecordingFile(path, ABOUT, t.fail));
  for (let at_ms = 0; at_ms < 2000; at_ms++) file.write({ ...TURN, at_ms, device: String(at_ms ** 3 % 997) });
  await file.close();
  truncateSync(path, Math.floor(statSync(path).size / 2));
  const { turns } = valueOf(t, readRecording(path));
  t.true(turns.length > 500 && turns.length < 2000);
  t.true(readTurn(turns.at(-1) ?? '').ok);
});

(existsSync('/dev/full') ? test : test.skip)(
  '[recording] ends where its disk is full (Linux), says so once and never throws',
  async (t) => {
    const messages: string[] = [];
    const file = valueOf(
      t,
      createRecordingFile('/dev/full', ABOUT, (sentence) => messages.push(sentence)),
    );
    // Far more than the compressor buffers.
    for (let at_ms = 0; at_ms < 5000; at_ms++) file.write({ ...TURN, at_ms, device: String(at_ms ** 3 % 997) });
    await file.close();
    t.deepEqual(messages, ['The recording /dev/full ends here: ENOSPC: no space left on device, write.']);
  },
);

test('[recording] refuses a batch at an infinite time, or after 100 years', (t) => {
  const HUNDRED_YEARS_MS = 3_155_760_000_000;
  const at = (time: string) => readTurn(`[${time},"a",["key","ok"],[]]`).ok;
  t.deepEqual([`${HUNDRED_YEARS_MS}`, `${HUNDRED_YEARS_MS + 1}`, '1e999'].map(at), [true, false, false]);
});

test('[recording] refuses a file that is not a recording with a one-line error', async (t) => {
  const path = join(await temporaryFolder(t), 'a.tapin.gz');
  for (const bytes of [
    Buffer.from('text'),
    gzipSync('{}\n'),
    gzipSync('{"tapin_recording":3,"version":"1","began":""}\n'),
  ]) {
    writeFileSync(path, bytes);
    failsWith(t, readRecording(path), 'bad_value', /a\.tapin\.gz (can't be read: |is not a tapin recording, )/);
  }
  failsWith(t, readRecording(join(path, 'none')), 'bad_value', /can't be read/);
  failsWith(t, createRecordingFile(join(path, 'none'), ABOUT, t.fail), 'bad_value', /can't be written/);
  for (const line of ['', '{}', '[1]', '[1,"a",[],[]]', '["1","a",["key"],[]]', '[1,"a",["key"],[[1]]]'])
    t.false(readTurn(line).ok, line);
});

test('[recording] keeps values through JSON: bytes, special numbers, names starting with $', (t) => {
  const value = {
    bytes: Uint8Array.of(0, 255),
    numbers: [Number.NaN, Infinity, -Infinity, -0.1, 1e300],
    $bytes: 'not bytes',
    $$number: { $number: 1 },
    nothing: null,
  };
  t.deepEqual(fromJson(JSON.parse(JSON.stringify(toJson(value)))), value);
});
