// `tapin login`, `whoami` and `logout` as an author uses them: a cloud, a browser, and the credentials stored on this
// machine.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { ANN, createVisitor } from '../../support/store/identity-world.ts';
import { readJson } from '../../support/read-json.ts';
import { relayFiles, startRelay } from '../../support/relay/relay-process.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { printedJson, startTapinCommand } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const LADDER = 'docs/extensions/examples/comet.lua';

async function begin(t: ExecutionContext) {
  const cloud = await startRelay(t, await relayFiles(t));
  const config = await temporaryFolder(t);
  const env = { XDG_CONFIG_HOME: config, BROWSER: 'true', TAPIN_TOKEN: '' };
  const call = (...args: readonly string[]) => callTapin([...args, '--cloud', cloud.origin], { env });
  const credentials = join(config, 'tapin/credentials.json');
  return { cloud, env, call, credentials };
}

/** Creates an account in a browser with the code from the outbox. Returns the final page. */
async function signUp(origin: string, address: string): Promise<string> {
  const visitor = createVisitor(origin);
  await visitor.open(address);
  await visitor.submit('sign-up', { ...ANN });
  const outbox = await (await fetch(`${origin}/id/outbox`)).text();
  const code = /(\d{6}) is your code/.exec(outbox)?.[1] ?? '';
  await visitor.submit('confirm', { email: ANN.email, code });
  const { url } = await visitor.submit('consent', {});
  return (await fetch(url)).text();
}

async function login(t: ExecutionContext, { cloud, env }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const command = startTapinCommand(t, ['login', '--cloud', cloud.origin], { env });
  const address = await command.untilStderr(/Sign in at (\S+)/);
  t.is(await signUp(cloud.origin, address), 'You are signed in. You can close this window.\n');
  const { code, stdout } = await command.ended;
  t.deepEqual([code, stdout], [0, `Signed in at ${cloud.origin} as Ann Miller <ann@example.com>.\n`]);
}

test.serial('[C110] an author signs in through a browser, publishes, and signs out', async (t) => {
  const world = await begin(t);
  const { call, credentials } = world;
  const signed_out = await call('whoami');
  t.deepEqual([signed_out.code, signed_out.stdout], [1, '']);
  t.regex(signed_out.stderr, /^tapin: Not signed in at \S+: run tapin login --cloud \S+, or set TAPIN_TOKEN\.\n$/);
  await login(t, world);
  t.is(statSync(credentials).mode & 0o777, 0o600);
  t.is((await call('whoami')).stdout, 'Ann Miller <ann@example.com>\n');
  const published = await call('extension', 'publish', LADDER, '--description', 'Three in a row.');
  t.is(published.code, 0, published.stderr);
  t.like(printedJson(v.looseObject({}), published), { version: 1, author: 'Ann Miller' });
  const id = String(printedJson(v.looseObject({}), published)['id']);
  const listed = await call('extension', 'list');
  t.is(listed.stdout, `code   version  state       installs  name\n${id}  v1       not listed  0         Comet\n`);
  t.is((await call('extension', 'request-listing', id)).stdout, `${id}, Comet, waits for support.\n`);
  t.regex(
    (await call('extension', 'versions', id)).stdout,
    /^v1 +\d{4}-\d\d-\d\d \d\d:\d\d +\d+ +live, awaits review$/m,
  );
  t.regex((await call('extension', 'list')).stdout, /  listing requested  0  /);
  const twice = await call('extension', 'request-listing', id);
  t.is(twice.stdout, `${id}, Comet, waits for support.\n`);
  t.is((await call('extension', 'release', id)).stdout, `${id}, Comet: devices get version 1 at their next check.\n`);
  t.is((await call('extension', 'withdraw', id)).stdout, `${id}, Comet, is not listed.\n`);
  const all = readJson(
    v.object({ extensions: v.array(v.looseObject({})) }),
    (await call('extension', 'list', '--json')).stdout,
  );
  t.like(all.extensions[0], { id, listing: 'none' });
  t.is((await call('extension', 'delete', id)).stdout, `Deleted ${id}; its code will not be reused.\n`);
  t.is((await call('extension', 'delete', id)).stderr, `tapin: The extension ${id} was removed by its author.\n`);
  const out = await call('logout');
  t.deepEqual([out.code, out.stderr], [0, '']);
  t.notRegex(readFileSync(credentials, 'utf8'), /token/);
  t.is((await call('whoami')).code, 1);
  t.is((await call('logout')).code, 1);
});

test.serial('[C110] renews an expired token once for concurrent calls, and reports a lost session', async (t) => {
  const world = await begin(t);
  const { call, credentials } = world;
  await login(t, world);
  const expire = (change: (text: string) => string): void =>
    writeFileSync(credentials, change(readFileSync(credentials, 'utf8')));
  const before = readFileSync(credentials, 'utf8');
  expire((text) => text.replace(/"expires_s": \d+/, '"expires_s": 1'));
  const both = await Promise.all(
    ['One.', 'Two.'].map((text) => call('extension', 'publish', LADDER, '--description', text)),
  );
  t.deepEqual(both.map(({ code }) => code), [0, 0], both.map(({ stderr }) => stderr).join('')); // oxfmt-ignore
  t.not(readFileSync(credentials, 'utf8'), before);
  t.false(existsSync(`${credentials}.lock`));
  // A longer token differs from the stored one, even if it contains it.
  expire((text) =>
    text.replace(/"expires_s": \d+/, '"expires_s": 1').replace('"refresh_token": "', '"refresh_token": "x'),
  );
  const lost = await call('extension', 'publish', LADDER, '--description', 'Three.');
  t.is(lost.code, 1);
  t.regex(lost.stderr, /^tapin: Your sign-in has ended: run tapin login --cloud \S+\.\n$/);
});

test.serial(
  '[C110] reports an invalid credentials file or a cloud without accounts with a one-line error',
  async (t) => {
    const { call, credentials, env } = await begin(t);
    await call('logout');
    writeFileSync(credentials, 'secret text');
    const broken = await call('whoami');
    t.regex(broken.stderr, /^tapin: The file \S+credentials\.json can't be read: it is not JSON\.\n$/);
    t.notRegex(broken.stderr, /secret text/);
    const away = await callTapin(['login', '--cloud', 'http://127.0.0.1:1'], { env });
    t.is(away.code, 1);
    t.regex(away.stderr, /^tapin: Can't sign in at http:\/\/127\.0\.0\.1:1: [^\n]+\.\n$/);
    const plain = await callTapin(['login', '--cloud', 'http://192.0.2.1'], { env });
    t.regex(plain.stderr, /http is not secure; use https\.\n$/);
  },
);

test.serial('[C110] a machine without a browser shows a code to enter in a browser elsewhere', async (t) => {
  const { cloud, env, call } = await begin(t);
  const command = startTapinCommand(t, ['login', '--cloud', cloud.origin, '--device'], { env });
  const code = await command.untilStderr(/Sign in at \S+\/id\/device with the code ([B-Z]{4}-[B-Z]{4})$/m);
  const visitor = createVisitor(cloud.origin);
  let page = await visitor.open(`${cloud.origin}/id/device?user_code=${code}`);
  t.false(page.text.includes(code), 'a link does not prefill the code');
  const send = async (fields: Readonly<Record<string, string>>) => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return (page = await visitor.send('/id/device', { xsrf, ...fields }));
  };
  t.is((await send({ user_code: 'BBBB-BBBB' })).problem, 'No machine is waiting for this code. It may have expired.');
  const confirm = await send({ user_code: code.toLowerCase().replace('-', ' ') });
  t.regex(confirm.text, new RegExp(`A machine at 127\\.0\\.0\\.1 asks to sign in[^]*${code}`));
  t.regex((await send({ user_code: code, confirm: 'yes' })).text, /<h1>Sign in<\/h1>/);
  await visitor.submit('sign-up', { ...ANN });
  const outbox = await (await fetch(`${cloud.origin}/id/outbox`)).text();
  await visitor.submit('confirm', { email: ANN.email, code: /(\d{6}) is your code/.exec(outbox)?.[1] ?? '' });
  t.regex((await visitor.submit('consent', {})).text, /The other machine is signed in/);
  const { code: exit, stdout } = await command.ended;
  t.deepEqual([exit, stdout], [0, `Signed in at ${cloud.origin} as Ann Miller <ann@example.com>.\n`]);
  t.is((await call('whoami')).stdout, 'Ann Miller <ann@example.com>\n');
});
