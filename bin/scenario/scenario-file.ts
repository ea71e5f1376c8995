// Scenarios as files: read with what they include, and what playing them leaves. What a scenario names stays inside one folder, where
// symbolic links lead as well.

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

/** A scenario with the folder in which all its files lie. */
export interface RootedScenario extends Scenario {
  readonly root: string;
}

/** `root`: the folder in which everything lies that it names; its own where none is given. Errors: `bad_value`, with the place. */
export function readScenarioFile(file: string, root = dirname(file)): Result<RootedScenario> {
  const text = textOf(file);
  return text.ok ? readScenarioText(text.value, file, root) : text;
}

/** The same for a text in the place of the file's. */
export function readScenarioText(text: string, file: string, root = dirname(file)): Result<RootedScenario> {
  const read = readScenario(text, { file, include: includeBeside(root), locate: locateBeside(root) });
  return read.ok ? ok({ ...read.value, root }) : read;
}

/** A name as the file `from` writes it, as a path from here. Errors: `bad_value`, where it leads out of the folder. */
export function besideFile(root: string, from: string, name: string): Result<string> {
  if (name.includes('\0')) return fail('bad_value', `${oneLine(name)} has a character that no name of a file has.`);
  const path = relative(process.cwd(), resolve(dirname(from), name)) || '.';
  return isInside(root, path)
    ? ok(path)
    : fail('bad_value', `${path} is not inside the folder ${root}; --root names another one.`);
}

/** Whether a path leads into a folder, symbolic links followed as far as there is anything. */
function isInside(folder: string, path: string): boolean {
  const from = relative(realOf(resolve(folder)), realOf(resolve(path)));
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A link that leads to nothing is not followed: nothing is read or written there.
    return isLink(path) || path === dirname(path) ? sep : join(realOf(dirname(path)), basename(path));
  }
}

const isLink = (path: string): boolean => found(path)?.isSymbolicLink() ?? false;

/** What lies at a path itself; null where nothing can: a file may stand where a folder should. */
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

/** An extension or another text that a scenario names. */
export function textBeside({ root, file }: Pick<RootedScenario, 'root' | 'file'>, name: string): Result<string> {
  const path = besideFile(root, file, name);
  return path.ok ? textOf(path.value) : path;
}

/** Golden pictures that lie beside scenarios; `updates`: what looks otherwise is written. */
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
          return path.ok ? said(writeResult(path.value, png)) : path;
        },
      }
    : {}),
});

function said(written: Result<string>): Result<string> {
  if (written.ok) printMessage(`${written.value} is written: look at it.`);
  return written;
}

/** Writes a file that a scenario names into a folder. Errors: `bad_value`, where it leads out of it. */
export const writeInside = (folder: string, name: string, bytes: Uint8Array): Result<string> =>
  isInside(folder, join(folder, name))
    ? writeResult(join(folder, name), bytes)
    : fail('bad_value', `${join(folder, name)} is not inside the folder ${folder}.`);

/** Writes a file, its folders with it; gives its path. Errors: `bad_value`. */
export function writeResult(path: string, bytes: Uint8Array): Result<string> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return ok(path);
  } catch (thrown) {
    return fail('bad_value', `${path} can't be written: ${messageOf(thrown)}.`);
  }
}
