// Server of `tapin test --ui`: who may use it, and what it refuses.

import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { fieldsOf } from '../../support/read-json.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const MENU = 'name: The menu\nsteps:\n  - expect: { page: menu }\n';
const SETUP = MENU.replace('menu }', 'setup }');

test('[cli] the window of tapin test refuses strangers and bad requests, and saves only over what it has read', async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  for (const name of ['a.yaml', 'b.yaml']) writeFileSync(at(name), MENU);
  writeFileSync(at('c.yaml'), `tags: [slow]\n${MENU}`);
  const { listening } = await startTapin(t, ['test', '.', '--ui', '--port', '0', '--skip-tag', 'slow'], {
    cwd: folder,
  });
  const { origin, searchParams } = new URL(String(listening['ui']));
  const own = { Authorization: `Bearer ${searchParams.get('token') ?? ''}` };
  const call = async (path: string, headers: Readonly<Record<string, string>>, body?: string) => {
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const asked = request(origin + path, { headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
        void text(response).then((read) => resolve({ status: response.statusCode, body: read }));
      });
      asked.once('error', reject).end(body);
    });
    return { status: answer.status, fields: fieldsOf(JSON.parse(answer.body)) };
  };
  const carryOut = async (asked: unknown) => {
    const { status, fields } = await call('/ui/do', own, JSON.stringify(asked));
    return status === 200 ? fields : [status, fields['message']];
  };

  t.is((await call('/ui/state', {})).status, 401);
  t.is((await call('/ui/state', { Authorization: 'Bearer 0' })).status, 401);
  t.is((await call('/ui/state', { ...own, Host: 'example.com' })).status, 403);
  t.is((await call('/ui/do', { ...own, Origin: 'http://example.com' }, '{"do":"pause"}')).status, 403);
  t.is((await call('/../package.json', own)).status, 404);
  t.is((await call('/ui/do', own, '{')).status, 400);
  t.is((await call('/ui/do', own, JSON.stringify({ do: 'edit', text: 'x'.repeat(1_000_000) }))).status, 413);

  t.deepEqual(await carryOut({ do: 'open', file: '/etc/passwd' }), [400, 'This window has no such file.']);
  t.deepEqual(await carryOut({ do: 'open', file: 'c.yaml' }), [400, 'This window has no such file.']);
  t.deepEqual(await carryOut({ do: 'run', to: -1 }), [400, 'to must be a number of steps, from 0.']);
  t.deepEqual(await carryOut({ do: 'fly' }), [
    400,
    'do must be open, edit, save, run, move, pause, restart, verdicts or record.',
  ]);
  t.deepEqual(await carryOut({ do: 'move', by: 0.5 }), [400, 'by must be a whole number of steps.']);
  t.deepEqual(await carryOut({ do: 'save', file: 'b.yaml', text: SETUP }), [
    400,
    'a.yaml is open now: the text of another file was neither checked nor saved.',
  ]);
  writeFileSync(at('a.yaml'), `# mine\n${MENU}`);
  t.deepEqual(await carryOut({ do: 'save', file: 'a.yaml', text: SETUP }), [
    400,
    'a.yaml was changed elsewhere: save again to replace it, or open it again to read it.',
  ]);
  t.is(readFileSync(at('a.yaml'), 'utf8'), `# mine\n${MENU}`);
  t.like(await carryOut({ do: 'save', file: 'a.yaml', text: SETUP }), { verdict: { status: 'failed' } });
  t.is(readFileSync(at('a.yaml'), 'utf8'), SETUP);
  t.is(readFileSync(at('b.yaml'), 'utf8'), MENU);
  t.like(await carryOut({ do: 'open', file: 'b.yaml' }), { verdict: { status: 'passed' }, text: MENU });
});
