// Diagnosis of a rig: findings line by line, each with its remedy.

import { versionProblem } from './board-line.ts';
import { ALL_GATES, clockError, gatesIn, type Beat, type BoardReport } from './look-at-board.ts';
import type { Rig } from './rig.ts';

export interface Finding {
  readonly check: string;
  /** `advice`: works but could be improved; `unreachable`: no further checks are possible. */
  readonly state: 'fine' | 'advice' | 'wrong' | 'unreachable';
  readonly found: string;
  /** Remedy; '' if none. */
  readonly todo: string;
}

export const fine = (check: string, found: string): Finding => ({ check, state: 'fine', found, todo: '' });
export const unfit = (check: string, state: Finding['state'], found: string, todo: string): Finding => ({
  check,
  state,
  found,
  todo,
});

/** Clock error that uses a quarter of the club speed budget of 1 %. */
const CLOCK_ERROR_MAX = 0.0025;
/** A board that answers within this time was not reset by opening the port, or boots fast. */
const ANSWER_MS_SLOW = 3000;

/** Checks the name of the port. `same`: names under /dev/serial for the same port. */
export function portFinding(path: string, same: readonly string[]): Finding {
  const by_id = same.find((each) => each.includes('/by-id/'));
  const by_path = same.find((each) => each.includes('/by-path/'));
  if (!/^\/dev\/tty(USB|ACM)\d+$/.test(path)) {
    const holds = path.includes('/by-path/') ? ', which names this socket, whatever is plugged in' : '';
    return fine('port', `${path}${holds}`);
  }
  const better = by_id ?? by_path;
  return unfit(
    'port',
    'advice',
    `${path} is whichever board was found first`,
    better === undefined ? 'use its path in /dev/serial/by-id' : `set serial: ${better}`,
  );
}

/** Checks the board itself. */
export function boardFindings(
  report: BoardReport,
  { expect }: Pick<Rig, 'expect'>,
  quiet_ms: number,
): readonly Finding[] {
  if (!report.answer.ok)
    return [
      unfit(
        'answer',
        'unreachable',
        report.answer.error.message,
        'check that the board has power and its firmware, and that the port is right',
      ),
    ];
  const { value: ack } = report.answer;
  const seconds = (report.answered_ms / 1000).toFixed(1);
  const problem = versionProblem(ack, expect);
  const board = `board ${ack.serial}, protocol ${ack.major}.${ack.minor}, firmware ${ack.fw.join('.')}`;
  return [
    report.answered_ms <= ANSWER_MS_SLOW
      ? fine('answer', `after ${seconds} s`)
      : unfit(
          'answer',
          'advice',
          `only after ${seconds} s`,
          'check its reset line: opening the port should not reset a board twice',
        ),
    problem === ''
      ? fine('versions', board)
      : unfit('versions', 'wrong', problem, 'flash the expected firmware, or change expect in the map'),
    lineFinding(report),
    gatesFinding(report.beats),
    clockFinding(report.beats),
    noiseFinding(report.swings, quiet_ms),
  ];
}

function lineFinding({ dropped, gone, beats }: BoardReport): Finding {
  if (gone !== null) return unfit('line', 'wrong', gone, 'check the plug and the power of the hub');
  const errors = Math.max(...beats.map(({ crc_errors }) => crc_errors), 0) - (beats[0]?.crc_errors ?? 0);
  if (dropped + errors === 0) return fine('line', `${beats.length} heartbeats, none damaged`);
  const spoiled = `${dropped} frames from the board and ${errors} to it were damaged`;
  return unfit('line', 'wrong', spoiled, 'use a shorter or better cable, away from motors and lamps');
}

/** Whether exactly one bit is set. */
const isOne = (bits: number): boolean => bits !== 0 && (bits & (bits - 1)) === 0;

function gatesFinding(beats: readonly Beat[]): Finding {
  const last = beats.at(-1);
  if (!last)
    return unfit(
      'gates',
      'wrong',
      'the board sends no heartbeats',
      'update its firmware: it must send a heartbeat every second',
    );
  const always_dark = beats.reduce((bits, { levels }) => bits & ~levels, ALL_GATES);
  const ever_dark = beats.reduce((bits, { levels }) => bits | (~levels & ALL_GATES), 0);
  if (ever_dark === 0) return fine('gates', 'all eight are clear');
  if (always_dark === 0)
    return unfit(
      'gates',
      'wrong',
      `${gatesIn(ever_dark)} flickered`,
      'shade the board from flickering lamps, and check the plugs of these gates',
    );
  return unfit(
    'gates',
    'wrong',
    `${gatesIn(always_dark)} ${isOne(always_dark) ? 'is' : 'are'} covered`,
    'clear the board, clean these gates, and check their light',
  );
}

function clockFinding(beats: readonly Beat[]): Finding {
  const error = clockError(beats);
  if (error === null)
    return unfit('clock', 'advice', 'too few heartbeats to measure it', 'measure longer: --seconds 20');
  const { share, uncertainty } = error;
  const percent = (ratio: number): string => (Math.abs(ratio) * 100).toFixed(2);
  const found = `${percent(share)} % ${share < 0 ? 'slow' : 'fast'} compared with this machine`;
  if (Math.abs(share) <= CLOCK_ERROR_MAX) return fine('clock', found);
  if (Math.abs(share) <= CLOCK_ERROR_MAX + uncertainty)
    return unfit(
      'clock',
      'advice',
      `${found}, ±${percent(uncertainty)} %: heartbeats came late`,
      'measure longer, with nothing else running: --seconds 20',
    );
  const reads = `speeds read ${(Math.abs(share) * 100).toFixed(1)} % too ${share > 0 ? 'low' : 'high'}`;
  return unfit(
    'clock',
    'wrong',
    `${found}: ${reads}`,
    "replace the board's resonator by a crystal, or correct its tick_ns",
  );
}

function noiseFinding(swings: readonly number[], quiet_ms: number): Finding {
  const seconds = `${quiet_ms / 1000} s`;
  if (swings.length === 0) return fine('noise', `no swing in ${seconds} at rest`);
  const gates = gatesIn(swings.reduce((bits, present) => bits | present, 0));
  return unfit(
    'noise',
    'wrong',
    `${swings.length} ${swings.length === 1 ? 'swing' : 'swings'} in ${seconds} at rest (${gates})`,
    'keep away from the board during the check, then shade these gates',
  );
}

/** Returns the exit code: 3 if a rig is unreachable, 1 if something is wrong, 0 otherwise. */
export function doctorExitCode(findings: readonly Finding[]): number {
  if (findings.some(({ state }) => state === 'unreachable')) return 3;
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

const WORD: Readonly<Record<Finding['state'], string>> = {
  fine: 'ok',
  advice: 'hint',
  wrong: 'WRONG',
  unreachable: 'NONE',
};

/** Formats a readable table, with each remedy below its line. */
export function tableOf(id: string, findings: readonly Finding[]): readonly string[] {
  return [
    `rig ${id}`,
    ...findings.flatMap(({ check, state, found, todo }) => [
      `  ${WORD[state].padEnd(6)}${check.padEnd(10)}${found}`,
      ...(todo === '' ? [] : [`  ${''.padEnd(16)}→ ${todo}`]),
    ]),
  ];
}
