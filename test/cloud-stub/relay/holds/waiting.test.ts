// Held requests: session snapshots requested before the hold, an unreachable engine, and an engine that lost data which
// a client has seen.

import test from 'ava';
import { EngineAway, type RelayEngine, type SessionSnapshot } from '../../../../cloud-stub/relay/engine.ts';
import type { Hold } from '../../../../cloud-stub/relay/holds/hold.ts';
import { NO_OBSERVER } from '../../../../cloud-stub/relay/observer.ts';
import { createStateViews } from '../../../../cloud-stub/relay/session/state-views.ts';
import { createWaiting, type Waiting } from '../../../../cloud-stub/relay/holds/waiting.ts';
import type { Clock } from '../../../../hal/clock/clock.ts';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { heartbeat, HOST, pollOf, snapshotAt } from '../../../support/relay/held-request.ts';

const views = createStateViews();

/** Receives the result of a request. */
type Respond = (what: unknown) => void;

const waitingOn = (engine: Pick<RelayEngine, 'look'>, clock: Clock): Waiting<Respond> =>
  createWaiting<Respond>({
    clock,
    engine,
    views,
    observer: NO_OBSERVER,
    ends: {
      answer: (respond, { fields, state }) => respond({ ...fields, state }),
      again: (respond) => respond('again'),
      failed: (respond) => respond('failed'),
    },
  });

/** Holds a request and returns a getter for its answer; null while it is held. */
function holding(waiting: Waiting<Respond>, hold: Hold, snapshot: SessionSnapshot): () => unknown {
  let answered: unknown = null;
  const watch = { reported: () => 0, checked() {}, end() {} };
  waiting.hold((what) => void (answered = what), { hold, snapshot, watch });
  return () => answered;
}

test('[R89] [R48] [C122] a snapshot older than a request does not answer it', async (t) => {
  const clock = createVirtualClock();
  const pending: ((snapshot: SessionSnapshot) => void)[] = [];
  const engine: Pick<RelayEngine, 'look'> = { look: () => new Promise((resolve) => pending.push(resolve)) };
  const waiting = waitingOn(engine, clock);
  const ann = holding(waiting, heartbeat(views, snapshotAt(30), 'Ann'), snapshotAt(30));
  waiting.wake(HOST, 0);
  const bob = holding(waiting, heartbeat(views, snapshotAt(31), 'Bob'), snapshotAt(31));
  pending.shift()?.(snapshotAt(30));
  await clock.advance(0);
  t.deepEqual([ann(), bob()], [null, null]);
  waiting.wake(HOST, 0);
  pending.shift()?.(snapshotAt(32));
  await clock.advance(0);
  for (const answer of [ann(), bob()]) t.like(answer, { status: 'ok', state: { version: 32 } });
});

test('[R47] [C122] polls a session again 1 s after the engine was unreachable', async (t) => {
  const clock = createVirtualClock();
  const polled_at_ms: number[] = [];
  const engine: Pick<RelayEngine, 'look'> = {
    look() {
      polled_at_ms.push(clock.now_ms());
      return polled_at_ms.length < 3 ? Promise.reject(new EngineAway('away')) : Promise.resolve(snapshotAt(2));
    },
  };
  const waiting = waitingOn(engine, clock);
  const answer = holding(waiting, heartbeat(views, snapshotAt(1)), snapshotAt(1));
  waiting.wake(HOST, 0);
  await clock.advance(5000);
  t.deepEqual(polled_at_ms, [0, 1000, 2000]);
  t.like(answer(), { status: 'ok' });
});

test('[R47] [C122] answers with the current state if the engine lost a newer version', async (t) => {
  const clock = createVirtualClock();
  const engine: Pick<RelayEngine, 'look'> = { look: () => Promise.resolve(snapshotAt(2)) };
  const waiting = waitingOn(engine, clock);
  const answer = holding(waiting, heartbeat(views, snapshotAt(3)), snapshotAt(3));
  waiting.wake(HOST, 0);
  await clock.advance(0);
  t.is(answer(), null, 'the read may have started before the request');
  waiting.wake(HOST, 0, true);
  await clock.advance(0);
  t.like(answer(), { status: 'ok' });
});

test('[C14] [C122] immediately answers a host that has read inputs lost by the engine', async (t) => {
  const clock = createVirtualClock();
  const snapshot = { ...snapshotAt(2), session: { ...snapshotAt(2).session, next_seq: 7 } };
  const engine: Pick<RelayEngine, 'look'> = { look: () => Promise.resolve(snapshot) };
  for (const [since, is_answered] of [
    [6, false],
    [7, true],
  ] as const) {
    const waiting = waitingOn(engine, clock);
    const answer = holding(waiting, pollOf(views, snapshot, since), snapshot);
    waiting.wake(HOST, 0);
    await clock.advance(0);
    t.is(answer(), null);
    waiting.wake(HOST, 0, true);
    await clock.advance(0);
    if (is_answered) t.like(answer(), { status: 'ok', next_seq: 7 });
    else t.is(answer(), null);
  }
});

test('[C122] answers holds on a session that the engine lost with invalid', async (t) => {
  const clock = createVirtualClock();
  const engine: Pick<RelayEngine, 'look'> = { look: () => Promise.resolve(null) };
  const waiting = waitingOn(engine, clock);
  const answers = [heartbeat(views, snapshotAt(3)), pollOf(views, snapshotAt(3), 0)].map((hold) =>
    holding(waiting, hold, snapshotAt(3)),
  );
  waiting.wake(HOST, 0, true);
  await clock.advance(0);
  const [join, poll] = answers.map((answer) => answer());
  t.like(join, { status: 'invalid', code: 'ABC123' });
  t.like(poll, { status: 'invalid', next_seq: 1 });
  t.is(waiting.count(), 0);
});
