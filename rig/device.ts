// Machine that runs tapin: booted from scratch, or resumed from a snapshot of a booted one.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { cached, hashOf, type Print } from './build/cache.ts';
import { tapKey } from './probes/input.ts';
import type { Image } from './build/image.ts';
import { startMachine, type Machine } from './machine/machine.ts';
import { qemuCall } from './machine/qemu.ts';
import { snapshotIn, type MachineSnapshot } from './machine/snapshot.ts';

/** Timeout for a boot: an emulated CPU on a busy host takes minutes. */
const BOOT_MS_MAX = 600_000;

/** Waits until systemd reports the device as ready, and then for its startup work. */
const UNTIL_AT_REST = 'until systemctl is-active -q tapin; do sleep 1; done; sleep 20';

/** Keys that move to the second row of the menu, open its page, and go back. */
const STROLL = ['down', 'ret', 'esc', 'up'];
const STROLLS = 15;
const KEY_MS_MAX = 1500;

export interface DeviceMachine {
  readonly machine: Machine;
  /** Token of tapin's front panel. */
  readonly token: string;
}

/** Boots a machine until tapin listens. `data`: its disk. Default: an empty one. Errors: `rig_failed`. */
export async function bootDevice(image: Image, data?: string): Promise<Result<DeviceMachine>> {
  const started = await startMachine(image, data === undefined ? {} : { data });
  if (!started.ok) return started;
  const machine = started.value;
  const up = await machine.agent.up(BOOT_MS_MAX);
  const token = up.ok ? await machine.device.next('The first line from tapin', BOOT_MS_MAX, tokenOf) : up;
  if (token.ok) return ok({ machine, token: token.value });
  await machine.close();
  return token;
}

/** Returns the token in a line such as `{"event":"listening","panel":"http://…/?token=…"}`; null for other lines. */
function tokenOf(line: string): string | null {
  const { event, panel } = readFields(line) ?? {};
  return event === 'listening' && typeof panel === 'string' ? new URL(panel).searchParams.get('token') : null;
}

export interface DeviceSnapshot extends MachineSnapshot {
  readonly token: string;
}

/**
 * Returns a snapshot of tapin running with an empty disk; creates it if there is none for these sources. Errors:
 * `rig_failed`.
 */
export async function deviceSnapshot(image: Image, print: Print): Promise<Result<DeviceSnapshot>> {
  const { hash: disks } = image;
  // Paths must not affect the hash, only contents.
  const files = { ...image, kernel: '', initrd: '', disks: image.disks.map(() => ''), data: '' };
  const paths = { channel: String, console: '', sound: '' };
  const hash = hashOf([disks, ...qemuCall(files, paths, false)]);
  const folder = await cached(`${image.architecture.name}-snapshot`, hash, print, async (making) => {
    const started_ms = performance.now();
    const booted = await bootDevice(image);
    if (!booted.ok) return booted;
    print(`snapshot: tapin is listening ${((performance.now() - started_ms) / 1000).toFixed(1)} s after the start`);
    const { machine, token } = booted.value;
    const rests = await untilAtRest(machine);
    const warm = rests.ok ? await warmUp(machine) : rests;
    const saved = warm.ok ? await machine.save(snapshotIn(making)) : warm;
    await machine.close();
    writeFileSync(join(making, 'token'), token);
    return saved;
  });
  if (!folder.ok) return folder;
  return ok({ ...snapshotIn(folder.value), token: readFileSync(join(folder.value, 'token'), 'utf8') });
}

export const untilAtRest = ({ agent }: Machine): Promise<Result<string>> => agent.run(UNTIL_AT_REST, BOOT_MS_MAX);

/** Presses keys until their code is compiled: a freshly started device is half as fast. */
async function warmUp({ qmp }: Machine): Promise<Result<unknown>> {
  for (let stroll = 0; stroll < STROLLS; stroll++)
    for (const key of STROLL) {
      const tapped = await tapKey(qmp, key);
      if (!tapped.ok) return tapped;
      await sleep(KEY_MS_MAX);
    }
  return ok(undefined);
}

/** Resumes a machine from the snapshot and sets its clock. Errors: `rig_failed`. */
export async function resumeDevice(image: Image, snapshot: DeviceSnapshot): Promise<Result<DeviceMachine>> {
  const started = await startMachine(image, snapshot);
  if (!started.ok) return started;
  const set = await started.value.agent.setClock();
  if (set.ok) return ok({ machine: started.value, token: snapshot.token });
  await started.value.close();
  return set;
}
