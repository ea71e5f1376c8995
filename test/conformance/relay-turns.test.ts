// Requests that reach the relay at the same instant, in either order (R1, R9–R11, R13, R18, R19, R24, R29, R35, R41;
// C18, C75).

import test, { type ExecutionContext } from 'ava';
import { assertDefined } from '../../wire/errors.ts';
import { virtualRelay, type Held, type Reply, type VirtualRelayWorld } from '../support/relay/relay-world.ts';
import {
  everywhere,
  joinGuest,
  openHost,
  playersOf,
  type Guest,
  type Host,
  testOfOneRelay,
} from '../support/relay/relay-table.ts';
import { itemAt } from '../support/items.ts';

/** Sends the requests in this order, all at the same instant, and returns the answers. */
async function together(
  world: VirtualRelayWorld,
  ...sends: readonly (() => Held)[]
): Promise<readonly (Reply | null)[]> {
  const held = sends.map((send) => send());
  await world.pass(0);
  return held.map(({ now }) => now());
}

interface Table {
  readonly world: VirtualRelayWorld;
  readonly host: Host;
  readonly guest: Guest;
  readonly st: string;
}

async function table(t: ExecutionContext): Promise<Table> {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  return { world, host, guest, st: (await host.state()).st };
}

const sum = ({ state }: Reply): number => state.players.reduce((count, { players }) => count + players.length, 0);
const reset = ({ device, code }: Guest) => device.send('input', { code, kind: 'reset' });
const leave = ({ device, code }: Guest) => device.send('join', { action: 'leave', code });
const hostSends = (host: Host, action: 'start' | 'stop' | 'regenerate', keep_guests = true) =>
  host.device.send('host', action === 'stop' ? { action } : { action, keep_guests });

for (const first of [0, 1] as const) {
  testOfOneRelay(`[R19] of two joins for the last seat the first is ok and the other full (${first})`, async (t) => {
    const world = virtualRelay(t);
    const host = await openHost(world, { players: playersOf(3, 'H') });
    const devices = [world.device(), world.device()];
    const join = { action: 'join', code: host.code, players: playersOf(1) } as const;
    const order = first === 0 ? devices : devices.toReversed();
    const replies = await together(world, ...order.map((device) => () => device.send('join', join)));
    t.deepEqual(
      replies.map((reply) => reply?.status),
      ['ok', 'full'],
    );
    t.deepEqual(replies[0]?.state, replies[1]?.state, '[C75]');
    t.is(sum(assertDefined(replies[0], 'answer')), 4);
    const entered = await order[0]?.ask('input', { code: host.code, kind: 'reset' });
    const refused = await order[1]?.ask('input', { code: host.code, kind: 'reset' });
    t.deepEqual([entered?.status, refused?.status], ['ok', 'invalid']);
  });
}

everywhere('[R19] of many joins at once exactly those that fit are ok', async (t, world) => {
  const host = await openHost(world, { players: playersOf(2, 'H') });
  const join = { action: 'join', code: host.code, players: playersOf(1) } as const;
  const replies = await Promise.all(Array.from({ length: 6 }, async () => world.device().ask('join', join)));
  t.deepEqual(replies.map(({ status }) => status).sort(), ['full', 'full', 'full', 'full', 'ok', 'ok']);
  for (const reply of replies) t.true(sum(reply) <= 4);
});

testOfOneRelay('[R18] a join, a heartbeat and a poll for the same seats never exceed four players', async (t) => {
  const wants = (host: Host, guest: Guest, other: ReturnType<VirtualRelayWorld['device']>) => [
    () => host.hold('', { players: playersOf(2, 'H') }),
    () => guest.hold('', { players: playersOf(2, 'G') }),
    () => other.send('join', { action: 'join', code: host.code, players: playersOf(2, 'O') }),
  ];
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const { world, host, guest } = await table(t);
    const sends = wants(host, guest, world.device());
    const replies = await together(world, ...order.map((index) => itemAt(sends, index)));
    t.deepEqual(
      replies.map((reply) => reply && sum(reply)),
      [4, 4, 4],
      order.join(' '),
    );
  }
});

testOfOneRelay('[R19] a seat vacated at the same instant is free for the next guest', async (t) => {
  for (const [leaves_first, status] of [
    [true, 'ok'],
    [false, 'full'],
  ] as const) {
    const { world, host, guest } = await table(t);
    await host.poll({ players: playersOf(3, 'H') });
    const join = () => world.device().send('join', { action: 'join', code: host.code, players: playersOf(1) });
    const sends = [() => leave(guest), join];
    const replies = await together(world, ...(leaves_first ? sends : sends.toReversed()));
    t.is(replies[leaves_first ? 1 : 0]?.status, status);
  }
});

for (const keep of [true, false]) {
  test(`[R9] [R10] [R11] regenerate with keep_guests ${keep} against a heartbeat, in either order`, async (t) => {
    for (const swapped of [false, true]) {
      const { world, host, guest, st } = await table(t);
      const sends = [() => hostSends(host, 'regenerate', keep), () => guest.hold(st)];
      const replies = await together(world, ...(swapped ? sends.toReversed() : sends));
      const [made, beat] = swapped ? replies.toReversed() : replies;
      t.is(made?.status, 'ok');
      t.deepEqual([beat?.status, beat?.code], keep ? ['ok', made?.code] : ['invalid', host.code]);
      t.is((await host.state()).players.length, keep ? 2 : 1);
    }
  });

  test(`[C18] regenerate with keep_guests ${keep} against a join, in either order`, async (t) => {
    for (const swapped of [false, true]) {
      const { world, host } = await table(t);
      const join = () => world.device().send('join', { action: 'join', code: host.code, players: [] });
      const sends = [() => hostSends(host, 'regenerate', keep), join];
      await together(world, ...(swapped ? sends.toReversed() : sends));
      t.is((await host.state()).players.length, keep ? 3 : 1);
    }
  });
}

test('[R9] [R29] regenerate against an input: queues it once, under either code', async (t) => {
  for (const swapped of [false, true]) {
    const { world, host, guest } = await table(t);
    const sends = [() => hostSends(host, 'regenerate'), () => reset(guest)];
    const replies = await together(world, ...(swapped ? sends.toReversed() : sends));
    const [made, sent] = swapped ? replies.toReversed() : replies;
    t.deepEqual([sent?.status, sent?.seq], ['ok', 1]);
    t.is((await host.poll({ code: made?.code ?? '' })).items.length, 1);
    t.is((await host.poll()).items.length, 1);
  }
});

testOfOneRelay('[R13] several simultaneous regenerates form a chain that leads to the last code', async (t) => {
  const { world, host, guest, st } = await table(t);
  const regenerate = () => hostSends(host, 'regenerate');
  const replies = await together(world, regenerate, () => guest.hold(st), regenerate, regenerate);
  const codes = [0, 2, 3].map((index) => assertDefined(replies[index], 'answer').code);
  const [, , last = ''] = codes;
  t.is(new Set([host.code, ...codes]).size, 4);
  t.is(replies[1]?.code, last, '[R11]');
  for (const code of [host.code, ...codes]) t.is((await guest.beat({ code })).code, last);
  t.is((await host.device.ask('host', { action: 'start' })).code, last, '[R1]');
});

test('[R24] leave against a poll, in either order: the poll returns with the smaller roster', async (t) => {
  for (const swapped of [false, true]) {
    const { world, host, guest, st } = await table(t);
    const sends = [() => leave(guest), () => host.hold(st)];
    const replies = await together(world, ...(swapped ? sends.toReversed() : sends));
    t.is(replies[swapped ? 0 : 1]?.state.players.length, 1);
    t.is(replies[swapped ? 1 : 0]?.status, 'ok');
  }
});

test('[R4] [R29] [C28] stop against an input: refuses it or accepts it before, and leaves nothing queued', async (t) => {
  for (const swapped of [false, true]) {
    const { world, host, guest } = await table(t);
    const sends = [() => hostSends(host, 'stop'), () => reset(guest)];
    const replies = await together(world, ...(swapped ? sends.toReversed() : sends));
    t.is(replies[swapped ? 0 : 1]?.status, swapped ? 'ok' : 'offline');
    await host.state();
    const polled = await host.poll();
    t.deepEqual([polled.items, polled.next_seq], [[], swapped ? 2 : 1]);
  }
});

test('[R5] stop against a heartbeat and a poll, in any order', async (t) => {
  for (const place of [0, 1, 2]) {
    const { world, host, guest, st } = await table(t);
    const sends = [() => guest.hold(st), () => host.hold(st)];
    const replies = await together(world, ...sends.toSpliced(place, 0, () => hostSends(host, 'stop')));
    const [beat, poll] = replies.toSpliced(place, 1);
    t.deepEqual([beat?.status, beat?.host_stopped], ['offline', true], `${place}`);
    t.is(poll?.status, 'invalid', `${place}`);
  }
});

test('[R29] [R48] a poll and an input, in either order: the poll returns immediately with the input', async (t) => {
  for (const swapped of [false, true]) {
    const { world, host, guest, st } = await table(t);
    const sends = [() => host.hold(st), () => reset(guest)];
    const replies = await together(world, ...(swapped ? sends.toReversed() : sends));
    const [poll, sent] = swapped ? replies.toReversed() : replies;
    t.is(sent?.seq, 1);
    t.deepEqual(
      poll?.items.map(({ seq, kind }) => [seq, kind]),
      [[1, 'reset']],
    );
    t.is(poll?.state.ev.seq, 1);
    t.is(poll?.next_seq, 2);
  }
});

testOfOneRelay('[R35] a poll with replay against an input: later inputs are busy', async (t) => {
  for (const swapped of [false, true]) {
    const { world, host, guest, st } = await table(t);
    const sends = [() => host.hold(st, { replay: true }), () => reset(guest)];
    const replies = await together(world, ...(swapped ? sends.toReversed() : sends));
    t.is(replies[swapped ? 0 : 1]?.status, swapped ? 'ok' : 'busy');
    t.is((await host.poll({ replay: true })).items.length, swapped ? 1 : 0);
  }
});

testOfOneRelay('[R29] [R44] 30 simultaneous inputs wake a held poll once, with the first 25', async (t) => {
  const { world, host, guest, st } = await table(t);
  const held = host.hold(st);
  await world.pass(1000);
  const replies = await together(world, ...Array.from({ length: 30 }, () => () => reset(guest)));
  t.deepEqual(
    replies.map((reply) => reply?.seq),
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
  t.deepEqual([held.now()?.items.length, held.now()?.next_seq], [25, 31]);
  t.deepEqual(
    (await host.poll({ since: 25 })).items.map(({ seq }) => seq),
    [26, 27, 28, 29, 30],
  );
});

everywhere('[R41] two simultaneous copies of an input are one entry, with the same answer', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const body = { kind: 'aim', steps: 3, rid: 'tap' } as const;
  const replies = await Promise.all([guest.input(body), guest.input(body)]);
  for (const { status, seq } of replies) t.deepEqual([status, seq], ['ok', 1]);
  t.is((await host.poll()).items.length, 1);
});

test('[R5] a heartbeat held while the host is away returns immediately when the host stops', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  await world.pass(45_000);
  const { st } = await host.state();
  const held = (await joinGuest(world, host.code)).hold(st);
  await world.pass(1000);
  t.is(held.now(), null);
  await host.device.ask('host', { action: 'stop' });
  t.deepEqual([held.now()?.status, held.now()?.host_stopped], ['offline', true]);
});

test('[R10] [C18] a held heartbeat that found no seat is answered invalid immediately when its code ends', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world, { players: playersOf(4, 'H') });
  const { st } = await host.state();
  const held = (await joinGuest(world, host.code)).hold(st, { players: playersOf(1) });
  await world.pass(1000);
  t.is(held.now(), null);
  hostSends(host, 'regenerate', false);
  await world.pass(0);
  t.is(held.now()?.status, 'invalid');
});
