// Native binaries in a release: only binaries for its platform.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { buildRelease } from '../../../bin/release/release-folder.ts';
import { errorOf, valueOf } from '../../support/results.ts';
import { modulesFor, replaceKoffi } from '../../support/process/stand-in-packages.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** Machine numbers from elf.h. */
const [X86_64, AARCH64] = [62, 183];

/** Returns the machine number of each native binary below a folder, by path. */
const machinesIn = (folder: string): ReadonlyMap<string, number> =>
  new Map(
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path))] as const)
      .filter(([, bytes]) => bytes.subarray(0, 4).toString('latin1') === '\u007fELF')
      .map(([path, bytes]) => [path, bytes.readUInt16LE(18)]),
  );

test('[C51] every native binary of an arm64 release is for arm64', async (t) => {
  const folder = await temporaryFolder(t);
  const [release, modules] = [join(folder, 'release'), join(folder, 'node_modules')];
  modulesFor(modules, 'linux-arm64', AARCH64);
  await mkdir(release);
  valueOf(t, await buildRelease(release, { platform: 'linux-arm64', modules }));
  const machines = machinesIn(release);
  // The serial port binary comes from the package itself and is not a stub.
  t.deepEqual([...machines.keys()].toSorted(), [
    'node_modules/@koromix/koffi-linux-arm64/linux_arm64/koffi.node',
    'node_modules/@lydell/node-pty-linux-arm64/pty.node',
    'node_modules/@napi-rs/canvas-linux-arm64-gnu/skia.linux-arm64-gnu.node',
    'node_modules/@serialport/bindings-cpp/prebuilds/linux-arm64/@serialport+bindings-cpp.armv8.glibc.node',
    'node_modules/node/bin/node',
  ]);
  for (const [path, machine] of machines) t.is(machine, AARCH64, path);
});

test('[C51] refuses a release with a binary for another platform, and names it', async (t) => {
  const folder = await temporaryFolder(t);
  const [release, modules] = [join(folder, 'release'), join(folder, 'node_modules')];
  modulesFor(modules, 'linux-arm64', AARCH64);
  replaceKoffi(modules, 'linux-arm64', X86_64);
  const { message } = errorOf(t, await buildRelease(release, { platform: 'linux-arm64', modules }));
  t.is(
    message,
    'node_modules/@koromix/koffi-linux-arm64/linux_arm64/koffi.node is for another platform than linux-arm64.',
  );
});

test('[C51] explains with a one-line error how to install missing packages of a platform', async (t) => {
  const folder = await temporaryFolder(t);
  const cpu = process.arch === 'arm64' ? 'x64' : 'arm64';
  const platform = `linux-${cpu}` as const;
  const { message } = errorOf(t, await buildRelease(join(folder, 'release'), { platform, modules: folder }));
  t.false(message.includes('\n'));
  t.regex(
    message,
    new RegExp(
      `^No packages for ${platform} in ${folder} or .*node_modules: run npm install --prefix ${platform} .*--cpu=${cpu} .*` +
        String.raw`node-${platform}@24\.\d+\.\d+ @napi-rs/canvas-${platform}-gnu@1\.\d+\.\d+ @koromix/koffi-${platform}@3\.\d+\.\d+ @lydell/node-pty-${platform}@1\.\d+\.\d+ .*` +
        `--modules ${platform}/node_modules\\.$`,
    ),
  );
});
