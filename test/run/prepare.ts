// Writes what ava needs to run the tests of one kind: its settings and, for those that share processes, a file for each process.
// All of it lies in out/ and is made again for each run, so a new folder of tests or a removed one needs nothing.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kindsOfTests } from './kinds.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** `out/tests/firmware/games.test.ts` runs the files of `test/firmware/games`. */
export const ENTRIES = 'out/tests/';
/** Only a hanging test is silent for so long, whatever else the machine does. */
const SILENT_MAX = '5m';

/** `quick`: those that share processes. `together`: those that have their own as well. `alone`: the rest, one file after the other. */
export type Part = 'quick' | 'together' | 'alone';

export interface Prepared {
  readonly config: string;
  /** Where the run will leave its report. */
  readonly report: string;
}

export function prepare(part: Part): Prepared {
  const { shared, apart, alone } = kindsOfTests();
  const folder = join(ROOT, ENTRIES);
  const conformance = (shared.get('conformance') ?? []).filter((file) => /\/relay-(?!rates)/.test(file));
  const prepared = { config: join(folder, `${part}.config.mjs`), report: join(folder, `${part}.json`) };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (part !== 'alone') for (const [name, files] of shared) writeEntry(name, gathering(name, files));
  if (part !== 'alone') writeEntry('conformance-virtual-engine', onVirtualEngine(conformance));
  if (part === 'together') writeEntry('conformance-redis', onRedis(conformance));
  if (part === 'together')
    for (const file of apart) writeEntry(nameOf(file), `await import(${addressOf(`../../${file}`)});\n`);
  const settings = {
    extensions: ['ts'],
    workerThreads: false,
    timeout: SILENT_MAX,
    nonSemVerExperiments: { observeRunsFromConfig: true },
    ...(part === 'alone'
      ? { files: alone, concurrency: 1 }
      : { files: [`${ENTRIES}**/*.test.ts`], concurrency: availableParallelism() + 1 }),
  };
  writeFileSync(
    prepared.config,
    `import { observe } from ${addressOf('report.ts')};
const observeRun = ({ events }) => observe(events, ${JSON.stringify(prepared.report)});
// The longest begin first, or the others wait for them in the end.
const LONGEST = [/\\/bin\\//, /\\/browser\\//, /\\/simulation\\//];
const firstOf = (file) => LONGEST.findLastIndex((folder) => folder.test(file));
const sortTestFiles = (a, b) => firstOf(b) - firstOf(a) || a.localeCompare(b);
export default { ...${JSON.stringify(settings)}, observeRun, sortTestFiles };\n`,
  );
  return prepared;
}

function writeEntry(name: string, text: string): void {
  const entry = join(ROOT, ENTRIES, `${name}.test.ts`);
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, text);
}

function gathering(name: string, files: readonly string[]): string {
  const folder = name === 'root' ? 'test/' : `test/${name}/`;
  return `import { gather } from ${addressOf('gather.ts')};
await gather(${JSON.stringify(folder)}, ${JSON.stringify(files)});\n`;
}

/** The relay's conformance tests once more, on two relays that share an engine in memory. */
const onVirtualEngine = (files: readonly string[]): string => `process.env.TAPIN_RELAY_ENGINE = 'virtual';
${gathering('conformance', files)}`;

/** And once more over HTTP, on two relays that share a Redis or Valkey server where one is on this machine. */
const onRedis = (files: readonly string[]): string => `import test from 'ava';
import { runsOnRedis } from ${addressOf('redis-conformance.ts')};
import { gather } from ${addressOf('gather.ts')};
if (await runsOnRedis()) await gather('test/conformance/', ${JSON.stringify(files)}, / \\(HTTP\\)$/);
else test.skip('[relay] on Redis or Valkey: needs redis-server or valkey-server on this machine', () => {});
`;

/** `test/simulation/planted-bugs.test.ts` → `simulation/planted-bugs`. */
const nameOf = (file: string): string => file.replace(/^test\/|\.test\.ts$/g, '');

const addressOf = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
