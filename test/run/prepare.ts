// Writes the files that ava needs to run the tests of one kind: its settings and, for shared processes, an entry file
// per process. Everything is in out/ and rewritten for each run, so new or removed test folders need no setup.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSource } from '../support/repository/sources.ts';
import { kindsOfTests, type Kinds } from './kinds.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** `out/tests/shared-3.test.ts` runs a twelfth of the files that share processes. */
export const ENTRIES = 'out/tests/';
/** Starting one and loading the firmware takes half a second of a processor; fewer would leave a processor idle at the end. */
const SHARED_PROCESSES = 12;
/** Half of the tests wait for processes, pages and retries most of the time. */
const AT_ONCE = Math.ceil(2.5 * availableParallelism());
/** Only a hanging test prints nothing for so long, even on a loaded machine. */
const SILENT_MAX = '5m';

/**
 * `quick`: files that share processes. `together`: in addition, files with a process of their own. `alone`: the rest of
 * the suite, one file at a time. The long lane is `long`, which repeats the relay's conformance tests on two other
 * engines, `long-alone`, one file at a time, and `looks`: accessibility in every colour scheme and width.
 */
export type Part = 'quick' | 'together' | 'alone' | 'long' | 'long-alone' | 'looks';

interface Prepared {
  readonly config: string;
  /** File for the run's report. */
  readonly report: string;
}

export function prepare(part: Part): Prepared {
  const folder = join(ROOT, ENTRIES);
  const prepared = { config: join(folder, `${part}.config.mjs`), report: join(ROOT, `out/tests-${part}.json`) };
  rmSync(folder, { recursive: true, force: true });
  rmSync(prepared.report, { force: true });
  mkdirSync(folder, { recursive: true });
  const kinds = kindsOfTests();
  const entries = entriesOf(kinds, part);
  for (const [name, text] of entries) writeEntry(name, text);
  const one_by_one = part === 'alone' || part === 'long-alone';
  const files = one_by_one ? kinds[part] : entries.map(([name]) => `${ENTRIES}${name}.test.ts`);
  const settings = {
    files,
    concurrency: one_by_one ? 1 : AT_ONCE,
    ...(part === 'looks' && { match: ['*accessibility checks*'] }),
    extensions: ['ts'],
    workerThreads: false,
    nodeArguments: ['--no-memory-protection-keys'], // docs/decisions/010-the-test-suite.md
    timeout: SILENT_MAX,
    nonSemVerExperiments: { observeRunsFromConfig: true },
  };
  writeFileSync(
    prepared.config,
    `import { observe } from ${addressOf('report.ts')};
const observeRun = ({ events }) => observe(events, ${JSON.stringify(prepared.report)});
const settings = ${JSON.stringify(settings)};
const placeOf = (path) => settings.files.findIndex((file) => path.endsWith(file));
export default { ...settings, observeRun, sortTestFiles: (a, b) => placeOf(a) - placeOf(b) };\n`,
  );
  return prepared;
}

type Entry = readonly [name: string, text: string];

/** Entries in the order in which they start: long ones first, so that none runs by itself at the end. */
function entriesOf({ shared, apart, long }: Kinds, part: Part): readonly Entry[] {
  if (part === 'alone' || part === 'long-alone') return [];
  if (part === 'looks')
    return [...apart, ...long]
      .filter((file) => file.startsWith('test/browser/') && readSource(file).text.includes('LOOKS'))
      .map(inAllLooks);
  if (part === 'long') {
    const relay = shared.filter((file) => /^test\/conformance\/relay-(?!rates)/.test(file));
    return [['on-virtual-engine', onVirtualEngine(relay)], ['on-redis', onRedis(relay)], ...long.map(entryOf)];
  }
  const sharing = parts(shared, SHARED_PROCESSES).map((files, i): Entry => [`shared-${i + 1}`, gathering(files)]);
  if (part === 'quick') return sharing;
  const { busy = [], waiting = [] } = Object.groupBy(apart.map(entryOf), ([name]) =>
    /^(simulation|browser)\//.test(name) ? 'busy' : 'waiting',
  );
  return spread([...busy.toReversed(), ...sharing], waiting);
}

/** Splits a list into `count` parts of nearly equal length. */
function parts<T>(list: readonly T[], count: number): readonly (readonly T[])[] {
  const bound = (part: number): number => Math.round((list.length * part) / count);
  return Array.from({ length: count }, (_, index) => list.slice(bound(index), bound(index + 1)));
}

/** Merges lists, each spread evenly over the result, so that CPU-bound tests run alongside tests that wait. */
function spread<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  const placed = lists.flatMap((list) => list.map((item, i) => ({ item, at: (i + 0.5) / list.length })));
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

function writeEntry(name: string, text: string): void {
  const entry = join(ROOT, ENTRIES, `${name}.test.ts`);
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, text);
}

/** `test/simulation/sessions/mutations.long.test.ts` as it is, under `simulation/sessions/mutations`. */
const entryOf = (file: string): Entry => [
  file.replace(/^test\/|\.test\.ts$/g, ''),
  `await import(${addressOf(`../../${file}`)});\n`,
];

/** A browser test in all looks of browser-test.ts. */
const inAllLooks = (file: string): Entry => {
  const [name, text] = entryOf(file);
  return [name, `process.env.TAPIN_LOOKS = 'all';\n${text}`];
};

const gathering = (files: readonly string[]): string => `import { gather } from ${addressOf('gather.ts')};
await gather(${JSON.stringify(files)});\n`;

/** Repeats the relay's conformance tests on two relays that share an engine in memory. */
const onVirtualEngine = (files: readonly string[]): string => `process.env.TAPIN_RELAY_ENGINE = 'virtual';
${gathering(files)}`;

/** Repeats them over HTTP, on two relays that share a Redis or Valkey server, if this machine has one. */
const onRedis = (files: readonly string[]): string => `import test from 'ava';
import { runsOnRedis } from ${addressOf('redis-conformance.ts')};
import { gather } from ${addressOf('gather.ts')};
if (await runsOnRedis()) await gather(${JSON.stringify(files)}, / \\(HTTP\\)$/);
else test.skip('[relay] on Redis or Valkey: needs redis-server or valkey-server on this machine', () => {});
`;

const addressOf = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
