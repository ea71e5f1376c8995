// Releases in a folder: packs one, publishes it, and starts a device under the boot loader.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import { runTapin, startTapin } from './tapin-process.ts';

export const TAPIN = fileURLToPath(new URL('../../../tapin', import.meta.url));
export const HW = `${process.platform}-${process.arch}`;

export function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-firmware-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

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
  await tapin(
    t,
    'firmware',
    'pack',
    '--hw',
    HW,
    '--firmware',
    '0.9.1',
    '--seq',
    '2',
    '--release',
    from,
    '--out',
    image,
  );
  await tapin(t, 'cloud', 'firmware', 'add', image, '--data', join(folder, 'cloud'));
}

export async function cloudOver(t: ExecutionContext, folder: string): Promise<string> {
  const at = (name: string): string => join(folder, name);
  const { listening } = await startTapin(t, [
    'cloud',
    'serve',
    '--port',
    '0',
    '--metrics-port',
    '0',
    '--data',
    at('cloud'),
    '--devices',
    at('devices.json'),
  ]);
  return String(listening['relay']);
}

/** Starts a device under the boot loader, connected to the cloud if one is given. */
export async function device(t: ExecutionContext, folder: string, cloud?: string) {
  const at = (name: string): string => join(folder, name);
  const here = [
    '--sensor',
    at('no-sensor'),
    '--port',
    '0',
    '--data',
    at('data'),
    '--cloud',
    cloud ?? (await cloudOver(t, folder)),
  ];
  return startTapin(t, [
    'device',
    ...here,
    '--releases',
    at('releases'),
    '--firmware-key',
    join(at('cloud'), 'firmware.pub'),
    '-v',
  ]);
}
