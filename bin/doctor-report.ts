// What `tapin doctor` says.

import type { BoardSetup } from './board-shapes.ts';
import { CHECKS, type Finding } from './doctor-checks.ts';

interface Checked extends Finding {
  readonly port: string;
  /** The board file names it. */
  readonly wanted: boolean;
}

const MARKS: Readonly<Record<Finding['state'], string>> = { found: 'ok  ', missing: '-   ', 'no rights': 'FAIL' };

/** @returns The exit code: 1 where something is not there that should be. */
export async function diagnose(board: BoardSetup, as_json: boolean): Promise<number> {
  const checked: Checked[] = [];
  for (const { port, isWanted, look } of CHECKS)
    checked.push({ port, wanted: isWanted(board), ...(await look(board)) });
  const failed = checked.filter(({ wanted, state }) => wanted && state !== 'found');
  process.stdout.write(as_json ? `${JSON.stringify({ ports: checked, ok: failed.length === 0 })}\n` : textOf(checked));
  return failed.length === 0 ? 0 : 1;
}

const textOf = (checked: readonly Checked[]): string =>
  checked
    .flatMap(({ port, state, wanted, what, advice }) => [
      `${wanted && state !== 'found' ? 'FAIL' : MARKS[state]} ${port.padEnd(9)} ${what[0] ?? ''}`,
      ...what.slice(1).map((line) => `${' '.repeat(15)}${line}`),
      ...(advice === undefined ? [] : [`${' '.repeat(15)}→ ${advice}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
