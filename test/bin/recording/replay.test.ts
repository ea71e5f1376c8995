// `tapin replay` and `tapin shrink` from the command line, and a recording of `tapin run` in real time.

import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { recordRun } from '../../recordings/record-run.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { listOf } from '../../support/read-json.ts';
import { linesOf, openViewer } from '../../support/panel/viewer-socket.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const SET = 'fixtures/recordings/device-power-cut.tapin.gz';

test('[recording] tapin run records in real time, and the recording replays in virtual time', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'run.tapin.gz');
  writeFileSync(
    file,
    await recordRun({
      guests: 1,
      steps:
        '[{ choose: [Lag putting, Start] }, { putt: good }, { on: guest, press: [down, up] }, { wait_for: Putt 2 of 10 }]',
    }),
  );
  const { code, stdout } = await callTapin(['replay', file]);
  t.regex(
    stdout,
    /^ok {3}\S+run\.tapin\.gz: matches the recording \(00:\d\d\.\d{3} in \d+ batches, replayed in \d+\.\d s\)\n$/,
  );
  t.is(code, 0);
  const scenario = join(folder, 'run.yaml');
  await callTapin(['replay', file, '--scenario', scenario]);
  t.regex(readFileSync(scenario, 'utf8'), /\n {2}- choose: \[Lag putting, Start\]\n {2}- putt: \{ club_speed_mps: /);
});

test('[recording] tapin run serves the play on its page as a recording and as a scenario', async (t) => {
  const folder = await temporaryFolder(t);
  const { listening } = await startTapin(t, ['run', '--port', '0', '--data', join(folder, 'data'), '--seed', '4']);
  const { origin, searchParams } = new URL(String(listening['panel']));
  const headers = { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' };
  const press = (key: string) =>
    fetch(`${origin}/api/devices/0/key`, { method: 'POST', headers, body: JSON.stringify({ key }) });
  await fetch(`${origin}/api/devices/0/wait?page=menu`, { headers });
  for (const key of ['down', 'ok']) await press(key);
  await fetch(`${origin}/api/devices/0/wait?line=Lag%20putting`, { headers });
  const file = join(folder, 'page.tapin.gz');
  writeFileSync(file, await (await fetch(`${origin}/api/recording.tapin.gz`, { headers })).bytes());
  const { stdout } = await callTapin(['replay', file]);
  t.regex(stdout, /^ok /);
  const scenario = await (await fetch(`${origin}/api/scenario.yaml`, { headers })).text();
  t.regex(scenario, /\nseed: 4\n/);
  t.regex(scenario, /\nsteps:\n {2}- choose: \[Lag putting\]\n {2}- expect: Lag putting\n$/);
});

test('[recording] tapin replay stops at a given time and keeps the picture', async (t) => {
  const folder = await temporaryFolder(t);
  const picture = join(folder, 'then.png');
  const { code, stdout } = await callTapin(['replay', SET, '--at', '0:05', '--screenshot', picture]);
  t.is(code, 0);
  const lines = stdout.split('\n');
  t.regex(lines[0] ?? '', /at 00:05\.000 of 00:33\.\d{3}$/);
  t.deepEqual(lines.slice(1, 3), ['the screen of device:', '  Lag putting · Putt 1 of 10']);
  t.true(statSync(picture).size > 1000);
});

test('[recording] tapin replay serves the page of a recording with its whole timeline', async (t) => {
  const { listening } = await startTapin(t, ['replay', SET, '--serve', '--port', '0']);
  const url = String(listening['panel']);
  const viewer = await openViewer(url);
  t.teardown(() => viewer.close());
  await viewer.until('the end', () => viewer.last('lines') !== undefined);
  t.is(viewer.last('hello')?.['sensor'], 'recorded');
  const end = linesOf(viewer);
  viewer.send({ type: 'timeline', on: true });
  await viewer.until('the timeline', () => viewer.last('timeline') !== undefined);
  // The recording has a power cut, so the device is switched on twice.
  const power = listOf(viewer.last('timeline')?.['events']).filter((event) => Object(event).name === 'on');
  t.is(power.length, 2);
  const start_ms = Number(Object(power[0]).at_ms);
  viewer.send({ type: 'past', at_ms: start_ms + 5000 });
  await viewer.until('that moment', () => viewer.last('past')?.['at_ms'] !== null);
  t.is(linesOf(viewer)[0], 'Lag putting · Putt 1 of 10');
  viewer.send({ type: 'past', at_ms: null });
  await viewer.until('the end', () => viewer.last('past')?.['at_ms'] === null);
  t.deepEqual(linesOf(viewer), end);
  const { origin, searchParams } = new URL(url);
  const headers = { Authorization: `Bearer ${searchParams.get('token')}` };
  const scenario = await (await fetch(`${origin}/api/scenario.yaml`, { headers })).text();
  t.regex(scenario, /power: off\n {2}- power: on/);
});

test('[recording] tapin replay refuses an unplayable file with a one-line error', async (t) => {
  const none = await callTapin(['replay', 'package.json']);
  t.deepEqual([none.code, none.stdout], [2, '']);
  t.regex(none.stderr, /^tapin: The recording package\.json can't be read: [^\n]+\n$/);
  const when = await callTapin(['replay', SET, '--at', 'noon']);
  t.is(when.code, 2);
  t.regex(when.stderr, /The time must be an offset from the start, such as 12:03\.5 or 1:02:03\.\n$/);
});

test('[shrink] a shorter scenario fails on the same page with the same first line and message', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'a.yaml');
  const steps = (...all: readonly string[]): string => `steps:\n${all.map((step) => `  - ${step}\n`).join('')}`;
  writeFileSync(file, steps('press: [down, up]', 'choose: Lag putting', 'advance: 1 s', 'press: down', 'expect: Nonsense')); // oxfmt-ignore
  const { code, stdout } = await callTapin(['shrink', file]);
  t.is(code, 0);
  t.regex(stdout, /: 2 of 5 steps left after \d+ tries; fails as before: no screen line contains "Nonsense"\n$/);
  t.is(readFileSync(join(folder, 'a.short.yaml'), 'utf8'), steps('choose: Lag putting', 'expect: Nonsense'));
  // The same page with a different first line.
  writeFileSync(file, steps('choose: [Close-in putting]', 'press: back', 'choose: Lag putting', 'expect: Nonsense'));
  await callTapin(['shrink', file]);
  t.is(readFileSync(join(folder, 'a.short.yaml'), 'utf8'), steps('choose: Lag putting', 'expect: Nonsense'));
});

test('[shrink] tapin shrink keeps the failing steps, and refuses a scenario that passes', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'long.yaml');
  writeFileSync(
    file,
    'steps:\n  - press: [down, up]\n  - advance: 5 s\n  - unplug\n  - expect: { state: { sensor: ready } }\n',
  );
  const { code, stdout } = await callTapin(['shrink', file]);
  t.is(code, 0, stdout);
  t.regex(
    stdout,
    /long\.short\.yaml: 2 of 4 steps left after \d+ tries; fails as before: sensor is lost, not ready\n$/,
  );
  t.is(
    readFileSync(join(folder, 'long.short.yaml'), 'utf8'),
    'steps:\n  - unplug\n  - expect: { state: { sensor: ready } }\n',
  );
  writeFileSync(file, 'steps:\n  - press: down\n');
  const passes = await callTapin(['shrink', file, '--out', join(folder, 'none.yaml')]);
  t.is(passes.code, 2);
  t.regex(passes.stderr, /long\.yaml does not fail; nothing to shrink\.\n$/);
  t.false(existsSync(join(folder, 'none.yaml')));
  copyFileSync('docs/extensions/examples/rings.lua', join(folder, 'rings.lua'));
  writeFileSync(file, `extension: rings.lua\nsteps:\n  - advance: 1 s\n  - plug\n  - expect_no: Rings\n`);
  const extension = await callTapin(['shrink', file]);
  t.regex(
    extension.stdout,
    /long\.short\.yaml: 1 of 3 steps left after \d+ tries; fails as before: /,
    extension.stderr,
  );
  const same = await callTapin(['shrink', SET, '--out', join(folder, 'none.gz')]);
  t.regex(same.stderr, /does not diverge; nothing to shrink\.\n$/);
});
