// Reads a hardware map file and resolves the paths in it.

import { dirname, resolve } from 'node:path';
import { readRigs } from '../../simulation/rigs/read-rigs.ts';
import type { Rig } from '../../simulation/rigs/rig.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { runCommand } from './run-command.ts';
import { textOf } from '../process/text-file.ts';
import { didYouMean } from '../../wire/nearest-word.ts';

export interface MappedRig extends Rig {
  /** Folder of the map, where the rig's commands run. */
  readonly folder: string;
}

/** Reads the rigs of the map, or only the one with this id. Errors: `bad_value`, with the position in the map. */
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

/** Runs a command or script of the rig. Errors: `bad_value`. */
export const runOnRig = (rig: MappedRig, words: readonly string[], stdin = ''): Promise<Result<void>> =>
  runCommand(words, {
    cwd: rig.folder,
    env: { TAPIN_RIG: rig.id, TAPIN_RIG_SERIAL: rig.serial ?? '', TAPIN_RIG_PANEL: rig.panel ?? '' },
    stdin,
  });

/** Returns the command for a script; a relative path starts at the map's folder. */
export const scriptOf = ({ folder }: MappedRig, script: string): readonly string[] => [resolve(folder, script)];

/** Reads the panel token of a rig. Errors: `bad_value`. */
export function tokenOf({ id, folder, token_file = '' }: MappedRig): Result<string> {
  const text = textOf(resolve(folder, token_file));
  return text.ok ? ok(text.value.trim()) : fail('bad_value', `Token of rig ${id}: ${text.error.message}`);
}
