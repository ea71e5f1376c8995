// Releases in a folder: packs one, publishes it, and starts a device under the boot loader.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import { startRelay } from '../relay/relay-process.ts';
import { runTapin, startTapin } from './tapin-process.ts';

export const TAPIN = fileURLToPath(new URL('../../../tapin', import.meta.url));
export const HW = `${process.platform}-${process.arch}`;

/** Runs tapin to its end, which must be code 0. Returns its stdout. */
export async function tapin(t: ExecutionContext, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runTapin(args);
  t.is(code, 0, stderr);
  return stdout;
}

/** Packs a release whose program is this shell script, and publishes it in the cloud of this folder. */
export async function release(t: ExecutionContext, folder: string, script: string): Promise<void> {
  const from = join(folder, 'release');
  mkdirSync(from);
  writeFileSync(join(from, 'tapin'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(from, 'tapin'), 0o755);
  const image = join(folder, 'new.image');
  const about = ['--hw', HW, '--firmware', '0.9.1', '--seq', '2'];
  await tapin(t, 'firmware', 'pack', ...about, '--release', from, '--out', image);
  await tapin(t, 'cloud', 'firmware', 'add', image, '--data', join(folder, 'cloud'));
}

/** Serves the cloud of this folder. Returns its origin. */
export const cloudOver = async (t: ExecutionContext, folder: string): Promise<string> =>
  (await startRelay(t, { folder, data: join(folder, 'cloud'), devices: join(folder, 'devices.json') })).origin;

/** Starts a device under the boot loader, connected to the cloud if one is given. */
export async function device(t: ExecutionContext, folder: string, cloud?: string) {
  const at = (name: string): string => join(folder, name);
  const relay = cloud ?? (await cloudOver(t, folder));
  const here = ['--sensor', at('no-sensor'), '--port', '0', '--data', at('data'), '--cloud', relay];
  const firmware_key = join(at('cloud'), 'firmware.pub');
  return startTapin(t, ['device', ...here, '--releases', at('releases'), '--firmware-key', firmware_key, '-v']);
}
