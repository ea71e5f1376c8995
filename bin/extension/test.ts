// `tapin extension test`: plays the scenario stored next to each file and prints one line per file.

import { dirname } from 'node:path';
import type { Clock } from '../../hal/clock/clock.ts';
import {
  createMeasuringIsolates,
  type MeasuringIsolates,
} from '../../simulation/extension-script/measuring-isolates.ts';
import { isUnreadable, checkExtensionFile, problemLine } from '../../simulation/extension-script/extension-file.ts';
import type { ExtensionFile } from '../../simulation/extension-script/checked-extension.ts';
import { checkSettings, menuOf, openExtension } from '../../simulation/scenarios/extension.ts';
import { runScenario, type ScenarioOutcome } from '../../simulation/scenarios/run-scenario.ts';
import { placeText } from '../../simulation/scenarios/scenario.ts';
import { openVirtualBackend } from '../../simulation/scenarios/virtual/virtual-backend.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { visibleLines } from '../../wire/visible.ts';
import { heapText } from './check.ts';
import { openResultFiles } from '../scenario/result-files.ts';
import { readScenarioFile, type RootedScenario } from '../scenario/scenario-file.ts';

export interface TestFilesOptions {
  /** Path of the scenario. Default: next to the extension file. */
  readonly script?: string;
  readonly verbose?: boolean;
}

/** Tests the files. Exit code 1: a file fails; 2: otherwise, a file or its scenario can't be read. */
export async function testFiles(
  files: readonly string[],
  { script, verbose = false }: TestFilesOptions,
): Promise<void> {
  const exit_codes = new Set<0 | 1 | 2>();
  for (const file of files) {
    const { exit_code, line } = await testFile(file, script ?? file.replace(/\.lua$/, '.yaml'), verbose);
    process.stdout.write(`${visibleLines(line)}\n`);
    exit_codes.add(exit_code);
  }
  process.exitCode = exit_codes.has(1) ? 1 : exit_codes.has(2) ? 2 : 0;
}

interface Tested {
  readonly exit_code: 0 | 1 | 2;
  readonly line: string;
}

async function testFile(file: string, beside: string, verbose: boolean): Promise<Tested> {
  const checked = await checkExtensionFile(file);
  if (!checked.ok)
    return { exit_code: isUnreadable(checked.problem) ? 2 : 1, line: problemLine(file, checked.problem) };
  const read = readScenarioFile(beside);
  if (!read.ok) return { exit_code: 2, line: read.error.message };
  const played = await playBeside(file, checked.value, read.value, { beside, verbose });
  return played.ok ? { exit_code: 0, line: played.value } : { exit_code: 1, line: played.error.message };
}

/**
 * Measures the peak heap in a separate run, because garbage is collected sooner there and the budget lasts longer than
 * on a device.
 */
async function peakHeapBytes(scenario: RootedScenario, extension: ExtensionFile): Promise<number> {
  let measuring: MeasuringIsolates | undefined;
  const isolates = (clock: Clock): MeasuringIsolates => (measuring = createMeasuringIsolates(clock));
  await playIn(scenario, { extension, isolates }, ok);
  return measuring?.peakHeapBytes() ?? 0;
}

async function playIn(
  scenario: RootedScenario,
  options: Parameters<typeof openVirtualBackend>[1],
  keep: (name: string, bytes: Uint8Array) => Result<string>,
): Promise<{ readonly outcome: ScenarioOutcome; readonly log: readonly string[] }> {
  const world = await openVirtualBackend(scenario, options);
  if (options?.extension) await openExtension(options.extension, menuOf(world, scenario.devices[0]?.name ?? ''));
  const outcome = await runScenario(scenario, world, { keep });
  await world.close();
  return { outcome, log: world.log() };
}

async function playBeside(
  file: string,
  extension: ExtensionFile,
  read: RootedScenario,
  { beside, verbose }: { readonly beside: string; readonly verbose: boolean },
): Promise<Result<string>> {
  const scenario = { ...read, extension: file };
  const settings = checkSettings(extension, scenario.settings);
  if (!settings.ok) return fail('bad_value', `${beside}: ${settings.error.message}`);
  const started_ms = performance.now();
  const { outcome, log } = await playIn(scenario, { extension }, openResultFiles(dirname(beside)).keep);
  const log_lines = log.filter((line) => verbose || /^\S+ \S+ (warn|error) /.test(line));
  process.stderr.write(log_lines.map((line) => `${line}\n`).join(''));
  const { status, message, at, lines, steps, putts, screenshots, played_ms } = outcome;
  if (status !== 'passed')
    return fail(
      'bad_value',
      [`${at ? placeText(at) : beside}: ${message}:`, ...lines.map((line) => `    ${line}`)].join('\n'),
    );
  const words = [count(steps, 'step'), count(putts, 'putt'), count(screenshots.length, 'screenshot')];
  const took_s = ((performance.now() - started_ms) / 1000).toFixed(1);
  const heap = heapText(await peakHeapBytes(scenario, extension));
  return ok(
    `${beside}: passed: ${words.join(', ')}; ${heap}; ${(played_ms / 1000).toFixed(0)} s of play in ${took_s} s.`,
  );
}

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;
