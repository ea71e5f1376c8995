// Scenarios as files: read with what they include, and what playing them leaves.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { readScenario } from '../simulation/scenario/read-scenario.ts';
import type { Scenario } from '../simulation/scenario/scenario.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';

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

/** Errors: `bad_value`. */
export function textOf(file: string): Result<string> {
  try {
    return ok(readFileSync(file, 'utf8'));
  } catch (thrown) {
    return fail('bad_value', `${file} can't be read: ${messageOf(thrown)}.`);
  }
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
