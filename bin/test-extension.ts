// What `tapin extension test` does: plays the scenario that stands beside each file, and prints a line a file.

import { dirname } from 'node:path';
import { createMeasuringIsolates, type MeasuringIsolates } from '../simulation/extension-script/measuring-isolates.ts';
import { readExtension } from '../simulation/extension-script/extension-file.ts';
import { checkSettings, menuOf, openExtension } from '../simulation/scenario/extension.ts';
import { runScenario } from '../simulation/scenario/run-scenario.ts';
import { placeText } from '../simulation/scenario/scenario.ts';
import { openVirtualBackend } from '../simulation/scenario/virtual-backend.ts';
import { fail, ok, type Result } from '../wire/errors.ts';
import { visibleLines } from '../wire/visible.ts';
import { heapText } from './check-extensions.ts';
import { openResultFiles } from './result-files.ts';
import { readScenarioFile } from './scenario-file.ts';

export interface TestFilesOptions {
  /** The scenario, where it does not stand beside the file. */
  readonly script?: string;
  readonly verbose?: boolean;
}

/** Exit code 1 where one of them does not pass. */
export async function testFiles(
  files: readonly string[],
  { script, verbose = false }: TestFilesOptions,
): Promise<void> {
  for (const file of files) {
    const line = await testFile(file, script ?? file.replace(/\.lua$/, '.yaml'), verbose);
    process.stdout.write(`${visibleLines(line.ok ? line.value : line.error.message)}\n`);
    if (!line.ok) process.exitCode = 1;
  }
}

async function testFile(file: string, beside: string, verbose: boolean): Promise<Result<string>> {
  const extension = await readExtension(file);
  if (!extension.ok) return extension;
  const read = readScenarioFile(beside);
  if (!read.ok) return read;
  const scenario = { ...read.value, extension: file };
  const settings = checkSettings(extension.value, scenario.settings);
  if (!settings.ok) return fail('bad_value', `${beside}: ${settings.error.message}`);
  const began_ms = performance.now();
  let isolates: MeasuringIsolates | undefined;
  const world = await openVirtualBackend(scenario, {
    extension: extension.value,
    isolates: (clock) => (isolates = createMeasuringIsolates(clock)),
  });
  await openExtension(extension.value, menuOf(world, scenario.devices[0]?.name ?? ''));
  const outcome = await runScenario(scenario, world, {
    keep: openResultFiles(dirname(beside)).keep,
  });
  await world.close();
  const told = world.log().filter((line) => verbose || /^\S+ \S+ (warn|error) /.test(line));
  process.stderr.write(told.map((line) => `${line}\n`).join(''));
  const { status, message, at, lines, steps, putts, screenshots, played_ms } = outcome;
  if (status !== 'passed')
    return fail(
      'bad_value',
      [`${at ? placeText(at) : beside}: ${message}:`, ...lines.map((line) => `    ${line}`)].join('\n'),
    );
  const words = [count(steps, 'step'), count(putts, 'putt'), count(screenshots.length, 'screenshot')];
  const took_s = ((performance.now() - began_ms) / 1000).toFixed(1);
  const heap = heapText(isolates?.peakHeapBytes() ?? 0);
  return ok(
    `${beside}: passed: ${words.join(', ')}; ${heap}; ${(played_ms / 1000).toFixed(0)} s of play in ${took_s} s.`,
  );
}

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;
