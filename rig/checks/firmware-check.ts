// Firmware update on the machine, from a cloud on the host: a good release is installed and survives a restart; a
// release that does not come up is rolled back after a power cut during its trial.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTapinChild } from '../../bin/process/child-process.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { PROJECT } from '../build/cache.ts';
import { bootDevice, type DeviceMachine } from '../device.ts';
import { HOST_IN_MACHINE } from '../probes/forward.ts';
import type { Image } from '../build/image.ts';
import { runProgram } from '../build/program.ts';

const IN_MACHINE = '/data/rig';
const LOG = `${IN_MACHINE}/tapin.log`;

const GOOD = { version: '0.9.1', seq: 2, program: 'exec /opt/tapin/tapin "$@"' };
/** Release that prints nothing and never exits. */
const BAD = { version: '0.9.2', seq: 3, program: 'exec sleep 100000' };

/** Updates and rolls back. Leaves the machine off, and every other one booted from its disk. */
export async function updatesFirmware(image: Image, device: DeviceMachine): Promise<Result<string>> {
  const folder = join(device.machine.folder, 'firmware');
  mkdirSync(folder);
  const given = await giveOut(folder, GOOD);
  if (!given.ok) return given;
  const ports = ['--port', '0', '--metrics-port', '0'];
  const files = ['--data', cloudIn(folder), '--devices', join(folder, 'devices.json')];
  const cloud = await startTapinChild(['cloud', 'serve', ...ports, ...files], []);
  if (!cloud.ok) return cloud;
  const port = new URL(String(cloud.value.listening['relay'])).port;
  const updated = await update(device, folder, `http://${HOST_IN_MACHINE}:${port}`);
  const rolled = updated.ok ? await rollBack(image, device, folder) : updated;
  await cloud.value.end('SIGTERM');
  return rolled;
}

/** Returns the folder of the cloud's data and key. */
const cloudIn = (folder: string): string => join(folder, 'cloud');

/** Publishes a release as a user of tapin does: packs, signs and uploads it. */
async function giveOut(folder: string, { version, seq, program }: typeof GOOD): Promise<Result<string>> {
  const release = join(folder, version);
  const image = `${release}.image`;
  mkdirSync(release);
  writeFileSync(join(release, 'tapin'), `#!/bin/sh\n${program}\n`);
  chmodSync(join(release, 'tapin'), 0o755);
  const tapin = (...call: string[]): Promise<Result<string>> => runProgram(join(PROJECT, 'tapin'), call);
  const about = ['--hw', 'linux-x64', '--firmware', version, '--seq', String(seq)];
  const packed = await tapin('firmware', 'pack', ...about, '--release', release, '--out', image);
  return packed.ok ? tapin('cloud', 'firmware', 'add', image, '--data', cloudIn(folder)) : packed;
}

/** Unit that runs the device under a boot loader, with the cloud, and logs to the data disk. */
const unitOf = (command: string, cloud: string): string => `[Service]
ExecStart=
ExecStart=${command} --cloud ${cloud} --releases /var/lib/tapin/releases --firmware-key ${IN_MACHINE}/firmware.pub -v
StandardError=append:${LOG}
`;

async function update({ machine: { agent } }: DeviceMachine, folder: string, cloud: string): Promise<Result<unknown>> {
  const unit = await agent.run(`mkdir -p ${IN_MACHINE} && systemctl cat tapin | sed -n 's/^ExecStart=//p' | tail -n 1`);
  if (!unit.ok) return unit;
  for (const [name, text] of [
    ['tapin.conf', Buffer.from(unitOf(unit.value.trim(), cloud))],
    ['firmware.pub', readFileSync(join(cloudIn(folder), 'firmware.pub'))],
  ] as const) {
    const written = await agent.writeFile(`${IN_MACHINE}/${name}`, text);
    if (!written.ok) return written;
  }
  const started = await agent.run('systemctl start rig-unit && systemctl restart tapin', STEP_MS_MAX);
  return started.ok
    ? waitForLog(agent, `Starting firmware ${GOOD.version}, on trial`, 'firmware: checking → resting')
    : started;
}

async function rollBack(image: Image, device: DeviceMachine, folder: string): Promise<Result<string>> {
  const given = await giveOut(folder, BAD);
  if (!given.ok) return given;
  const off = await device.machine.powerOff();
  if (!off.ok) return off;
  const first = await bootDevice(image, device.machine.data);
  if (!first.ok) return first;
  const tried = await waitForLog(
    first.value.machine.agent,
    `Starting firmware ${GOOD.version}.`,
    `Starting firmware ${BAD.version}, on trial`,
  );
  // Flush the log, which is still in memory; the record of the trial was on disk before it started.
  await first.value.machine.agent.run('sync');
  await first.value.machine.cutPower();
  const second = tried.ok ? await bootDevice(image, first.value.machine.data) : tried;
  const back = second.ok
    ? await waitForLog(
        second.value.machine.agent,
        `Starting firmware ${BAD.version}, on trial`,
        `Starting firmware ${GOOD.version}.`,
      )
    : second;
  if (second.ok) await second.value.machine.close();
  await first.value.machine.close();
  return back.ok
    ? ok(`${GOOD.version} is kept, and ${BAD.version} is rolled back after a power cut in its trial`)
    : back;
}

const STEP_MS_MAX = 300_000;

/** Waits until the log contains both texts, one after the other. */
function waitForLog({ run }: DeviceMachine['machine']['agent'], first: string, then: string): Promise<Result<string>> {
  const [from, to] = [first, then].map((text) => text.replaceAll('.', String.raw`\.`));
  return run(`until sed -n '/${from}/,$p' ${LOG} | grep -q '${to}'; do sleep 1; done`, STEP_MS_MAX);
}
