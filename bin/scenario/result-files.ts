// Result files of scenarios: one folder each, with a file for each picture and each piece of failure evidence.

import { normalize } from 'node:path';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { createUniqueNames } from '../../simulation/reports/unique-names.ts';
import type { Result } from '../../wire/errors.ts';
import { writeInside } from './scenario-file.ts';

/** Limit on folder names: file systems allow at most 255 bytes. */
const FOLDER_CHARS_MAX = 80;

/** Returns unique folder names: the scenario's name in letters, digits, dots and hyphens, with its seed. */
export function folderNames(scenarios: readonly Pick<Scenario, 'file' | 'seed'>[]): readonly string[] {
  const names = createUniqueNames();
  return scenarios.map(({ file, seed }) => {
    const readable = file.replace(/\.ya?ml$/, '').replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-');
    const name = `${readable.slice(-FOLDER_CHARS_MAX).replaceAll(/^-+|-+$/g, '')}-${seed}`;
    return names.take(name, (number) => `${name}_${number}`);
  });
}

export interface ResultFiles {
  /**
   * Writes a file and returns its path, numbered if the name is taken. Errors: `bad_value` if it leads out of the
   * folder.
   */
  keep(name: string, bytes: Uint8Array): Result<string>;
}

export function openResultFiles(folder: string): ResultFiles {
  const names = createUniqueNames();
  return {
    keep(name, bytes) {
      const plain = normalize(name);
      const [, stem = plain, extension = ''] = /^(.*?)(\.[^./]*)$/s.exec(plain) ?? [];
      return writeInside(folder, names.take(plain, (number) => `${stem}-${number}${extension}`), bytes); // oxfmt-ignore
    },
  };
}
