// `tapin hil doctor`: checks each rig and prints each finding with what to do next.

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import { openPanelBackend } from '../../simulation/scenarios/panel-backend.ts';
import { openBoardLine } from '../../simulation/rigs/board-line.ts';
import { doctorExitCode, fine, tableOf, unfit, type Finding } from '../../simulation/rigs/diagnosis.ts';
import { messageOf } from '../../wire/errors.ts';
import { printMessage } from '../process/process.ts';
import { meetRig, switchPower } from '../backend/rig-backend.ts';
import { inspectBoard } from './inspect-board.ts';
import { readRigFile, tokenOf, type MappedRig } from './rig-file.ts';
import { lockRig } from './rig-lock.ts';
import { visibleJson } from '../../wire/visible.ts';

export interface DoctorOptions {
  readonly map?: string;
  readonly rig?: string;
  /** Serial port of a sensor to check without a map. */
  readonly sensor?: string;
  readonly seconds: number;
  readonly json?: boolean;
}

export async function checkRigs({ map, rig: id, sensor, seconds, json = false }: DoctorOptions): Promise<void> {
  const read = map === undefined ? { ok: true as const, value: [bare(sensor ?? '')] } : readRigFile(map, id);
  if (!read.ok) {
    printMessage(read.error.message);
    process.exitCode = 2;
    return;
  }
  const reports: { readonly id: string; readonly findings: readonly Finding[] }[] = [];
  for (const rig of read.value) {
    const findings = rig.connected
      ? await checkRig(rig, seconds * 1000)
      : [unfit('map', 'advice', 'not connected according to the map', 'set connected: true once it is')];
    reports.push({ id: rig.id, findings });
    if (!json)
      process.stdout.write(
        tableOf(rig.id, findings)
          .map((line) => `${line}\n`)
          .join(''),
      );
  }
  if (json) process.stdout.write(`${visibleJson({ rigs: reports }, 2)}\n`);
  process.exitCode = doctorExitCode(reports.flatMap(({ findings }) => findings));
}

const bare = (serial: string): MappedRig => ({
  id: serial,
  serial,
  connected: true,
  fixtures: [],
  can: [],
  expect: {},
  folder: process.cwd(),
});

async function checkRig(rig: MappedRig, quiet_ms: number): Promise<readonly Finding[]> {
  const { lock, problem } = await lockRig(rig);
  if (problem !== '') return [unfit('lock', 'unreachable', problem, 'wait until that process ends')];
  try {
    const own =
      rig.serial === undefined ? await panelFindings(rig) : (await inspectBoard(rig.serial, rig, quiet_ms)).findings;
    return doctorExitCode(own) === 3 || !rig.power ? own : [...own, await powerFinding(rig)];
  } catch (thrown) {
    return [unfit('rig', 'unreachable', messageOf(thrown), 'check that it is connected and on')];
  } finally {
    await lock?.release();
  }
}

async function panelFindings(rig: MappedRig): Promise<readonly Finding[]> {
  const token = tokenOf(rig);
  if (!token.ok)
    return [unfit('token', 'unreachable', token.error.message, 'copy panel-token from the data folder of that device')];
  const panel = await openPanelBackend({ origin: new URL(rig.panel ?? '').origin, token: token.value }, ['device']);
  if (!panel.ok)
    return [
      unfit('panel', 'unreachable', panel.error.message, 'check that tapin runs there, and that the token is right'),
    ];
  const link = String((await panel.value.target('device').snapshot()).states['sensor']);
  return [
    fine('panel', `${rig.panel} answers`),
    link === 'ready'
      ? fine('sensor', 'ready')
      : unfit('sensor', 'wrong', `the sensor is ${link}`, 'see its status page'),
  ];
}

/** Listening time, longer than a live board is ever silent. */
const DARK_MS = 4000;

/** Switches the power off, when the board must fall silent, and on again, when it must answer as before. */
async function powerFinding(rig: MappedRig): Promise<Finding> {
  const todo = 'run the power commands by hand, in the folder of the map';
  const off = await switchPower(rig, false);
  if (!off.ok) return unfit('power', 'wrong', off.error.message, todo);
  const dark = await isDark(rig);
  const on = await switchPower(rig, true);
  if (!on.ok) return unfit('power', 'wrong', on.error.message, todo);
  if (!dark)
    return unfit(
      'power',
      'wrong',
      'still responds without power',
      'check that the relay switches this rig, and that it has no other power supply',
    );
  const again = await meetRig(rig);
  return again.ok
    ? fine('power', 'off and on again')
    : unfit('power', 'wrong', `after power on: ${again.error.message}`, todo);
}

async function isDark(rig: MappedRig): Promise<boolean> {
  if (rig.serial === undefined) return !(await meetRig(rig).catch((thrown: unknown) => ({ ok: false, thrown }))).ok;
  const line = await openBoardLine(createTtyPort(rig.serial), createSystemClock());
  if (!line.ok) return true;
  const received = await line.value.next(() => true, DARK_MS);
  await line.value.close();
  return received === null;
}
