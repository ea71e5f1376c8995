// Repeated requests: with a `rid` the relay executes them once and repeats the answer (C13, R41); without one each is a
// new request.

import test from 'ava';
import { everywhere, joinGuest, openHost, playersOf } from '../support/relay/relay-table.ts';
import { databaseFile, virtualRelay, type Reply } from '../support/relay/relay-world.ts';
import { someRound } from '../support/device/some-round.ts';
import { fieldsIn } from '../support/read-json.ts';
import { wrongly } from '../support/wrongly.ts';

everywhere('[R41] [C13] a resent input is one entry, answered with its seq and the current state', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const first = await guest.input({ kind: 'aim', steps: -3, rid: 'tap-1' });
  t.like(first, { status: 'ok', seq: 1 });
  await guest.input({ kind: 'reset', rid: 'tap-2' });
  const again = await guest.input({ kind: 'aim', steps: -3, rid: 'tap-1' });
  t.like(again, { http_status: 200, status: 'ok', seq: 1 });
  t.is(again.state.ev.seq, 2, 'the state is the current one');
  const { items, next_seq, state } = await host.poll();
  t.deepEqual(
    items.map(({ seq, kind }) => [seq, kind]),
    [
      [1, 'aim'],
      [2, 'reset'],
    ],
  );
  t.is(next_seq, 3);
  t.deepEqual(again.state, state);
});

everywhere('[R41] [C13] without a rid every input is an entry', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  for (const seq of [1, 2]) t.is((await guest.input({ kind: 'aim', steps: 1 })).seq, seq);
  t.is((await host.poll()).items.length, 2);
});

everywhere('[R41] [C13] an input and its simultaneous retry are one entry, and both are answered', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const send = () => guest.device.send('input', { kind: 'mulligan', code: host.code, rid: 'm' });
  const sent = [send(), send(), send()];
  await guest.beat();
  const replies = await Promise.all(sent.map(({ answer }) => answer));
  for (const reply of replies) t.like(reply, { status: 'ok', seq: 1 });
  t.is((await host.poll()).items.length, 1);
});

everywhere('[R41] [C13] a retry after a disconnect finds the input accepted', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const lost = guest.device.send('input', { code: host.code, kind: 'mulligan', rid: 'm' });
  await guest.beat();
  lost.abort();
  t.like(await guest.input({ kind: 'mulligan', rid: 'm' }), { status: 'ok', seq: 1 });
  t.is((await host.poll()).next_seq, 2);
});

everywhere('[C13] the same rid with another body is malformed and changes nothing', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'aim', steps: 1, rid: 'a' });
  const before = await host.poll();
  for (const body of [
    { kind: 'aim', steps: 2, rid: 'a' },
    { kind: 'aim', steps: 1, rid: 'a', name: 'Shed' },
    { kind: 'reset', rid: 'a' },
  ] as const) {
    const reply = await guest.input(body);
    t.like(reply, { http_status: 400, status: 'malformed' });
    t.deepEqual(Object.keys(fieldsIn(reply.text)), ['status', 'error']);
  }
  const after = await host.poll();
  t.deepEqual([after.state, after.items, after.next_seq], [before.state, before.items, before.next_seq]);
  t.like(
    await guest.input({ kind: 'aim', steps: 1, rid: 'a' }),
    { status: 'ok', seq: 1 },
    'the first input is unchanged',
  );
});

everywhere('[C13] each device has its own rids', async (t, world) => {
  const host = await openHost(world);
  const [one, other] = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  t.is((await one.input({ kind: 'aim', steps: 1, rid: 'same' })).seq, 1);
  t.is((await other.input({ kind: 'aim', steps: 1, rid: 'same' })).seq, 2);
  t.is((await other.input({ kind: 'aim', steps: 1, rid: 'same' })).seq, 2);
});

test('[C13] remembers a rid for under 600 s, the span in which a timestamp can be valid', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const send = (): Promise<Reply> => guest.input({ kind: 'reset', rid: 'r' });
  t.is((await send()).seq, 1);
  const stay = async (ms: number): Promise<void> => {
    await world.pass(ms);
    await host.poll();
    await guest.beat();
  };
  for (let n = 0; n < 19; n++) await stay(30_000);
  await stay(29_999);
  t.is((await send()).seq, 1, 'a repetition does not extend it');
  await stay(1);
  t.is((await send()).seq, 2);
});

everywhere('[C13] a refusal is stored like any answer', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await host.poll({ replay: true });
  t.like(await guest.input({ kind: 'reset', rid: 'b' }), { status: 'busy' });
  await host.poll({ replay: false });
  t.like(await guest.input({ kind: 'reset', rid: 'b' }), { status: 'busy' });
  t.is((await host.poll()).next_seq, 1);
  t.like(await guest.input({ kind: 'reset', rid: 'c' }), { status: 'ok', seq: 1 });
});

everywhere('[C13] [C9] a refusal before the routes is not stored', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const malformed = await guest.input({ kind: 'aim', steps: 51, rid: 'a' });
  t.is(malformed.http_status, 400);
  t.like(await guest.input({ kind: 'aim', steps: 50, rid: 'a' }), { status: 'ok', seq: 1 });
});

everywhere('[C13] a resent regenerate returns the same new code', async (t, world) => {
  const host = await openHost(world);
  const body = { action: 'regenerate', keep_guests: true, rid: 'new' } as const;
  const first = await host.device.ask('host', body);
  t.not(first.code, host.code);
  for (let n = 0; n < 2; n++) {
    const again = await host.device.ask('host', body);
    t.like(again, { status: 'ok', code: first.code, next_seq: first.next_seq, state: first.state });
  }
  t.is((await host.device.ask('host', { action: 'start' })).code, first.code);
});

everywhere('[C13] idempotent actions have no rid: repeated, they have the same effect', async (t, world) => {
  const host = await openHost(world);
  const send = (body: Readonly<Record<string, unknown>>): Promise<Reply> =>
    host.device.ask('host', wrongly({ ...body, rid: 'same' }));
  const select = (gen: number): Promise<Reply> => send({ action: 'experience', exp: { mode: 9, gen, cfg: {} } });
  for (const gen of [1, 2, 1]) t.is((await select(gen)).state.exp.gen, gen);
  for (const id of [7, 8, 7]) t.is((await send({ action: 'round', round: someRound({ id }) })).state.round?.id, id);
  for (let n = 0; n < 2; n++) {
    t.is((await send({ action: 'stop' })).status, 'ok');
    t.is((await host.poll()).status, 'invalid');
    t.is((await send({ action: 'start' })).status, 'ok');
    t.is((await host.poll()).status, 'ok');
  }
});

everywhere('[C13] repeats the original next_seq', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const renew = { action: 'regenerate', keep_guests: true, rid: 'once' } as const;
  t.is((await host.device.ask('host', renew)).next_seq, 1);
  await guest.input({ kind: 'reset' });
  t.is((await host.device.ask('host', renew)).next_seq, 1);
  t.is((await host.device.ask('host', { ...renew, rid: 'other' })).next_seq, 2);
});

for (const [what, rid, taken] of [
  ['one character', 'x', true],
  ['36 characters', 'x'.repeat(36), true],
  ['36 characters beyond the first plane', '🏌'.repeat(36), true],
  ['37 characters', 'x'.repeat(37), false],
  ['no character', '', false],
  ['a number', 7, false],
  ['null', null, false],
] as const)
  everywhere(`[C13] a rid of ${what} is ${taken ? 'accepted' : 'malformed'} on both routes`, async (t, world) => {
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    const moved = await host.device.ask('host', { action: 'regenerate', rid: wrongly(rid) });
    const sent = await guest.input({ kind: 'reset', rid: wrongly(rid) });
    for (const reply of [moved, sent]) t.is(reply.http_status, taken ? 200 : 400);
    t.is((await host.poll()).next_seq, taken ? 2 : 1);
  });

test('[C13] [C14] a restarted relay still has its stored answers', async (t) => {
  const world = virtualRelay(t, { file: await databaseFile(t) });
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const renew = { action: 'regenerate', rid: 'n' } as const;
  const { code } = await host.device.ask('host', renew);
  t.is((await guest.input({ kind: 'reset', rid: 'i' })).seq, 1);
  world.restart();
  t.like(await guest.input({ kind: 'reset', rid: 'i' }), { status: 'ok', seq: 1, state: { ev: { seq: 1 } } });
  t.is((await host.device.ask('host', renew)).code, code);
  t.is((await guest.input({ kind: 'club', club: 3, rid: 'i' })).http_status, 400);
  await world.pass(599_999);
  t.is((await guest.input({ kind: 'reset', rid: 'i' })).seq, 1);
  await world.pass(1);
  t.not((await guest.input({ kind: 'reset', rid: 'i' })).seq, 1, 'the restart does not extend it');
});

everywhere('[C13] a heartbeat and a poll have no rid: each is executed', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const beat = (players: number): Promise<Reply> => {
    const body = { action: 'heartbeat', code: host.code, players: playersOf(players), rid: 'x' } as const;
    return guest.device.ask('join', body);
  };
  t.is((await beat(2)).state.players[1]?.players.length, 2);
  t.is((await beat(1)).state.players[1]?.players.length, 1);
});

everywhere('[C13] the same bytes on another route are another request', async (t, world) => {
  const host = await openHost(world);
  const other = await openHost(world);
  await host.device.ask('join', { action: 'join', code: other.code, players: [] });
  const both = { action: 'regenerate', kind: 'reset', code: other.code, rid: 'b' } as const;
  t.is((await host.device.ask('input', both)).seq, 1);
  t.not((await host.device.ask('host', both)).code, host.code);
  t.is((await host.device.ask('input', both)).seq, 1);
  t.is((await other.poll()).next_seq, 2);
});

test('[R25] [C13] a repeated input still counts as contact', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'reset', rid: 'i' });
  await world.pass(30_000);
  await host.poll();
  await guest.input({ kind: 'reset', rid: 'i' });
  await world.pass(10_001);
  t.is((await host.state()).players.length, 2);
});
