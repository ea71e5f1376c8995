// A relay that drains before it stops: the times at which held requests are answered.

import fc from 'fast-check';
import test, { type ExecutionContext } from 'ava';
import { NO_OBSERVER } from '../../../../cloud-stub/relay/observer.ts';
import { createStateViews } from '../../../../cloud-stub/relay/session/state-views.ts';
import { createWaiting } from '../../../../cloud-stub/relay/holds/waiting.ts';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { heartbeat, HOST, snapshotAt } from '../../../support/relay/held-request.ts';

const HOLD_MS = 20_000;

/** Heartbeats of one session that record the time and status of their answers. */
function waitingRoom(t: ExecutionContext) {
  const clock = createVirtualClock();
  const views = createStateViews();
  let aims = 0;
  const answered = new Map<string, { readonly at_ms: number; readonly status: unknown }>();
  const waiting = createWaiting<string>({
    clock,
    engine: { look: async () => snapshotAt(aims) },
    views,
    observer: NO_OBSERVER,
    ends: {
      answer: (device, { fields }) => void answered.set(device, { at_ms: clock.now_ms(), status: fields['status'] }),
      again: () => t.fail('again'),
      failed: () => t.fail('failed'),
    },
  });
  const hold = (device: string, wait_ms = HOLD_MS): void => {
    const snapshot = snapshotAt(aims);
    const hold = { ...heartbeat(views, snapshot, device), until_ms: clock.now_ms() + wait_ms };
    waiting.hold(device, { hold, snapshot, watch: { reported: () => aims, checked() {}, end() {} } });
  };
  return {
    clock,
    waiting,
    hold,
    answered,
    aim(): void {
      aims++;
      waiting.wake(HOST, clock.now_ms());
    },
    at_ms: (device: string): number | undefined => answered.get(device)?.at_ms,
  };
}

test('[C123] spreads the answers to held requests evenly over 4/5 of the drain', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 100, max: 20_000 }), async (count, over_ms) => {
      const room = waitingRoom(t);
      for (let i = 0; i < count; i++) room.hold(`${i}`);
      const drained = room.waiting.drain(over_ms);
      await room.clock.advance(over_ms);
      await drained;
      t.is(room.answered.size, count);
      const moments_ms = [...room.answered.values()].map(({ at_ms }) => at_ms);
      const share_ms = (4 / 5) * over_ms;
      const distances_ms = [...moments_ms, share_ms].map((at_ms, index) => at_ms - (moments_ms[index - 1] ?? 0));
      for (const distance_ms of distances_ms)
        t.true(Math.abs(distance_ms * (count + 1) - share_ms) < 1, `${distance_ms} ms of ${over_ms} for ${count}`);
      for (const { status } of room.answered.values()) t.is(status, 'ok');
    }),
    { numRuns: 40 },
  );
});

test('[C123] answers the longest hold first, and none after its own deadline', async (t) => {
  const room = waitingRoom(t);
  room.hold('late');
  room.hold('soon', 1000);
  room.hold('at once', 100);
  void room.waiting.drain(10_000);
  await room.clock.advance(10_000);
  t.deepEqual([...room.answered.keys()], ['at once', 'soon', 'late']);
  t.deepEqual([room.at_ms('at once'), room.at_ms('soon'), room.at_ms('late')], [100, 1000, 6000]);
});

test('[C123] holds a request during a drain for a tenth of it, at most 1 s', async (t) => {
  for (const [over_ms, held_ms] of [
    [5000, 500],
    [20_000, 1000],
  ] as const) {
    // oxfmt-ignore
    const room = waitingRoom(t);
    void room.waiting.drain(over_ms);
    await room.clock.advance(300);
    room.hold('Ann');
    room.hold('Bob', 200);
    await room.clock.advance(199);
    t.is(room.answered.size, 0, 'not at once, as the client would return at once');
    await room.clock.advance(over_ms - 499);
    t.deepEqual([room.at_ms('Bob'), room.at_ms('Ann')], [500, 300 + held_ms]);
  }
});

test('[C123] answers a client that immediately polls again a second time within the drain', async (t) => {
  for (const over_ms of [500, 5000, 20_000]) {
    const room = waitingRoom(t);
    for (let i = 0; i < 1000; i++) room.hold(`${i}`);
    void room.waiting.drain(over_ms);
    const again = new Set<string>();
    for (let step = 1; step <= 95; step++) {
      await room.clock.advance(over_ms / 100);
      for (const device of room.answered.keys())
        if (!device.includes('again') && !again.has(device)) {
          again.add(device);
          room.hold(`${device} again`);
        }
    }
    t.is(room.answered.size, 2000);
  }
});

test('[C123] [R48] sends changes immediately during a drain', async (t) => {
  const room = waitingRoom(t);
  room.hold('Ann');
  room.hold('Bob');
  void room.waiting.drain(9000);
  await room.clock.advance(100);
  room.hold('Cy');
  room.aim();
  await room.clock.advance(0);
  t.deepEqual(
    [...room.answered].map(([device, { at_ms }]) => [device, at_ms]),
    [['Ann', 100], ['Bob', 100], ['Cy', 100]], // oxfmt-ignore
  );
  await room.clock.advance(9000);
  t.is(room.clock.pending(), 0, 'no pending timers');
});

test('[C123] an aborted drain answers all remaining holds', async (t) => {
  const room = waitingRoom(t);
  for (const device of ['Ann', 'Bob', 'Cy']) room.hold(device);
  void room.waiting.drain(8000);
  await room.clock.advance(2000);
  t.deepEqual([...room.answered.keys()], ['Ann']);
  await room.waiting.close();
  t.deepEqual([...room.answered.keys()], ['Ann', 'Bob', 'Cy']);
});
