// Finds the scenarios for `tapin test`: files and the YAML files of folders, filtered by its options.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { oneLine } from '../../wire/visible.ts';
import { printMessages } from '../process/process.ts';
import { readScenarioFile, type RootedScenario } from './scenario-file.ts';

export interface ChoosingOptions {
  readonly filter?: string;
  /** A scenario must have one of these tags. */
  readonly tag?: readonly string[];
  /** A scenario must have none of these tags. */
  readonly skipTag?: readonly string[];
  readonly shard?: { readonly index: number; readonly of: number };
}

/**
 * Reads the scenarios of these files and folders; exits if one can't be read. `root`: folder that holds every file they
 * name. Default: the given folder, or the folder of a given file (C145).
 */
export const findScenarios = (paths: readonly string[], root?: string): readonly RootedScenario[] =>
  all(
    all(paths.map(filesIn))
      .flat()
      .map(({ file, folder }) => readScenarioFile(file, root ?? folder)),
  );

export function chosen(
  scenarios: readonly RootedScenario[],
  { filter = '', tag, skipTag = [] }: Pick<ChoosingOptions, 'filter' | 'tag' | 'skipTag'>,
): readonly RootedScenario[] {
  const wanted = filter.toLowerCase();
  return scenarios.filter(
    ({ file, name, tags }) =>
      `${file} ${name}`.toLowerCase().includes(wanted) &&
      (tag?.some((each) => tags.includes(each)) ?? true) &&
      !skipTag.some((each) => tags.includes(each)),
  );
}

/** Returns the scenarios of a shard, possibly none, since CI may use any number of shards. */
export const shardOf = (
  scenarios: readonly RootedScenario[],
  { shard }: Pick<ChoosingOptions, 'shard'>,
): readonly RootedScenario[] => (shard ? scenarios.filter((_, at) => at % shard.of === shard.index - 1) : scenarios);

/** Returns all values, or prints one line per error and exits. */
function all<T>(results: readonly Result<T>[]): readonly T[] {
  const wrong = results.flatMap((each) => (each.ok ? [] : [each.error]));
  for (const { message } of wrong.slice(0, -1)) printMessages(message);
  const last = wrong.at(-1);
  if (last) endWith(last);
  return results.flatMap((each) => (each.ok ? [each.value] : []));
}

/** Exits with code 2: no scenario was played. */
export function endWith({ message }: OperatingError): never {
  printMessages(message);
  process.exit(2);
}

interface Found {
  readonly file: string;
  readonly folder: string | undefined;
}

/** Lists a file, or the YAML files below a folder. */
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
