// Breakpoints over HTTP on virtual devices, in virtual and in real time.

import test, { type ExecutionContext } from 'ava';
import { fieldsOf, listOf } from '../../support/read-json.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { createPacedTime } from '../../../sims/panel/paced-time.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { httpCall } from '../../support/process/http-call.ts';

const POINTS = '/api/breakpoints';

/** Starts `tapin run` and returns its calls. */
async function run(t: ExecutionContext, ...args: readonly string[]) {
  const { listening } = await startTapin(t, ['run', '--port', '0', '--seed', '5', ...args]);
  const { origin, searchParams } = new URL(String(listening['panel']));
  const headers = { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' };
  const get = async (path: string) => fieldsOf((await httpCall(origin, path, { headers })).json());
  const post = async (path: string, body: object) =>
    fieldsOf((await httpCall(origin, path, { method: 'POST', headers, body: JSON.stringify(body) })).json());
  const text = async (path: string): Promise<string> => (await httpCall(origin, path, { headers })).body.toString();
  const tap = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await post('/api/devices/0/key', { key, action: 'tap' });
      await post('/api/time', { advance_ms: 20 });
    }
  };
  return { get, post, text, tap };
}

/** Opens Lag putting and strikes the ball; the swing, the roll and the verdict are still ahead. */
async function struck(t: ExecutionContext) {
  const calls = await run(t, '--virtual-time', '--paused');
  await calls.post('/api/time', { advance_ms: 3000 });
  await calls.tap('down', 'ok', 'ok');
  await calls.post('/api/devices/0/strike', { club_speed_mps: 1.5, face_angle_deg: 0 });
  return calls;
}

for (const [body, event, holds] of [
  [{ frame: 'SWING' }, /^frame SWING$/, null],
  [{ state: 'set:rolling' }, /^machine set: awaiting → rolling on sensor\.strike$/, /"set":"rolling"/],
  [{ state: 'set:resting' }, /^machine set: rolling → resting on after settle$/, /"set":"resting"/],
  [{ record: 'set-lag' }, /^record set-lag$/, null],
  [{ text: 'Verdict: ' }, /^screen "Verdict: Short, leaves \d+\.\d ft"$/, null],
  [{ sound: 'miss' }, /^sound miss$/, null],
  [{ text: 'Verdict: ', when: 'club_speed:> 3 mph' }, /^screen "Verdict: Short, leaves \d+\.\d ft"$/, null],
] as const)
  test(`[panel] ${JSON.stringify(body)} pauses time at that event, and counts it`, async (t) => {
    const { get, post, text } = await struck(t);
    const { id } = await post(POINTS, body);
    const stopped = await post('/api/time', { advance_ms: 30_000 });
    t.regex(String(stopped['event']), event);
    t.true(Number(stopped['time_ms']) < 10_000, 'the ball rests after some seconds');
    const { breakpoints, stopped: stop } = await get(POINTS);
    t.like(listOf(breakpoints)[0], { id, hits: 1 });
    const { at_ms, ...at } = fieldsOf(stop);
    t.like(at, { id, event: stopped['event'] });
    t.true(Math.abs(Number(at_ms) - Number(stopped['time_ms'])) < 0.001, 'recordings have microseconds');
    t.is((await get('/api/time'))['time_ms'], stopped['time_ms'], 'time stands');
    if (holds) t.regex(await text('/api/devices/0/state'), holds);
    if ('text' in body) t.regex(await text('/api/devices/0/screen.txt'), /^Verdict: /m);
    // Each of the two frames of a swing counts; everything else happens once.
    const further = await post('/api/time', { advance_ms: 30_000 });
    t.is(further['event'], 'frame' in body ? 'frame SWING' : undefined);
    t.is((await get(POINTS))['stopped'] === null, !('frame' in body));
  });

test('[panel] a breakpoint that is off, removed, or whose figure differs does not pause time', async (t) => {
  const { get, post } = await struck(t);
  const off = await post(POINTS, { sound: 'miss' });
  t.like(await post(`${POINTS}/change`, { id: off['id'], on: false }), { on: false, hits: 0 });
  const removed = await post(POINTS, { sound: 'miss' });
  t.deepEqual(await post(`${POINTS}/remove`, { id: removed['id'] }), { removed: true });
  await post(POINTS, { sound: 'miss', when: 'club_speed:> 30 mph' });
  t.is((await post('/api/time', { advance_ms: 30_000 }))['event'], undefined);
  t.deepEqual(
    listOf((await get(POINTS))['breakpoints']).map((point) => fieldsOf(point)['hits']),
    [0, 0],
  );
});

test('[panel] pauses at a request, at its answer, and at a line of the log', async (t) => {
  const { post, get } = await run(t, '--virtual-time', '--paused');
  const { id } = await post(POINTS, { log: 'THE SENSOR' });
  t.is((await post('/api/time', { advance_ms: 5000 }))['event'], 'log sensor: The sensor is ready.');
  await post(`${POINTS}/remove`, { id });
  await post(POINTS, { request: 'POST /e/check' });
  const sent = await post('/api/time', { advance_ms: 60_000 });
  t.is(sent['event'], 'request POST /e/check');
  await post(POINTS, { answer: '200 POST /e/check' });
  const answered = await post('/api/time', { advance_ms: 60_000 });
  t.is(answered['event'], 'HTTP 200 POST /e/check');
  t.true(Number(answered['time_ms']) > Number(sent['time_ms']), 'the virtual network takes time');
  t.is(listOf((await get(POINTS))['breakpoints']).length, 2);
});

test('[panel] a step names the event that it reached', async (t) => {
  const { post } = await struck(t);
  const events: string[] = [];
  for (let steps = 0; steps < 200 && !events.includes('frame SWING'); steps++)
    events.push(String((await post('/api/time', { step: 'event' }))['event']));
  t.true(events.includes('frame SWING'));
});

test('[panel] pauses devices that run in real time', async (t) => {
  const { get, post } = await run(t, '--data', await temporaryFolder(t));
  await post(POINTS, { state: 'navigation:setup' });
  await get('/api/devices/0/wait?page=menu');
  await post('/api/devices/0/key', { key: 'down', action: 'tap' });
  await post('/api/devices/0/key', { key: 'ok', action: 'tap' });
  await get('/api/devices/0/wait?page=setup');
  t.is((await get('/api/time'))['paused'], true);
  const { stopped } = await get(POINTS);
  t.regex(String(fieldsOf(stopped)['event']), /^machine navigation: menu → setup on open\.setup$/);
  await post('/api/time', { paused: false });
  t.is((await get(POINTS))['stopped'], null);
});

const ONE =
  'A breakpoint takes one of state, page, frame, record, request, answer, log, text, sound, and optionally when and device.';
const WHEN = 'when must be a label and a figure, such as club_speed:>= 5 mph or target:16 ft.';
const WRONG = [
  [{}, ONE],
  [{ page: 'menu', sound: 'miss' }, ONE],
  [{ pages: 'menu' }, `Unknown field: a${ONE.slice(1)}`],
  [{ page: '' }, 'page must be a text of 1 to 200 characters.'],
  [{ page: 'x'.repeat(201) }, 'page must be a text of 1 to 200 characters.'],
  [{ page: 'menu', when: '5 mph' }, WHEN],
  [{ page: 'menu', when: 'club_speed:fast' }, WHEN],
  [{ page: 'menu', device: 1 }, 'Device 1 not found: use 0 to 0.'],
  [{ page: 'menu', device: -1 }, 'device must be the index of a device, from 0.'],
] as const;

const paused = (t: ExecutionContext) =>
  panelFixture(t, { timeOf: ({ clock }) => createPacedTime(clock, createVirtualClock(), true) });

test('[panel] rejects breakpoints with wrong or missing fields, and adds none', async (t) => {
  const { call, post } = await paused(t);
  for (const [body, message] of WRONG) {
    const answer = await post(POINTS, body);
    t.deepEqual([answer.status, fieldsOf(answer.json())['message']], [400, message]);
  }
  t.deepEqual((await call(POINTS)).json(), { breakpoints: [], stopped: null });
});

test('[panel] takes at most 64 breakpoints, and knows which exist', async (t) => {
  const { post } = await paused(t);
  for (let count = 0; count < 64; count++) t.is((await post(POINTS, { page: `p${count}` })).status, 200);
  t.is((await post(POINTS, { page: 'more' })).status, 429);
  t.is((await post(`${POINTS}/remove`, { id: 65 })).status, 404);
  t.is((await post(`${POINTS}/remove`, { id: 64 })).status, 200);
  t.is((await post(POINTS, { page: 'more' })).status, 200);
  t.is((await post(`${POINTS}/change`, { id: 64, on: false })).status, 404);
});

test('[panel] refuses breakpoints where time can not pause', async (t) => {
  const { call, post } = await panelFixture(t);
  t.is((await call(POINTS)).status, 409);
  t.is((await post(POINTS, { page: 'menu' })).status, 409);
});
