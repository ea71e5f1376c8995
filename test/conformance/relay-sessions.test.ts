// Sessions and codes: start, stop, silence, experience and round, and online status (R1–R8, R15, R16, R26; C1, C2, C12,
// C28).

import test from 'ava';
import { virtualRelay } from '../support/relay/relay-world.ts';
import { everywhere, joinGuest, openHost, playersOf, type SentRound } from '../support/relay/relay-table.ts';
import { fieldsIn, fieldsOf } from '../support/read-json.ts';

const CODE = /^[0-9ABCDEFGHJKMNPQRSTVWXYZ]{6}$/;

const roundOf = (id: number): SentRound => ({
  id,
  ph: 'lobby',
  hole: 1,
  turn: 0,
  n: 1,
  nh: 2,
  ro: [{ n: 'H1', d: '', c: 0, h: 0 }],
  ho: [10.5, 20],
  sc: [[0, 0]],
  rem: [10.5],
  hd: [0],
  td: [0],
  ord: [0],
  shot: null,
  note: null,
});

everywhere('[R1] [C2] a host keeps its code through start, stop and start', async (t, world) => {
  const { device, code } = await openHost(world);
  t.regex(code, CODE);
  t.is((await device.ask('host', { action: 'start' })).code, code);
  t.is((await device.ask('host', { action: 'stop' })).code, code);
  t.is((await device.ask('host', { action: 'stop' })).code, code);
  t.is((await device.ask('host', { action: 'start', name: 'Another name' })).code, code);
  t.is((await device.ask('host', { action: 'start', keep_guests: false })).code, code);
});

everywhere('[R2] every host has its own code', async (t, world) => {
  const codes = new Set<string>();
  for (let count = 0; count < 20; count++) {
    const { code } = await world.device().ask('host', { action: 'start' });
    t.regex(code, CODE);
    codes.add(code);
  }
  t.is(codes.size, 20);
});

everywhere('[C2] reads a code in any spelling, and rejects U', async (t, world) => {
  const host = await openHost(world);
  const typed = host.code.toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l');
  const spaced = `${typed.slice(0, 3)} - ${typed.slice(3)}`;
  const guest = await joinGuest(world, spaced);
  t.is(guest.joined.status, 'ok', spaced);
  t.is(guest.joined.code, host.code);
  t.is((await joinGuest(world, host.code.replace(/0/g, 'O').replace(/1/g, 'I'))).joined.status, 'ok');
  t.is((await guest.input({ kind: 'reset' })).status, 'ok');
  t.is((await host.poll({ code: spaced })).items.length, 1);
  for (const wrong of [`${host.code.slice(0, 5)}U`, host.code.slice(0, 5), `${host.code}0`, `_${host.code}`])
    t.is((await joinGuest(world, wrong)).joined.status, 'invalid', wrong);
});

everywhere('[R3] start again keeps code, guests, queue, round, replay and next_seq', async (t, world) => {
  const host = await openHost(world, { exp: { mode: 9, gen: 4, cfg: { target: 12 } } });
  const guest = await joinGuest(world, host.code, { fol: false });
  await guest.input({ kind: 'aim', steps: 2 });
  await host.device.ask('host', { action: 'round', round: roundOf(7) });
  const before = await host.poll({ replay: true });
  t.is(before.state.replay, true);
  const again = await host.device.ask('host', { action: 'start' });
  t.deepEqual(again.state, before.state);
  t.deepEqual([again.status, again.code, again.next_seq], ['ok', host.code, before.next_seq]);
  t.deepEqual((await host.poll({ replay: true })).items, before.items);
  t.is(again.state.players[1]?.name, guest.label);
  t.is(again.state.round?.id, 7);
  t.deepEqual(again.state.exp, { mode: 9, gen: 4, cfg: { target: 12 } });
});

everywhere('[R4] [R16] stop answers status and code, and nothing else', async (t, world) => {
  const { device, code } = await openHost(world);
  t.deepEqual(JSON.parse((await device.ask('host', { action: 'stop' })).text), { status: 'ok', code });
  const fresh = await world.device().ask('host', { action: 'stop' });
  t.is(fresh.http_status, 200);
  t.is(fresh.status, 'ok', '[C28] also without an active session');
});

everywhere(
  '[C11] [C28] an input after stop is offline, host_stopped, from any device; before it a stranger is invalid',
  async (t, world) => {
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    const outsider = world.device();
    const input = { kind: 'aim', steps: 1, code: host.code } as const;
    t.is((await outsider.ask('input', input)).status, 'invalid');
    await host.device.ask('host', { action: 'stop' });
    for (const device of [guest.device, outsider]) {
      const { status, host_stopped, seq } = await device.ask('input', input);
      t.deepEqual([status, host_stopped, seq], ['offline', true, 0]);
    }
    t.is((await guest.device.ask('input', { ...input, code: 'ZZZZZZ' })).status, 'invalid', 'an unknown code');
  },
);

everywhere('[R5] after stop held heartbeats, later ones and joins are offline, host_stopped', async (t, world) => {
  const host = await openHost(world);
  const guests = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  const { st } = await host.state();
  const held = guests.map((guest) => guest.hold(st));
  await host.device.ask('host', { action: 'stop' });
  for (const { answer } of held) {
    const { status, host_stopped, code, state } = await answer;
    t.deepEqual([status, host_stopped, code, state.host_online], ['offline', true, host.code, false]);
  }
  const later = await guests[0]?.beat();
  t.deepEqual([later?.status, later?.host_stopped], ['offline', true]);
  const { joined } = await joinGuest(world, host.code);
  t.deepEqual([joined.status, joined.host_stopped, joined.state.host_online], ['offline', true, false]);
});

test('[R5] [C29] immediately answers a heartbeat after stop, even with the stopped session’s tag', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await host.device.ask('host', { action: 'stop' });
  const { state } = await guest.beat();
  const held = guest.hold(state.st);
  await world.pass(0);
  t.is(held.now()?.host_stopped, true);
});

test('[R6] [R8] [C12] a host goes offline 45 s after its last poll, which wakes heartbeats', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(30_000);
  t.is((await guest.beat()).status, 'ok');
  const { st } = await host.state();
  const held = guest.hold(st);
  await world.pass(14_999);
  t.is(held.now(), null);
  t.true((await host.state()).host_online);
  await world.pass(1);
  const reply = held.now();
  t.is(reply?.status, 'offline');
  t.is(reply?.host_stopped, false);
  t.is(reply?.state.host_online, false);
  t.deepEqual(
    reply?.state.players.map(({ name }) => name),
    [host.label, guest.label],
    'the guest stays joined',
  );
});

for (const [age_ms, status] of [
  [44_999, 'ok'],
  [45_000, 'offline'],
] as const) {
  test(`[C12] [R37] ${age_ms} ms after the last poll an input and a join are ${status}`, async (t) => {
    const world = virtualRelay(t);
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code);
    await world.pass(20_000);
    await guest.beat();
    await world.pass(age_ms - 20_000);
    t.is((await guest.input({ kind: 'reset' })).status, status);
    const { joined } = await joinGuest(world, host.code);
    t.is(joined.status, status);
    t.is(joined.host_stopped, status === 'ok' ? undefined : false);
    t.is(joined.state.host_online, status === 'ok');
    t.is((await host.poll()).items.length, status === 'ok' ? 1 : 0);
  });
}

test('[R7] a silent host that polls again is online, and held heartbeats return', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(45_000);
  const away = await guest.beat();
  t.deepEqual([away.status, away.host_stopped], ['offline', false]);
  const held = guest.hold(away.state.st);
  await world.pass(5000);
  t.is(held.now(), null);
  const polled = await host.poll();
  t.true(polled.state.host_online);
  t.is(held.now()?.status, 'ok');
  t.true(held.now()?.state.host_online);
  t.not(held.now()?.state.st, away.state.st);
});

test('[C29] with the host away, holds a heartbeat with the current tag, then answers offline', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(45_000);
  const { state } = await guest.beat();
  const held = guest.hold(state.st);
  await world.pass(19_999);
  t.is(held.now(), null);
  await world.pass(1);
  t.deepEqual([held.now()?.status, held.now()?.host_stopped], ['offline', false]);
});

everywhere('[R8] only a poll makes a host online, and only in an active session', async (t, world) => {
  const device = world.device();
  const started = await device.ask('host', { action: 'start' });
  t.false(started.state.host_online);
  const { code } = started;
  const early = await joinGuest(world, code);
  t.deepEqual([early.joined.status, early.joined.host_stopped], ['offline', false]);
  const exp = { mode: 1, gen: 1, cfg: {} };
  t.false((await device.ask('host', { action: 'experience', exp })).state.host_online);
  t.true((await device.ask('poll', { code, since: 0 })).state.host_online);
  await device.ask('host', { action: 'stop' });
  const late = await device.ask('poll', { code, since: 0 });
  t.is(late.status, 'invalid', '[C10] a stopped code');
  t.false((await joinGuest(world, code)).joined.state.host_online);
});

everywhere(
  '[C28] stop clears guests, queue, round and replay, and keeps exp, next_seq and ev.seq',
  async (t, world) => {
    const exp = { mode: 2, gen: 3, cfg: { stimp: 10 } };
    const host = await openHost(world, { exp });
    const guest = await joinGuest(world, host.code);
    await guest.input({ kind: 'club', club: 3 });
    await host.device.ask('host', { action: 'round', round: roundOf(1) });
    const { next_seq } = await host.poll({ replay: true });
    await host.device.ask('host', { action: 'stop' });
    const again = await host.device.ask('host', { action: 'start' });
    t.is(again.next_seq, next_seq);
    t.deepEqual(again.state.exp, exp);
    t.is(again.state.ev.seq, 1);
    t.is(again.state.round, null);
    t.deepEqual([again.state.replay, again.state.replay_by], [false, '']);
    t.deepEqual(
      again.state.players.map(({ name }) => name),
      [host.label],
    );
    t.deepEqual((await host.poll()).items, []);
    t.is((await guest.input({ kind: 'reset' })).status, 'invalid');
  },
);

everywhere('[C28] experience and round are invalid without an active session', async (t, world) => {
  const exp = { mode: 1, gen: 1, cfg: {} };
  const refused = async (device: ReturnType<typeof world.device>): Promise<void> => {
    for (const body of [{ action: 'experience', exp } as const, { action: 'round', round: roundOf(1) } as const]) {
      const { http_status, status, state } = await device.ask('host', body);
      t.deepEqual([http_status, status], [200, 'invalid']);
      t.deepEqual([state.players, state.exp.mode, state.round], [[], 0, null]);
    }
  };
  await refused(world.device());
  const { device } = await openHost(world);
  await device.ask('host', { action: 'stop' });
  await refused(device);
  const { state } = await device.ask('host', { action: 'start' });
  t.deepEqual([state.exp, state.round], [{ mode: 0, gen: 0, cfg: {} }, null]);
});

for (const action of ['start', 'experience'] as const) {
  everywhere(`[C28] ${action} without keep_guests drops guests and what they sent`, async (t, world) => {
    const exp = { mode: 1, gen: 1, cfg: {} };
    const host = await openHost(world, { exp });
    const guest = await joinGuest(world, host.code);
    await guest.input({ kind: 'reset' });
    const { state, next_seq } = await host.device.ask('host', { action, exp, keep_guests: false });
    t.is(state.players.length, 1);
    t.is(next_seq, 2, '[R28]');
    t.deepEqual((await host.poll()).items, []);
    t.is((await guest.input({ kind: 'reset' })).status, 'invalid');
  });

  test(`[C28] [C18] ${action} without keep_guests immediately answers held heartbeats invalid`, async (t) => {
    const world = virtualRelay(t);
    const exp = { mode: 1, gen: 1, cfg: {} };
    const host = await openHost(world, { exp });
    const guest = await joinGuest(world, host.code);
    const held = guest.hold((await host.state()).st);
    await world.pass(1000);
    t.is(held.now(), null);
    await host.device.ask('host', { action, exp, keep_guests: false });
    t.is(held.now()?.status, 'invalid');
  });
}

test('[C28] [C18] dropping guests also answers a held heartbeat whose players did not fit', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const held = guest.hold((await host.state()).st, { players: playersOf(4) });
  await world.pass(1000);
  t.is(held.now(), null);
  await host.device.ask('host', { action: 'start', keep_guests: false });
  t.is(held.now()?.status, 'invalid');
});

everywhere(
  '[R26] sim follows the mode of the experience regardless of the content of the request',
  async (t, world) => {
    const { device } = await openHost(world);
    for (const [mode, sim] of [
      [2, 'simdirect'],
      [4, 'simport'],
      [3, 'none'],
      [9, 'none'],
      [0, 'none'],
      [20, 'none'],
    ] as const) {
      const exp = { mode, gen: mode, cfg: {} };
      const { state } = await device.ask('host', { action: 'experience', exp, sim: 'simdirect' });
      t.is(state.sim, sim, `mode ${mode}`);
      t.deepEqual(state.exp, exp);
    }
  },
);

everywhere('[R15] an unknown code is invalid, HTTP 200, in the shape of its route', async (t, world) => {
  const device = world.device();
  const code = '000000';
  const replies = [
    [await device.ask('poll', { code, since: 0 }), ['status', 'items', 'next_seq', 'state']],
    [await device.ask('join', { action: 'join', code }), ['status', 'code', 'host_label', 'host_name', 'state']],
    [await device.ask('join', { action: 'heartbeat', code }), ['status', 'code', 'host_label', 'host_name', 'state']],
    [await device.ask('join', { action: 'leave', code }), ['status']],
    [await device.ask('input', { code, kind: 'reset' }), ['status', 'seq', 'state']],
  ] as const;
  for (const [{ http_status, status, text }, keys] of replies) {
    t.deepEqual([http_status, status], [200, 'invalid'], text);
    t.deepEqual(Object.keys(fieldsIn(text)).sort(), [...keys].sort());
  }
});

everywhere('[R16] [C1] every answer but those of stop and leave has its state under `state`', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const KEYS = ['ev', 'exp', 'host_online', 'players', 'replay', 'replay_by', 'round', 'sim', 'st'];
  const { device, code } = host;
  const replies = [
    await device.ask('host', { action: 'start' }),
    await device.ask('host', { action: 'experience', exp: { mode: 1, gen: 1, cfg: {} } }),
    await device.ask('host', { action: 'round', round: roundOf(1) }),
    await host.poll(),
    guest.joined,
    await guest.beat(),
    await guest.input({ kind: 'repeat' }),
    await guest.input({ kind: 'repeat', code: '000000' }),
    await guest.device.ask('poll', { code, since: 0 }),
    await device.ask('join', { action: 'join', code }),
    await device.ask('host', { action: 'regenerate' }),
  ];
  for (const { text, http_status } of replies) {
    const body = fieldsIn(text);
    t.is(http_status, 200);
    t.deepEqual(Object.keys(fieldsOf(body['state'])).sort(), KEYS, text);
    t.false('players' in body);
  }
  const left = await guest.leave();
  t.deepEqual(JSON.parse(left.text), { status: 'ok' });
});
