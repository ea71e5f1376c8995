// A machine in which tapin runs: booted from nothing, or going on from a snapshot of one that had booted.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { cached, hashOf, type Say } from './build/cache.ts';
import { tapKey } from './hands/input.ts';
import type { Image } from './build/image.ts';
import { startMachine, type Machine } from './machine/machine.ts';
import { qemuCall } from './machine/qemu.ts';
import { snapshotIn, type Snapshot } from './machine/snapshot.ts';

/** An emulated processor among other programs takes minutes. */
const BOOT_MS_MAX = 600_000;

/** systemd knows that the device is ready, and what it does at first is done. */
const UNTIL_AT_REST = 'until systemctl is-active -q tapin; do sleep 1; done; sleep 20';

/** To the second row of the menu, into its page, and back. */
const STROLL = ['down', 'ret', 'esc', 'up'];
const STROLLS = 15;
const KEY_MS_MAX = 1500;

export interface DeviceMachine {
  readonly machine: Machine;
  /** Of tapin's front panel. */
  readonly token: string;
}

/** Boots a machine until tapin listens. `data`: its disk. Default: an empty one. Errors: `rig_failed`. */
export async function bootDevice(image: Image, data?: string): Promise<Result<DeviceMachine>> {
  const started = await startMachine(image, data === undefined ? {} : { data });
  if (!started.ok) return started;
  const machine = started.value;
  const up = await machine.agent.up(BOOT_MS_MAX);
  const token = up.ok ? await machine.device.next('The first line of tapin', BOOT_MS_MAX, tokenOf) : up;
  if (token.ok) return ok({ machine, token: token.value });
  await machine.close();
  return token;
}

/** `{"event":"listening","panel":"http://…/?token=…"}`. */
function tokenOf(line: string): string | null {
  const { event, panel } = readFields(line) ?? {};
  return event === 'listening' && typeof panel === 'string' ? new URL(panel).searchParams.get('token') : null;
}

export interface DeviceSnapshot extends Snapshot {
  readonly token: string;
}

/** A snapshot of tapin running with an empty memory; made where there is none of these sources. Errors: `rig_failed`. */
export async function deviceSnapshot(image: Image, say: Say): Promise<Result<DeviceSnapshot>> {
  const { hash: disks } = image;
  // Where they lie says nothing of what is in them.
  const files = { ...image, kernel: '', initrd: '', disks: image.disks.map(() => ''), data: '' };
  const paths = { channel: String, console: '', sound: '' };
  const hash = hashOf([disks, ...qemuCall(files, paths, false)]);
  const folder = await cached(`${image.architecture.name}-snapshot`, hash, say, async (making) => {
    const began_ms = performance.now();
    const booted = await bootDevice(image);
    if (!booted.ok) return booted;
    say(`snapshot: tapin listens ${((performance.now() - began_ms) / 1000).toFixed(1)} s after the start`);
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

/** Until what a key does has been compiled: a device that has just started is half as fast. */
async function warmUp({ qmp }: Machine): Promise<Result<unknown>> {
  for (let stroll = 0; stroll < STROLLS; stroll++)
    for (const key of STROLL) {
      const tapped = await tapKey(qmp, key);
      if (!tapped.ok) return tapped;
      await sleep(KEY_MS_MAX);
    }
  return ok(undefined);
}

/** A machine that goes on from the snapshot, with the clock of now. Errors: `rig_failed`. */
export async function resumeDevice(image: Image, snapshot: DeviceSnapshot): Promise<Result<DeviceMachine>> {
  const started = await startMachine(image, snapshot);
  if (!started.ok) return started;
  const set = await started.value.agent.setClock();
  if (set.ok) return ok({ machine: started.value, token: snapshot.token });
  await started.value.close();
  return set;
}
