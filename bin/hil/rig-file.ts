// The hardware map as a file: read, with the paths in it as they are from here.

import { dirname, resolve } from 'node:path';
import { readRigs } from '../../simulation/rigs/read-rigs.ts';
import type { Rig } from '../../simulation/rigs/rig.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { runCommand } from './run-command.ts';
import { textOf } from '../process/text-file.ts';
import { didYouMean } from '../../wire/nearest-word.ts';

export interface MappedRig extends Rig {
  /** Of the map; commands run there. */
  readonly folder: string;
}

/** Those of the map, or the one with this id. Errors: `bad_value`, with the place in the map. */
export function readRigFile(file: string, id?: string): Result<readonly MappedRig[]> {
  const text = textOf(file);
  if (!text.ok) return text;
  const read = readRigs(text.value, file);
  if (!read.ok) return read;
  const folder = dirname(resolve(file));
  const chosen = read.value.filter((rig) => id === undefined || rig.id === id).map((rig) => ({ ...rig, folder }));
  if (chosen.length > 0) return ok(chosen);
  const ids = read.value.map((rig) => rig.id);
  const near = didYouMean(id ?? '', ids);
  return fail('bad_value', `${file} has no rig ${JSON.stringify(id)}${near}; it has ${ids.join(', ')}.`);
}

/** A command or a script of the rig. Errors: `bad_value`. */
export const runOnRig = (rig: MappedRig, words: readonly string[], stdin = ''): Promise<Result<void>> =>
  runCommand(words, {
    cwd: rig.folder,
    env: { TAPIN_RIG: rig.id, TAPIN_RIG_SERIAL: rig.serial ?? '', TAPIN_RIG_PANEL: rig.panel ?? '' },
    stdin,
  });

/** The program of a script: one beside the map where it is no absolute path. */
export const scriptOf = ({ folder }: MappedRig, script: string): readonly string[] => [resolve(folder, script)];

/** The token of the panel of a rig. Errors: `bad_value`. */
export function tokenOf({ id, folder, token_file = '' }: MappedRig): Result<string> {
  const text = textOf(resolve(folder, token_file));
  return text.ok ? ok(text.value.trim()) : fail('bad_value', `The token of rig ${id}: ${text.error.message}`);
}
