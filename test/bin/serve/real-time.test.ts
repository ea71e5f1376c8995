// Real time in `tapin run`: paused, stepped, advanced and accelerated while the host machine and the relay continue.

import test, { type ExecutionContext } from 'ava';
import { httpCall, type HttpAnswer } from '../../support/process/http-call.ts';
import { fieldsOf } from '../../support/read-json.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

async function realRun(t: ExecutionContext) {
  const run = ['run', '--port', '0', '--seed', '7', '--guests', '1', '--data', await temporaryFolder(t)];
  const { listening } = await startTapin(t, run);
  const { origin, searchParams } = new URL(String(listening['panel']));
  const headers = { Authorization: `Bearer ${searchParams.get('token') ?? ''}`, 'Content-Type': 'application/json' };
  const get = (path: string): Promise<HttpAnswer> => httpCall(origin, path, { headers });
  const post = (path: string, body: unknown): Promise<HttpAnswer> =>
    httpCall(origin, path, { method: 'POST', headers, body: JSON.stringify(body) });
  const time = async (): Promise<Record<string, unknown>> => ({ ...fieldsOf((await get('/api/time')).json()) });
  const lines = async (index: number): Promise<string> => (await get(`/api/devices/${index}/screen.txt`)).text;
  const menu = (index: number): Promise<HttpAnswer> =>
    get(`/api/devices/${index}/wait?page=menu&state=sensor:ready&within=30s`);
  return { get, post, time, lines, menu };
}

test('[panel] pauses real time, holds a strike, and advances by steps and by seconds', async (t) => {
  const { get, post, time, lines, menu } = await realRun(t);
  await menu(0);
  for (const key of ['ok', 'ok']) await post('/api/devices/0/key', { key });
  t.like(await time(), { clock: 'real', paused: false, speed: 1 });
  t.is((await post('/api/time', { paused: true })).status, 200);
  const { time_ms: paused_ms } = await time();
  t.is((await post('/api/devices/0/strike', { club_speed_mps: 1.5 })).status, 202);
  t.like(await time(), { time_ms: paused_ms, paused: true });
  t.regex(await lines(0), /Host: 0 putts/);
  // Pending network messages come first, and one instant can have many due events.
  for (let step = 0; step < 20; step++) t.is((await post('/api/time', { step: 'event' })).status, 200);
  const { time_ms: stepped_ms } = await time();
  t.true(Number(stepped_ms) > Number(paused_ms));
  t.like((await post('/api/time', { advance_ms: 20_000 })).json(), { time_ms: Number(stepped_ms) + 20_000 });
  t.regex(await lines(0), /Host: 1 putt\n/);
  // At speed 100, 10 s of device time take 0.1 s of machine time.
  await post('/api/time', { paused: false, speed: 100 });
  const machine_ms = performance.now();
  const device_ms = Number((await time())['time_ms']);
  let now_ms = device_ms;
  while (now_ms < device_ms + 10_000) now_ms = Number((await time())['time_ms']);
  t.true(performance.now() - machine_ms >= 100);
  t.is((await get('/api/devices/0/wait?state=device:running&within=30s')).status, 200);
});

test('[panel] a pause keeps the session, and a guest that joined during the pause appears on resume', async (t) => {
  const { get, post, lines, menu } = await realRun(t);
  await Promise.all([menu(0), menu(1)]);
  const choose = async (index: number, ...rows: readonly string[]): Promise<void> => {
    for (const row of rows) {
      while (!(await lines(index)).includes(`> ${row}`)) await post(`/api/devices/${index}/key`, { key: 'down' });
      await post(`/api/devices/${index}/key`, { key: 'ok' });
    }
  };
  await choose(0, 'Play together', 'Host a session');
  await get('/api/devices/0/wait?text=Code:&within=30s');
  const [, code = ''] = /Code: (\w{6})/.exec(await lines(0)) ?? [];
  await choose(1, 'Play together', 'Join with a code');
  await post('/api/devices/1/text', { text: code });
  await post('/api/time', { paused: true });
  await post('/api/time', { paused: false });
  t.is((await get('/api/devices/0/wait?text=Guest+1&within=30s')).status, 200);
  t.is((await get(`/api/devices/1/wait?text=${code}&within=30s`)).status, 200);
});
