// Report of an ava run to the program that started it: how many tests passed and failed, and how long each took.

import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Event } from 'ava/internal';
import * as v from 'valibot';
import { ENTRIES, ROOT } from './prepare.ts';

const took = v.object({ file: v.string(), title: v.string(), from_ms: v.number(), to_ms: v.number() });
type Took = Readonly<v.InferOutput<typeof took>>;

export const reportShape = v.object({ passed: v.number(), failed: v.number(), took: v.array(took) });
export type Report = Readonly<v.InferOutput<typeof reportShape>>;

/** Follows a run to its end, and writes the report to a file. */
export async function observe(events: AsyncIterable<Event>, file: string): Promise<void> {
  let [passed, failed] = [0, 0];
  const took: Took[] = [];
  for await (const event of events) {
    const to_ms = performance.now();
    if (event.type === 'test-passed' || event.type === 'test-failed')
      took.push({ ...placeOf(event), from_ms: to_ms - event.duration, to_ms });
    if (event.type === 'stats') {
      const { passedTests, passedKnownFailingTests, failedTests, remainingTests } = event.stats;
      [passed, failed] = [passedTests + passedKnownFailingTests, failedTests + remainingTests];
    }
    if (event.type === 'end') writeFileSync(file, JSON.stringify({ passed, failed, took } satisfies Report));
  }
}

/** Returns file and title of a test. In a shared process the title starts with the file: see shared-test.ts. */
function placeOf({ testFile, title }: { readonly testFile: string; readonly title: string }) {
  const path = relative(ROOT, testFile);
  if (!path.startsWith(ENTRIES)) return { file: path, title };
  const entry = path.slice(ENTRIES.length).replace(/\.test\.ts$/, '');
  if (existsSync(join(ROOT, `test/${entry}.test.ts`))) return { file: `test/${entry}.test.ts`, title };
  const [, file = '', own = title] = /^(.*?) › (.*)$/s.exec(title) ?? [];
  return { file: `test/${file}.test.ts`, title: own };
}

/** Returns how long each file's tests took, from the start of the first to the end of the last. */
export function byFile(took: readonly Took[]): readonly Took[] {
  const files = [...Map.groupBy(took, ({ file }) => file)];
  return files.map(([file, all]) => ({
    file,
    title: `${all.length} tests`,
    from_ms: Math.min(...all.map(({ from_ms }) => from_ms)),
    to_ms: Math.max(...all.map(({ to_ms }) => to_ms)),
  }));
}

export const slowest = (took: readonly Took[], many: number): readonly string[] =>
  took
    .map(({ file, title, from_ms, to_ms }) => ({ ms: to_ms - from_ms, line: `${file} › ${title}` }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, many)
    .map(({ ms, line }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${line}`);
