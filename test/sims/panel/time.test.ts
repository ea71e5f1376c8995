// GET and POST /api/time: real time, virtual time, and refused changes.

import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createPacedTime } from '../../../sims/panel/paced-time.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';

const PATH = '/api/time';
const BODY = 'time takes paused, speed, and either step or advance_ms.';
const SPEED = 'speed must be a number from 0.1 to 100, or max.';
const ADVANCE = 'advance_ms must be a number above 0 and up to 3600000.';

/** Opens a panel whose machine time is stopped, so that only calls advance time. */
const pausedPanel = (t: ExecutionContext) =>
  panelFixture(t, { timeOf: ({ clock }) => createPacedTime(clock, createVirtualClock(), true) });

test('[panel] shows real time, and refuses to change it', async (t) => {
  const { call, post, fixture } = await panelFixture(t);
  const now = { clock: 'real', time_ms: fixture.clock.now_ms(), paused: false, speed: 1 };
  t.deepEqual((await call(PATH)).json(), now);
  const refused = await post(PATH, { paused: true });
  const message = 'The time of these devices is fixed: start tapin run with a virtual sensor to change it.';
  t.deepEqual([refused.status, refused.json()], [409, { error: 'real_time', message }]);
});

test('[panel] advances virtual time by a call, and answers when it has passed', async (t) => {
  const { call, post, fixture } = await pausedPanel(t);
  const start_ms = fixture.clock.now_ms();
  const answer = await post(PATH, { advance_ms: 2500 });
  const now = { clock: 'virtual', time_ms: start_ms + 2500, paused: true, speed: 1 };
  t.deepEqual([answer.status, answer.json()], [200, now]);
  t.deepEqual((await call(PATH)).json(), now);
  const fired: string[] = [];
  fixture.clock.setTimeout(() => fired.push('due'), 0.25);
  t.like((await post(PATH, { step: 'event' })).json(), { time_ms: start_ms + 2500.25 });
  t.deepEqual(fired, ['due']);
});

test('[panel] keeps a pause and a speed until they change, and notifies the page', async (t) => {
  const { call, post, panel } = await pausedPanel(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('time', () => viewer.last('time')?.['paused'] === true);
  for (const speed of [0.1, 100, 'max']) t.like((await post(PATH, { speed })).json(), { paused: true, speed });
  t.like((await post(PATH, { paused: false })).json(), { paused: false, speed: 'max' });
  t.like((await call(PATH)).json(), { paused: false, speed: 'max' });
  await viewer.until('time', () => viewer.last('time')?.['speed'] === 'max');
  await viewer.until('time', () => viewer.last('time')?.['paused'] === false);
  t.like((await post(PATH, { paused: true, speed: 2, advance_ms: 1 })).json(), { paused: true, speed: 2 });
});

for (const [body, message] of [
  [{}, BODY],
  [{ pause: true }, BODY],
  [{ step: 'event', advance_ms: 5 }, BODY],
  [{ paused: 1 }, 'paused must be true or false.'],
  [{ speed: 0.09 }, SPEED],
  [{ speed: 100.1 }, SPEED],
  [{ speed: 'fast' }, SPEED],
  [{ step: 'line' }, 'step must be event.'],
  [{ advance_ms: 0 }, ADVANCE],
  [{ advance_ms: 3_600_001 }, ADVANCE],
  [{ advance_ms: '5 s' }, ADVANCE],
] as const)
  test(`[panel] rejects a change of time that is ${JSON.stringify(body)}, and changes nothing`, async (t) => {
    const { call, post } = await pausedPanel(t);
    const before = (await call(PATH)).json();
    const answer = await post(PATH, body);
    t.deepEqual([answer.status, answer.json()], [400, { error: 'bad_value', message }]);
    t.deepEqual((await call(PATH)).json(), before);
  });

test('[panel] advances an hour in one step', async (t) => {
  const { call, post, fixture } = await pausedPanel(t);
  const start_ms = fixture.clock.now_ms();
  t.is((await post(PATH, { advance_ms: 3_600_000 })).status, 200);
  t.like((await call(PATH)).json(), { time_ms: start_ms + 3_600_000 });
});

test('[panel] queues sixteen calls that advance time, and rejects one more', async (t) => {
  const { post, fixture } = await pausedPanel(t);
  const start_ms = fixture.clock.now_ms();
  const letGo = fixture.clock.hold();
  const answers = Array.from({ length: 17 }, () => post(PATH, { advance_ms: 10 }));
  // None of the sixteen is answered before time is released.
  const refused = await Promise.race(answers);
  const message = '16 calls are already advancing time: wait for their answers.';
  t.deepEqual([refused.status, refused.json()], [429, { error: 'too_many', message }]);
  letGo();
  t.is((await Promise.all(answers)).filter(({ status }) => status === 200).length, 16);
  t.is((await post(PATH, { advance_ms: 10 })).status, 200, 'a call is accepted again');
  t.is(fixture.clock.now_ms(), start_ms + 170);
});
