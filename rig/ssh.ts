// `npm run rig -- ssh`: runs scenarios on a device over SSH, as on a Raspberry Pi (`tapin test --on ssh=HOST`); here
// the device is a machine of the rig that runs OpenSSH.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../wire/errors.ts';
import { isFields } from '../wire/json-fields.ts';
import { PROJECT, type Print } from './build/cache.ts';
import { deviceSnapshot, resumeDevice, type DeviceMachine } from './device.ts';
import { forwardPort } from './probes/forward.ts';
import { SERIAL_NUMBER } from './probes/usb-sensor.ts';
import { buildImage } from './build/image.ts';
import { runProgram } from './build/program.ts';
import { openSteps, type Tested } from './steps.ts';

/**
 * One scenario of each kind: keys and strokes, a cable, a power cut during a write, records and players, the end of a
 * range.
 */
const SCENARIOS = ['experiences/metrics', 'device/cable', 'device/power-cut', 'players/four-in-a-set', 'settings/kept'];

/** Scenario that runs as a user with sudo rights, with the board on a serial port of this machine. */
const BY_CABLE = 'experiences/metrics';

const PLAY_MS_MAX = 600_000;
/** Host names in the client's configuration: one machine, two logins. */
const [ROOT, USER] = ['rig', 'rig-user'];

/** Runs the scenarios over SSH and prints a line for each step. */
export async function trySsh(keep: string, print: Print): Promise<Tested> {
  const { step, end } = openSteps(print);
  const device = await step('resumes a machine from the snapshot', resumed(print), () => 'tapin runs');
  if (!device) return end();
  const config = await step('opens SSH', () => letIn(device), String);
  if (config !== null) {
    for (const name of SCENARIOS)
      await step(`${name} on ssh=${ROOT}`, () => play(name, { config, place: `ssh=${ROOT}`, keep }), String);
    const cable = await step('connects a serial port here to one of the machine', () => wire(device), String);
    const place = `ssh=${USER},board=${cable}`;
    if (cable !== null) await step(`${BY_CABLE} on ${place}`, () => play(BY_CABLE, { config, place, keep }), String);
    await step('leaves the device as before', () => isAsBefore(device), String);
  }
  await device.machine.close();
  return end();
}

const resumed = (print: Print) => async (): Promise<Result<DeviceMachine>> => {
  const image = await buildImage(print);
  if (!image.ok) return image;
  const snapshot = await deviceSnapshot(image.value, print);
  return snapshot.ok ? resumeDevice(image.value, snapshot.value) : snapshot;
};

const KEYS = '/run/rig-ssh';
const SERVER = [
  '/usr/sbin/sshd -D -f /dev/null -p 22',
  `-h ${KEYS}/host`,
  `-o AuthorizedKeysFile=${KEYS}/authorized_keys`,
  '-o StrictModes=no -o UsePAM=no -o PermitRootLogin=prohibit-password',
].join(' ');

/** Adds a user with passwordless sudo; bind mounts, as the system's own files are read-only. */
const ADD_USER = [
  `cp /etc/passwd ${KEYS}/passwd && echo 'pi:x:1000:100::${KEYS}:/bin/sh' >> ${KEYS}/passwd`,
  `echo 'pi ALL=(ALL) NOPASSWD: ALL' > ${KEYS}/sudoers && chmod 440 ${KEYS}/sudoers`,
  `printf '%s required pam_permit.so\\n' auth account session > ${KEYS}/pam`,
  ...['passwd:passwd', 'sudoers:sudoers', 'pam:pam.d/sudo', 'pam:pam.d/other'].map((pair) => {
    const [from, to] = pair.split(':');
    return `mount --bind ${KEYS}/${from} /etc/${to}`;
  }),
].join(' && ');

/** Starts the SSH server and exchanges keys. @returns Path of the client's configuration. */
async function letIn({ machine }: DeviceMachine): Promise<Result<string>> {
  const { agent, folder } = machine;
  const key = join(folder, 'ssh-key');
  const made = await runProgram('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  if (!made.ok) return made;
  const started = await agent.run(`mkdir -p /run/sshd ${KEYS} && ssh-keygen -q -t ed25519 -N '' -f ${KEYS}/host`);
  if (!started.ok) return started;
  const sent = await agent.writeFile(`${KEYS}/authorized_keys`, readFileSync(`${key}.pub`));
  if (!sent.ok) return sent;
  const added = await agent.run(ADD_USER);
  if (!added.ok) return added;
  const served = await agent.run(`systemd-run --quiet --unit=rig-ssh ${SERVER} && cat ${KEYS}/host.pub`);
  if (!served.ok) return served;
  const port = await forwardPort(machine, 22);
  if (!port.ok) return port;
  writeFileSync(join(folder, 'known-hosts'), `${ROOT} ${served.value}`);
  const config = join(folder, 'ssh-config');
  writeFileSync(config, configOf(folder, key, port.value));
  return ok(config);
}

const configOf = (folder: string, key: string, port: number): string => `Host ${ROOT}
  User root
Host ${USER}
  User pi
Host *
  HostName 127.0.0.1
  HostKeyAlias ${ROOT}
  Port ${port}
  IdentityFile ${key}
  IdentitiesOnly yes
  UserKnownHostsFile ${join(folder, 'known-hosts')}
`;

/**
 * Connects the cable: a USB serial port on the device, a pseudo-terminal on this computer. @returns Path of the
 * pseudo-terminal.
 */
async function wire({ machine: { qmp } }: DeviceMachine): Promise<Result<string>> {
  const opened = await qmp.call('chardev-add', { id: 'cable', backend: { type: 'pty', data: {} } });
  if (!opened.ok) return opened;
  const device = { driver: 'usb-serial', id: 'cable', bus: 'usb.0', chardev: 'cable', serial: SERIAL_NUMBER };
  const added = await qmp.call('device_add', device);
  if (!added.ok) return added;
  const path = isFields(opened.value) ? opened.value['pty'] : null;
  return typeof path === 'string' ? ok(path) : fail('rig_failed', 'QEMU did not report the path of the cable.');
}

interface Playing {
  readonly config: string;
  readonly place: string;
  readonly keep: string;
}

async function play(name: string, { config, place, keep }: Playing): Promise<Result<string>> {
  const call = ['test', `fixtures/scenarios/${name}.yaml`, '--on', place, '--keep', keep];
  const played = await runProgram(join(PROJECT, 'tapin'), [...call, '--wall-timeout', `${PLAY_MS_MAX / 1000} s`], {
    cwd: PROJECT,
    env: { TAPIN_SSH: `ssh -F ${config}` },
  });
  return played.ok ? ok(played.value.trim().split('\n')[0] ?? '') : played;
}

/** Checks that tapin runs with its own storage and unit, without the scenario's additions. */
async function isAsBefore({ machine: { agent } }: DeviceMachine): Promise<Result<string>> {
  return agent.run(
    'systemctl is-active tapin && systemctl show -p ExecStart --value tapin | grep -o "data /var/lib/tapin" && test ! -e /run/systemd/system/tapin.service.d/zz-scenario.conf',
  );
}
