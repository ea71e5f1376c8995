// Stand-ins for npm packages in a release that a test packs: links to the test's own packages, or files that only look
// like binaries.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Creates a `node_modules` folder that uses the test's own Node and canvas packages, because packing 160 MB takes
 * seconds.
 */
export function modulesOfTest(modules: string): void {
  const canvas = `@napi-rs/canvas-${process.platform}-${process.arch}-gnu`;
  const real = createRequire(import.meta.url).resolve(canvas);
  write(join(modules, 'node/bin/node'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
  write(join(modules, canvas, 'package.json'), '{"main":"index.js"}');
  write(join(modules, canvas, 'index.js'), `module.exports = require(${JSON.stringify(real)});\n`);
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o755);
}

/** Returns the header of a 64-bit little-endian ELF file for a machine number (elf.h: x86-64 62, AArch64 183). */
function elfFor(machine: number): Buffer {
  const head = Buffer.alloc(64);
  head.write('\u007fELF\u0002\u0001\u0001', 'latin1');
  head.writeUInt16LE(3, 16);
  head.writeUInt16LE(machine, 18);
  return head;
}

/** Creates a `node_modules` folder with files that look like the binaries of a platform. */
export function modulesFor(modules: string, platform: string, machine: number): void {
  for (const path of [
    `node-${platform}/bin/node`,
    `@napi-rs/canvas-${platform}-gnu/skia.${platform}-gnu.node`,
    koffiOf(platform),
    `@lydell/node-pty-${platform}/pty.node`,
  ])
    write(join(modules, path), elfFor(machine));
}

const koffiOf = (platform: string): string => `@koromix/koffi-${platform}/${platform.replace('-', '_')}/koffi.node`;

/** Overwrites the koffi binary of `modulesFor` with one for another machine. */
export const replaceKoffi = (modules: string, platform: string, machine: number): void =>
  write(join(modules, koffiOf(platform)), elfFor(machine));
