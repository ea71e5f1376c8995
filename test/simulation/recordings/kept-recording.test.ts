// Tests of a recording kept in memory: complete at any time, dropped when it becomes too long.

import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { createKeptRecording } from '../../../simulation/recordings/kept-recording.ts';
import { readTurn } from '../../../simulation/recordings/recording.ts';
import type { RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const ABOUT = { version: '1.2.3', began: '' };
/** Creates a batch with this many incompressible characters. */
const turn = (at_ms: number, chars: number): RecordedBatch => ({
  at_ms,
  device: 'a',
  entered: ['text', randomBytes(chars / 2).toString('hex')],
  lines: [],
});

test('[recording] returns the whole recording at any time, however many packed parts it has', (t) => {
  const kept = createKeptRecording(ABOUT);
  t.is(valueOf(t, kept.recording()).turns.length, 0);
  const turns = Array.from({ length: 12 }, (_, at) => turn(at, 100_000));
  for (const [at, each] of turns.entries()) {
    kept.write(each);
    if (at === 5) t.is(valueOf(t, kept.recording()).turns.length, 6);
  }
  const { header, turns: lines } = valueOf(t, kept.recording());
  t.is(header.version, '1.2.3');
  t.deepEqual(
    lines.map((line) => valueOf(t, readTurn(line))),
    turns,
  );
  t.is(gunzipSync(valueOf(t, kept.file())).toString().split('\n').length, 14);
});

test('[recording] drops a recording that exceeds its limit and reports it', (t) => {
  const kept = createKeptRecording(ABOUT, { bytes_max: 200_000 });
  kept.write(turn(1, 300_000));
  t.true(kept.file().ok, 'hexadecimal digits compress to half their size');
  kept.write(turn(2, 300_000));
  failsWith(t, kept.file(), 'not_recorded', /is too long to keep in memory/);
  kept.write(turn(3, 100));
  failsWith(t, kept.recording(), 'not_recorded', /too long/);
});

test('[recording] names the file with the dropped recording, or the option to get one', (t) => {
  const givenUp = (file?: string) => {
    const kept = createKeptRecording(ABOUT, { bytes_max: 100, ...(file === undefined ? {} : { file }) });
    kept.write(turn(1, 300_000));
    return kept.file();
  };
  failsWith(t, givenUp(), 'not_recorded', /: restart tapin with --record FILE\.$/);
  failsWith(
    t,
    givenUp('play.tapin.gz'),
    'not_recorded',
    /: play\.tapin\.gz has the recording once tapin has stopped\.$/,
  );
});
