// Shutdown of `tapin device` while a page, an event stream, held calls and a hanging audio player keep it busy.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createFileFlash } from '../../../hal/flash/flash-files.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { fieldsIn } from '../../support/read-json.ts';
import { valueOf } from '../../support/results.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';

const ENDS_MS_MAX = 2000;
const JSON_BODY = { 'content-type': 'application/json' };

test('[cli] a device exits within two seconds despite open connections, and stores its data', async (t) => {
  const folder = await temporaryFolder(t);
  const [board, data] = [join(folder, 'board.yaml'), join(folder, 'data')];
  // The child of the fake player holds the pipe to the device open.
  await writeFile(join(folder, 'aplay'), `#!/bin/sh\ntrap '' TERM\nsleep 20\n`, { mode: 0o755 });
  await writeFile(board, 'sensor: /dev/null\nspeaker: {}\n');
  const args = ['device', '--board', board, '--port', '0', '--data', data];
  const tapin = await startTapin(t, args, { env: { PATH: `${folder}:${process.env['PATH']}` } });
  const panel = String(tapin.listening['panel']);
  const { origin, search } = new URL(panel);
  const call = (path: string, query = '') => httpCall(origin, `/api/devices/0/${path}${search}${query}`);
  const tap = async (key: string): Promise<void> => {
    const body = JSON.stringify({ key });
    const { status } = await httpCall(origin, `/api/devices/0/key${search}`, {
      method: 'POST',
      headers: JSON_BODY,
      body,
    });
    t.is(status, 202);
  };
  t.is((await call('wait', '&page=menu')).status, 200);
  const viewer = await openViewer(panel);
  t.teardown(() => viewer.close());
  const held = [fetch(`${origin}/api/devices/0/events${search}`), call('wait', '&page=nowhere')];
  for (const each of held) void each.catch(() => {});
  await held[0];
  for (const key of ['down', 'ok', 'down', 'right']) await tap(key);
  const start_ms = performance.now();
  t.is((await tapin.end('SIGTERM')).code, 0);
  const took_ms = performance.now() - start_ms;
  t.true(took_ms < ENDS_MS_MAX, `${Math.round(took_ms)} ms`);
  const { value } = valueOf(t, await createFileFlash(data).read('cfg'));
  t.like(fieldsIn(Buffer.from(value ?? []).toString())['lag'], { shots: 11 });
});
