// `tapin run --virtual-time`: same seed and calls, same bytes; a scenario advances its time; incompatible options are
// refused.

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { httpCall, type HttpAnswer } from '../../support/process/http-call.ts';
import { fieldsIn, fieldsOf, listOf } from '../../support/read-json.ts';
import { runTapin, startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

async function pausedRun(t: ExecutionContext, seed: number) {
  const run = ['run', '--virtual-time', '--paused', '--guests', '1', '--port', '0', '--seed', String(seed)];
  const { listening } = await startTapin(t, run);
  const url = String(listening['panel']);
  const { origin, searchParams } = new URL(url);
  const headers = { Authorization: `Bearer ${searchParams.get('token') ?? ''}`, 'Content-Type': 'application/json' };
  const get = (path: string): Promise<HttpAnswer> => httpCall(origin, path, { headers });
  const post = (path: string, body: unknown): Promise<HttpAnswer> =>
    httpCall(origin, path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { url, get, post, seed: listening['seed'] };
}

/** Plays ten minutes with a host, a guest with an automatic golfer, and a power cut. Returns a digest. */
async function bytesOf(t: ExecutionContext, seed: number): Promise<string> {
  const { get, post, seed: reported_seed } = await pausedRun(t, seed);
  t.is(reported_seed, seed);
  await post('/api/time', { advance_ms: 3000 });
  for (const key of ['ok', 'ok']) await post('/api/devices/1/key', { key });
  await post('/api/devices/1/golfer', { on: true });
  await post('/api/time', { advance_ms: 300_000 });
  await post('/api/devices/0/power', { action: 'cut' });
  await post('/api/devices/0/power', { action: 'on' });
  await post('/api/time', { advance_ms: 300_000 });
  t.like((await get('/api/time')).json(), { clock: 'virtual', time_ms: 603_000, paused: true });
  t.regex((await get('/api/devices/1/screen.txt')).text, /Guest 1: [3-9]\d putts/);
  t.regex((await get('/api/devices/0/screen.txt')).text, /^tapin · sensor ready/);
  const pixels = (await get('/api/devices/1/screen.png')).body;
  // The first line contains the time of day of the start.
  const recording = gunzipSync((await get('/api/recording.tapin.gz')).body).toString();
  const turns = recording.slice(recording.indexOf('\n'));
  return createHash('sha256').update(pixels).update(turns).digest('hex');
}

test('[panel] in virtual time, the same seed and calls give the same bytes; a different seed gives different bytes', async (t) => {
  const [first, again, other] = await Promise.all([7, 7, 8].map((seed) => bytesOf(t, seed)));
  t.is(first, again);
  t.not(first, other);
});

test('[scenario] on a panel in virtual time, a scenario advances the time and leaves it paused', async (t) => {
  const { url, get } = await pausedRun(t, 7);
  const keep = ['--keep', await temporaryFolder(t)];
  const file = 'fixtures/scenarios/calibration/touched.yaml';
  const { code, stdout } = await runTapin(['test', file, '--json', '--on', `panel=${url}`, ...keep]);
  const [played] = listOf(fieldsIn(stdout)['scenarios']).map(fieldsOf);
  t.is(played?.['status'], 'passed', stdout);
  t.is(code, 0);
  t.like((await get('/api/time')).json(), { clock: 'virtual', paused: true });
});

for (const [option, value, name] of [
  ['--data', '/tmp/somewhere', '--data <folder>'],
  ['--cloud', 'http://127.0.0.1:9', '--cloud <url>'],
  ['--sensor', '/dev/ttyUSB0', '--sensor <path>'],
] as const)
  test(`[cli] refuses ${option}, which needs real time, with --paused`, async (t) => {
    const { code, stderr } = await runTapin(['run', '--paused', option, value]);
    t.deepEqual([code, stderr], [2, `tapin: option '--virtual-time' cannot be used with option '${name}'\n`]);
  });
