// Which tests share a process, which have one of their own, and which also have the machine for themselves. A file's imports tell, so
// nobody keeps a list.

import { importsOf, projectFiles, readSource } from '../support/repository/sources.ts';

/** A terminal of the kernel, a watchdog of milliseconds, time that is measured: what else runs would be in their way. */
const ALONE = /^(@lydell\/node-pty|serialport)$|\/(serial-tty|serial-pty|isolate-worker|longest-turn|stopwatch)\.ts$/;
/** Other processes and threads, a browser, whole sessions of hours. */
const APART =
  /^(node:(child_process|cluster|worker_threads)|playwright-core)$|\/(boot-releases|tapin-process|simulate|benches)\.ts$/;

export interface Kinds {
  readonly shared: readonly string[];
  readonly apart: readonly string[];
  readonly alone: readonly string[];
}

export function kindsOfTests(): Kinds {
  const files = projectFiles('test/').filter((path) => path.endsWith('.test.ts'));
  const { shared = [], apart = [], alone = [] } = Object.groupBy(files.toSorted(), kindOf);
  return { shared, apart, alone };
}

function kindOf(path: string): keyof Kinds {
  const imports = importsBelow(path, new Set());
  if (imports.some((from) => ALONE.test(from))) return 'alone';
  return imports.some((from) => APART.test(from)) ? 'apart' : 'shared';
}

const FILES: ReadonlySet<string> = new Set(projectFiles('test/').filter((path) => path.endsWith('.ts')));

/** What a test imports, itself and by what lies below `test/`. What the product imports is not what it does. */
function importsBelow(path: string, seen: Set<string>): readonly string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const values = importsOf(readSource(path)).filter(({ type_only }) => !type_only);
  return values.flatMap(({ from }) => {
    const target = from.startsWith('.') ? new URL(from, `file:///${path}`).pathname.slice(1) : '';
    // A test of the reader of imports has some in its texts that lead nowhere.
    return FILES.has(target) ? [from, ...importsBelow(target, seen)] : [from];
  });
}
