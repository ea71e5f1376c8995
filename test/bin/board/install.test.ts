// `tapin install`: the files that it would write, and the quoting of arguments in a unit.

import test from 'ava';
import { filesOf, pageOf } from '../../../bin/board/install-files.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { runTapin } from '../../support/process/tapin-process.ts';

const INSTALLATION = {
  program: '/opt/tapin',
  user: 'golf',
  groups: ['video', 'input'],
  board: '/etc/tapin/board.yaml',
  data: '/var/lib/tapin',
  args: [],
};

const unit = (name: string, args: readonly string[] = []): string =>
  assertDefined(
    filesOf({ ...INSTALLATION, args }).find(({ path }) => path.endsWith(name)),
    name,
  ).text;

test('[cli] the service notifies systemd and is sandboxed', (t) => {
  const text = unit('/tapin.service');
  for (const line of [
    'Type=notify',
    'NotifyAccess=all',
    'User=golf',
    'SupplementaryGroups=video input',
    'WatchdogSec=10',
    'Restart=on-failure',
    'ProtectSystem=strict',
    'DevicePolicy=closed',
    'ExecStart=/opt/tapin/tapin device --board /etc/tapin/board.yaml --data /var/lib/tapin',
  ])
    t.true(text.split('\n').includes(line), line);
});

for (const [argument, written] of [
  ['https://golf.example:8443/', 'https://golf.example:8443/'],
  ['a b', '"a b"'],
  ['100%', '100%%'],
  ['$HOME', '$$HOME'],
  ['say "hi" \\', String.raw`"say \"hi\" \\"`],
] as const)
  test(`[cli] writes the argument ${argument} into the unit as ${written}`, (t) => {
    const text = unit('/tapin.service', ['--cloud', argument]);
    t.true(text.includes(` --data /var/lib/tapin --cloud ${written}\n`), text);
  });

for (const [args, page] of [
  [[], 'http://127.0.0.1:8321/?token=t'],
  [['--host', '0.0.0.0'], 'http://putter.local:8321/?token=t'],
  [['--port', '80', '--host', '192.168.1.20'], 'http://192.168.1.20:80/?token=t'],
  [['--host=::', '--port=9000'], 'http://putter.local:9000/?token=t'],
] as const)
  test(`[cli] tapin install ends with the address of the page: ${page} for "${args.join(' ')}"`, (t) => {
    t.is(pageOf({ args }, 'putter', 't'), page);
  });

test('[cli] tapin install --print shows every file and writes none', async (t) => {
  const { code, stdout } = await runTapin(['install', '--systemd', '--print', '--user', 'golf']);
  t.is(code, 0);
  const paths = [...stdout.matchAll(/^# (\/\S+)$/gm)].map(([, path]) => path);
  t.deepEqual(
    paths,
    filesOf(INSTALLATION).map(({ path }) => path),
  );
});
