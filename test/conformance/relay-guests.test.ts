// Guests: join, heartbeat, leave, and the state each guest receives (R17, R18, R20–R25, R27; C12, C19, C20, C27, C29).

import test from 'ava';
import { assertDefined } from '../../wire/errors.ts';
import { ADJECTIVES, NOUNS } from '../../wire/relay/label-words.ts';
import { virtualRelay, type Reply } from '../support/relay/relay-world.ts';
import { everywhere, joinGuest, openHost, playersOf } from '../support/relay/relay-table.ts';

const namesOf = ({ state }: Pick<Reply, 'state'>): readonly string[] => state.players.map(({ name }) => name);

everywhere('[R17] [C20] players are listed under labels, never under the names in bodies', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  t.deepEqual([guest.joined.host_label, guest.joined.host_name], [host.label, 'Studio']);
  await host.poll({ name: 'Sly Fox' });
  const { state, host_name } = await guest.beat({ name: 'Sly Fox' });
  t.is(host_name, 'Sly Fox');
  t.deepEqual(namesOf({ state }), [host.label, guest.label]);
  for (const label of [host.label, guest.label]) {
    const [adjective = '', noun = '', ...rest] = label.split(' ');
    t.true(ADJECTIVES.includes(adjective) && NOUNS.includes(noun) && rest.length === 0, label);
  }
});

test('[C20] has at least 130 adjectives and 130 nouns, and gives no two devices one label', async (t) => {
  t.true(new Set(ADJECTIVES).size >= 130 && new Set(NOUNS).size >= 130);
  const world = virtualRelay(t);
  const labels = new Set<string>();
  for (let count = 0; count < 400; count++) {
    const { state } = await world.device().ask('host', { action: 'start' });
    labels.add(state.players[0]?.name ?? '');
  }
  t.is(labels.size, 400);
});

everywhere('[C20] a device has one label, as guest anywhere and as host', async (t, world) => {
  const [one, two] = [await openHost(world), await openHost(world)];
  const guest = await joinGuest(world, one.code);
  const elsewhere = await guest.device.ask('join', { action: 'join', code: two.code });
  t.is(namesOf(elsewhere)[1], guest.label);
  const own = await guest.device.ask('host', { action: 'start' });
  t.deepEqual(namesOf(own), [guest.label]);
  await guest.leave();
  t.is(namesOf(await guest.beat())[1], guest.label);
});

everywhere('[R18] four players fit, a fifth does not, on any device', async (t, world) => {
  const host = await openHost(world, { players: playersOf(2, 'H') });
  t.is((await joinGuest(world, host.code, { players: playersOf(3) })).joined.status, 'full');
  t.is((await joinGuest(world, host.code, { players: playersOf(2, 'A') })).joined.status, 'ok');
  t.is((await joinGuest(world, host.code, { players: playersOf(1, 'B') })).joined.status, 'full');
  const without_players = await joinGuest(world, host.code, { players: [] });
  t.is(without_players.joined.status, 'ok', 'a guest without players always fits');
  t.is(without_players.joined.state.players.flatMap(({ players }) => players).length, 4);
});

everywhere('[R18] a device that joins again is counted once', async (t, world) => {
  const host = await openHost(world, { players: playersOf(2, 'H') });
  const guest = await joinGuest(world, host.code, { players: playersOf(2, 'A') });
  const again = await guest.device.ask('join', { action: 'join', code: host.code, players: playersOf(1, 'B') });
  t.is(again.status, 'ok');
  t.deepEqual(
    again.state.players.map(({ players }) => players),
    [playersOf(2, 'H'), playersOf(1, 'B')],
  );
  const silent = await guest.device.ask('join', { action: 'join', code: host.code });
  t.deepEqual(silent.state.players[1]?.players, playersOf(1, 'B'), '[C73] a guest keeps its players if it sends none');
});

everywhere('[R20] a join that is refused as full leaves no trace', async (t, world) => {
  const host = await openHost(world, { players: playersOf(4, 'H') });
  const before = await host.state();
  const held = host.hold(before.st);
  const { device, joined } = await joinGuest(world, host.code);
  t.deepEqual([joined.status, joined.code, joined.host_label], ['full', host.code, host.label]);
  t.deepEqual(joined.state, before);
  t.deepEqual(await host.state(), before);
  t.is(held.now(), null);
  t.is((await device.ask('input', { code: host.code, kind: 'reset' })).status, 'invalid');
  held.abort();
});

test('[R20] a join refused as offline leaves no trace', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  await world.pass(45_000);
  const { joined } = await joinGuest(world, host.code);
  t.is(joined.status, 'offline');
  t.deepEqual(namesOf(await host.poll()), [host.label]);
});

everywhere(
  '[R21] [C19] a heartbeat with too many players is full: its old list stays, its fol is taken',
  async (t, world) => {
    const host = await openHost(world, { players: playersOf(2, 'H') });
    const guest = await joinGuest(world, host.code);
    const { status, state } = await guest.beat({ players: playersOf(3), fol: false });
    t.is(status, 'full');
    t.deepEqual(state.players[1], { name: guest.label, host: false, fol: false, players: playersOf(1, 'G') });
    const fits = await guest.beat({ players: playersOf(2, 'B') });
    t.is(fits.status, 'ok');
    t.deepEqual(fits.state.players[1]?.players, playersOf(2, 'B'));
  },
);

everywhere("[C19] a host's poll with too many players is ok, and its old list stays", async (t, world) => {
  const host = await openHost(world);
  await joinGuest(world, host.code, { players: playersOf(2) });
  const { st } = await host.state();
  const { status, state } = await host.poll({ players: playersOf(3, 'X') });
  t.deepEqual([status, state.st], ['ok', st]);
  t.deepEqual(state.players[0]?.players, playersOf(1, 'H'));
  t.deepEqual((await host.poll({ players: playersOf(2, 'X') })).state.players[0]?.players, playersOf(2, 'X'));
});

test("[C19] [R23] the seats of an expired guest are free for the host's players", async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code, { players: playersOf(3) });
  await world.pass(40_000);
  t.deepEqual((await host.poll({ players: playersOf(4, 'X') })).state.players[0]?.players, playersOf(1, 'H'));
  await world.pass(1);
  t.deepEqual((await host.poll({ players: playersOf(4, 'X') })).state.players[0]?.players, playersOf(4, 'X'));
  t.is((await guest.beat()).status, 'full');
  t.is((await host.state()).players.length, 1);
});

everywhere('[R22] the host is first, then the guests as they came', async (t, world) => {
  const host = await openHost(world);
  const guests = [
    await joinGuest(world, host.code),
    await joinGuest(world, host.code),
    await joinGuest(world, host.code),
  ];
  await guests[1]?.beat({ players: [] });
  const { state } = await host.poll();
  t.deepEqual(namesOf({ state }), [host.label, ...guests.map(({ label }) => label)]);
  t.deepEqual(
    state.players.map((entry) => entry.host),
    [true, false, false, false],
  );
});

test('[R22] [C12] lists a guest until 40 s after its last contact, then wakes the host', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(30_000);
  await host.poll();
  const { st } = await host.state();
  const held = host.hold(st);
  await world.pass(10_000);
  t.is(held.now(), null);
  t.deepEqual(namesOf({ state: await host.state() }), [host.label, guest.label]);
  await world.pass(1);
  t.deepEqual(namesOf(assertDefined(held.now(), 'answer')), [host.label]);
  t.not(held.now()?.state.st, st);
});

for (const contact of ['heartbeat', 'input', 'busy input'] as const) {
  test(`[R23] [R25] relists an expired guest unchanged after one ${contact}`, async (t) => {
    const world = virtualRelay(t);
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code, { players: playersOf(2, 'A'), fol: false });
    const before = guest.joined.state.players[1];
    await world.pass(40_001);
    t.is((await host.poll({ replay: contact === 'busy input' })).state.players.length, 1);
    const { status } = contact === 'heartbeat' ? await guest.beat() : await guest.input({ kind: 'reset' });
    t.is(status, contact === 'busy input' ? 'busy' : 'ok');
    t.deepEqual((await host.state()).players[1], before);
  });
}

test('[R23] [C19] a late guest is full until its players fit, then listed', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const late = await joinGuest(world, host.code, { players: playersOf(2, 'A') });
  await world.pass(40_001);
  await host.poll();
  const other = await joinGuest(world, host.code, { players: playersOf(2, 'B') });
  const refused = await late.beat();
  t.is(refused.status, 'full');
  t.deepEqual(namesOf(refused), [host.label, other.label]);
  t.is((await late.beat({ players: playersOf(1, 'A') })).status, 'ok', 'one of them fits');
  t.deepEqual((await host.state()).players[1]?.players, playersOf(1, 'A'));
  await other.leave();
  t.is((await late.beat({ players: playersOf(3, 'A') })).status, 'ok');
});

for (const kind of ['accepted', 'busy'] as const) {
  test(`[R25] an input that is ${kind} counts as contact and keeps players and fol`, async (t) => {
    const world = virtualRelay(t);
    const host = await openHost(world);
    const guest = await joinGuest(world, host.code, { players: playersOf(2, 'A'), fol: false });
    const before = guest.joined.state.players[1];
    await world.pass(30_000);
    await host.poll({ replay: kind === 'busy' });
    t.is((await guest.input({ kind: 'reset', name: 'Sly Fox' })).status, kind === 'busy' ? 'busy' : 'ok');
    await world.pass(40_000);
    t.deepEqual((await host.state()).players[1], before);
    await world.pass(1);
    t.is((await host.state()).players.length, 1);
  });
}

everywhere(
  "[R24] after leave the host's held poll has the smaller roster, and the guest is not joined",
  async (t, world) => {
    const host = await openHost(world);
    const [goes, stays] = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
    const { st } = await host.state();
    const held = [host.hold(st), stays.hold(st)];
    t.deepEqual(JSON.parse((await goes.leave()).text), { status: 'ok' });
    for (const { answer } of held) t.deepEqual(namesOf(await answer), [host.label, stays.label]);
    t.is((await goes.input({ kind: 'reset' })).status, 'invalid', '[C11]');
    t.is((await goes.leave()).status, 'ok', 'leaving twice succeeds');
    t.is((await world.device().ask('join', { action: 'leave', code: host.code })).status, 'ok');
  },
);

everywhere('[R27] a guest changes only its own entry', async (t, world) => {
  const host = await openHost(world, { exp: { mode: 9, gen: 1, cfg: {} } });
  const [one, two] = [await joinGuest(world, host.code), await joinGuest(world, host.code, { fol: false })];
  const before = await host.state();
  const meddling = {
    code: host.code,
    exp: { mode: 1, gen: 9, cfg: {} },
    round: null,
    replay: true,
    device: two.device.id,
  };
  const { state } = await one.beat({ players: playersOf(2, 'X'), ...meddling });
  t.deepEqual(state.players[0], before.players[0]);
  t.deepEqual(state.players[2], before.players[2]);
  t.deepEqual([state.exp, state.round, state.replay], [before.exp, null, false]);
  t.is((await one.device.ask('poll', { code: host.code, since: 0, replay: true })).status, 'forbidden', '[R95]');
  const own = await one.device.ask('host', { action: 'experience', exp: { mode: 1, gen: 9, cfg: {} } });
  t.is(own.status, 'invalid');
  t.deepEqual(await host.state(), state);
});

everywhere('[C27] the host has no fol; join sets it, true where it is absent', async (t, world) => {
  const host = await openHost(world, { players: [] });
  t.false('fol' in ((await host.state()).players[0] ?? {}));
  const device = world.device();
  const join = { action: 'join', code: host.code } as const;
  for (const [body, fol] of [
    [join, true],
    [{ ...join, fol: false }, false],
    [{ ...join, fol: true }, true],
    [{ ...join, fol: false }, false],
    [join, true],
  ] as const)
    t.is((await device.ask('join', body)).state.players[1]?.fol, fol, JSON.stringify(body));
});

everywhere('[C29] a heartbeat of a device that left, or never joined, joins it', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.leave();
  const back = await guest.beat({ players: playersOf(2, 'B'), fol: false });
  const entry = { name: guest.label, host: false, fol: false, players: playersOf(2, 'B') };
  t.deepEqual([back.status, back.state.players[1]], ['ok', entry]);
  const outsider = world.device();
  const beat = { action: 'heartbeat', code: host.code, players: playersOf(2, 'C') } as const;
  t.is((await outsider.ask('join', beat)).status, 'full', 'refused like a join');
  t.is((await outsider.ask('join', { ...beat, players: playersOf(1, 'C') })).status, 'ok');
  t.is((await host.state()).players.length, 3);
});
