// Report of `tapin doctor`.

import { writeFileSync } from 'node:fs';
import { fail, messageOf } from '../../wire/errors.ts';
import type { JsonFields } from '../../wire/json-fields.ts';
import type { BoardSetup } from '../board/board-shapes.ts';
import { exitWith } from '../process/process.ts';
import { CHECKS, type HardwareFinding } from './checks.ts';
import { machineReport } from './machine-report.ts';
import { areWell, type Trial } from './trials.ts';

interface Checked extends HardwareFinding {
  readonly port: string;
  /** Whether the board file names it. */
  readonly wanted: boolean;
}

const MARKS: Readonly<Record<HardwareFinding['state'], string>> = {
  found: 'ok  ',
  missing: '-   ',
  'no rights': 'FAIL',
};

interface Diagnosis {
  readonly board: BoardSetup;
  readonly as_json: boolean;
  /** File for the report to the makers; null for none. */
  readonly report: string | null;
  /** Runs the interactive trials; null unless requested. @param print Prints a line for the person at the device. */
  readonly tryAll: ((print: (line: string) => void) => Promise<readonly Trial[]>) | null;
}

/** Ports without which a device can't play. A front panel can replace a display and keys. */
const NEEDED: ReadonlySet<string> = new Set(['sensor']);

interface PlayVerdict {
  readonly can_play: boolean;
  /** Summary such as `Can play; missing: display`. */
  readonly text: string;
}

/**
 * Decides whether a device can play here. Without a board file every port counts; with one, only the ports that it
 * names and the sensor.
 */
export function playVerdict(
  checked: readonly Pick<Checked, 'port' | 'state' | 'wanted'>[],
  has_board: boolean,
): PlayVerdict {
  const counted = checked.filter(({ port, wanted }) => !has_board || wanted || NEEDED.has(port));
  const can_play = counted.every(({ port, state }) => state === 'found' || !NEEDED.has(port));
  const portsWith = (state: HardwareFinding['state']): string =>
    counted.filter((each) => each.state === state).map(({ port }) => port).join(', '); // oxfmt-ignore
  const [missing, denied] = [portsWith('missing'), portsWith('no rights')];
  const text = [
    can_play ? 'Can play' : 'Cannot play',
    missing && `missing: ${missing}`,
    denied && `no rights: ${denied}`,
  ];
  return { can_play, text: text.filter(Boolean).join('; ') };
}

/**
 * Prints the report. Returns the exit code: 1 if the device can't play, required hardware is missing, or a trial
 * failed.
 */
export async function diagnose({ board, as_json, report, tryAll }: Diagnosis): Promise<number> {
  const checked: Checked[] = [];
  for (const { port, isWanted, inspect } of CHECKS)
    checked.push({ port, wanted: isWanted(board), ...(await inspect(board)) });
  const failed = checked.filter(({ wanted, state }) => wanted && state !== 'found');
  if (!as_json) process.stdout.write(textOf(checked));
  // With --json, stdout carries a single document and the person at the device follows on stderr.
  const print = (line: string): void => void (as_json ? process.stderr : process.stdout).write(`${line}\n`);
  const trials = tryAll && (await tryAll(print));
  const verdict = playVerdict(checked, Object.keys(board).length > 0);
  if (report !== null) writeReport(report, machineReport(checked, verdict.text));
  const ok = verdict.can_play && failed.length === 0 && areWell(trials ?? []);
  if (as_json)
    process.stdout.write(
      `${JSON.stringify({ ports: checked, ...(trials && { trials }), verdict: verdict.text, ok })}\n`,
    );
  else for (const line of [...(trials ?? []).map(lineOf), verdict.text]) print(line);
  return ok ? 0 : 1;
}

function writeReport(file: string, report: JsonFields): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (thrown) {
    exitWith(fail('bad_value', `The report can't be written: ${messageOf(thrown)}.`).error);
  }
}

const TRIAL_MARKS: Readonly<Record<Trial['state'], string>> = {
  confirmed: 'ok  ',
  unconfirmed: '?   ',
  denied: 'FAIL',
  failed: 'FAIL',
};
const lineOf = ({ port, state, what }: Trial): string =>
  `${TRIAL_MARKS[state]} ${port.padEnd(9)} ${state === 'denied' ? 'Rejected: ' : ''}${what}`;

const textOf = (checked: readonly Checked[]): string =>
  checked
    .flatMap(({ port, state, wanted, what, advice }) => [
      `${wanted && state !== 'found' ? 'FAIL' : MARKS[state]} ${port.padEnd(9)} ${what[0] ?? ''}`,
      ...what.slice(1).map((line) => `${' '.repeat(15)}${line}`),
      ...(advice === undefined ? [] : [`${' '.repeat(15)}→ ${advice}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
