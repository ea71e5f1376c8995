// Timelines from the command line: of a scenario, of a recording, and of files that cannot be written.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { readTrace } from '../../support/scenario/trace-check.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { runTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { readVcd } from '../../support/scenario/vcd-reader.ts';

const SET = 'fixtures/recordings/real-a-set.tapin.gz';

test('[cli] tapin trace writes a recording as a trace, gzipped for a .gz name, and as signals', async (t) => {
  const folder = await temporaryFolder(t);
  const [trace, vcd] = [join(folder, 'set.json.gz'), join(folder, 'set.vcd')];
  const { code, stdout, stderr } = await callTapin(['trace', SET, '--out', trace, '--vcd', vcd]);
  t.deepEqual([code, stderr], [0, '']);
  t.is(stdout, `${trace}: open it at https://ui.perfetto.dev\n${vcd}: open it with GTKWave or PulseView\n`);
  t.is(statSync(trace).mode & 0o777, 0o600);
  const { problems, slices } = readTrace(gunzipSync(readFileSync(trace)).toString());
  t.deepEqual(problems, []);
  t.true(slices.some(({ lane, name }) => lane.endsWith('/machine set') && name === 'rolling'));
  t.is(readVcd(readFileSync(vcd, 'utf8')).changes.size, 8 + 6 + 4 + 1);
});

test('[cli] tapin trace refuses unreadable input and unwritable output with a one-line error', async (t) => {
  const folder = await temporaryFolder(t);
  for (const [args, expected] of [
    [['package.json'], /The recording package\.json can't be read: /],
    [[SET, '--out', join(folder, 'none/a.json')], /none\/a\.json can't be written: ENOENT/],
    [[], /missing required argument 'file'/],
  ] as const) {
    const { code, stdout, stderr } = await callTapin(['trace', ...args]);
    t.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2]);
    t.regex(stderr, expected);
  }
});

test('[cli] tapin test writes the timeline of one scenario to a file, of several to their folders', async (t) => {
  const folder = await temporaryFolder(t);
  const [scenario, trace] = [join(folder, 'menu.yaml'), join(folder, 'menu.json')];
  writeFileSync(scenario, 'steps:\n  - press: down\n');
  const one = await callTapin(['test', scenario, '--trace', trace]);
  t.is(one.code, 0);
  t.deepEqual(readTrace(readFileSync(trace, 'utf8')).problems, []);
  const kept = join(folder, 'kept');
  const two = await runTapin(['test', scenario, '--repeat', '2', '--vcd', 'a.vcd', '--keep', kept, '--json']);
  t.is(two.code, 0);
  const folders = readdirSync(kept)
    .filter((name) => name !== 'history.json')
    .toSorted();
  t.deepEqual(folders.map((name) => name.slice(-6)), ['menu-1', 'menu-2']); // oxfmt-ignore
  for (const name of folders) t.true(existsSync(join(kept, name, 'a.vcd')));
  const elsewhere = await runTapin(['test', scenario, '--trace', trace, '--on', 'process']);
  t.deepEqual([elsewhere.code, elsewhere.stdout], [2, '']);
  t.regex(elsewhere.stderr, /--trace and --vcd require --on virtual\.\n$/);
});

test('[cli] tapin simulate writes the timeline of each seed, for all devices and the relay', async (t) => {
  const folder = await temporaryFolder(t);
  const { code } = await runTapin(['simulate', '--hours', '0.01', '--devices', '2', '--runs', '2', '--trace', join(folder, 'a.trace.json')]); // oxfmt-ignore
  t.is(code, 0);
  for (const seed of [1, 2]) {
    const { problems, slices, spans } = readTrace(readFileSync(join(folder, `a-${seed}.trace.json`), 'utf8'));
    t.deepEqual(problems, []);
    t.deepEqual([...new Set(slices.map(({ lane }) => lane.split('/')[0] ?? ''))].toSorted(), ['Ana', 'Bo']);
    t.true(spans.some(({ lane }) => lane.startsWith('relay, as its devices see it/')));
  }
});
