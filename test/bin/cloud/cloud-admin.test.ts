// Administration of a cloud by its operator, both while it runs and while it is stopped.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { ANN } from '../../support/store/identity-world.ts';
import { readJson } from '../../support/read-json.ts';
import { relayFiles, startRelay } from '../../support/relay/relay-process.ts';
import { person } from '../../support/store/site-world.ts';
import { printedJson } from '../../support/process/tapin-process.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const some = v.looseObject({});

/** Returns calls on the folder of a running cloud and on one of a cloud that does not run. */
async function folders(t: ExecutionContext) {
  const files = await relayFiles(t);
  const cloud = await startRelay(t, files);
  const asleep = join(await temporaryFolder(t), 'cloud');
  const calls = [files.data, asleep].map(
    (data) =>
      (...args: readonly string[]) =>
        callTapin(['cloud', ...args, '--data', data]),
  );
  return { cloud, data: files.data, calls };
}

test.serial('[C118] invites, lists and removes support staff, whether the cloud runs or not', async (t) => {
  const { calls } = await folders(t);
  for (const call of calls) {
    t.regex((await call('support', 'list')).stdout, /No members/);
    const invited = await call('support', 'invite', 'sam@example.com', '--name', 'Sam', '--main');
    t.regex(invited.stdout, /^Invited sam@example\.com .*; pass on this code: [0-9A-Z]{12}\n$/);
    t.is((await call('support', 'list')).stdout, 'sam@example.com  Sam, main, invited\n');
    const again = await call('support', 'invite', 'not an address', '--name', 'Sam');
    t.deepEqual([again.code, again.stdout], [1, '']);
    t.regex(again.stderr, /Enter an e-mail address such as/);
    t.is((await call('support', 'remove', 'sam@example.com')).code, 0);
    t.regex(
      (await call('support', 'remove', 'sam@example.com')).stderr,
      /sam@example\.com is not a member of support\./,
    );
  }
});

test.serial('[C118] creates, lists and revokes a named token, effective immediately in a running cloud', async (t) => {
  const { cloud, calls } = await folders(t);
  for (const call of calls) {
    const { stdout: token } = await call('token', '--author', 'Bob', '--name', 'ci');
    t.regex(token, /^tapin_[\w-]{43}\n$/);
    t.regex((await call('tokens', '--author', 'Bob')).stdout, /^ci: last used never, valid until \d{4}-/);
    const request = () => fetch(`${cloud.origin}/extensions`, { headers: { authorization: `Bearer ${token.trim()}` } });
    if (call === calls[0]) t.is((await request()).status, 200);
    t.is((await call('tokens', '--author', 'Bob', '--revoke', 'ci')).stdout, 'Revoked ci.\n');
    if (call === calls[0]) t.is((await request()).status, 401);
    t.regex((await call('tokens', '--author', 'Bob', '--revoke', 'ci')).stderr, /Bob has no token ci\./);
  }
});

test.serial('[C118] transfers extensions published with a printed token to an account, and records it', async (t) => {
  const { cloud, calls } = await folders(t);
  const [call] = calls;
  if (!call) return t.fail();
  const { stdout: printed } = await call('token', '--author', 'Ann', '--name', 'ci');
  const made = await fetch(`${cloud.origin}/extensions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${printed.trim()}` },
    body: JSON.stringify({ text: 'manifest { name = "Ladder", kind = "drill", about = "Up." }', description: 'Up.' }),
  });
  const code = String(readJson(some, await made.text())['id']);
  const unknown = await call('transfer', '--from', 'Ann', '--to', ANN.email);
  t.regex(unknown.stderr, /No account has the address ann@example\.com\./);
  const ann = person(cloud.origin);
  await ann.open('/own');
  await ann.submit('sign-up', { ...ANN });
  const outbox = await (await fetch(`${cloud.origin}/id/outbox`)).text();
  await ann.submit('confirm', { email: ANN.email, code: /(\d{6}) is your code/.exec(outbox)?.[1] ?? '' });
  t.false(ann.shown().text.includes(code));
  const given = await call('transfer', '--from', 'Ann', '--to', ANN.email, '--json');
  t.deepEqual(printedJson(some, given), { codes: [code] });
  await ann.open('/own');
  t.true(ann.shown().text.includes(code));
  t.regex((await call('transfer', '--from', 'Ann', '--to', ANN.email)).stderr, /Ann has no such extension\./);
});

test.serial('[C118] a running cloud publishes a rotated signing key immediately', async (t) => {
  const { cloud, calls } = await folders(t);
  const keys = async (): Promise<number> => {
    const set = await (await fetch(`${cloud.origin}/id/jwks`)).text();
    return readJson(v.object({ keys: v.array(some) }), set).keys.length;
  };
  t.is(await keys(), 1);
  for (const call of calls)
    t.regex((await call('keys', 'rotate')).stdout, /^A new key is published and will sign from /);
  t.is(await keys(), 2);
  t.regex((await calls[0]?.('keys', 'rotate', '--now'))?.stdout ?? '', /^A new key signs now/);
  t.is(await keys(), 1);
});

test.serial('[C118] a cloud accepts admin commands only from callers that can read its folder', async (t) => {
  const { cloud, data } = await folders(t);
  const file = join(data, 'admin.json');
  t.is(statSync(file).mode & 0o777, 0o600);
  const { port, token } = readJson(v.object({ port: v.number(), token: v.string() }), readFileSync(file, 'utf8'));
  const ask = async (authorization: string, body: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { authorization }, body });
    return readJson(some, await answer.text());
  };
  const order = JSON.stringify({ do: 'rotate-keys', at_once: true });
  t.like(await ask('', order), { ok: false, error: { code: 'unauthorized' } });
  t.like(await ask(`Bearer ${token.slice(1)}x`, order), { ok: false, error: { code: 'unauthorized' } });
  t.like(await ask(`Bearer ${token}`, '{"do":"anything"}'), { ok: false, error: { code: 'bad_value' } });
  t.like(await ask(`Bearer ${token}`, `${' '.repeat(65_536)}{}`), { ok: false, error: { code: 'too_large' } });
  t.like(await ask(`Bearer ${token}`, order), { ok: true });
  await cloud.end('SIGTERM');
  t.false(existsSync(file));
});

test.serial('[C118] admin commands work on the folder of a killed cloud', async (t) => {
  const { cloud, calls } = await folders(t);
  await cloud.end('SIGKILL');
  t.regex((await calls[0]?.('keys', 'rotate'))?.stdout ?? '', /^A new key is published/);
});
