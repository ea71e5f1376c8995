// Mutation tests of the rig: each mutation is built into a release that replaces the machine's own, and a check must
// fail.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { PROJECT, type Print } from './build/cache.ts';
import type { Check } from './checks/check.ts';
import { READS_INPUTS, LETS_GO, SHOWS_SCREEN } from './checks/board-checks.ts';
import { LIVES_ON } from './checks/system-checks.ts';
import { openGuestPanel } from './probes/panel.ts';
import { deviceSnapshot, resumeDevice, type DeviceMachine } from './device.ts';
import { buildImage } from './build/image.ts';
import { runProgram } from './build/program.ts';
import { sourcePaths } from './build/project-image.ts';

interface Mutation {
  readonly name: string;
  readonly file: string;
  /** Original code; occurs once in the file. */
  readonly right: string;
  readonly wrong: string;
  /** Check that must fail. */
  readonly check: Check;
}

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'wrong stride',
    file: 'hal/display/display-kms.ts',
    right: 'row * to.stride + x * pixel',
    wrong: 'row * (to.stride - 4) + x * pixel',
    check: SHOWS_SCREEN,
  },
  {
    name: 'red and blue swapped',
    file: 'hal/display/pixels.ts',
    right: '((pixel & 0xff) << 16) | ((pixel >>> 16) & 0xff)',
    wrong: '(pixel & 0xff) | (pixel & 0xff0000)',
    check: SHOWS_SCREEN,
  },
  {
    name: 'picture turned the wrong way',
    file: 'hal/display/pixels.ts',
    right: 'return { start: 0, across: 1, down: width };',
    wrong: 'return { start: width * height - 1, across: -1, down: -width };',
    check: SHOWS_SCREEN,
  },
  {
    name: 'wrong key',
    file: 'hal/keys/key-map.ts',
    right: "KEY_DOWN: 'down'",
    wrong: "KEY_DOWN: 'up'",
    check: READS_INPUTS,
  },
  {
    name: 'key never released',
    file: 'hal/keys/input-events.ts',
    right: 'else if (type === EV_KEY && value === RELEASED) keys.release(code);',
    wrong: '',
    check: LETS_GO,
  },
  {
    name: 'watchdog never fed',
    file: 'bin/board/systemd.ts',
    right: 'send(++sent);',
    wrong: 'if (sent === 0) send((sent = BEATS));',
    check: LIVES_ON,
  },
];

const START_MS_MAX = 300_000;
/** Time for the device to finish and draw its startup work. */
const AT_REST_MS = 15_000;

export interface MutationOptions {
  /** Runs only mutations whose name contains this. Default: all. */
  readonly filter?: string;
}

/** Runs the mutations and reports each with `print`. Errors: `rig_failed` for the first that no check detects. */
export async function tryMutations({ filter = '' }: MutationOptions, print: Print): Promise<Result<string>> {
  const faults = MUTATIONS.filter(({ name }) => name.includes(filter));
  if (faults.length === 0) return fail('rig_failed', `No mutation has "${filter}" in its name.`);
  const image = await buildImage(print);
  if (!image.ok) return image;
  const snapshot = await deviceSnapshot(image.value, print);
  if (!snapshot.ok) return snapshot;
  const tryOn = async (fault: Mutation | null, checks: readonly Check[]): Promise<Result<Result<string>>> => {
    const resumed = await resumeDevice(image.value, snapshot.value);
    if (!resumed.ok) return resumed;
    let checked = await mutate(fault, resumed.value);
    if (!checked.ok) return closed(resumed.value, checked);
    for (const { run } of checks) if (checked.ok) checked = await run(resumed.value);
    return closed(resumed.value, ok(checked));
  };
  const sound = await tryOn(null, [...new Set(faults.map(({ check }) => check))]);
  if (!sound.ok) return sound;
  if (!sound.value.ok) return fail('rig_failed', `A check fails without a mutation: ${sound.value.error.message}`);
  print('all checks pass without a mutation');
  for (const fault of faults) {
    const checked = await tryOn(fault, [fault.check]);
    if (!checked.ok) return checked;
    if (checked.value.ok) return fail('rig_failed', `Not detected: ${fault.name} (${fault.check.name}).`);
    print(`detected: ${fault.name}. ${checked.value.error.message}`);
  }
  return ok(`${faults.length} mutations were detected`);
}

async function closed<T>({ machine }: DeviceMachine, value: T): Promise<T> {
  await machine.close();
  return value;
}

/** Restarts the device with the mutation, or with unchanged code for null. Errors: `rig_failed`. */
async function mutate(fault: Mutation | null, device: DeviceMachine): Promise<Result<string>> {
  const { machine } = device;
  const folder = mkdtempSync(join(tmpdir(), 'tapin-planted-'));
  try {
    const archive = await bundleWith(fault, folder);
    if (!archive.ok) return archive;
    const sent = await machine.agent.writeFile('/data/planted.tar', readFileSync(archive.value));
    if (!sent.ok) return sent;
    const steps = [
      'mkdir -p /data/planted && tar -xf /data/planted.tar -C /data/planted --no-same-owner',
      'mount --bind /data/planted/bin /opt/tapin/bin',
      'systemctl restart tapin',
    ];
    const restarted = await machine.agent.run(steps.join(' && '), START_MS_MAX);
    return restarted.ok ? await untilMenu(device) : restarted;
  } catch (thrown) {
    return fail('rig_failed', `Can't build ${fault?.name ?? 'the program'}: ${messageOf(thrown)}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for the menu: a freshly started device does not read inputs yet. */
async function untilMenu({ machine, token }: DeviceMachine): Promise<Result<string>> {
  const panel = await openGuestPanel(machine, token);
  if (!panel.ok) return panel;
  const running = await panel.value.get('/api/devices/0/wait?within=100s&state=navigation:menu');
  await sleep(AT_REST_MS);
  return running;
}

/** Bundles the mutated program into an archive. @throws If the sources can't be bundled. */
async function bundleWith(fault: Mutation | null, folder: string): Promise<Result<string>> {
  const sources = join(folder, 'sources');
  for (const path of sourcePaths()) {
    mkdirSync(dirname(join(sources, path)), { recursive: true });
    cpSync(join(PROJECT, path), join(sources, path));
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(sources, 'node_modules'));
  if (fault) {
    const { file, right, wrong } = fault;
    const text = readFileSync(join(sources, file), 'utf8');
    if (text.split(right).length !== 2) return fail('rig_failed', `${file} must contain this once: ${right}`);
    writeFileSync(join(sources, file), text.replace(right, wrong));
  }
  const release = join(folder, 'release');
  const script = `const { bundleProgram } = await import(${JSON.stringify(pathToFileURL(join(sources, 'bin/release/bundle-program.ts')).href)}); await bundleProgram(${JSON.stringify(release)});`;
  const bundled = await runProgram(process.execPath, ['--input-type=module', '--eval', script]);
  if (!bundled.ok) return bundled;
  const archive = join(folder, 'bin.tar');
  const packed = await runProgram('tar', ['-cf', archive, '-C', release, 'bin']);
  return packed.ok ? ok(archive) : packed;
}
