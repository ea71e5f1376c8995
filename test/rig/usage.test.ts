// Command line of the rig: help, and wrong calls, which give one line on stderr and exit code 2.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const RUN = fileURLToPath(new URL('../../rig/run.ts', import.meta.url));
const call = (args: readonly string[], env = process.env) =>
  spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8', env });

test('[rig] answers a wrong call with one line and exit code 2', (t) => {
  for (const [args, message] of [
    [['nonsense'], "unknown command 'nonsense'"],
    [['self-test', '--nope'], "unknown option '--nope'"],
  ] as const) {
    const { status, stdout, stderr } = call(args);
    t.deepEqual([status, stdout, stderr], [2, '', `rig: ${message}; see npm run rig -- --help.\n`]);
  }
});

test('[rig] lists commands and options in the help', (t) => {
  const { status, stdout } = call(['--help']);
  t.is(status, 0);
  for (const verb of ['all', 'needs', 'image', 'boot', 'self-test', 'test', 'power-cuts', 'planted-faults'])
    t.true(stdout.includes(`\n  ${verb} `), verb);
});

test('[rig] reports missing requirements of the machine in one line, before it starts anything', (t) => {
  for (const args of [['image'], []]) {
    const { status, stderr } = call(args, { PATH: '/nonexistent' });
    t.is(status, 2);
    t.regex(stderr, /^rig: The rig needs packages: (sudo )?apt-get install -y [^\n]*qemu-system-x86[^\n]*\n$/);
  }
});
