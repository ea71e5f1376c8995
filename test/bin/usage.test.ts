// The command line's words: help, version, and wrong calls, which are one line on stderr and exit code 2.

import { readFile } from 'node:fs/promises';
import test from 'ava';
import { runTapin } from '../support/tapin-process.ts';

const VERBS = ['run', 'device', 'sensor'];

test('[cli] --version is that of the package, everywhere', async (t) => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  for (const args of [['--version'], ['run', '--version'], ['sensor', '-V']]) {
    const { code, stdout, stderr } = await runTapin(args);
    t.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

test('[cli] --help names every verb', async (t) => {
  const { code, stdout, stderr } = await runTapin(['--help']);
  t.deepEqual([code, stderr], [0, '']);
  for (const verb of VERBS) t.regex(stdout, new RegExp(`^ +${verb} `, 'm'));
});

for (const verb of VERBS)
  test(`[cli] ${verb} --help has its options, with their defaults, and examples`, async (t) => {
    const { code, stdout, stderr } = await runTapin([verb, '--help']);
    t.deepEqual([code, stderr], [0, '']);
    t.regex(stdout, new RegExp(`^Usage: tapin ${verb} `));
    t.regex(stdout, new RegExp(`^Examples:\n  .*tapin ${verb}`, 'm'));
    const options = {
      run: ['port', 'host', 'data', 'sensor', 'seed'],
      device: ['sensor', 'data'],
      sensor: ['link', 'seed'],
    };
    for (const option of options[verb as keyof typeof options]) t.regex(stdout, new RegExp(`^  --${option} <`, 'm'));
    t.true(stdout.split('\n').every((line) => line.length <= 120));
  });

/** A wrong call, and what its line must tell: what is allowed. */
const WRONG: readonly (readonly [args: string, tells: RegExp])[] = [
  ['', /run, device, sensor or cloud/],
  ['fly', /"fly".*run, device, sensor or cloud/],
  ['Run', /run, device, sensor or cloud/],
  ['--bogus', /--bogus.*--help/],
  ['run --bogus', /--bogus.*--port.*--data/],
  ['run --prot 1', /--prot.*--port/],
  ['run extra', /too many arguments.*--port/],
  ['run --port', /--port.*missing.*tapin run takes/],
  ['run --port x', /whole number from 0 to 65535/],
  ['run --port -1', /whole number from 0 to 65535/],
  ['run --port 65536', /whole number from 0 to 65535/],
  ['run --port 1.5', /whole number from 0 to 65535/],
  ['run --port 0x10', /whole number from 0 to 65535/],
  ['run --port=', /whole number from 0 to 65535/],
  ['run --seed x', /whole number from 0 to 9007199254740991/],
  ['run --seed -1', /whole number from 0 to 9007199254740991/],
  ['run --seed 9007199254740993', /whole number from 0 to 9007199254740991/],
  ['run --seed', /--seed.*missing/],
  ['run --data', /--data.*missing/],
  ['device', /--sensor.*tapin device takes/],
  ['device --seed 1 --sensor /dev/null', /--seed.*tapin device takes/],
  ['sensor', /--link.*tapin sensor takes/],
  ['sensor --link', /--link.*missing/],
  ['sensor --link pty:', /pty:PATH/],
  ['sensor --link=', /pty:PATH/],
  ['sensor --link pty:/tmp/x --jitter-us 1001', /whole number from 0 to 1000/],
  ['sensor --link pty:/tmp/x --port 1', /--port.*--link/],
];

for (const [call, tells] of WRONG)
  test(`[cli] tapin ${call || '(nothing)'} is wrong in one line`, async (t) => {
    const { code, stdout, stderr } = await runTapin(call.split(' ').filter(Boolean));
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, /^tapin: [^\n]+\.\n$/);
    t.regex(stderr, tells);
  });

test('[cli] a wrong call with a line break in it is still one line', async (t) => {
  const { code, stdout, stderr } = await runTapin(['fly\nhigh']);
  t.deepEqual([code, stdout], [2, '']);
  t.regex(stderr, /^tapin: [^\n]+\n$/);
  const { stderr: of_option } = await runTapin(['run', '--port', '1\n2\u001b[2J']);
  // oxlint-disable-next-line no-control-regex -- what must not reach a terminal
  t.regex(of_option, /^tapin: [^\n\u001b]+\n$/);
});
