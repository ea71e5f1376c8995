// Runs the tests: `quick` the files that share processes, `long` the long lane, by default all except the long lane:
// first several files at the same time, then the files that need the machine to themselves. Passes options to ava: `npm
// test -- --tap`.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveBrowser, SHARED_BROWSER } from '../support/panel/browser.ts';
import { prepare, ROOT, type Part } from './prepare.ts';
import { byFile, reportShape, slowest, type Report } from './report.ts';
import { readJson } from '../support/read-json.ts';

const SLOWEST = 10;

const LANES: Readonly<Record<string, readonly Part[]>> = { quick: ['quick'], long: ['long', 'long-alone', 'looks'] };
const lane = LANES[process.argv[2] ?? ''];
const args = process.argv.slice(lane ? 3 : 2);
if (args.some((arg) => !arg.startsWith('-'))) {
  process.stderr.write('This runs every test. One file, or some: npx ava test/wire/*.test.ts\n');
  process.exit(2);
}
const comment = args.includes('--tap') ? '# ' : '';
const print = (line: string): boolean => process.stdout.write(`${comment}${line}\n`);

/** Compiling is most of the cost of starting a process: its result is kept for later processes and runs. */
const browser = lane === LANES['quick'] ? null : await serveBrowser();
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tapin-tests'),
  ...(browser && { [SHARED_BROWSER]: browser.wsEndpoint() }),
};

let running: ChildProcess | null = null;
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped = true;
    running?.kill(signal);
  });

/** Runs ava to its end. The report is null if ava stopped before writing it. */
async function run(part: Part): Promise<{ readonly ok: boolean; readonly report: Report | null }> {
  const { config, report: file } = prepare(part);
  const ava = [join(ROOT, 'node_modules/ava/entrypoints/cli.js'), '--config', config, ...args];
  const child = spawn(process.execPath, ava, { cwd: ROOT, stdio: 'inherit', env });
  running = child;
  await once(child, 'close');
  const report = existsSync(file) ? readJson(reportShape, readFileSync(file, 'utf8')) : null;
  return { ok: child.exitCode === 0 && report !== null && report.passed > 0, report };
}

const runs = [];
for (const part of lane ?? (['together', 'alone'] as const)) if (!stopped) runs.push(await run(part));
await browser?.close();
const reports = runs.flatMap(({ report }) => report ?? []);
const took = reports.flatMap((report) => report.took);
print('The slowest tests:');
slowest(took, SLOWEST).forEach(print);
print('The slowest files:');
slowest(byFile(took), SLOWEST).forEach(print);
const passed = reports.reduce((total, report) => total + report.passed, 0);
/** A part without a failed test can fail as well: a process does not exit, or no test runs. It counts as one failure. */
const failed = runs.reduce((total, { ok, report }) => total + Math.max(report?.failed ?? 0, ok ? 0 : 1), 0);
print(`${passed} passed, ${failed} failed`);
process.exitCode = !stopped && runs.every(({ ok }) => ok) ? 0 : 1;
