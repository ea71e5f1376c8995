// The input queue between guests and host (R28–R31, R33–R40, R44, R89, R91; C3, C11, C12, C14, C15, C16, C23).

import test from 'ava';
import { virtualRelay, type Reply } from '../support/relay/relay-world.ts';
import { everywhere, joinGuest, openHost, playersOf, type Guest, type Host } from '../support/relay/relay-table.ts';
import { fieldsOf } from '../support/read-json.ts';

const seqsOf = ({ items }: Reply): readonly number[] => items.map(({ seq }) => seq);
const from = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Sends `count` taps, one after the other, each with one step more than the last. */
async function tap(guest: Guest, count: number): Promise<void> {
  for (let steps = 1; steps <= count; steps++) await guest.input({ kind: 'aim', steps });
}

const PUTT = { mps: 1.25, face: -0.5, aoa: 2, ratio: 1.68 };
const INPUTS = [
  { kind: 'aim', steps: -3 },
  { kind: 'club', club: 7 },
  { kind: 'putt', putt: PUTT },
  { kind: 'putt', putt: { ...PUTT, p: 3, hole: 18 } },
  { kind: 'repeat' },
  { kind: 'repeat_aim' },
  { kind: 'reset' },
  { kind: 'mulligan' },
] as const;

everywhere(
  '[R29] each accepted input is one entry under its seq, with its payload, and the ev of the session',
  async (t, world) => {
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    for (const [index, input] of INPUTS.entries()) {
      const { status, seq, state } = await guest.input({ name: 'Sly Fox', ...input });
      t.deepEqual([status, seq], ['ok', index + 1]);
      const steps = input.kind === 'aim' ? -3 : 0;
      t.deepEqual(state.ev, { seq: index + 1, kind: input.kind, name: 'Sly Fox', steps }, '[C23]');
      const { items, next_seq } = await host.poll({ since: index });
      t.is(next_seq, index + 2);
      t.is(items.length, 1);
      const { ms, ...item } = fieldsOf(items[0]);
      t.deepEqual(item, { seq: index + 1, name: guest.label, ...input });
      t.is(Number.isInteger(ms), input.kind === 'putt', '[C3]');
    }
  },
);

test('[C3] the ms of a putt is its age since the relay accepted it', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(17);
  await guest.input({ kind: 'putt', putt: PUTT });
  t.is((await host.poll()).items[0]?.['ms'], 0);
  await world.pass(4321);
  t.is((await host.poll()).items[0]?.['ms'], 4321);
});

everywhere('[R28] [R40] seq rises by one over all guests, in the order in which they sent', async (t, world) => {
  const host = await openHost(world);
  const guests = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  for (let count = 1; count <= 10; count++)
    t.is((await guests[count % 2]?.input({ kind: 'aim', steps: count }))?.seq, count);
  const { items } = await host.poll();
  t.deepEqual(
    items.map(({ seq, name, ...item }) => [seq, name, item['steps']]),
    from(1, 10).map((n) => [n, guests[n % 2]?.label, n]),
  );
});

everywhere('[R28] never reuses a number after stop and start', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await tap(guest, 3);
  await host.device.ask('host', { action: 'stop' });
  t.is((await host.device.ask('host', { action: 'start' })).next_seq, 4);
  await guest.beat();
  t.is((await guest.input({ kind: 'reset' })).seq, 4);
  t.deepEqual(seqsOf(await host.poll()), [4]);
});

everywhere('[R30] [R33] every poll returns all items newer than its since', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await tap(guest, 5);
  for (const [since, seqs] of [
    [0, [1, 2, 3, 4, 5]],
    [3, [4, 5]],
    [0, [1, 2, 3, 4, 5]],
    [4, [5]],
    [5, []],
    [50, []],
    [2, [3, 4, 5]],
  ] as const)
    t.deepEqual(seqsOf(await host.poll({ since })), seqs, `since ${since}`);
});

everywhere('[R30] [R44] 51 waiting items come in polls of 25, 25 and 1, none of them held', async (t, world) => {
  const host = await openHost(world);
  const guests = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  for (let count = 0; count < 51; count++) await guests[count % 2]?.input({ kind: 'repeat' });
  const { st } = await host.state();
  const drained: Reply[] = [];
  for (const since of [0, 25, 50]) {
    const held = host.hold(st, { since });
    await host.state(); // ends the batch; no time passes on the virtual clock
    drained.push(await held.answer);
  }
  t.deepEqual(drained.map(seqsOf), [from(1, 25), from(26, 50), [51]]);
});

for (const waiting of [24, 25, 26]) {
  everywhere(`[R30] of ${waiting} waiting items one poll has at most 25`, async (t, world) => {
    const host = await openHost(world);
    await tap(await joinGuest(world, host.code), waiting);
    t.deepEqual(seqsOf(await host.poll()), from(1, Math.min(waiting, 25)));
  });
}

test('[R31] [R34] [C12] delivers an entry until it is 120 s old', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'reset' });
  await world.pass(1);
  await guest.input({ kind: 'repeat' });
  for (let count = 0; count < 4; count++) {
    await world.pass(29_000);
    t.deepEqual(seqsOf(await host.poll()), [1, 2]);
  }
  await world.pass(3998);
  t.deepEqual(seqsOf(await host.poll()), [1, 2]);
  await world.pass(1);
  t.deepEqual(seqsOf(await host.poll()), [2]);
  await world.pass(1);
  t.deepEqual(seqsOf(await host.poll()), []);
});

test('[R34] an input that a host has never received expires while the host is away', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'reset' });
  await world.pass(60_000);
  t.is((await guest.input({ kind: 'repeat' })).status, 'offline');
  await world.pass(60_000);
  const reply = await host.poll();
  t.deepEqual([seqsOf(reply), reply.next_seq], [[], 2]);
});

everywhere(
  '[R35] [R36] while the host replays an input is busy and leaves no trace; after it, it is accepted',
  async (t, world) => {
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    const { state } = await host.poll({ replay: true });
    t.deepEqual([state.replay, state.replay_by], [true, host.label], '[R91] [C23]');
    for (const input of INPUTS) {
      const refused = await guest.input(input);
      t.deepEqual([refused.status, refused.seq], ['busy', 0]);
      t.deepEqual(refused.state, state);
    }
    const after = await host.poll();
    t.deepEqual([after.items, after.next_seq, after.state.ev.seq], [[], 1, 0]);
    t.deepEqual([after.state.replay, after.state.replay_by], [false, '']);
    t.is((await guest.input({ kind: 'mulligan' })).seq, 1);
    t.is((await host.poll()).items[0]?.kind, 'mulligan');
  },
);

test('[R37] answers an input to a silent host with offline and does not queue it', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(45_000);
  const { status, seq, state } = await guest.input({ kind: 'reset' });
  t.deepEqual([status, seq, state.ev.seq, state.host_online], ['offline', 0, 0, false]);
  const polled = await host.poll();
  t.deepEqual([polled.items, polled.next_seq], [[], 1]);
});

everywhere(
  '[R38] steps within ±50, clubs 0 to 31 and seven kinds pass; anything else is malformed and changes nothing',
  async (t, world) => {
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    for (const body of [
      { kind: 'aim', steps: -50 },
      { kind: 'aim', steps: 50 },
      { kind: 'club', club: 0 },
      { kind: 'club', club: 31 },
    ] as const)
      t.is((await guest.input(body)).status, 'ok', JSON.stringify(body));
    const { st } = await host.state();
    for (const body of [
      ...[-51, 51, 1.5, '3', null].map((steps) => ({ kind: 'aim', steps })),
      ...[-1, 32, 0.5, '3', null].map((club) => ({ kind: 'club', club })),
      ...['', 'Aim', 'drive', 4].map((kind) => ({ kind, steps: 1 })),
      { kind: 'aim' },
      { kind: 'putt' },
      { kind: 'putt', putt: { ...PUTT, mps: '1' } },
      { kind: 'putt', putt: { ...PUTT, p: -1 } },
      { kind: 'putt', putt: { ...PUTT, hole: -1 } },
      { kind: 'putt', putt: { ...PUTT, hole: 1.5 } },
    ]) {
      const text = JSON.stringify({ code: host.code, ...body });
      const held = guest.device.raw('input', text);
      await host.state();
      const { http_status, status } = await held.answer;
      t.deepEqual([http_status, status], [400, 'malformed'], text);
    }
    t.is((await host.state()).st, st);
    t.deepEqual(seqsOf(await host.poll()), [1, 2, 3, 4]);
  },
);

everywhere('[R39] items go to the host of the code they were sent under, and to no other', async (t, world) => {
  const [one, two] = [await openHost(world), await openHost(world)];
  const guest = await joinGuest(world, one.code);
  await guest.beat({ code: two.code });
  await guest.input({ kind: 'aim', steps: 1 });
  await guest.input({ kind: 'club', club: 2, code: two.code });
  await guest.input({ kind: 'aim', steps: 3 });
  const itemsOf = async (host: Host) => (await host.poll()).items.map(({ seq, kind }) => [seq, kind]);
  t.deepEqual(await itemsOf(one), [
    [1, 'aim'],
    [2, 'aim'],
  ]);
  t.deepEqual(await itemsOf(two), [[1, 'club']]);
});

everywhere(
  '[C14] [C15] answers `start` with the next_seq from which a host without a stored seq polls',
  async (t, world) => {
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    await tap(guest, 4);
    const { next_seq } = await host.device.ask('host', { action: 'start' });
    t.is(next_seq, 5);
    t.deepEqual(seqsOf(await host.poll({ since: next_seq - 1 })), []);
    await guest.input({ kind: 'reset' });
    const polled = await host.poll({ since: next_seq - 1 });
    t.deepEqual([seqsOf(polled), polled.next_seq], [[5], 6]);
    const ahead = await host.poll({ since: 99 });
    t.deepEqual([ahead.status, ahead.items, ahead.next_seq], ['ok', [], 6], 'the host can see that it is ahead');
  },
);

everywhere('[C16] [R89] an event that the host reports counts once, and both sources count on', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const seqAfter = async (ev: Parameters<Host['poll']>[0]) => (await host.poll(ev)).state.ev.seq;
  const aim = { seq: 40, kind: 'aim', name: 'Ann', steps: -2 } as const;
  const { state } = await host.poll({ ev: aim });
  t.deepEqual(state.ev, { seq: 1, kind: 'aim', name: 'Ann', steps: -2 }, '[C23]');
  t.is(await seqAfter({ ev: aim }), 1);
  t.is(await seqAfter({ ev: { ...aim, name: 'Bob', steps: 3 } }), 1, 'same kind and seq');
  t.is((await guest.input({ kind: 'club', club: 1 })).state.ev.seq, 2);
  t.is(await seqAfter({ ev: aim }), 2);
  t.is(await seqAfter({}), 2);
  t.is(await seqAfter({ ev: null }), 2);
  t.is(await seqAfter({ ev: { ...aim, seq: 41 } }), 3);
  t.is(await seqAfter({ ev: { ...aim, seq: 41, kind: 'putt' } }), 4);
  t.is(await seqAfter({ ev: { ...aim, seq: 1, kind: 'putt' } }), 5, 'a rebooted host counts from 1 again');
  t.is((await guest.input({ kind: 'reset' })).state.ev.seq, 6);
  t.is((await host.poll()).next_seq, 3, 'only inputs are queued');
});

test('[C11] refusals take precedence in the order malformed, invalid, offline, full, busy', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world, { players: playersOf(2, 'H') });
  const late = await joinGuest(world, host.code, { players: playersOf(2, 'A') });
  await world.pass(40_001);
  await host.poll({ replay: true });
  const outsider = await joinGuest(world, '000000');
  const statusOf = async (guest: Guest, code = host.code) => (await guest.input({ kind: 'reset', code })).status;
  t.is(await statusOf(late), 'busy');
  await world.pass(40_001);
  await host.poll({ replay: true });
  const other = await joinGuest(world, host.code, { players: playersOf(2, 'B') });
  t.is(await statusOf(other), 'busy');
  t.is(await statusOf(late), 'full', 'before busy');
  t.is(await statusOf(outsider), 'invalid', 'before busy');
  await world.pass(30_000);
  await other.beat();
  await world.pass(15_000);
  t.is(await statusOf(other), 'offline', 'before busy');
  t.is(await statusOf(late), 'offline', 'before full');
  t.is(await statusOf(outsider), 'invalid', 'before offline');
  for (const guest of [late, outsider]) {
    const malformed = guest.device.raw('input', JSON.stringify({ code: host.code, kind: 'aim', steps: 51 }));
    t.is(malformed.now()?.status, 'malformed', 'before everything');
  }
  await other.leave();
  t.is(await statusOf(other), 'invalid', 'a guest that left is not joined, even with the host offline');
  t.deepEqual(seqsOf(await host.poll()), []);
});
