// docs/ci.md as a reader copies it: its jobs match the schemas of the CI services, and its commands run against this
// repository, except those that need the network or a power switch.

import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { parse } from 'yaml';
import { readQuarantine } from '../../../simulation/scenarios/reports/quarantine.ts';
import { valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const PAGE = readFileSync('docs/ci.md', 'utf8');
/** YAML blocks of the page, by the name in their first line. */
const FILES = new Map(
  [...PAGE.matchAll(/```yaml\n# (\S+)\n(.*?)```/gs)].map(([, name = '', text = '']) => [name, text]),
);
const SHELL = [...PAGE.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, text = '']) => text.trim().split('\n'));

const fileNamed = (name: string): string => FILES.get(name) ?? '';

const step = v.union([
  v.strictObject({
    uses: v.pipe(v.string(), v.regex(/^actions\/[a-z-]+@v\d+$/)),
    if: v.optional(v.string()),
    with: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  }),
  v.strictObject({
    run: v.string(),
    name: v.optional(v.string()),
    id: v.optional(v.string()),
    if: v.optional(v.string()),
    env: v.optional(v.record(v.string(), v.string())),
  }),
]);
const concurrency = v.strictObject({ group: v.string(), 'cancel-in-progress': v.optional(v.boolean()) });
/** Subset of https://json.schemastore.org/github-workflow.json that the page uses. */
const workflow = v.strictObject({
  name: v.string(),
  on: v.union([v.array(v.picklist(['push', 'pull_request'])), v.strictObject({ push: v.strictObject({ branches: v.array(v.string()) }), pull_request: v.null() })]), // oxfmt-ignore
  permissions: v.strictObject({ contents: v.literal('read') }),
  concurrency: v.optional(concurrency),
  jobs: v.record(
    v.string(),
    v.strictObject({
      'runs-on': v.union([v.string(), v.array(v.string())]),
      'timeout-minutes': v.number(),
      needs: v.optional(v.string()),
      if: v.optional(v.string()),
      concurrency: v.optional(concurrency),
      env: v.optional(v.record(v.string(), v.string())),
      outputs: v.optional(v.record(v.string(), v.string())),
      steps: v.array(step),
    }),
  ),
});
/** Subset of the GitLab keywords that the page uses. */
const pipeline = v.record(
  v.string(),
  v.strictObject({
    image: v.string(),
    timeout: v.string(),
    cache: v.strictObject({ key: v.strictObject({ files: v.array(v.string()) }), paths: v.array(v.string()) }),
    script: v.array(v.string()),
    artifacts: v.strictObject({
      when: v.literal('always'),
      expire_in: v.string(),
      paths: v.array(v.string()),
      reports: v.strictObject({ junit: v.array(v.string()) }),
    }),
  }),
);

const stepsOf = (name: string): readonly v.InferOutput<typeof step>[] =>
  Object.values(v.parse(workflow, parse(fileNamed(name))).jobs).flatMap(({ steps }) => steps);
const runsOf = (name: string): readonly string[] => stepsOf(name).flatMap((each) => ('run' in each ? [each.run] : []));
const scriptOf = (name: string): readonly string[] =>
  Object.values(v.parse(pipeline, parse(fileNamed(name)))).flatMap(({ script }) => script);

const JOBS = '.github/workflows/scenarios.yaml';
const RIG = '.github/workflows/rig.yaml';
/** Commands that need the network or a switchable USB hub. */
const NOT_HERE = /^(npm ci|uhubctl) /;
const isHere = (line: string): boolean => !NOT_HERE.test(`${line} `);

/** Shrinks a command to one scenario or a few virtual seconds; a quarantine is only read. */
const made = (line: string, filter: string): string =>
  line
    .replaceAll(/(\.\/tapin test fixtures\S*)/g, `$1 --filter ${filter}`)
    .replaceAll(/( --quarantine \S+)/g, '$1 --list')
    .replaceAll(/(\.\/tapin simulate .*)/g, '$1 --runs 1 --hours 0.01 --devices 2 --jobs 1');

/** Creates a folder that links to the program and scenarios of this repository and is otherwise empty. */
async function checkout(t: ExecutionContext): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const name of ['tapin', 'fixtures']) symlinkSync(resolve(name), join(folder, name));
  for (const [name, text] of FILES) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const sh = (cwd: string, script: string): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)('bash', ['-e', '-c', script], { cwd, env: { ...process.env, GITHUB_ACTIONS: '' } });

test('[ci] the commands of the page and of the GitHub and GitLab jobs run as written', async (t) => {
  const cwd = await checkout(t);
  const lines = [...SHELL, ...runsOf(JOBS), ...scriptOf('.gitlab-ci.yml')].filter(isHere);
  const once_each = [...new Set(lines.map((line) => made(line, 'left-handed')))];
  t.deepEqual(once_each, [
    './tapin test scenarios',
    './tapin test fixtures/scenarios --filter left-handed --quarantine quarantine.yaml --list',
    './tapin test fixtures/scenarios --filter left-handed --quarantine quarantine.yaml --list --quarantine-verify',
    './tapin test fixtures/scenarios --filter left-handed --jobs auto --junit report.xml',
    './tapin simulate --runs 4 --hours 0.5 --jobs auto --junit simulate.xml --runs 1 --hours 0.01 --devices 2 --jobs 1',
  ]);
  for (const line of once_each) {
    // On virtual devices the quarantine of the example matches no scenario.
    const outcome = await sh(cwd, line).catch((thrown: unknown) => thrown);
    if (line.endsWith('--quarantine-verify')) t.regex(String(outcome), /No matching scenarios/);
    else t.false(outcome instanceof Error, String(outcome));
  }
  for (const file of ['report.xml', 'simulate.xml']) t.regex(readFileSync(join(cwd, file), 'utf8'), /^<\?xml .*<testsuites tests="1" failures="0"/s); // oxfmt-ignore
});

test('[ci] the rig steps run in order with a virtual sensor, and leak no token', async (t) => {
  const cwd = await checkout(t);
  const temporary = await temporaryFolder(t);
  const steps = runsOf(RIG).filter(isHere);
  t.is(steps.length, 4);
  const env = { ...process.env, GITHUB_ACTIONS: '', GITHUB_OUTPUT: join(cwd, 'output'), MEMBER: 'true', READY: 'yes', SENSOR: 'virtual', RUNNER_TEMP: temporary }; // oxfmt-ignore
  const script = steps.map((each) => `bash -e -c '${made(each, 'wrong-code').replaceAll("'", String.raw`'\''`)}'`);
  const job = spawn('bash', ['-e', '-c', script.join('\n')], { cwd, env, detached: true });
  t.teardown(() => job.pid && process.kill(-job.pid, 'SIGKILL'));
  let output = '';
  for (const stream of [job.stdout, job.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(job, 'exit');
  t.is(code, 0, output);
  t.regex(output, /^::add-mask::[\w-]{16,}$/m);
  t.regex(output, /^skip .*needs cloud, which http:\/\/127\.0\.0\.1:\d+ lacks$/m);
  t.is(readFileSync(join(cwd, 'output'), 'utf8'), 'free=yes\n');
  // Proves that the step that searches for the token can find it.
  const token = readFileSync(join(temporary, 'tapin', 'panel-token'), 'utf8').trim();
  writeFileSync(join(cwd, 'device.log'), `a line with ${token}\n`);
  await t.throwsAsync(promisify(execFile)('bash', ['-e', '-c', steps.at(-1) ?? ''], { cwd, env }));
});

test('[ci] the rig always powers off, runs one job at a time, and rejects outside pull requests', (t) => {
  const { jobs } = v.parse(workflow, parse(fileNamed(RIG)));
  const off = jobs['rig']?.steps.find((each) => 'run' in each && each.run.includes('--action off'));
  t.is(off?.if, 'always()');
  t.deepEqual(jobs['rig']?.concurrency, { group: 'tapin-rig-1' });
  t.deepEqual([jobs['rig']?.needs, jobs['rig']?.if], ['gate', "needs.gate.outputs.free == 'yes'"]);
});

test('[ci] the quarantine of the page parses', (t) => {
  t.is(valueOf(t, readQuarantine(fileNamed('quarantine.yaml'), 'quarantine.yaml')).length, 1);
});

test('[ci] the files that the Containerfile copies exist and are not ignored', (t) => {
  const text = readFileSync('Containerfile', 'utf8');
  const copied = [...text.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
  t.deepEqual(copied, ['package.json', 'package-lock.json', '.npmrc', '.']);
  for (const source of copied) t.true(existsSync(source), source);
  const ignored = readFileSync('.containerignore', 'utf8');
  t.is(ignored, readFileSync('.dockerignore', 'utf8'));
  for (const needed of ['bin', 'docs', 'fixtures', 'tapin']) t.false(ignored.split('\n').includes(needed));
});

const TAPIN = resolve('tapin');

test('[docs] the node:test example passes', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', 'docs/examples/putt.test.mjs'], {
    env: { ...process.env, TAPIN, NODE_TEST_CONTEXT: undefined },
  });
  t.regex(stdout, /pass 1$/m);
});

const python = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-m', 'pytest', '--version']).status === 0,
);
const pytest = python === undefined ? test.skip : test;
pytest('[docs] the pytest example passes (skipped without pytest)', async (t) => {
  const call = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'docs/examples/test_putt.py'];
  const env = { ...process.env, TAPIN, PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await promisify(execFile)(python ?? '', call, { env });
  t.regex(stdout, /^1 passed/m);
});
