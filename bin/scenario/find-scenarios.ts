// Which scenarios a call of `tapin test` means: files, the YAML files of folders, and of those what its options choose.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { oneLine } from '../../wire/visible.ts';
import { printMessages } from '../process/process.ts';
import { readScenarioFile, type RootedScenario } from './scenario-file.ts';

export interface ChoosingOptions {
  readonly filter?: string;
  readonly shard?: { readonly index: number; readonly of: number };
}

/**
 * All of these files and folders; ends the process where one can't be read. `root`: the folder in which everything lies that they name;
 * by default the folder that was given, or that of a file that was given (C145).
 */
export const findScenarios = (paths: readonly string[], root?: string): readonly RootedScenario[] =>
  all(
    all(paths.map(filesIn))
      .flat()
      .map(({ file, folder }) => readScenarioFile(file, root ?? folder)),
  );

export function chosen(
  scenarios: readonly RootedScenario[],
  { filter }: Pick<ChoosingOptions, 'filter'>,
): readonly RootedScenario[] {
  const wanted = filter?.toLowerCase() ?? '';
  return scenarios.filter(({ file, name }) => `${file} ${name}`.toLowerCase().includes(wanted));
}

/** A CI has as many shards as it likes: one of them may get no scenario. */
export const shardOf = (
  scenarios: readonly RootedScenario[],
  { shard }: Pick<ChoosingOptions, 'shard'>,
): readonly RootedScenario[] => (shard ? scenarios.filter((_, at) => at % shard.of === shard.index - 1) : scenarios);

/** The values of all, or the end with one line for each that is wrong. */
function all<T>(results: readonly Result<T>[]): readonly T[] {
  const wrong = results.flatMap((each) => (each.ok ? [] : [each.error]));
  for (const { message } of wrong.slice(0, -1)) printMessages(message);
  const last = wrong.at(-1);
  if (last) endWith(last);
  return results.flatMap((each) => (each.ok ? [each.value] : []));
}

/** Exit code 2: nothing was played. */
export function endWith({ message }: OperatingError): never {
  printMessages(message);
  process.exit(2);
}

interface Found {
  readonly file: string;
  readonly folder: string | undefined;
}

/** A file, or the YAML files of a folder and of those in it. */
function filesIn(path: string): Result<readonly Found[]> {
  try {
    if (!statSync(path).isDirectory()) return ok([{ file: path, folder: undefined }]);
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/.test(name) && !/(^|\/)_/.test(name))
      .toSorted()
      .map((name) => ({ file: join(path, name), folder: path }));
    return ok(files);
  } catch (thrown) {
    return fail('bad_value', oneLine(`${path} can't be read: ${whyUnread(thrown)}.`));
  }
}
