// Scenarios as files: read with what they include, and what playing them leaves.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { GoldenPictures } from '../simulation/scenario/golden.ts';
import { readScenario } from '../simulation/scenario/read-scenario.ts';
import type { Scenario } from '../simulation/scenario/scenario.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { printMessage } from './process.ts';
import { textOf } from './text-file.ts';

/** A name as the file `from` writes it, as a path from here. */
export const besideFile = (from: string, name: string): string => relative(process.cwd(), resolve(dirname(from), name));

/** Errors: `bad_value`, with the place where it can't be understood. */
export function readScenarioFile(file: string): Result<Scenario> {
  const text = textOf(file);
  if (!text.ok) return text;
  return readScenario(text.value, { file, include: includeBeside });
}

/** A file that is included, by its name as the file `from` writes it. */
export function includeBeside(name: string, from: string): Result<{ readonly file: string; readonly text: string }> {
  const path = besideFile(from, name);
  const included = textOf(path);
  return included.ok ? ok({ file: path, text: included.value }) : included;
}

/** Golden pictures that lie beside scenarios; `updates`: what looks otherwise is written. */
export const goldenPictures = (updates: boolean): GoldenPictures => ({
  read: (name, from) => (existsSync(besideFile(from, name)) ? readFileSync(besideFile(from, name)) : null),
  ...(updates ? { write: (name, from, png) => said(writeResult(besideFile(from, name), png)) } : {}),
});

function said(written: Result<string>): Result<string> {
  if (written.ok) printMessage(`${written.value} is written: look at it.`);
  return written;
}

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
