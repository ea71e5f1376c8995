// Tests of stripping ELF files, with this machine's Node.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { stripBinary } from '../../../bin/release/strip-binary.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('[release] a stripped Node is smaller, and runs WebAssembly, workers and native modules', async (t) => {
  const whole = readFileSync(process.execPath);
  const stripped = stripBinary(whole);
  t.true(stripped.length < whole.length * 0.95, `${stripped.length} of ${whole.length} bytes`);
  t.true(stripBinary(stripped).equals(stripped));
  const file = join(await temporaryFolder(t), 'node');
  writeFileSync(file, stripped, { mode: 0o755 });
  const script = `
    const { Worker } = require('node:worker_threads');
    const { createCanvas } = require('@napi-rs/canvas');
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    new Worker('require("node:worker_threads").parentPort.postMessage(6 * 7)', { eval: true }).on('message', (answer) =>
      console.log(answer, createCanvas(2, 3).height));`;
  t.is(execFileSync(file, ['-e', script], { encoding: 'utf8' }).trim(), '42 3');
});

test('[release] leaves a file as it is that is no ELF file, is cut off or has an invalid segment', (t) => {
  const whole = readFileSync(process.execPath);
  const wrong = Buffer.from(whole.subarray(0, 4096));
  wrong.writeBigUInt64LE(2n ** 62n, 32);
  for (const file of [Buffer.alloc(0), Buffer.from('no ELF'), whole.subarray(0, 63), whole.subarray(0, 4096), wrong])
    t.true(stripBinary(file) === file);
});
