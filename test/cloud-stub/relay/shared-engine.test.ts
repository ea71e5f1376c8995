// An engine shared by relays, where one relay is not enough to test: conflicts, lost hints, an unreachable store, and
// one that lost its newest writes.

import test from 'ava';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { createSharedEngine } from '../../../cloud-stub/relay/fleet/engine-shared.ts';
import { createVirtualStore, type Delivery } from '../../../cloud-stub/relay/fleet/store-virtual.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { assertDefined } from '../../../wire/errors.ts';

const HOST = 'TP-00000000000A';
const START = { kind: 'host', request: { action: 'start', keep_guests: true } } as const;
const named = (name: string) => ({ host: HOST, operation: { ...START, request: { ...START.request, name } } });

/** Starts two relays on one store, and a session of a host. */
async function pair(delivery?: Delivery) {
  const clock = createVirtualClock();
  const store = createVirtualStore(() => clock.unix_s() * 1000 + (Math.floor(clock.now_ms()) % 1000));
  const engineOf = (seed: number) =>
    createSharedEngine({ clock, random: createSeededRandom(seed, 'relay'), store: store.connect(clock, delivery) });
  const [one, other] = [engineOf(1), engineOf(2)];
  /** Advances time and returns the result or error of the call. */
  const soon = async <T>(call: Promise<T>, within_ms = 5000): Promise<T> => {
    const settled = call.catch(() => {});
    await clock.advance(within_ms);
    await settled;
    return call;
  };
  await soon(one.prepare({ device: HOST, session: true }));
  return { clock, store, one, other, soon };
}

test('[C122] reapplies an operation to the current state after a conflicting write', async (t) => {
  const { one, other, soon } = await pair(() => [10]);
  const both = Promise.all([one.apply(named('A')), other.apply(named('B')), one.apply(named('C'))]);
  const applied = await soon(both);
  t.is(applied.length, 3);
  const figures = [one, other].map((engine) => assertDefined(engine.stats().shared, 'figures'));
  const sum = (of: (figure: (typeof figures)[number]) => number): number =>
    figures.reduce((total, one) => total + of(one), 0);
  t.true(sum(({ conflicts }) => conflicts) > 0);
  const snapshot = assertDefined(await soon(one.look(HOST, null)), 'a session');
  t.is(
    snapshot.version,
    sum(({ writes, conflicts }) => writes - conflicts),
    'each write without a conflict is a version',
  );
  const [, second, third] = applied.map(({ snapshot: after }) => after.session.name);
  t.true([second, third].includes(snapshot.session.name), 'writes of a relay keep their order');
});

test('[R48] [C122] polls a watched session within ten seconds, even if hints are lost', async (t) => {
  const { clock, one, other, soon } = await pair((what) => (what === 'hint' ? [] : [1]));
  const notified_ms: number[] = [];
  one.onChange(() => notified_ms.push(clock.now_ms()));
  await soon(one.prepare({ device: HOST, watch: true }), 10);
  const start_ms = clock.now_ms();
  await soon(other.apply(named('B')), 100);
  t.deepEqual(notified_ms, []);
  await clock.advance(9900);
  t.is(notified_ms.length, 1);
  t.true((notified_ms[0] ?? 0) - start_ms <= 10_000);
});

test('[R48] [C122] a hint reports a change once, and none that the watcher has already seen', async (t) => {
  const { one, other, soon } = await pair((what) => (what === 'hint' ? [1, 50, 90] : [1]));
  let notifications = 0;
  one.onChange(() => {
    notifications++;
    void one.look(HOST, null).then((snapshot) => watch?.checked(snapshot?.version ?? 0));
  });
  const { watch } = await soon(one.prepare({ device: HOST, watch: true }), 10);
  await soon(other.apply(named('B')), 200);
  t.is(notifications, 1);
});

test('[R48] [C122] still reports a change by its hint after another request has read it', async (t) => {
  const { one, other, soon } = await pair((what) => (what === 'hint' ? [50] : [1]));
  let notifications = 0;
  one.onChange(() => notifications++);
  await soon(one.prepare({ device: HOST, watch: true }), 10);
  await soon(other.apply(named('B')), 10);
  t.is(assertDefined(await soon(one.look(HOST, null), 10), 'a session').session.name, 'B');
  t.is(notifications, 0);
  await soon(Promise.resolve(), 100);
  t.is(notifications, 1);
});

test('[C122] fails operations that the store does not complete in time, and reports no success', async (t) => {
  const { store, one, soon } = await pair();
  store.setAway(true);
  await t.throwsAsync(soon(one.apply(named('A'))), { instanceOf: EngineAway });
  await t.throwsAsync(soon(one.look(HOST, null)), { instanceOf: EngineAway });
  store.setAway(false);
  t.is((await soon(one.apply(named('B')))).snapshot.session.name, 'B');
  t.is(assertDefined(one.stats().shared, 'figures').away, 2);
});

test('[R28] [C122] rereads a session after a failover lost a write, even at the same version', async (t) => {
  const { clock, store, one, other, soon } = await pair();
  const start_ms = clock.unix_s() * 1000 + (clock.now_ms() % 1000);
  await soon(one.apply(named('lost')));
  store.failOver(start_ms);
  await soon(other.apply(named('kept')));
  const snapshot = assertDefined(await soon(one.look(HOST, null)), 'a session');
  t.deepEqual([snapshot.version, snapshot.session.name], [2, 'kept']);
});

test('[R2] [R17] [C122] relays never assign the same code or label twice', async (t) => {
  const { one, other, soon } = await pair();
  const labels = await soon(Promise.all([one, other].map((engine) => engine.prepare({ device: 'TP-1', label: true }))));
  t.is(labels[0]?.label, labels[1]?.label);
  const made = await soon(Promise.all([one, other].map((engine) => engine.prepare({ device: HOST, new_code: true }))));
  t.not(made[0]?.new_code, made[1]?.new_code);
  t.is((await soon(other.prepare({ device: 'TP-1', code: made[0]?.new_code ?? '' }))).owner, HOST);
});

test('[C122] a session lost in a failover reopens at the next start request, even on a relay that knew it', async (t) => {
  const { store, one, soon } = await pair();
  await soon(one.apply(named('lost')));
  store.failOver(0);
  await t.throwsAsync(soon(one.apply(named('A'))), { instanceOf: EngineAway });
  t.is(await soon(one.look(HOST, null)), null);
  await soon(one.prepare({ device: HOST, session: true }));
  t.is((await soon(one.apply(named('B')))).snapshot.session.name, 'B');
});

test('[R2] [R17] [C122] a code and a label lost in a failover are unknown to all relays', async (t) => {
  const { store, one, other, soon } = await pair();
  const labelOf = async (engine: typeof one): Promise<string> =>
    (await soon(engine.prepare({ device: 'TP-1', label: true }))).label;
  await labelOf(one);
  const { new_code } = await soon(one.prepare({ device: HOST, new_code: true }));
  store.failOver(0);
  t.is(await labelOf(other), await labelOf(one));
  t.is((await soon(one.prepare({ device: 'TP-1', code: new_code }))).owner, null);
});

test('[R30] [R31] [C122] simultaneous polls of a host each get the inputs after their own cursor', async (t) => {
  const { one, soon } = await pair(() => [10]);
  const { session } = (await soon(one.apply(named('Ann')))).snapshot;
  const poll = (since: number) => {
    const request = { code: session.code, since, wait_ms: 0, st: '', replay: false, ev: null };
    return one.apply({ host: HOST, since, operation: { kind: 'poll', code: session.code, request } });
  };
  await soon(poll(0));
  const join = { kind: 'join', code: session.code, device: 'TP-1', label: 'Silver Violin' } as const;
  const presence = { action: 'join', code: session.code, wait_ms: 0, st: '' } as const;
  await soon(one.apply({ host: HOST, operation: { ...join, request: presence } }));
  const input = { kind: 'input', code: session.code, device: 'TP-1' } as const;
  for (let seq = 1; seq <= 40; seq++)
    await soon(one.apply({ host: HOST, operation: { ...input, request: { code: session.code, kind: 'reset' } } }), 100);
  const [, stale, newest] = await soon(Promise.all([one.apply(named('Ann')), poll(0), poll(30)]));
  const seqs = (applied: typeof stale) => applied?.snapshot.inputs.map(({ seq }) => seq);
  t.deepEqual(
    seqs(stale),
    Array.from({ length: 25 }, (_, at) => at + 1),
  );
  t.deepEqual(
    seqs(newest),
    Array.from({ length: 10 }, (_, at) => at + 31),
  );
});
