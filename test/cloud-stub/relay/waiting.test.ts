// A held request, and a look at its session that began before it came.

import test from 'ava';
import { EngineAway, type RelayEngine, type Seen } from '../../../cloud-stub/relay/engine.ts';
import { NO_OBSERVER } from '../../../cloud-stub/relay/observer.ts';
import { newSession } from '../../../cloud-stub/relay/session.ts';
import { createStateViews } from '../../../cloud-stub/relay/state-views.ts';
import { createWaiting, type Waiting } from '../../../cloud-stub/relay/waiting.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';

const HOST = 'TP-00000000000A';

const views = createStateViews();

/** Bob's heartbeat, or his host's poll. */
function holdOf(route: 'join' | 'poll', seen: Seen, since = 0) {
  const held = { host: HOST, code: 'ABC123', number: 0, st: views.of(seen).st, until_ms: 20_000 };
  return route === 'join'
    ? ({ route, device: 'Bob', label: 'Bob', arrived: 'ok', joined: false, ...held } as const)
    : ({ route, device: HOST, since, ...held } as const);
}

/** What a request that is held was answered; null while it is held. */
function holding(waiting: Waiting, hold: ReturnType<typeof holdOf>, seen: Seen): () => unknown {
  let fields: unknown = null;
  const ends = { answer: (answer: { fields: unknown }) => void (fields = answer.fields), again() {}, failed() {} };
  waiting.hold({ hold, seen, watch: { heard: () => 0, looked() {}, end() {} } }, ends);
  return () => fields;
}

/** The session as it is with this many events, and this version. */
function seenAt(version: number): Seen {
  const ev = { seq: version, kind: 'aim', name: 'Bob', steps: 1 } as const;
  const session = { ...newSession(HOST, 'Stout Parrot', 'ABC123'), active: true, polled_ms: 0, ev };
  return { session, version, now_ms: 1000, inputs: [], holds: {} };
}

test('[R89] [R48] [C122] a look that began before a request came does not answer it with what was before', async (t) => {
  const clock = createVirtualClock();
  const looks: ((seen: Seen) => void)[] = [];
  const engine: Pick<RelayEngine, 'look'> = { look: () => new Promise((resolve) => looks.push(resolve)) };
  const views = createStateViews();
  const waiting = createWaiting({ clock, engine, views, observer: NO_OBSERVER });
  const answers: number[] = [];
  const hold = (device: string, version: number): void => {
    const seen = seenAt(version);
    const hold = {
      route: 'join',
      device,
      host: HOST,
      code: 'ABC123',
      number: 0,
      label: device,
      st: views.of(seen).st,
      until_ms: 20_000,
      arrived: 'ok',
      joined: false,
    } as const;
    const answer = ({ state }: { readonly state: unknown }): void =>
      void answers.push(typeof state === 'object' && state && 'version' in state ? Number(state.version) : -1);
    const ends = { answer, again: () => t.fail('again'), failed: () => t.fail('failed') };
    waiting.hold({ hold, seen, watch: { heard: () => version, looked() {}, end() {} } }, ends);
  };
  hold('Ann', 30);
  waiting.wake(HOST, 0);
  hold('Bob', 31);
  looks.shift()?.(seenAt(30));
  await clock.advance(0);
  t.deepEqual(answers, []);
  waiting.wake(HOST, 0);
  looks.shift()?.(seenAt(32));
  await clock.advance(0);
  t.deepEqual(answers, [32, 32]);
});

test('[R47] [C122] where the engine is away a session that is waited for is looked at again a second later', async (t) => {
  const clock = createVirtualClock();
  const looked_ms: number[] = [];
  const engine: Pick<RelayEngine, 'look'> = {
    look() {
      looked_ms.push(clock.now_ms());
      return looked_ms.length < 3 ? Promise.reject(new EngineAway('away')) : Promise.resolve(seenAt(2));
    },
  };
  const views = createStateViews();
  const waiting = createWaiting({ clock, engine, views, observer: NO_OBSERVER });
  let answers = 0;
  const seen = seenAt(1);
  const hold = {
    route: 'join',
    device: 'Ann',
    host: HOST,
    code: 'ABC123',
    number: 0,
    label: 'Ann',
    st: views.of(seen).st,
    until_ms: 20_000,
    arrived: 'ok',
    joined: false,
  } as const;
  const ends = { answer: () => void answers++, again: () => t.fail('again'), failed: () => t.fail('failed') };
  waiting.hold({ hold, seen, watch: { heard: () => 1, looked() {}, end() {} } }, ends);
  waiting.wake(HOST, 0);
  await clock.advance(5000);
  t.deepEqual(looked_ms, [0, 1000, 2000]);
  t.is(answers, 1);
});

test('[R47] [C122] who has seen what an engine lost is told of what is there now, though its version is older', async (t) => {
  const clock = createVirtualClock();
  const engine: Pick<RelayEngine, 'look'> = { look: () => Promise.resolve(seenAt(2)) };
  const waiting = createWaiting({ clock, engine, views, observer: NO_OBSERVER });
  const answer = holding(waiting, holdOf('join', seenAt(3)), seenAt(3));
  waiting.wake(HOST, 0);
  await clock.advance(0);
  t.is(answer(), null, 'a look that may have begun before it came');
  waiting.wake(HOST, 0, true);
  await clock.advance(0);
  t.like(answer(), { status: 'ok' });
});

test('[C14] [C122] a host that has read inputs which an engine lost is told at once, and held where it has not', async (t) => {
  const clock = createVirtualClock();
  const seen = { ...seenAt(2), session: { ...seenAt(2).session, next_seq: 7 } };
  const engine: Pick<RelayEngine, 'look'> = { look: () => Promise.resolve(seen) };
  for (const [since, told] of [
    [6, false],
    [7, true],
  ] as const) {
    // oxfmt-ignore
    const waiting = createWaiting({ clock, engine, views, observer: NO_OBSERVER });
    const answer = holding(waiting, holdOf('poll', seen, since), seen);
    waiting.wake(HOST, 0);
    await clock.advance(0);
    t.is(answer(), null);
    waiting.wake(HOST, 0, true);
    await clock.advance(0);
    if (told) t.like(answer(), { status: 'ok', next_seq: 7 });
    else t.is(answer(), null);
  }
});

test('[C122] who waits for a session that an engine has lost is told that there is none', async (t) => {
  const clock = createVirtualClock();
  const engine: Pick<RelayEngine, 'look'> = { look: () => Promise.resolve(null) };
  const waiting = createWaiting({ clock, engine, views, observer: NO_OBSERVER });
  const answers = (['join', 'poll'] as const).map((route) => holding(waiting, holdOf(route, seenAt(3)), seenAt(3)));
  waiting.wake(HOST, 0, true);
  await clock.advance(0);
  const [join, poll] = answers.map((answer) => answer());
  t.like(join, { status: 'invalid', code: 'ABC123' });
  t.like(poll, { status: 'invalid', next_seq: 1 });
  t.is(waiting.count(), 0);
});
