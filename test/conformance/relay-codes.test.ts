// Host code changes: redirects, chains of redirects, which guests move along and which are cut off (R1, R2, R9–R11,
// R13, R14; C12, C18, C28).

import test from 'ava';
import { virtualRelay } from '../support/relay/relay-world.ts';
import { everywhere, joinGuest, openHost, playersOf } from '../support/relay/relay-table.ts';

const regenerate = { action: 'regenerate', keep_guests: true } as const;
const cutOff = { action: 'regenerate', keep_guests: false } as const;

everywhere('[R9] [C18] after regenerate the old code leads to the new one on all four routes', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const { status, code, next_seq, state } = await host.device.ask('host', regenerate);
  t.is(status, 'ok');
  t.not(code, host.code);
  t.is(next_seq, 1);
  t.deepEqual(
    state.players.map(({ name }) => name),
    [host.label, guest.label],
  );
  for (const reply of [await host.poll(), await guest.beat(), await guest.input({ kind: 'reset' })])
    t.deepEqual([reply.status, reply.code], ['ok', code]);
  const { joined } = await joinGuest(world, host.code);
  t.deepEqual([joined.status, joined.code], ['ok', code]);
  t.is((await host.device.ask('host', { action: 'start' })).code, code, '[R1]');
  t.is((await guest.leave()).status, 'ok');
  t.is((await host.state()).players.length, 2);
});

everywhere('[R9] [C18] queue and counter move to the new code', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'aim', steps: 5 });
  await guest.input({ kind: 'club', club: 2 });
  const { code, next_seq } = await host.device.ask('host', regenerate);
  t.is(next_seq, 3);
  const { items } = await host.poll({ code });
  t.deepEqual(
    items.map(({ seq, kind, name }) => [seq, kind, name]),
    [
      [1, 'aim', guest.label],
      [2, 'club', guest.label],
    ],
  );
  t.is((await guest.input({ kind: 'reset', code })).seq, 3, '[R28]');
});

test('[R9] [C18] the new code keeps exactly the listed guests; unlisted guests return with a heartbeat', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const [stays, away] = [await joinGuest(world, host.code), await joinGuest(world, host.code, { fol: false })];
  await world.pass(30_000);
  await Promise.all([host.poll(), stays.beat()]);
  await world.pass(10_001);
  const { code } = await host.device.ask('host', regenerate);
  t.deepEqual(
    (await host.state()).players.map(({ name }) => name),
    [host.label, stays.label],
  );
  t.is((await away.input({ kind: 'reset' })).status, 'invalid', 'not listed under the new code');
  const back = await away.beat({ players: playersOf(1, 'B') });
  t.deepEqual([back.status, back.code], ['ok', code]);
  t.deepEqual(back.state.players[2], { name: away.label, host: false, fol: false, players: playersOf(1, 'B') });
});

test('[R9] [C12] the old code redirects for under 600 s and is invalid after that', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { code } = await host.device.ask('host', regenerate);
  await world.pass(599_999);
  await host.poll({ code });
  const guest = await joinGuest(world, host.code);
  t.deepEqual([guest.joined.status, guest.joined.code], ['ok', code]);
  await world.pass(1);
  t.is((await joinGuest(world, host.code)).joined.status, 'invalid');
  t.is((await guest.input({ kind: 'reset' })).status, 'invalid');
  t.is((await guest.beat()).status, 'invalid');
  t.is((await host.poll()).status, 'invalid');
  t.is((await guest.input({ kind: 'reset', code })).status, 'ok');
  await world.pass(60_000);
  t.is((await joinGuest(world, host.code)).joined.status, 'invalid', 'also after the sweep');
  t.is((await joinGuest(world, code)).joined.status, 'offline');
});

everywhere(
  '[R10] [C18] without keep_guests the old code is invalid at once, and guests and queue are gone',
  async (t, world) => {
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    await guest.input({ kind: 'reset' });
    const { code, next_seq, state } = await host.device.ask('host', cutOff);
    t.not(code, host.code);
    t.is(next_seq, 2, '[R28] the counter is kept');
    t.is(state.players.length, 1);
    for (const reply of [await guest.beat(), await guest.input({ kind: 'reset' }), await guest.leave()])
      t.is(reply.status, 'invalid');
    t.is((await host.poll()).status, 'invalid');
    t.deepEqual((await host.poll({ code })).items, []);
    t.is((await guest.input({ kind: 'reset', code })).status, 'invalid');
    const joined = await guest.device.ask('join', { action: 'join', code });
    t.is(joined.status, 'ok');
  },
);

test('[R10] [C18] regenerate without keep_guests immediately answers held heartbeats invalid, and the held poll ok', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const { st } = await host.state();
  const [beat, poll] = [guest.hold(st), host.hold(st)];
  await world.pass(1000);
  t.deepEqual([beat.now(), poll.now()], [null, null]);
  const { code } = await host.device.ask('host', cutOff);
  t.is(beat.now()?.status, 'invalid');
  t.deepEqual(beat.now()?.state.players, []);
  t.deepEqual([poll.now()?.status, poll.now()?.code], ['ok', code]);
});

everywhere('[R11] regenerate with keep_guests gives held heartbeats the new code at once', async (t, world) => {
  const host = await openHost(world);
  const guests = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  const { st } = await host.state();
  const held = guests.map((guest) => guest.hold(st));
  const poll = host.hold(st);
  const { code, state } = await host.device.ask('host', regenerate);
  t.is(state.st, st, 'the state is unchanged');
  for (const { answer } of [...held, poll]) {
    const reply = await answer;
    t.deepEqual([reply.status, reply.code, reply.state.st], ['ok', code, st]);
  }
});

test('[R11] a held heartbeat gets the new code at the same instant', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const { st } = await host.state();
  const held = [guest.hold(st), host.hold(st)];
  await world.pass(5000);
  t.deepEqual([held[0]?.now(), held[1]?.now()], [null, null]);
  const { code } = await host.device.ask('host', regenerate);
  for (const { now } of held) t.deepEqual([now()?.status, now()?.code], ['ok', code]);
});

everywhere('[R13] a chain of regenerates leads from every old code to the newest', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const codes = [host.code];
  for (let count = 0; count < 5; count++) codes.push((await host.device.ask('host', regenerate)).code);
  t.is(new Set(codes).size, 6, '[R2]');
  for (const code of codes) {
    const reply = await guest.beat({ code });
    t.deepEqual([reply.status, reply.code], ['ok', codes[5]], code);
    t.is((await host.poll({ code })).status, 'ok');
  }
});

test('[R13] [C12] each code of a chain redirects for 600 s after it is replaced', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const second = (await host.device.ask('host', regenerate)).code;
  await world.pass(599_000);
  const third = (await host.device.ask('host', regenerate)).code;
  await host.poll();
  t.is((await joinGuest(world, host.code)).joined.code, third);
  await world.pass(1000);
  t.is((await joinGuest(world, host.code)).joined.status, 'invalid');
  await world.pass(598_999);
  await host.poll({ code: third });
  const { joined } = await joinGuest(world, second);
  t.deepEqual([joined.status, joined.code], ['ok', third]);
  await world.pass(1);
  t.is((await joinGuest(world, second)).joined.status, 'invalid');
  t.is((await joinGuest(world, third)).joined.status, 'ok');
});

everywhere('[R10] [R13] regenerate without keep_guests cuts off the whole chain', async (t, world) => {
  const host = await openHost(world);
  const second = (await host.device.ask('host', regenerate)).code;
  const { code } = await host.device.ask('host', cutOff);
  for (const old of [host.code, second]) t.is((await joinGuest(world, old)).joined.status, 'invalid');
  await host.poll({ code });
  t.is((await joinGuest(world, code)).joined.status, 'ok');
  const last = await host.device.ask('host', regenerate);
  t.is((await joinGuest(world, code)).joined.code, last.code, 'a new chain starts');
  t.is((await joinGuest(world, host.code)).joined.status, 'invalid');
});

everywhere('[R14] a device that joins its own code, old or new, is invalid', async (t, world) => {
  const host = await openHost(world);
  const { code } = await host.device.ask('host', regenerate);
  const { st } = await host.state();
  for (const own of [code, host.code])
    for (const action of ['join', 'heartbeat'] as const) {
      const reply = await host.device.ask('join', { action, code: own });
      t.deepEqual([reply.status, reply.host_label, reply.host_name], ['invalid', '', '']);
    }
  t.is((await host.device.ask('input', { code, kind: 'reset' })).status, 'invalid');
  t.is((await host.state()).st, st, '[R20] leaves no trace');
});

everywhere('[C28] regenerate works without an active session, which stays stopped', async (t, world) => {
  const host = await openHost(world);
  await host.device.ask('host', { action: 'stop' });
  const { status, code, state } = await host.device.ask('host', regenerate);
  t.is(status, 'ok');
  t.not(code, host.code);
  t.false(state.host_online);
  const { joined } = await joinGuest(world, host.code);
  t.deepEqual([joined.status, joined.host_stopped, joined.code], ['offline', true, code]);
  t.is((await host.device.ask('host', { action: 'start' })).code, code);
  const fresh = world.device();
  const first = await fresh.ask('host', regenerate);
  t.is(first.status, 'ok');
  t.is((await fresh.ask('host', { action: 'start' })).code, first.code);
});

everywhere('[R2] [R10] never assigns an ended code again', async (t, world) => {
  const { device, code } = await openHost(world);
  const given = new Set([code]);
  for (let count = 1; count <= 30; count++) {
    given.add((await device.ask('host', { ...cutOff })).code);
    t.is(given.size, count + 1);
  }
});

everywhere(
  "[C10] another device's code is forbidden on poll, an old one too; unknown and deleted ones are invalid",
  async (t, world) => {
    const [host, other] = [await openHost(world), await openHost(world)];
    const next = (await other.device.ask('host', regenerate)).code;
    const before = await other.state();
    for (const code of [other.code, next]) {
      const { status, items, state } = await host.poll({ code, players: playersOf(3), replay: true });
      t.deepEqual([status, items, state.players, state.host_online], ['forbidden', [], [], false]);
    }
    t.deepEqual(await other.state(), before, '[R27] the other session is unchanged');
    await other.device.ask('host', cutOff);
    for (const code of [other.code, next, '000000', 'not a code'])
      t.is((await host.poll({ code })).status, 'invalid', code);
    t.is((await host.poll()).status, 'ok');
  },
);

test('[C10] [R8] a refused poll does not keep its host online', async (t) => {
  const world = virtualRelay(t);
  const [host, other] = [await openHost(world), await openHost(world)];
  await world.pass(44_999);
  t.is((await host.poll({ code: other.code })).status, 'forbidden');
  t.is((await host.poll({ code: '000000' })).status, 'invalid');
  t.true((await host.state()).host_online);
  await world.pass(1);
  t.false((await host.state()).host_online);
  t.false((await other.state()).host_online);
});

test('[R11] [C18] sends the new code to a held guest whose players no longer fit', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code, { players: playersOf(4) });
  await world.pass(40_001);
  await host.poll({ players: playersOf(1, 'H') });
  const held = guest.hold((await host.state()).st, { players: playersOf(4) });
  await world.pass(1000);
  t.is(held.now(), null);
  const { code } = await host.device.ask('host', regenerate);
  t.like(held.now(), { status: 'full', code });
});
