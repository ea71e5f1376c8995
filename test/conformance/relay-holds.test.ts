// Held polls and heartbeats: how long the relay holds them, which of two it holds, and that none leaks (R45, R46, R52,
// R55–R57, C17, C29). Times are exact to the millisecond of the virtual clock.

import test from 'ava';
import { everywhere, joinGuest, openHost, playersOf, testOfOneRelay } from '../support/relay/relay-table.ts';
import { table, watchAll } from '../support/relay/relay-watch.ts';
import {
  virtualRelay,
  type Held,
  type Reply,
  type VirtualRelayWorld,
  isVirtual,
} from '../support/relay/relay-world.ts';
import { someRound } from '../support/device/some-round.ts';

const WAITS: readonly [asked_ms: number | undefined, held_ms: number][] = [
  [undefined, 0],
  [0, 0],
  [1, 1],
  [5000, 5000],
  [19_999, 19_999],
  [20_000, 20_000],
  [20_001, 20_000],
  [Number.MAX_SAFE_INTEGER, 20_000],
];

for (const [requested_ms, held_ms] of WAITS) {
  const body = requested_ms === undefined ? {} : { wait_ms: requested_ms };
  test(`[R45] [R52] [C29] answers a poll with wait_ms ${requested_ms} after exactly ${held_ms} ms, even without guests`, async (t) => {
    const world = virtualRelay(t);
    const { device, code, poll } = await openHost(world);
    const { st } = (await poll()).state;
    await heldFor(world, held_ms, () => device.send('poll', { code, since: 0, st, ...body }));
    t.pass();
  });
  test(`[R45] [C29] answers a heartbeat with wait_ms ${requested_ms} after exactly ${held_ms} ms`, async (t) => {
    const world = virtualRelay(t);
    const { code } = await openHost(world);
    const { device, beat } = await joinGuest(world, code);
    const { st } = (await beat()).state;
    await heldFor(world, held_ms, () => device.send('join', { action: 'heartbeat', code, st, ...body }));
    t.pass();
  });
}

/** Returns the answer to a request that must be held for exactly `ms`. */
async function heldFor(world: VirtualRelayWorld, ms: number, send: () => Held): Promise<Reply> {
  const held = send();
  await world.pass(Math.max(0, ms - 1));
  if (ms > 0 && held.now()) throw new Error(`answered before ${ms} ms: ${held.now()?.text}`);
  await world.pass(Math.min(1, ms));
  const reply = held.now();
  if (!reply) throw new Error(`not answered after ${ms} ms`);
  return reply;
}

test('[R46] [R45] answers each of four devices at an idle table once every 20 s', async (t) => {
  const world = virtualRelay(t);
  const watches = await watchAll(world, await table(world));
  await world.pass(600_000);
  const every_20_s = Array.from({ length: 30 }, (_, n) => (n + 1) * 20_000);
  for (const { times, replies } of watches) {
    t.deepEqual(times, every_20_s);
    t.true(replies.every(({ status }) => status === 'ok'));
  }
});

test('[R52] [R46] answers a host without guests once every 20 s', async (t) => {
  const world = virtualRelay(t);
  const [host] = await watchAll(world, await table(world, 0));
  await world.pass(600_000);
  t.is(host?.times.length, 30);
});

everywhere(
  '[C17] of two polls of one host, holds one and answers the other at once with the current state',
  async (t, world) => {
    const { host, guests } = await table(world, 1);
    const { st } = (await host.poll()).state;
    const polls = [host.hold(st), host.hold(st)];
    if (isVirtual(world)) await world.pass(0);
    const older = await Promise.race(polls.map(({ answer }, n) => answer.then((reply) => ({ reply, n }))));
    t.like(older.reply, { status: 'ok', items: [], state: { st } });
    const newer = polls[1 - older.n]!;
    t.is(newer.now(), null);
    await guests[0]!.input({ kind: 'aim', steps: 2 });
    t.is((await newer.answer).items.length, 1);
  },
);

test('[C17] holds the newest poll and answers the older one in the same millisecond', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world, 1);
  const { st } = (await host.poll()).state;
  const older = host.hold(st);
  await world.pass(3000);
  const beat = guests[0]!.hold(st);
  const newer = host.hold(st);
  await world.pass(0);
  t.like(older.now(), { status: 'ok', items: [], state: { st } });
  t.is(newer.now(), null);
  t.is(beat.now(), null, 'a heartbeat is held apart');
  t.is(world.relays().stats().held, 2);
  const again = guests[0]!.hold(st);
  await world.pass(19_999);
  t.like(beat.now(), { status: 'ok', state: { st } });
  t.deepEqual([newer.now(), again.now()], [null, null]);
  await world.pass(1);
  t.deepEqual([newer.now()?.status, again.now()?.status], ['ok', 'ok'], 'each has its own 20 s');
});

test('[C17] [R46] a newer poll ends the older poll even if the newer one is answered immediately', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { st } = (await host.poll()).state;
  const older = host.hold(st);
  await world.pass(1000);
  t.is((await host.poll()).status, 'ok');
  t.like(older.now(), { status: 'ok', state: { st } });
  t.is(world.relays().stats().held, 0);
});

test('[C17] holds both routes for a device that hosts and is a guest elsewhere', async (t) => {
  const world = virtualRelay(t);
  const [own, other] = [await openHost(world), await openHost(world)];
  const { st } = (await own.device.ask('join', { action: 'join', code: other.code, players: [] })).state;
  const poll = own.hold((await own.poll()).state.st);
  const beat = own.device.send('join', { action: 'heartbeat', code: other.code, wait_ms: 20_000, st });
  await world.pass(0);
  t.deepEqual([poll.now(), beat.now()], [null, null]);
  t.is(world.relays().stats().held, 2);
});

test('[C17] of several polls in one batch, holds the last one', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { st } = (await host.poll()).state;
  const polls = [host.hold(st), host.hold(st), host.hold(st)];
  await world.pass(0);
  t.deepEqual(
    polls.map(({ now }) => now()?.status ?? 'held'),
    ['ok', 'ok', 'held'],
  );
  t.is(world.relays().stats().held, 1);
});

everywhere('[R55] join is answered at once, whatever wait_ms it brings', async (t, world) => {
  const { code } = await openHost(world);
  const device = world.device();
  for (const wait_ms of [0, 20_000]) {
    const first = await device.ask('join', { action: 'join', code, wait_ms, players: playersOf(1), st: '' });
    t.is(first.status, 'ok');
    const again = await device.ask('join', {
      action: 'join',
      code,
      wait_ms,
      players: playersOf(1),
      st: first.state.st,
    });
    t.is(again.status, 'ok', 'even with the current tag');
  }
});

everywhere('[R56] the host gets its own state, with the round that it published', async (t, world) => {
  const host = await openHost(world, { exp: { mode: 11, gen: 2, cfg: { stimp: 10 } } });
  const published = await host.device.ask('host', { action: 'round', round: someRound() });
  t.deepEqual(published.state.round, someRound());
  const polled = await host.poll();
  t.deepEqual(polled.state, published.state);
  t.deepEqual(polled.state.exp, { mode: 11, gen: 2, cfg: { stimp: 10 } });
  t.is(polled.state.players[0]?.host, true);
});

testOfOneRelay('[R57] a held request leaves nothing behind when it ends or its caller disconnects', async (t) => {
  const world = virtualRelay(t);
  const stage = await table(world);
  const { st } = (await stage.host.poll()).state;
  const held = (): number => world.relays().stats().held;
  const alarms = world.clock.pending();
  for (const ends of ['by time', 'by abort']) {
    const requests = [stage.host.hold(st), ...stage.guests.map((guest) => guest.hold(st))];
    await world.pass(0);
    t.is(held(), 4);
    t.is(world.clock.pending(), alarms + 5, 'one alarm for each, and one for timeouts');
    if (ends === 'by time') await world.pass(20_000);
    else for (const [n, request] of requests.entries()) t.is((request.abort(), held()), 3 - n);
    t.is(held(), 0);
    t.is(world.clock.pending(), alarms);
  }
  await world.pass(0);
  t.is(world.clock.pending(), alarms);
});

test('[R57] does not hold a request aborted within its batch; aborting twice is harmless', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { st } = (await host.poll()).state;
  const alarms = world.clock.pending();
  const gone = host.hold(st);
  gone.abort();
  gone.abort();
  await world.pass(0);
  t.is(world.relays().stats().held, 0);
  t.is(world.clock.pending(), alarms);
  const older = host.hold(st);
  await world.pass(0);
  const newer = host.hold(st);
  await world.pass(0);
  older.abort();
  t.is(world.relays().stats().held, 1, 'the newer one is still held');
  await world.pass(20_000);
  t.is(newer.now()?.status, 'ok');
  newer.abort();
  t.is(gone.now(), null);
});

test('[R57] an idle relay has one alarm, for sweeping', async (t) => {
  const world = virtualRelay(t);
  const alarms = world.clock.pending();
  const { host, guests } = await table(world);
  for (const { input } of guests) await input({ kind: 'reset' });
  host.hold((await host.poll()).state.st);
  await world.pass(3_600_000);
  t.is(world.clock.pending(), alarms);
  t.is(world.relays().stats().held, 0);
});

test('[R46] a server that shuts down answers every held request with the current state', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world);
  const { st } = (await host.poll()).state;
  const held = [host.hold(st), ...guests.map((guest) => guest.hold(st))];
  await world.pass(700);
  const released = world.relays().release();
  await world.pass(0);
  await released;
  for (const { now } of held) t.like(now(), { http_status: 200, status: 'ok', state: { st } });
  await world.pass(0);
  t.is(world.relays().stats().held, 0);
  await world.relays().close();
  t.is(world.clock.pending(), 0);
});

test('[R46] a server that shuts down also answers a poll that arrives in the same batch', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { st } = (await host.poll()).state;
  const poll = host.hold(st);
  await world.relays().release();
  await world.pass(0);
  t.is(poll.now()?.status, 'ok');
  await world.relays().close();
  t.is(world.clock.pending(), 0);
});

test('[C29] with the host away, answers a heartbeat immediately only if its tag differs', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world, 1);
  const online = (await host.poll()).state;
  await world.pass(45_000);
  const reply = await guests[0]!.beat({ st: online.st, wait_ms: 20_000 });
  t.like(reply, { status: 'offline', host_stopped: false, state: { host_online: false } });
  const held = guests[0]!.hold(reply.state.st);
  await world.pass(19_999);
  t.is(held.now(), null);
  await world.pass(1);
  t.like(held.now(), { status: 'offline', host_stopped: false, state: { st: reply.state.st } });
});

everywhere('[C29] [R46] heartbeats of a stopped session are answered at once, always', async (t, world) => {
  const { host, guests } = await table(world, 1);
  await host.device.ask('host', { action: 'stop' });
  let st = '';
  for (let n = 0; n < 3; n++) {
    const reply = await guests[0]!.beat({ st, wait_ms: 20_000 });
    t.like(reply, { status: 'offline', host_stopped: true, state: { host_online: false } });
    st = reply.state.st;
  }
});

test('[C29] [C19] holds a heartbeat whose players do not fit, then answers full', async (t) => {
  const world = virtualRelay(t);
  const { host, guests } = await table(world, 1);
  const { st } = (await host.poll()).state;
  const held = guests[0]!.hold(st, { players: playersOf(4) });
  await world.pass(19_999);
  t.is(held.now(), null);
  await world.pass(1);
  t.like(held.now(), { status: 'full', state: { st } });
});
