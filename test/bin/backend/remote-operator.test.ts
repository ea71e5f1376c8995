// The input agent (`tapin operate`) on a remote machine; a local shell stands in for that machine.

import { spawn } from 'node:child_process';
import test from 'ava';
import { startOperator } from '../../../bin/backend/remote-operator.ts';
import type { SshConnection } from '../../../bin/backend/ssh-connection.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const place = { host: 'putter', lock: '/run/s/lock', call: '/opt/tapin/tapin operate' };

/** Connection whose remote command is replaced by `script`. */
const machine = (script: string): SshConnection => ({
  start(command) {
    if (command !== 'mkdir -p /run/s && exec flock -n -E 75 /run/s/lock /opt/tapin/tapin operate')
      throw new Error(command);
    return spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'pipe'] });
  },
  run: () => Promise.reject(new Error('nothing else is run')),
  forward: () => Promise.reject(new Error('nothing is forwarded')),
  close: async () => {},
});
const LISTENS = `echo '{"event":"listening"}'`;

test('[ssh] answers each line, in order', async (t) => {
  const answers = `read a; echo '{}'; read b; echo "{\\"message\\":\\"Not $b.\\"}"; cat > /dev/null`;
  const operator = valueOf(t, await startOperator(machine(`${LISTENS}; ${answers}`), place));
  valueOf(t, await operator.send({ key: 'ok' }));
  failsWith(t, await operator.send([1]), 'bad_value', /^Not \[1\]\.$/);
  await operator.close();
});

test('[ssh] refuses a machine that another player uses', async (t) => {
  failsWith(
    t,
    await startOperator(machine('exit 75'), place),
    'ssh_failed',
    / putter can't be started: it is already in use\.$/,
  );
});

test('[ssh] reports the error of a machine without uinput', async (t) => {
  const script = 'echo "tapin: /dev/uinput gives no keyboard" >&2; exit 1';
  failsWith(
    t,
    await startOperator(machine(script), place),
    'ssh_failed',
    / putter can't be started: tapin: \/dev\/uinput gives no keyboard\.$/,
  );
});

test('[ssh] rejects pending input if the agent exits', async (t) => {
  const operator = valueOf(t, await startOperator(machine(`${LISTENS}; read a; exit 1`), place));
  await t.throwsAsync(operator.send({ key: 'ok' }), { message: /^Lost the input agent on putter: / });
});
