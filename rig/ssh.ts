// `npm run rig -- ssh`: scenarios on a device that is reached by SSH, as a Raspberry Pi is (`tapin test --on ssh=HOST`), which here is a machine of
// the rig with the server of OpenSSH.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../wire/errors.ts';
import { PROJECT, type Say } from './cache.ts';
import { deviceSnapshot, resumeDevice, type DeviceMachine } from './device.ts';
import { forwardPort } from './hands/forward.ts';
import { buildImage } from './image.ts';
import { runProgram } from './program.ts';
import { openSteps, type Tested } from './steps.ts';

/** One of each kind: keys and strokes, a cable, an end in a write, records and players, an end of the range. */
const SCENARIOS = ['experiences/metrics', 'device/cable', 'device/power-cut', 'players/four-in-a-set', 'settings/kept'];

const PLAY_MS_MAX = 600_000;
const HOST = 'rig';

/** Says a line for each step. */
export async function trySsh(keep: string, say: Say): Promise<Tested> {
  const { step, end } = openSteps(say);
  const device = await step('a machine goes on from the snapshot', resumed(say), () => 'tapin runs');
  if (!device) return end();
  const config = await step('it lets us in by SSH', () => letIn(device), String);
  for (const name of config === null ? [] : SCENARIOS)
    await step(`${name} on ssh=${HOST}`, () => play(name, config ?? '', keep), String);
  if (config !== null) await step('the device is as it was before', () => isAsBefore(device), String);
  await device.machine.close();
  return end();
}

const resumed = (say: Say) => async (): Promise<Result<DeviceMachine>> => {
  const image = await buildImage(say);
  if (!image.ok) return image;
  const snapshot = await deviceSnapshot(image.value, say);
  return snapshot.ok ? resumeDevice(image.value, snapshot.value) : snapshot;
};

const KEYS = '/run/rig-ssh';
const SERVER = [
  '/usr/sbin/sshd -D -f /dev/null -p 22',
  `-h ${KEYS}/host`,
  `-o AuthorizedKeysFile=${KEYS}/authorized_keys`,
  '-o StrictModes=no -o UsePAM=no -o PermitRootLogin=prohibit-password',
].join(' ');

/** Each knows the other by its key. @returns The configuration of the client. */
async function letIn({ machine }: DeviceMachine): Promise<Result<string>> {
  const { agent, folder } = machine;
  const key = join(folder, 'ssh-key');
  const made = await runProgram('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  if (!made.ok) return made;
  const began = await agent.run(`mkdir -p /run/sshd ${KEYS} && ssh-keygen -q -t ed25519 -N '' -f ${KEYS}/host`);
  if (!began.ok) return began;
  const sent = await agent.writeFile(`${KEYS}/authorized_keys`, readFileSync(`${key}.pub`));
  if (!sent.ok) return sent;
  const served = await agent.run(`systemd-run --quiet --unit=rig-ssh ${SERVER} && cat ${KEYS}/host.pub`);
  if (!served.ok) return served;
  const port = await forwardPort(machine, 22);
  if (!port.ok) return port;
  writeFileSync(join(folder, 'known-hosts'), `${HOST} ${served.value}`);
  const config = join(folder, 'ssh-config');
  writeFileSync(config, configOf(folder, key, port.value));
  return ok(config);
}

const configOf = (folder: string, key: string, port: number): string => `Host ${HOST}
  HostName 127.0.0.1
  HostKeyAlias ${HOST}
  Port ${port}
  User root
  IdentityFile ${key}
  IdentitiesOnly yes
  UserKnownHostsFile ${join(folder, 'known-hosts')}
`;

async function play(name: string, config: string, keep: string): Promise<Result<string>> {
  const call = ['test', `fixtures/scenarios/${name}.yaml`, '--on', `ssh=${HOST}`, '--keep', keep];
  const played = await runProgram(join(PROJECT, 'tapin'), [...call, '--wall-timeout', `${PLAY_MS_MAX / 1000} s`], {
    cwd: PROJECT,
    env: { TAPIN_SSH: `ssh -F ${config}` },
  });
  return played.ok ? ok(played.value.trim().split('\n')[0] ?? '') : played;
}

/** Its own storage and unit, without what the scenarios have added. */
async function isAsBefore({ machine: { agent } }: DeviceMachine): Promise<Result<string>> {
  return agent.run(
    'systemctl is-active tapin && systemctl show -p ExecStart --value tapin | grep -o "data /var/lib/tapin" && test ! -e /run/systemd/system/tapin.service.d/zz-scenario.conf',
  );
}
