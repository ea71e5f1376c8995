// `tapin hil report`: writes one file about a sensor board, to be sent to its maintainers.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { boardShown, collectSwings, swingText, type ReportedSwing } from '../../simulation/rigs/board-report.ts';
import { doctorExitCode, tableOf } from '../../simulation/rigs/diagnosis.ts';
import { messageOf } from '../../wire/errors.ts';
import { visibleJson } from '../../wire/visible.ts';
import { exitUsage, exitWith, printMessage } from '../process/process.ts';
import { inspectBoard } from './inspect-board.ts';

export interface ReportOptions {
  readonly sensor: string;
  readonly out: string;
  readonly seconds: number;
  readonly swings: number;
}

const IDLE_MS = 60_000;

export async function reportBoard({ sensor, out, seconds, swings }: ReportOptions): Promise<void> {
  if (existsSync(out)) return exitUsage(`${out} exists already: name another file with --out.`);
  printMessage(`Do not touch the board for ${seconds} s.`, 'info');
  const { findings, report } = await inspectBoard(sensor, { expect: {} }, seconds * 1000);
  for (const line of tableOf(sensor, findings)) process.stderr.write(`${line}\n`);
  const reached = doctorExitCode(findings) !== 3;
  const swung = reached && swings > 0 ? await swingsOf(sensor, swings) : [];
  const text = visibleJson(
    {
      tapin_board_report: 1,
      made: new Date().toISOString(),
      tapin: FIRMWARE_VERSION,
      machine: { model: modelOf(), platform: platform(), release: release(), arch: arch(), node: process.version },
      port: sensor,
      findings,
      board: report?.answer.ok ? boardShown(report.answer.value) : null,
      quiet: report && { beats: report.beats, swings: report.swings, frames_dropped: report.dropped },
      swings: swung,
    },
    2,
  );
  try {
    writeFileSync(out, `${text}\n`, { flag: 'wx' });
  } catch (thrown) {
    exitWith({ code: 'bad_value', message: `The report cannot be written: ${messageOf(thrown)}.` });
  }
  process.stdout.write(`${out}\n`);
  printMessage('Read the file before you send it: it names the port and the serial number of the board.', 'info');
  process.exitCode = reached ? 0 : 3;
}

async function swingsOf(sensor: string, swings: number): Promise<readonly ReportedSwing[]> {
  const collected = await collectSwings(createTtyPort(sensor), createSystemClock(), {
    swings,
    idle_ms: IDLE_MS,
    onReady: () => printMessage(`Now make ${swings} swings over the gates. A minute without one ends it.`, 'info'),
    onSwing: (swing, count) => process.stderr.write(`  ${count} of ${swings}  ${swingText(swing)}\n`),
  });
  if (collected.ok) return collected.value;
  printMessage(collected.error.message);
  return [];
}

/** Model of the machine as Linux names it on a Raspberry Pi; '' elsewhere. */
function modelOf(): string {
  try {
    return readFileSync('/proc/device-tree/model', 'utf8').replaceAll('\0', '');
  } catch {
    return '';
  }
}
