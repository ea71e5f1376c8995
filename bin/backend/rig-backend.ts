// Plays a scenario on a rig: on a `tapin device` started for the rig's sensor board, or through a panel that already
// runs. Throws when a program of the rig fails: the rig is broken, which proves nothing about the device.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import type { Backend, DeviceTarget } from '../../simulation/scenarios/backend.ts';
import { needsOf } from '../../simulation/scenarios/reading/needs.ts';
import { openPanelBackend, toMenu } from '../../simulation/scenarios/panel-backend.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { greetBoard, openBoardLine, versionProblem } from '../../simulation/rigs/board-line.ts';
import { strokeWords } from '../../simulation/rigs/play-strokes.ts';
import { capabilitiesOf } from '../../simulation/rigs/rig.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { openKind, type ProcessKind } from './process-kind.ts';
import { runOnRig, tokenOf, type MappedRig } from '../hil/rig-file.ts';
import { sensorReady } from './wired-device.ts';

/** Opens the backend. Errors: `bad_value` and any serial port error. */
export async function openRigBackend(rig: MappedRig, scenario: Scenario): Promise<Result<Backend>> {
  const opened =
    rig.serial === undefined ? await openPanel(rig, scenario) : await openKind(scenario, kindOf(rig, rig.serial));
  if (!opened.ok) return opened;
  const { value: backend } = opened;
  const needs = needsOf(scenario);
  const meddles = ['cable', 'fault', 'power', 'power-cut'].some((need) => needs.includes(need));
  return ok({ ...backend, sick: async () => (meddles ? '' : sickness(backend, scenario.devices[0]?.name ?? '')) });
}

/** Returns why a failure here proves nothing about the device; '' if it does. */
async function sickness(backend: Backend, device: string): Promise<string> {
  const { states } = await backend.target(device).snapshot();
  const link = String(states['sensor']);
  return ['ready', 'blocked'].includes(link) ? '' : `the sensor of ${backend.name} is ${link}`;
}

function kindOf(rig: MappedRig, serial: string): ProcessKind {
  return {
    name: `rig ${rig.id}`,
    call: (data) => ['device', '--sensor', serial, '--port', String(rig.port ?? 0), '--data', data],
    can: capabilitiesOf(rig),
    target: targetOf(rig),
    switched: (on) => switchPower(rig, on),
    ready: sensorReady,
    close: async () => {},
  };
}

async function openPanel(rig: MappedRig, { devices }: Scenario): Promise<Result<Backend>> {
  const token = tokenOf(rig);
  if (!token.ok) return token;
  const names = devices.map(({ name }) => name);
  const address = { origin: new URL(rig.panel ?? '').origin, token: token.value };
  const opened = await openPanelBackend(address, names);
  if (!opened.ok) return opened;
  const { value: panel } = opened;
  for (const name of names) await toMenu(panel, name);
  return ok({
    ...panel,
    name: `rig ${rig.id}`,
    can: new Set([...panel.can, ...capabilitiesOf(rig)]),
    target: (name) => ({
      ...panel.target(name),
      ...targetOf(rig),
      power: (action) => switchPower(rig, action === 'on'),
    }),
  });
}

/** Returns the actions that programs of the rig perform. */
function targetOf(rig: MappedRig): Partial<DeviceTarget> {
  const { stroke, cable } = rig;
  const run = async (words: readonly string[], stdin?: string): Promise<Result<unknown>> => {
    const ran = await runOnRig(rig, words, stdin);
    if (!ran.ok) throw new Error(`rig ${rig.id}: ${ran.error.message}`);
    return ran;
  };
  return {
    ...(stroke ? { stroke: (call) => run(strokeWords(stroke.run, call), `${JSON.stringify(call)}\n`) } : {}),
    ...(cable ? { plug: (plugged) => run(plugged ? cable.plug : cable.unplug) } : {}),
  };
}

/** Time limit for a board or a device to reappear after power on. */
const THERE_MS_MAX = 20_000;
const POLL_MS = 100;
const DARK_MS = 1000;

/**
 * Switches the power; after `on`, resolves once the board or device responds again. Does nothing for a rig without a
 * power relay.
 */
export async function switchPower(rig: MappedRig, on: boolean): Promise<Result<unknown>> {
  if (!rig.power) return ok(undefined);
  const ran = await runOnRig(rig, on ? rig.power.on : rig.power.off);
  return ran.ok && on ? there(rig) : ran;
}

async function there({ serial, panel }: MappedRig): Promise<Result<unknown>> {
  const until_ms = performance.now() + THERE_MS_MAX;
  const isThere = async (): Promise<boolean> =>
    serial === undefined
      ? fetch(panel ?? '').then(
          () => true,
          () => false,
        )
      : existsSync(serial);
  while (!(await isThere())) {
    if (performance.now() > until_ms)
      return fail('bad_value', `${serial ?? panel} is missing ${THERE_MS_MAX / 1000} s after power on.`);
    await sleep(POLL_MS);
  }
  return ok(undefined);
}

/** Switches off, waits a second, and switches on. Does nothing without a power relay. */
export async function powerCycle(rig: MappedRig): Promise<Result<unknown>> {
  if (!rig.power) return ok(undefined);
  const off = await switchPower(rig, false);
  await sleep(DARK_MS);
  const on = await switchPower(rig, true);
  return off.ok ? on : off;
}

/**
 * Checks that the rig can play: the port opens, a board answers, and it is the expected board. The error describes the
 * problem.
 */
export async function meetRig(rig: MappedRig): Promise<Result<unknown>> {
  if (rig.serial === undefined) return meetPanel(rig);
  const line = await openBoardLine(createTtyPort(rig.serial), createSystemClock());
  if (!line.ok) return line;
  const answered = await greetBoard(line.value, rig.serial);
  await line.value.close();
  if (!answered.ok) return answered;
  const problem = versionProblem(answered.value, rig.expect);
  return problem === '' ? ok(undefined) : fail('bad_value', `The board at ${rig.serial}: ${problem}.`);
}

async function meetPanel(rig: MappedRig): Promise<Result<unknown>> {
  const token = tokenOf(rig);
  return token.ok
    ? openPanelBackend({ origin: new URL(rig.panel ?? '').origin, token: token.value }, ['device'])
    : token;
}
