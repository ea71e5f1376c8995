// Decides from the imports of a test file whether it shares a process, gets its own, or runs alone. Files named
// `*.long.test.ts` belong to the long lane.

import { importsOf, projectFiles, readSource } from '../support/repository/sources.ts';

/** A kernel terminal, a watchdog of milliseconds, measured time: tests that other load would disturb. */
const ALONE =
  /^(@lydell\/node-pty|serialport)$|\/(serial-tty|serial-pty|isolate-worker|longest-turn|processor-time|stopwatch)\.ts$/;
/** Other processes and threads, a browser, sessions of hours. */
const APART =
  /^(node:(child_process|cluster|worker_threads)|playwright-core)$|\/(boot-releases|tapin-process|simulate|benches)\.ts$/;

/** Programs whose time is measured: a page that loads while a device boots, a board whose clock is compared. */
const TIMED = /\/(panel-boot|hil\.long)\.test\.ts$/;

type Kind = 'shared' | 'apart' | 'alone' | 'long' | 'long-alone';
export type Kinds = Readonly<Record<Kind, readonly string[]>>;

export function kindsOfTests(): Kinds {
  const files = projectFiles('test/').filter((path) => path.endsWith('.test.ts'));
  return { shared: [], apart: [], alone: [], long: [], 'long-alone': [], ...Object.groupBy(files.toSorted(), kindOf) };
}

function kindOf(path: string): Kind {
  const imports = importsBelow(path, new Set());
  const runs_alone = TIMED.test(path) || imports.some((from) => ALONE.test(from));
  if (path.endsWith('.long.test.ts')) return runs_alone ? 'long-alone' : 'long';
  if (runs_alone) return 'alone';
  return imports.some((from) => APART.test(from)) ? 'apart' : 'shared';
}

const FILES: ReadonlySet<string> = new Set(projectFiles('test/').filter((path) => path.endsWith('.ts')));

/** Value imports of a test file and of the files below `test/` that it imports; imports of the product do not count. */
function importsBelow(path: string, seen: Set<string>): readonly string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const values = importsOf(readSource(path)).filter(({ type_only }) => !type_only);
  return values.flatMap(({ from }) => {
    const target = from.startsWith('.') ? new URL(from, `file:///${path}`).pathname.slice(1) : '';
    // The test of the import reader quotes imports that lead nowhere.
    return FILES.has(target) ? [from, ...importsBelow(target, seen)] : [from];
  });
}
