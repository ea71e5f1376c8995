// A relay that is killed and restarted on its database loses only held requests (R1, R2, R28, R31, R41; C12–C14, C16).

import test, { type ExecutionContext } from 'ava';
import { databaseFile, virtualRelay, type VirtualRelayWorld } from '../support/relay/relay-world.ts';
import { joinGuest, openHost, playersOf, type SentRound, testOfOneRelay } from '../support/relay/relay-table.ts';

const lasting = async (t: ExecutionContext): Promise<VirtualRelayWorld> =>
  virtualRelay(t, { file: await databaseFile(t) });

const round: SentRound = {
  id: 12,
  ph: 'play',
  hole: 2,
  turn: 1,
  n: 2,
  nh: 2,
  ro: [
    { n: 'Ann', d: '', c: 0, h: 3 },
    { n: 'Böb 🏌', d: 'Some Label', c: 1, h: 54 },
  ],
  ho: [8.5, 12],
  sc: [
    [2, 0],
    [3, 1],
  ],
  rem: [0, 4.25],
  hd: [1, 0],
  td: [0, 1],
  ord: [1, 0],
  shot: {
    seq: 5,
    p: 1,
    hole: 2,
    mps: 1.5,
    face: -0.5,
    aoa: 1,
    ratio: 1.7,
    v: 'short',
    holed: false,
    x: 7.75,
    y: 0,
    rem: 4.25,
  },
  note: { seq: 1, t: 'Some Label left' },
};

test('[C14] [R1] the whole state survives a restart, under the same tag', async (t) => {
  const world = await lasting(t);
  const cfg = { '9': 1, '10': -2, ['__proto__']: 3, shots: 10 };
  const host = await openHost(world, { exp: { mode: 11, gen: 6, cfg }, players: playersOf(2, 'H') });
  const guest = await joinGuest(world, host.code, { fol: false });
  const other = await joinGuest(world, host.code, { players: [] });
  await host.device.ask('host', { action: 'round', round });
  await guest.input({ kind: 'aim', steps: -7 });
  const before = await host.poll({ replay: true });
  t.is(before.state.round?.id, 12);
  t.regex(before.text, /"cfg":\{"10":-2,"9":1,"__proto__":3,"shots":10\}/);
  world.restart();
  const after = await host.poll({ replay: true });
  t.is(after.text, before.text);
  t.is((await host.device.ask('host', { action: 'start' })).code, host.code);
  const { host_name, host_label } = await other.beat();
  t.deepEqual([host_name, host_label], ['Studio', host.label]);
  t.is((await guest.input({ kind: 'reset' })).status, 'busy', 'the guest is joined, the host online, and replays');
});

test('[C14] [R28] [R31] the queue survives a restart with its numbers and ages', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'putt', putt: { mps: 1, face: 0.5, aoa: -1, ratio: 1.7, p: 1, hole: 3 } });
  await world.pass(30_000);
  await host.poll();
  await guest.input({ kind: 'club', club: 31 });
  world.restart();
  t.is((await guest.input({ kind: 'aim', steps: 1 })).seq, 3);
  await world.pass(89_999);
  const putt = { mps: 1, face: 0.5, aoa: -1, ratio: 1.7, p: 1, hole: 3 };
  t.deepEqual((await host.poll()).items as unknown, [
    { seq: 1, kind: 'putt', name: guest.label, putt, ms: 119_999 },
    { seq: 2, kind: 'club', name: guest.label, club: 31 },
    { seq: 3, kind: 'aim', name: guest.label, steps: 1 },
  ]);
  await world.pass(1);
  t.deepEqual(
    (await host.poll()).items.map(({ seq }) => seq),
    [2, 3],
    '[R34] the first is 120 s old',
  );
});

test('[R31] a restart at any time loses no acknowledged input', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  for (let steps = 1; steps <= 8; steps++) {
    t.is((await guest.input({ kind: 'aim', steps })).seq, steps);
    if (steps % 2 === 0) world.restart();
  }
  const { items, next_seq } = await host.poll();
  t.deepEqual(
    items.map(({ seq, ...item }) => [seq, item['steps']]),
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, n]),
  );
  t.is(next_seq, 9);
});

test('[R31] [R41] executes an unacknowledged input once when it is resent', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const body = { code: host.code, kind: 'aim', steps: 4, rid: 'tap-1' } as const;
  const lost = guest.device.send('input', body);
  world.restart();
  await world.pass(1000);
  t.is(lost.now(), null);
  t.is((await host.poll()).state.ev.seq, 0);
  t.is((await guest.device.ask('input', body)).seq, 1);
  world.restart();
  t.deepEqual([(await guest.device.ask('input', body)).status, (await guest.device.ask('input', body)).seq], ['ok', 1]);
  t.is((await host.poll()).items.length, 1);
});

test('[C13] [C14] remembers a rid for 600 s across a restart', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const body = { code: host.code, kind: 'reset', rid: 'x' } as const;
  const regenerate = { action: 'regenerate', rid: 'y' } as const;
  const code = (await host.device.ask('host', regenerate)).code;
  await guest.device.ask('input', body);
  await world.pass(30_000);
  world.restart();
  await world.pass(39_000);
  await Promise.all([host.poll(), guest.beat()]);
  for (let n = 0; n < 13; n++) {
    await world.pass(40_000);
    await Promise.all([host.poll(), guest.beat()]);
  }
  await world.pass(10_999);
  t.is((await guest.device.ask('input', body)).seq, 1);
  t.is((await host.device.ask('host', regenerate)).code, code);
  const other = guest.device.raw('input', JSON.stringify({ ...body, kind: 'mulligan' }));
  await world.pass(0);
  t.is(other.now()?.http_status, 400);
  await world.pass(1);
  t.is((await guest.device.ask('input', body)).status, 'invalid', 'its old code has expired by then');
  t.not((await host.device.ask('host', regenerate)).code, code);
});

test('[C14] [C12] contacts keep their age across a restart: 45 s for the host, 40 s for guests', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(39_000);
  world.restart();
  await world.pass(1000);
  t.deepEqual(
    (await host.state()).players.map(({ name }) => name),
    [host.label, guest.label],
  );
  await world.pass(1);
  t.is((await host.state()).players.length, 1);
  await world.pass(4998);
  t.true((await host.state()).host_online);
  await world.pass(1);
  t.false((await host.state()).host_online);
});

test('[C14] [R51] only timeouts wake held requests after a restart', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const [quiet, held] = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  world.restart();
  await world.pass(25_000);
  const beat = held.hold((await host.state()).st);
  await world.pass(15_000);
  t.is(beat.now(), null);
  await world.pass(1);
  t.false(beat.now()?.state.players.some(({ name }) => name === quiet.label));
  const next = held.hold(beat.now()?.state.st ?? '');
  await world.pass(4998);
  t.is(next.now(), null);
  await world.pass(1);
  t.is(next.now()?.status, 'offline');
});

test('[C14] a host that never polled, or stopped, is not online after a restart', async (t) => {
  const world = await lasting(t);
  const fresh = world.device();
  await fresh.ask('host', { action: 'start' });
  const stopped = await openHost(world);
  await stopped.device.ask('host', { action: 'stop' });
  world.restart();
  t.false((await fresh.ask('host', { action: 'start' })).state.host_online);
  const { joined } = await joinGuest(world, stopped.code);
  t.deepEqual([joined.status, joined.host_stopped], ['offline', true]);
});

test('[C14] a host whose only contact was one bare poll is online after a restart', async (t) => {
  const world = await lasting(t);
  const device = world.device();
  const { code } = await device.ask('host', { action: 'start' });
  t.true((await device.ask('poll', { code, since: 0 })).state.host_online);
  world.restart();
  t.true((await device.ask('host', { action: 'start' })).state.host_online);
});

test('[C14] [R9] [C12] redirects survive a restart and expire on time', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  await world.pass(10_000);
  const second = (await host.device.ask('host', { action: 'regenerate' })).code;
  const { code } = await host.device.ask('host', { action: 'regenerate' });
  await world.pass(100_000);
  world.restart();
  await world.pass(499_999);
  await host.poll({ code });
  for (const old of [host.code, second]) t.is((await joinGuest(world, old, { players: [] })).joined.code, code);
  await world.pass(1);
  for (const old of [host.code, second]) t.is((await joinGuest(world, old)).joined.status, 'invalid');
  world.restart();
  t.is((await joinGuest(world, host.code)).joined.status, 'invalid');
  t.is((await joinGuest(world, code)).joined.status, 'ok');
});

test('[C14] [R10] an ended code stays ended after a restart', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const { code } = await host.device.ask('host', { action: 'regenerate', keep_guests: false });
  world.restart();
  t.is((await joinGuest(world, host.code)).joined.status, 'invalid');
  t.is((await joinGuest(world, code)).joined.status, 'ok');
});

test('[R2] [C20] codes and labels issued after a restart are new despite the same seed', async (t) => {
  const world = await lasting(t);
  const [codes, labels] = [new Set<string>(), new Set<string>()];
  for (let count = 1; count <= 5; count++) {
    const { code, label, device } = await openHost(world);
    codes.add(code);
    labels.add(label);
    codes.add((await device.ask('host', { action: 'regenerate', keep_guests: count % 2 === 0 })).code);
    world.restart();
    t.deepEqual([codes.size, labels.size], [2 * count, count]);
  }
});

test('[C14] [C16] a host that repeats its latest event after a restart causes no new one', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const ev = { seq: 8, kind: 'putt', name: 'Ann', steps: 0 } as const;
  t.is((await host.poll({ ev })).state.ev.seq, 1);
  world.restart();
  t.is((await host.poll({ ev })).state.ev.seq, 1);
  t.is((await host.poll({ ev: { ...ev, seq: 9 } })).state.ev.seq, 2);
});

test('[C14] [C28] data cleared by stop stays cleared after a restart', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'reset' });
  await host.device.ask('host', { action: 'stop' });
  world.restart();
  const { next_seq, state } = await host.device.ask('host', { action: 'start' });
  t.deepEqual([next_seq, state.players.length], [2, 1]);
  t.deepEqual((await host.poll()).items, []);
  t.is((await guest.input({ kind: 'reset' })).status, 'invalid');
});

testOfOneRelay('[R34] [C14] a wall clock set back during a restart makes no input younger', async (t) => {
  const world = await lasting(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(10_000);
  await guest.input({ kind: 'putt', putt: { mps: 1, face: 0, aoa: 0, ratio: 1.6 } });
  world.clock.setWall({ synced: true, unix_s: 1_700_000_000 });
  world.restart();
  const [putt] = (await host.poll()).items;
  t.is(putt?.['ms'], 0);
  await world.pass(119_999);
  t.is((await host.poll()).items.length, 1);
  await world.pass(1);
  t.is((await host.poll()).items.length, 0);
});
