// SSH connections to a remote machine, with a fake client that runs every command locally.

import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { openSsh } from '../../../bin/backend/ssh-connection.ts';
import { fakeSsh } from '../../support/hal/fake-ssh.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const CONNECTS = 'echo connected; exec cat';

test.serial('[ssh] runs a script to its end with the given input and returns its output', async (t) => {
  const { calls } = await fakeSsh(t, CONNECTS);
  const ssh = valueOf(t, await openSsh('pi@putter.local'));
  t.teardown(() => ssh.close());
  t.is(valueOf(t, await ssh.run('echo "it\'s $((1 + 1))"; cat', Buffer.from('given'))), "it's 2\ngiven");
  const called = readFileSync(calls, 'utf8').split('\n');
  t.regex(called[0] ?? '', /^-F lab\.conf -o BatchMode=yes .*-o ControlMaster=yes .*-N -- pi@putter\.local$/);
  t.regex(called[1] ?? '', /^-F lab\.conf -o BatchMode=yes -o ControlPath=\S+ -- pi@putter\.local if /);
});

test.serial('[ssh] reports a failed script by its last line, or by its exit code if it prints none', async (t) => {
  await fakeSsh(t, CONNECTS);
  const ssh = valueOf(t, await openSsh('putter'));
  t.teardown(() => ssh.close());
  failsWith(
    t,
    await ssh.run('echo first >&2; echo no such unit >&2; exit 4'),
    'ssh_failed',
    /^On putter: no such unit\.$/,
  );
  failsWith(t, await ssh.run('exit 3'), 'ssh_failed', /^On putter: a command ended with 3\.$/);
});

test.serial('[ssh] exchanges lines with a running program, which exits when its stdin closes', async (t) => {
  await fakeSsh(t, CONNECTS);
  const ssh = valueOf(t, await openSsh('putter'));
  t.teardown(() => ssh.close());
  const remote = ssh.start('while read line; do echo "heard $line"; done');
  const lines = createInterface({ input: remote.stdout });
  remote.stdin.write('one\n');
  t.deepEqual(await once(lines, 'line'), ['heard one']);
  remote.stdin.end();
  t.deepEqual(await once(remote, 'close'), [0, null]);
});

test.serial('[ssh] forwards a remote port to a free local port over the open connection', async (t) => {
  const { calls } = await fakeSsh(t, CONNECTS);
  const ssh = valueOf(t, await openSsh('putter'));
  t.teardown(() => ssh.close());
  const port = valueOf(t, await ssh.forward(8321));
  t.true(port > 1023 && port < 65_536);
  t.true(readFileSync(calls, 'utf8').includes(` -O forward -L 127.0.0.1:${port}:127.0.0.1:8321 -- putter\n`));
});

test.serial('[ssh] reports a refused login in the words of ssh', async (t) => {
  await fakeSsh(t, 'echo "Warning: new" >&2; echo "pi@putter: Permission denied (publickey)." >&2; exit 255');
  failsWith(
    t,
    await openSsh('putter'),
    'ssh_failed',
    /^Can't connect to putter: pi@putter: Permission denied \(publickey\)\.$/,
  );
});

test.serial('[ssh] reports a missing client', async (t) => {
  process.env['TAPIN_SSH'] = '/nowhere/ssh';
  failsWith(t, await openSsh('putter'), 'ssh_failed', /^Can't connect to putter: spawn \/nowhere\/ssh ENOENT\.$/);
});
