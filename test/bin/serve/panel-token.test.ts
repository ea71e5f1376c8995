// The panel token: places where it is disclosed, and its lifetime.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { keptToken } from '../../../bin/serve/panel-token.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { fieldsIn } from '../../support/read-json.ts';
import { valueOf } from '../../support/results.ts';
import { firstLine } from '../../support/process/streams.ts';
import { runTapin, startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

test('[panel] creates the token of a data folder once, readable only by its owner', async (t) => {
  const data = await temporaryFolder(t);
  const { token, file } = valueOf(t, await keptToken(data));
  t.regex(token, /^[\w-]{24}$/);
  t.is(file, join(data, 'panel-token'));
  t.is((await stat(file)).mode & 0o777, 0o600);
  t.is(await readFile(file, 'utf8'), `${token}\n`);
  t.is(valueOf(t, await keptToken(data)).token, token);
});

test('[panel] replaces a token that is malformed or readable by other users', async (t) => {
  const data = await temporaryFolder(t);
  const { token, file } = valueOf(t, await keptToken(data));
  await chmod(file, 0o640);
  const second = valueOf(t, await keptToken(data)).token;
  t.not(second, token);
  t.is((await stat(file)).mode & 0o777, 0o600);
  for (const text of ['', 'short\n', `${second}${second}\n`, 'a token with spaces    24\n']) {
    await writeFile(file, text);
    t.regex(valueOf(t, await keptToken(data)).token, /^[\w-]{24}$/, JSON.stringify(text));
  }
});

test('[panel] without a terminal, stderr names the token file only, and stdout has the page address', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const tapin = await startTapin(t, ['run', '--port', '0', '--data', data]);
  const token = (await readFile(join(data, 'panel-token'), 'utf8')).trim();
  const url = new URL(String(tapin.listening['panel']));
  t.is(url.searchParams.get('token'), token);
  await tapin.untilStderr(
    `Page         ${url.origin}/?token=TOKEN, where TOKEN is stored in ${join(data, 'panel-token')}\n`,
  );
  t.false((await tapin.end('SIGINT')).stderr.includes(token));
});

test('[panel] keeps the token out of the journal, and prints the file that holds it', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  // systemd starts a service like this: the variable identifies the stream that the journal reads.
  const script = 'exec 3>&1; JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/3) exec ./tapin run --port 0 --data "$0"';
  const child = spawn('sh', ['-c', script, data]);
  t.teardown(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const { panel, token_file } = fieldsIn(await firstLine(child.stdout));
  t.is(token_file, join(data, 'panel-token'));
  const token = (await readFile(String(token_file), 'utf8')).trim();
  t.regex(String(panel), /^http:\/\/127\.0\.0\.1:\d+\/$/);
  t.is((await httpCall(new URL(String(panel)).origin, `/api/devices?token=${token}`)).status, 200);
  child.kill('SIGINT');
  await once(child, 'close');
  t.false(output.includes(token));
});

test('[panel] --open opens a one-time address without the token', async (t) => {
  const folder = await temporaryFolder(t);
  const [fifo, browser] = [join(folder, 'opened'), join(folder, 'browser')];
  await promisify(execFile)('mkfifo', [fifo]);
  await writeFile(browser, `#!/bin/sh\necho "$1" > ${fifo}\n`, { mode: 0o755 });
  const args = ['run', '--open', '--port', '0', '--data', join(folder, 'data')];
  const tapin = await startTapin(t, args, { env: { BROWSER: browser } });
  const opened = new URL((await readFile(fifo, 'utf8')).trim());
  const panel = new URL(String(tapin.listening['panel']));
  t.is(opened.origin, panel.origin);
  t.false(opened.href.includes(panel.searchParams.get('token') ?? ''));
  const ask = () => httpCall(opened.origin, `${opened.pathname}${opened.search}`);
  const first = await ask();
  t.deepEqual([first.status, first.headers['location']], [303, `/${panel.search}`]);
  t.is((await ask()).status, 401);
  t.is((await httpCall(opened.origin, '/?once=guessed')).status, 401);
});

test('[panel] reports a missing browser with a one-line error, and the device runs', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const env = { BROWSER: '/nowhere/browser' };
  const tapin = await startTapin(t, ['run', '--open', '--port', '0', '--data', data], { env });
  await tapin.untilStderr("tapin: Can't open a browser: /nowhere/browser not found.");
  t.is((await tapin.end('SIGINT')).code, 0);
});

test('[panel] reports an unwritable token with a one-line error', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  await (await startTapin(t, ['run', '--port', '0', '--data', data])).end('SIGINT');
  await promisify(execFile)('sh', ['-c', `rm ${data}/panel-token && mkdir ${data}/panel-token`]);
  const { code, stderr } = await runTapin(['run', '--port', '0', '--data', data]);
  t.is(code, 1);
  t.regex(stderr, /^tapin: The panel token can't be stored in [^\n]+panel-token: [^\n]+\.$/m);
});
