// Reads scenario files with their includes, and writes the results. Every file that a scenario names must be inside one
// folder, even through symbolic links.

import { lstatSync, mkdirSync, realpathSync, writeFileSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { GoldenPictures } from '../../simulation/scenarios/golden.ts';
import type { Source } from '../../simulation/scenarios/reading/read-steps.ts';
import { readScenario } from '../../simulation/scenarios/reading/read-scenario.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { readNamedFile } from '../../simulation/reports/named-file.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';
import { printMessage } from '../process/process.ts';
import { textOf } from '../process/text-file.ts';

const FILE_BYTES_MAX = 16 * 2 ** 20;

/** Scenario with the folder that holds all its files. */
export interface RootedScenario extends Scenario {
  readonly root: string;
}

/**
 * Reads a scenario. `root`: folder that holds every file it names. Default: its own folder. Errors: `bad_value`, with
 * the position.
 */
export function readScenarioFile(file: string, root = dirname(file)): Result<RootedScenario> {
  const text = textOf(file);
  return text.ok ? readScenarioText(text.value, file, root) : text;
}

/** Reads a scenario from `text` instead of the file. */
export function readScenarioText(text: string, file: string, root = dirname(file)): Result<RootedScenario> {
  const read = readScenario(text, { file, include: includeBeside(root), locate: locateBeside(root) });
  return read.ok ? ok({ ...read.value, root }) : read;
}

/**
 * Resolves a name used in the file `from` to a path relative to the working directory. Errors: `bad_value` if it leads
 * out of the folder.
 */
export function besideFile(root: string, from: string, name: string): Result<string> {
  if (name.includes('\0'))
    return fail('bad_value', `${oneLine(name)} contains a character that file names can't have.`);
  const path = relative(process.cwd(), resolve(dirname(from), name)) || '.';
  return isInside(root, path)
    ? ok(path)
    : fail('bad_value', `${path} is not inside the folder ${root}; use --root for another folder.`);
}

/** Whether a path is inside a folder, after following symbolic links as far as the path exists. */
function isInside(folder: string, path: string): boolean {
  const from = relative(realOf(resolve(folder)), realOf(resolve(path)));
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A dangling link counts as outside, so that nothing is read or written through it.
    return isLink(path) || path === dirname(path) ? sep : join(realOf(dirname(path)), basename(path));
  }
}

const isLink = (path: string): boolean => found(path)?.isSymbolicLink() ?? false;

/** Returns the stats of a path without following links; null if it does not exist or a parent is a file. */
function found(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

const includeBeside =
  (root: string): Source['include'] =>
  (name, from) => {
    const path = besideFile(root, from, name);
    if (!path.ok) return path;
    const text = textOf(path.value);
    return text.ok ? ok({ file: path.value, text: text.value }) : text;
  };

const locateBeside =
  (root: string): NonNullable<Source['locate']> =>
  (name, from, must_exist) => {
    const path = besideFile(root, from, name);
    return path.ok && must_exist ? readNamedFile(path.value, FILE_BYTES_MAX) : path;
  };

/** Reads an extension or other text that a scenario names. */
export function textBeside({ root, file }: Pick<RootedScenario, 'root' | 'file'>, name: string): Result<string> {
  const path = besideFile(root, file, name);
  return path.ok ? textOf(path.value) : path;
}

/** Gives access to the golden pictures next to scenarios; `updates`: rewrites pictures that differ. */
export const goldenPictures = (root: string, updates: boolean): GoldenPictures => ({
  read(name, from) {
    const path = besideFile(root, from, name);
    if (!path.ok) return path;
    if (!found(path.value)) return ok(null);
    return readNamedFile(path.value, FILE_BYTES_MAX);
  },
  ...(updates
    ? {
        write(name, from, png) {
          const path = besideFile(root, from, name);
          return path.ok ? announce(writeResult(path.value, png)) : path;
        },
      }
    : {}),
});

function announce(written: Result<string>): Result<string> {
  if (written.ok) printMessage(`Wrote ${written.value}; review it.`);
  return written;
}

/** Writes a file that a scenario names into a folder. Errors: `bad_value` if it leads out of the folder. */
export const writeInside = (folder: string, name: string, bytes: Uint8Array): Result<string> =>
  isInside(folder, join(folder, name))
    ? writeResult(join(folder, name), bytes)
    : fail('bad_value', `${join(folder, name)} is not inside the folder ${folder}.`);

/** Writes a file, creates its folders, and returns its path. Errors: `bad_value`. */
export function writeResult(path: string, bytes: Uint8Array): Result<string> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return ok(path);
  } catch (thrown) {
    return fail('bad_value', `${path} can't be written: ${messageOf(thrown)}.`);
  }
}
