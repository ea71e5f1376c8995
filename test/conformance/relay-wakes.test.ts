// Wakes of a held poll or heartbeat: exactly when the change occurs, once, and without misses (R46–R48, R51).

import test from 'ava';
import { everywhere, joinGuest, testOfOneRelay } from '../support/relay/relay-table.ts';
import { tagOf } from '../support/relay/relay-tag.ts';
import { keepAsking, table, watchAll, type Table } from '../support/relay/relay-watch.ts';
import { virtualRelay, type Held, type RelayWorld, isVirtual } from '../support/relay/relay-world.ts';
import { someRound } from '../support/device/some-round.ts';

test('[R47] [R46] one input immediately causes one answer to each of four held requests', async (t) => {
  const world = virtualRelay(t);
  const stage = await table(world);
  const watches = await watchAll(world, stage);
  await world.pass(7000);
  t.is((await stage.guests[1]?.input({ kind: 'aim', steps: -3 }))?.status, 'ok');
  t.deepEqual(
    watches.map(({ times }) => times),
    [[7000], [7000], [7000], [7000]],
  );
  await world.pass(19_999);
  for (const { times } of watches) t.deepEqual(times, [7000]);
  const [host, ...guests] = watches.map(({ replies }) => replies[0]);
  t.deepEqual(
    host?.items.map(({ seq, kind }) => [seq, kind]),
    [[1, 'aim']],
  );
  for (const reply of guests) t.deepEqual(reply?.state.ev, host?.state.ev);
});

testOfOneRelay('[R47] [R46] simultaneous inputs cause one answer per holder, with all of them', async (t) => {
  const world = virtualRelay(t);
  const stage = await table(world);
  const watches = await watchAll(world, stage);
  await world.pass(500);
  for (const { device } of stage.guests) device.send('input', { kind: 'reset', code: stage.host.code });
  await world.pass(0);
  for (const { times } of watches) t.deepEqual(times, [500]);
  t.deepEqual(
    watches[0]?.replies[0]?.items.map(({ seq }) => seq),
    [1, 2, 3],
  );
  t.true(watches.every(({ replies }) => replies[0]?.state.ev.seq === 3));
});

interface Change {
  readonly what: string;
  make(table: Table, world: RelayWorld): Promise<unknown>;
}

/**
 * All changes to a table of one host and two guests. The second guest makes the change; the host and the first guest
 * hold.
 */
const CHANGES: readonly Change[] = [
  { what: 'an input', make: ({ guests }) => guests[1]!.input({ kind: 'aim', steps: 1 }) },
  { what: 'a guest that joins', make: ({ host }, world) => joinGuest(world, host.code) },
  { what: 'a guest that leaves', make: ({ guests }) => guests[1]!.leave() },
  { what: 'a guest that stops following', make: ({ guests }) => guests[1]!.beat({ fol: false }) },
  { what: 'other players of a guest', make: ({ guests }) => guests[1]!.beat({ players: [{ n: 'Cy', h: 1 }] }) },
  {
    what: 'a selection',
    make: ({ host }) => host.device.ask('host', { action: 'experience', exp: { mode: 9, gen: 1, cfg: {} } }),
  },
  { what: 'a round', make: ({ host }) => host.device.ask('host', { action: 'round', round: someRound() }) },
  { what: 'a new code', make: ({ host }) => host.device.ask('host', { action: 'regenerate' }) },
  { what: 'stop', make: ({ host }) => host.device.ask('host', { action: 'stop' }) },
];

for (const { what, make } of CHANGES)
  everywhere(`[R47] [R48] ${what} wakes the host and the guests at once`, async (t, world) => {
    const stage = await table(world, 2);
    const { st } = (await stage.host.poll()).state;
    const since_ms = performance.now();
    const held = [stage.host.hold(st), stage.guests[0]!.hold(st)];
    await make(stage, world);
    const replies = await Promise.all(held.map(({ answer }) => answer));
    t.true(performance.now() - since_ms < 10_000, 'far from the end of the hold');
    for (const { state } of replies) t.is(state.st, tagOf(state));
    if (what !== 'a new code') for (const { state } of replies) t.not(state.st, st);
  });

for (const { what, body } of [
  { what: 'a replay', body: { replay: true } },
  { what: "a host's own event", body: { ev: { seq: 1, kind: 'putt' as const } } },
  { what: 'other players of the host', body: { players: [] } },
])
  everywhere(
    `[R47] ${what} wakes a guest at once, and the poll that reports it is answered at once`,
    async (t, world) => {
      const { host, guests } = await table(world, 1);
      const { st } = (await host.poll()).state;
      const since_ms = performance.now();
      const beat = guests[0]!.hold(st);
      const poll = host.hold(st, body);
      if (isVirtual(world)) await world.pass(0);
      const [reply, echoed] = await Promise.all([beat.answer, poll.answer]);
      t.true(performance.now() - since_ms < 10_000);
      t.not(reply.state.st, st);
      t.deepEqual(reply.state, echoed.state);
    },
  );

for (const { what, make } of CHANGES.slice(0, 7))
  everywhere(
    `[R48] after ${what} a poll and a heartbeat with the tag before it are answered at once`,
    async (t, world) => {
      const stage = await table(world, 2);
      const { st } = (await stage.host.poll()).state;
      await make(stage, world);
      const request = { since: 1, st, wait_ms: 20_000 }; // nothing in the queue that could end it
      t.not((await stage.host.poll(request)).state.st, st);
      t.not((await stage.guests[0]!.beat({ st, wait_ms: 20_000 })).state.st, st);
    },
  );

for (const first of ['the change', 'the poll'] as const)
  test(`[R48] loses no wake-up when change and poll arrive in one batch, ${first} first`, async (t) => {
    const world = virtualRelay(t);
    const { host, guests } = await table(world, 2);
    const { st } = (await host.poll()).state;
    await world.pass(100);
    const held: Held[] = [];
    const change = (): void => void guests[1]!.device.send('input', { kind: 'reset', code: host.code });
    if (first === 'the change') change();
    held.push(host.hold(st), guests[0]!.hold(st));
    if (first === 'the poll') change();
    await world.pass(0);
    for (const request of held) t.is(request.now()?.state.ev.seq, 1, 'answered in the same batch as the change');
    t.is(held[0]?.now()?.items.length, 1);
    t.is(world.relays().stats().held, 0);
  });

test('[R48] immediately answers a poll with the current tag if items wait', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world, 1);
  const { state } = await guests[0]!.input({ kind: 'aim', steps: 4 });
  t.is((await host.poll({ st: state.st, wait_ms: 20_000 })).items.length, 1);
  const later = host.hold(state.st, { since: 1 });
  await world.pass(0);
  t.is(later.now(), null, 'items before the cursor end no hold');
});

test('[R51] guests learn that the host is away exactly 45 s after its last poll', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world, 2);
  await world.pass(1234);
  const { st } = (await host.poll()).state;
  await world.pass(30_000);
  const held = guests.map((guest) => guest.hold(st));
  await world.pass(14_999);
  for (const { now } of held) t.is(now(), null);
  await world.pass(1);
  for (const { now } of held) {
    t.like(now(), { status: 'offline', host_stopped: false, state: { host_online: false, st: tagOf(now()!.state) } });
    t.is(now()?.state.players.length, 3, 'the guests stay');
  }
});

test('[R51] a guest leaves the list 40.001 s after its last contact, and all devices learn it then', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world, 2);
  await world.pass(5);
  const { st } = (await guests[1]!.beat()).state;
  await world.pass(25_000);
  t.is((await guests[0]!.beat()).state.st, st);
  const held = [host.hold(st), guests[0]!.hold(st)];
  await world.pass(15_000);
  for (const { now } of held) t.is(now(), null, 'still listed at 40 s');
  await world.pass(1);
  for (const { now } of held)
    t.deepEqual(
      now()?.state.players.map(({ name }) => name),
      [host.label, guests[0]!.label],
    );
});

test('[R51] [R46] guests that fall silent one after the other wake the host once each', async (t) => {
  const world = virtualRelay(t);
  const stage = await table(world, 0);
  await joinGuest(world, stage.host.code);
  await world.pass(3000);
  await joinGuest(world, stage.host.code);
  const { times } = keepAsking(world, (st, since) => stage.host.hold(st, { since }), await stage.host.poll());
  await world.pass(60_001);
  t.deepEqual(times, [23_000, 40_001, 43_001, 63_001]);
});

test('[R47] [C29] guests learn immediately that the host polls again', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world, 1);
  await world.pass(50_000);
  const { st } = (await guests[0]!.beat()).state;
  const held = guests[0]!.hold(st);
  await world.pass(500);
  t.is(held.now(), null);
  const { state } = await host.poll();
  t.like(held.now(), { status: 'ok', state: { host_online: true, st: state.st } });
  t.false('host_stopped' in held.now()!);
});
