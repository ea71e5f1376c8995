// The state block and its tag: its content, what changes it, and that each tag matches the state it comes with (R49,
// R50, R68, R71, R89, R91, C16, C22, C23, C26).

import test from 'ava';
import { everywhere, joinGuest, openHost, playersOf, type Guest, type Host } from '../support/relay/relay-table.ts';
import { EMPTY_STATE, EMPTY_STATE_TAG, tagOf } from '../support/relay/relay-tag.ts';
import { virtualRelay, type RelayWorld, type Reply } from '../support/relay/relay-world.ts';
import { someRound } from '../support/device/some-round.ts';

interface Pair {
  readonly host: Host;
  readonly guest: Guest;
}

const pair = async (world: RelayWorld): Promise<Pair> => {
  const host = await openHost(world, { exp: { mode: 9, gen: 3, cfg: { shots: 5 } } });
  return { host, guest: await joinGuest(world, host.code) };
};

interface Step {
  readonly what: string;
  /** Whether the change must produce a new tag. */
  readonly moves: boolean;
  take(pair: Pair): Promise<unknown>;
}

const selected = (host: Host, exp: { mode: number; gen: number; cfg: Record<string, number> }): Promise<Reply> =>
  host.device.ask('host', { action: 'experience', exp });

const STEPS: readonly Step[] = [
  { what: 'a poll of the host', moves: false, take: ({ host }) => host.poll() },
  { what: 'another device name', moves: false, take: ({ host }) => host.poll({ name: 'Barn' }) },
  { what: 'another cursor', moves: false, take: ({ host }) => host.poll({ since: 5 }) },
  { what: 'the same players', moves: false, take: ({ host }) => host.poll({ players: playersOf(1, 'H') }) },
  { what: 'other players', moves: true, take: ({ host }) => host.poll({ players: playersOf(2, 'H') }) },
  { what: 'another handicap', moves: true, take: ({ host }) => host.poll({ players: [{ n: 'H1', h: 7 }] }) },
  { what: 'a heartbeat', moves: false, take: ({ guest }) => guest.beat() },
  { what: 'a name of the guest', moves: false, take: ({ guest }) => guest.beat({ name: 'Shed' }) },
  { what: 'no fol', moves: true, take: ({ guest }) => guest.beat({ fol: false }) },
  { what: 'players of the guest', moves: true, take: ({ guest }) => guest.beat({ players: playersOf(2, 'G') }) },
  { what: 'players that do not fit', moves: false, take: ({ guest }) => guest.beat({ players: playersOf(4, 'G') }) },
  { what: 'a second join', moves: false, take: ({ guest, host }) => rejoin(guest, host) },
  { what: 'leave', moves: true, take: ({ guest }) => guest.leave() },
  { what: 'an input', moves: true, take: ({ guest }) => guest.input({ kind: 'reset' }) },
  { what: 'start again', moves: false, take: ({ host }) => host.state() },
  { what: 'the same exp', moves: false, take: ({ host }) => selected(host, { mode: 9, gen: 3, cfg: { shots: 5 } }) },
  { what: 'another cfg', moves: true, take: ({ host }) => selected(host, { mode: 9, gen: 3, cfg: { shots: 6 } }) },
  { what: 'another gen', moves: true, take: ({ host }) => selected(host, { mode: 9, gen: 4, cfg: { shots: 5 } }) },
  { what: 'another mode', moves: true, take: ({ host }) => selected(host, { mode: 2, gen: 3, cfg: { shots: 5 } }) },
  {
    what: 'a round',
    moves: true,
    take: ({ host }) => host.device.ask('host', { action: 'round', round: someRound() }),
  },
  { what: 'replay', moves: true, take: ({ host }) => host.poll({ replay: true }) },
  { what: "the host's event", moves: true, take: ({ host }) => host.poll({ ev: { seq: 1, kind: 'putt' } }) },
  { what: 'an empty event', moves: false, take: ({ host }) => host.poll({ ev: { seq: 1, kind: '' } }) },
  { what: 'stop', moves: true, take: ({ host }) => host.device.ask('host', { action: 'stop' }) },
  { what: 'a new code', moves: false, take: ({ host }) => host.device.ask('host', { action: 'regenerate' }) },
];

const rejoin = ({ device }: Guest, { code }: Host): Promise<Reply> =>
  device.ask('join', { action: 'join', code, players: playersOf(1, 'G') });

for (const { what, moves, take } of STEPS)
  everywhere(`[R49] [R50] ${what} ${moves ? 'changes' : 'does not change'} the tag`, async (t, world) => {
    const both = await pair(world);
    const before = await both.host.state();
    t.is(before.st, tagOf(before));
    t.regex(before.st, /^[0-9a-f]{8}$/);
    await take(both);
    const after =
      what === 'stop'
        ? (await world.device().ask('join', { action: 'join', code: both.host.code, players: [] })).state
        : await both.host.state();
    t.is(after.st, tagOf(after));
    t.is(after.st !== before.st, moves, JSON.stringify([before, after]));
  });

everywhere('[R49] an unchanged state keeps its tag', async (t, world) => {
  const { host, guest } = await pair(world);
  const { st } = await host.state();
  for (const { there, back } of [
    { there: { fol: false }, back: { fol: true } },
    { there: { players: playersOf(2, 'X') }, back: { players: playersOf(1, 'G') } },
  ]) {
    t.not((await guest.beat(there)).state.st, st);
    t.is((await guest.beat(back)).state.st, st);
  }
  await host.poll({ replay: true });
  t.is((await host.poll({ replay: false })).state.st, st);
});

test('[R49] a host that returns after an absence has its former tag', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { st } = await host.state();
  await world.pass(45_000);
  const away = await host.state();
  t.not(away.st, st);
  t.is(away.st, tagOf(away));
  t.is((await host.poll()).state.st, st);
});

everywhere('[R50] [C22] every answer of a busy session has the tag of its own state', async (t, world) => {
  const { host, guest } = await pair(world);
  const requests: (() => Promise<Reply>)[] = [
    () => guest.input({ kind: 'putt', putt: { mps: 1.5, face: -0.25, aoa: 2, ratio: 1.6 } }),
    () =>
      host.poll({
        players: [{ n: 'Åsa "Ö" \\ \u2028 🏌', h: 54 }],
        ev: { seq: 2, kind: 'aim', name: 'Zoë', steps: -4 },
      }),
    () =>
      host.device.ask('host', {
        action: 'round',
        round: someRound({ ph: 'play', rem: [0.1, 12.25], note: { seq: 1, t: 'é' } }),
      }),
    () => selected(host, { mode: 11, gen: 5, cfg: { b: 1, a: -2 } }),
    () => guest.beat({ fol: false, players: [] }),
    () => host.poll({ replay: true }),
    () => guest.input({ kind: 'aim', steps: 1 }),
    () => host.device.ask('host', { action: 'regenerate' }),
    () => guest.beat(),
    () => world.device().ask('join', { action: 'join', code: host.code, players: playersOf(3) }),
    () => world.device().ask('poll', { code: host.code, since: 0 }),
  ];
  for (const ask of requests) {
    const reply = await ask();
    t.is(reply.http_status, 200, reply.text);
    t.is(reply.state.st, tagOf(reply.state), reply.text);
  }
});

everywhere('[C22] sends and tags cfg in the order of code units, without unknown fields', async (t, world) => {
  const { host, guest } = await pair(world);
  const cfg = '{"b":1,"10":2,"9":3,"Z":4,"\u{1f3cc}":5,"\uff5e":6,"__proto__":7,"é":8,"a":-0}';
  const body = `{"action":"experience", "exp": {"cfg":${cfg},"gen":4,"more":[1],"mode":9}, "huh":null}`;
  const sent = host.device.raw('host', body);
  await guest.beat(); // makes the virtual clock process the sent request
  const { text, state } = await sent.answer;
  // Fullwidth '~' is U+FF5E, which sorts after the golfer's surrogates D83C DFCC.
  const sorted = '{"10":2,"9":3,"Z":4,"__proto__":7,"a":0,"b":1,"é":8,"\u{1f3cc}":5,"\uff5e":6}';
  t.true(text.includes(`"exp":{"mode":9,"gen":4,"cfg":${sorted}},"round":null`), text);
  t.is(state.st, tagOf(state));
});

everywhere('[C22] equal settings in another order are the same tag', async (t, world) => {
  const { host } = await pair(world);
  const one = await host.device.ask('host', { action: 'experience', exp: { mode: 9, gen: 1, cfg: { a: 1, b: 2 } } });
  const other = await host.device.ask('host', { action: 'experience', exp: { gen: 1, cfg: { b: 2, a: 1 }, mode: 9 } });
  t.is(one.state.st, other.state.st);
});

everywhere('[C26] the initial state is empty except for the host', async (t, world) => {
  const host = world.device();
  const { state, next_seq } = await host.ask('host', { action: 'start' });
  t.like(state, {
    ev: { seq: 0, kind: '', name: '', steps: 0 },
    replay: false,
    replay_by: '',
    host_online: false,
    exp: { mode: 0, gen: 0, cfg: {} },
    round: null,
    sim: 'none',
  });
  t.deepEqual(state.players, [{ name: state.players[0]!.name, host: true, players: [] }]);
  t.is(next_seq, 1);
});

everywhere('[C26] invalid and forbidden carry the empty state with its own tag', async (t, world) => {
  const { host, guest } = await pair(world);
  const [device, code] = [world.device(), 'ZZZZZZ'];
  const replies: Record<string, Reply> = {
    'a join': await device.ask('join', { action: 'join', code }),
    'a heartbeat': await device.ask('join', { action: 'heartbeat', code, wait_ms: 20_000, st: EMPTY_STATE_TAG }),
    'a join to its own code': await host.device.ask('join', { action: 'join', code: host.code }),
    'an input': await device.ask('input', { kind: 'reset', code: host.code }),
    'a poll': await device.ask('poll', { code, since: 0, wait_ms: 20_000, st: EMPTY_STATE_TAG }),
    'a poll at another host, by a guest': await guest.device.ask('poll', {
      code: host.code,
      since: 0,
      wait_ms: 20_000,
    }),
    'a poll of a host that has another code': await host.device.ask('poll', { code, since: 0, wait_ms: 20_000 }),
    'a poll of one host at another': await (await openHost(world)).device.ask('poll', { code: host.code, since: 0 }),
    'a round': await device.ask('host', { action: 'round', round: someRound() }),
  };
  for (const [what, reply] of Object.entries(replies)) {
    t.is(reply.http_status, 200);
    t.is(reply.status, /at another/.test(what) ? 'forbidden' : 'invalid', what);
    t.deepEqual(reply.state, EMPTY_STATE, what);
  }
  for (const what of ['a join', 'a heartbeat', 'a join to its own code'])
    t.like(replies[what], { host_label: '', host_name: '' });
});

everywhere('[R68] fol is shown for every guest, and for no host', async (t, world) => {
  const { host, guest } = await pair(world);
  const other = await joinGuest(world, host.code, { fol: false });
  const following = async (): Promise<unknown> => (await host.state()).players.map(({ fol }) => fol);
  t.deepEqual(await following(), [undefined, true, false]);
  await guest.beat({ fol: false });
  await other.beat({ fol: true });
  t.deepEqual(await following(), [undefined, false, true]);
  await guest.input({ kind: 'reset' });
  t.deepEqual(await following(), [undefined, false, true], 'an input does not change fol');
  t.false('fol' in (await host.state()).players[0]!);
});

everywhere('[R89] [C16] events of guests and of the host share one counter', async (t, world) => {
  const { host, guest } = await pair(world);
  const seqs: number[] = [];
  const count = ({ state }: Reply): void => void seqs.push(state.ev.seq);
  count(await guest.input({ kind: 'reset' }));
  count(await host.poll({ ev: { seq: 900, kind: 'putt' } }));
  count(await guest.input({ kind: 'aim', steps: 2 }));
  count(await host.poll({ ev: { seq: 1, kind: 'putt' } }));
  count(await host.poll({ ev: { seq: 1, kind: 'club' } }));
  t.deepEqual(seqs, [1, 2, 3, 4, 5]);
});

everywhere('[C16] an event that the host repeats in each poll counts once', async (t, world) => {
  const { host, guest } = await pair(world);
  const ev = { seq: 12, kind: 'aim', name: 'Ann', steps: -7 } as const;
  const first = await host.poll({ ev });
  t.deepEqual(first.state.ev, { seq: 1, kind: 'aim', name: 'Ann', steps: -7 });
  for (const again of [ev, { ...ev, name: 'Else', steps: 5 }, null, ev])
    t.deepEqual((await host.poll({ ev: again })).state, first.state);
  const sent = await guest.input({ kind: 'mulligan' });
  t.deepEqual(sent.state.ev, { seq: 2, kind: 'mulligan', name: guest.label, steps: 0 });
  t.deepEqual((await host.poll({ ev })).state.ev, sent.state.ev, 'the old event does not return');
  t.is((await host.poll({ ev: { ...ev, seq: 13 } })).state.ev.seq, 3);
});

everywhere(
  '[C23] an event shows the name that its sender reports, or the label of one that reports none',
  async (t, world) => {
    const { host, guest } = await pair(world);
    const input = await guest.device.ask('input', { kind: 'aim', code: host.code, steps: -50, name: 'I am the host' });
    t.deepEqual(input.state.ev, { seq: 1, kind: 'aim', name: 'I am the host', steps: -50 });
    t.is(input.state.players[1]?.name, guest.label);
    const nameless = await guest.device.ask('input', { kind: 'aim', code: host.code, steps: 1, name: '' });
    t.is(nameless.state.ev.name, guest.label);
    for (const [name, shown] of [
      ['x'.repeat(32), 'x'.repeat(32)],
      ['🏌'.repeat(33), '🏌'.repeat(32)],
    ] as const) {
      const long = await guest.device.ask('input', { kind: 'reset', code: host.code, name });
      t.is(long.state.ev.name, shown);
    }
    const own = await host.poll({ name: 'Barn', ev: { seq: 1, kind: 'repeat', name: 'Ann', steps: 0 } });
    t.deepEqual(own.state.ev, { seq: 5, kind: 'repeat', name: 'Ann', steps: 0 });
    t.is(own.state.players[0]?.name, host.label);
  },
);

everywhere('[R91] [C23] replay_by is the label of the host while it replays, and empty otherwise', async (t, world) => {
  const { host, guest } = await pair(world);
  t.like((await guest.beat()).state, { replay: false, replay_by: '' });
  await host.poll({ replay: true, name: 'Barn' });
  t.like((await guest.beat()).state, { replay: true, replay_by: host.label });
  await host.poll({});
  t.like((await guest.beat()).state, { replay: false, replay_by: '' });
  await host.poll({ replay: true });
  await host.device.ask('host', { action: 'stop' });
  const { state } = await host.device.ask('host', { action: 'start' });
  t.like(state, { replay: false, replay_by: '' });
});

const cfgOf = (entries: number, key = 'k'): Record<string, number> =>
  Object.fromEntries(Array.from({ length: entries }, (_, n) => [`${key}${n}`, n]));

const SETTINGS: readonly [what: string, cfg: unknown, taken: boolean][] = [
  ['24 entries', cfgOf(24), true],
  ['25 entries', cfgOf(25), false],
  ['a key of 12 characters', { abcdefghijkl: 1 }, true],
  ['a key of 12 characters beyond the first plane', { ['\u{1f3cc}'.repeat(12)]: 1 }, true],
  ['a key of 13 characters', { abcdefghijklm: 1 }, false],
  ['an empty key', { '': 1 }, true],
  ['a negative whole number', { a: -5 }, true],
  ['a fraction', { a: 1.5 }, false],
  ['a number that a double cannot hold exactly', { a: 2 ** 53 }, false],
  ['a text', { a: '1' }, false],
  ['null', { a: null }, false],
  ['a list', [1], false],
];

for (const [what, cfg, taken] of SETTINGS)
  everywhere(`[R71] ${what} in cfg ${taken ? 'is accepted' : 'is malformed'}`, async (t, world) => {
    const { host } = await pair(world);
    const before = await host.state();
    const body = JSON.stringify({ action: 'experience', exp: { mode: 9, gen: 4, cfg } });
    const held = host.device.raw('host', body);
    await host.state();
    const reply = await held.answer;
    const after = await host.state();
    t.is(reply.http_status, taken ? 200 : 400);
    t.deepEqual(after.exp as unknown, taken ? { mode: 9, gen: 4, cfg } : before.exp);
  });

everywhere('[R68] [C73] a heartbeat without fol does not change it', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code, { fol: false });
  const { state } = await guest.device.ask('join', { action: 'heartbeat', code: host.code });
  t.is(state.players[1]?.fol, false);
});
