// Update of the card to the next release, from a cloud on the host, with the power cut during its trial.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTapinChild, type TapinChild } from '../bin/process/child-process.ts';
import { fail, ok, type Result } from '../wire/errors.ts';
import { secretKeyText, type SecretKey } from '../wire/firmware/secret-key.ts';
import { ARM64 } from './build/architectures.ts';
import { PROJECT } from './build/cache.ts';
import { runProgram } from './build/program.ts';
import { makeReleaseTree } from './build/project-image.ts';
import type { CardMachine } from './machine/card-machine.ts';
import { HOST_IN_MACHINE } from './probes/forward.ts';
import type { openSteps } from './steps.ts';

const NEXT = '0.9.1';
const STARTS_S_MAX = 900;

interface UpdateTrial {
  /** Signs firmware that the card trusts. */
  readonly key: SecretKey;
  readonly step: ReturnType<typeof openSteps>['step'];
}

/** Updates the card, one step of the report each. Closes the machine. */
export async function tryUpdate(machine: CardMachine, { key, step }: UpdateTrial): Promise<void> {
  const before = await readPutts(machine);
  const cloud = await step('publishes the next release of the card', () => publish(machine.folder, key), addressOf);
  if (cloud) {
    await step('installs it and starts its trial', () => install(machine, addressOf(cloud)), String);
    const booted = await step('boots after a power cut in the trial', () => machine.cutPower(), ({ boot_s }) => `tapin listens after ${boot_s.toFixed(0)} s`); // oxfmt-ignore
    if (booted) await step('reverts, installs it again and keeps it, with all putts', () => keepsNext(booted, before), String); // oxfmt-ignore
    await booted?.close();
    await cloud.end('SIGTERM');
  }
  await machine.close();
}

/** Returns number, time, player and experience of each kept putt: measured values are rounded when they are stored. */
async function readPutts({ panel }: CardMachine): Promise<Result<readonly string[]>> {
  const csv = await panel.get('/api/devices/0/putts.csv');
  if (!csv.ok) return csv;
  const [, ...rows] = csv.value.trim().split('\n');
  return ok(rows.map((row) => row.split(',').slice(0, 5).join(' ')));
}

const addressOf = ({ listening }: TapinChild): string =>
  `http://${HOST_IN_MACHINE}:${new URL(String(listening['relay'])).port}`;

/** Packs and publishes a release of the current sources under the next version, and starts the cloud. */
async function publish(folder: string, key: SecretKey): Promise<Result<TapinChild>> {
  const [release, data, image] = [join(folder, 'next'), join(folder, 'cloud'), join(folder, 'next.image')];
  const made = await makeReleaseTree(release, join(folder, 'borrowed'), ARM64);
  if (!made.ok) return made;
  const key_file = join(folder, 'firmware.key');
  writeFileSync(key_file, secretKeyText(key));
  const about = ['--hw', ARM64.platform, '--firmware', NEXT, '--seq', '2', '--compression', '3'];
  for (const call of [
    ['firmware', 'pack', ...about, '--release', release, '--out', image],
    ['cloud', 'firmware', 'add', image, '--data', data, '--sign', key_file],
  ]) {
    const done = await runProgram(join(PROJECT, 'tapin'), call);
    if (!done.ok) return done;
  }
  for (const made_here of [release, image]) rmSync(made_here, { recursive: true });
  const ports = ['--port', '0', '--metrics-port', '0'];
  return startTapinChild(['cloud', 'serve', ...ports, '--data', data, '--devices', join(folder, 'devices.json')], []);
}

/** Returns a command that waits until the loader has logged this. */
const untilLogged = (text: string): string =>
  `timeout ${STARTS_S_MAX} sh -c 'until journalctl -b -u tapin -o cat | grep -qF "Starting firmware ${text}"; do sleep 5; done'`;

/** Names the cloud in the board file, as the owner does on another computer. */
const install = ({ run }: CardMachine, cloud: string): Promise<Result<string>> =>
  run(
    `mount -o remount,rw /boot/firmware && echo "cloud: ${cloud}" >> /boot/firmware/board.yaml && ` +
      `mount -o remount,ro /boot/firmware && systemctl restart tapin && ${untilLogged(`${NEXT}, on trial.`)}`,
  );

async function keepsNext(machine: CardMachine, before: Result<readonly string[]>): Promise<Result<string>> {
  const { run, panel } = machine;
  const again = await run(`${untilLogged(`${NEXT}, on trial.`)} && journalctl -b -u tapin -o cat | grep -F "Starting firmware"`); // oxfmt-ignore
  if (!again.ok) return again;
  const resting = await untilResting(panel);
  if (!resting.ok) return resting;
  const restarted = await run(`systemctl restart tapin && ${untilLogged(`${NEXT}.`)}`);
  if (!restarted.ok) return restarted;
  const ready = await untilResting(panel);
  const after = ready.ok ? await readPutts(machine) : ready;
  if (!before.ok) return before;
  if (!after.ok) return after;
  const lost = before.value.filter((putt) => !after.value.includes(putt));
  if (lost.length > 0 || before.value.length === 0) return fail('rig_failed', `Putts are lost: ${lost.join(', ')}`);
  return ok(`${again.value.trim().replaceAll('\n', ' ')} ${after.value.length} putts`);
}

const TRIES = 60;

/** Waits until the firmware is confirmed; a restarting device refuses calls. */
async function untilResting(panel: CardMachine['panel']): Promise<Result<string>> {
  for (let tries = 1; ; tries++) {
    const resting = await panel.get('/api/devices/0/wait?within=60s&state=device:running&state=firmware:resting');
    if (resting.ok || tries === TRIES) return resting;
    await sleep(2000);
  }
}
