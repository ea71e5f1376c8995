// `--log-format json`: each line that a verb writes to stderr is a JSON object, and none contains a secret.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { fieldsIn, fieldsOf } from '../support/read-json.ts';
import { runTapin, startTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const linesOf = (stderr: string) => stderr.trimEnd().split('\n').map(fieldsIn);

test('[log] tapin run --log-format json logs only objects, without the token or a secret', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const { listening, untilStderr, end } = await startTapin(t, ['run', '--port', '0', '--data', data, '-v', '--log-format', 'json']); // oxfmt-ignore
  await untilStderr('online: syncing → off');
  const { code, stderr } = await end('SIGINT');
  t.is(code, 0);
  const lines = linesOf(stderr);
  t.true(lines.length > 3);
  for (const line of lines) {
    t.deepEqual(Object.keys(line), ['at', 'level', 'area', 'text', 'fields']);
    t.regex(String(line['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  const token = new URL(String(listening['panel'])).searchParams.get('token') ?? '';
  const secrets = readFileSync(join(data, 'cloud/devices.json'), 'utf8').match(/[0-9a-f]{32,}/g) ?? [];
  t.true(token.length > 8 && secrets.length > 0);
  for (const secret of [token, ...secrets]) t.false(stderr.includes(secret));
});

test('[log] logs complaints and the reason of an exit as objects', async (t) => {
  const { code, stderr } = await runTapin(['sensor', '--link', 'pty:/no/such/folder/x', '--log-format', 'json']);
  t.is(code, 1);
  const [line, ...more] = linesOf(stderr);
  t.deepEqual(more, []);
  t.deepEqual([line?.['level'], line?.['area'], fieldsOf(line?.['fields'])], ['error', 'tapin', {}]);
  t.regex(String(line?.['text']), /\/no\/such\/folder/);
});
