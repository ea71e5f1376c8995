// Limits that the spec leaves open, tested on both sides: strings, numbers, guests without players (C29, C71, C72).

import test, { type ExecutionContext } from 'ava';
import type { RelayRoute } from '../../wire/relay/requests.ts';
import { virtualRelay } from '../support/relay/relay-world.ts';
import { everywhere, joinGuest, openHost, type Guest } from '../support/relay/relay-table.ts';

/** Opens a host and a guest. `answerTo` sends a handwritten body and returns the HTTP status. */
async function hands(t: ExecutionContext) {
  const world = virtualRelay(t);
  const host = await openHost(world, { players: [] });
  const guest = await joinGuest(world, host.code, { players: [] });
  const answerTo = async (route: RelayRoute, body: string): Promise<number | undefined> => {
    const { device } = route === 'host' || route === 'poll' ? host : guest;
    const held = device.raw(route, body.replace('CODE', host.code));
    await world.pass(0);
    return held.now()?.http_status;
  };
  return { world, host, guest, answerTo };
}

const GOLFER = '🏌'; // one character, two UTF-16 code units

test('[C71] [C23] limits device names, typed codes and st to 32 characters, and cuts the name in an input', async (t) => {
  const { answerTo } = await hands(t);
  for (const [count, status] of [
    [0, 200],
    [32, 200],
    [33, 400],
  ] as const) {
    const text = GOLFER.repeat(count);
    t.is(await answerTo('host', `{"action":"start","name":"${text}"}`), status);
    t.is(await answerTo('poll', `{"code":"CODE","since":0,"name":"${text}"}`), status);
    t.is(await answerTo('poll', `{"code":"CODE","since":0,"st":"${text}"}`), status);
    t.is(await answerTo('join', `{"action":"heartbeat","code":"CODE","name":"${text}"}`), status);
    t.is(await answerTo('join', `{"action":"join","code":"CODE","st":"${text}"}`), status);
    t.is(await answerTo('input', `{"kind":"reset","code":"CODE","name":"${text}"}`), 200);
    t.is(
      await answerTo('poll', `{"code":"CODE","since":0,"ev":{"seq":1,"kind":"aim","name":"${text}","steps":0}}`),
      status,
    );
    const code = count === 0 ? 400 : status;
    t.is(await answerTo('input', `{"kind":"reset","code":"${text}"}`), code);
    t.is(await answerTo('join', `{"action":"leave","code":"${text}"}`), code);
    t.is(await answerTo('poll', `{"code":"${text}","since":0}`), code);
  }
});

test('[C4] a player has a name of at most 16 characters and a handicap of 0 to 54', async (t) => {
  const { answerTo } = await hands(t);
  for (const [entry, status] of [
    [{ n: GOLFER.repeat(16), h: 54 }, 200],
    [{ n: '', h: 0 }, 200],
    [{ n: GOLFER.repeat(17), h: 0 }, 400],
    [{ n: 'A', h: 55 }, 400],
    [{ n: 'A', h: -1 }, 400],
    [{ n: 'A', h: 1.5 }, 400],
    [{ n: 'A' }, 400],
  ] as const) {
    const players = JSON.stringify([entry]);
    t.is(await answerTo('poll', `{"code":"CODE","since":0,"players":${players}}`), status, players);
    t.is(await answerTo('join', `{"action":"heartbeat","code":"CODE","players":${players}}`), status, players);
  }
});

test('[C71] a mode is 0 to 255, whole numbers are exact, and the numbers of a putt are finite', async (t) => {
  const { answerTo, host } = await hands(t);
  const start = (mode: string, gen: string, value: string) =>
    answerTo('host', `{"action":"start","exp":{"mode":${mode},"gen":${gen},"cfg":{"stimp":${value}}}}`);
  for (const [mode, gen, value, status] of [
    ['0', '0', '0', 200],
    ['255', '9007199254740991', '-9007199254740991', 200],
    ['256', '0', '0', 400],
    ['-1', '0', '0', 400],
    ['0', '-1', '0', 400],
    ['0', '9007199254740992', '0', 400],
    ['0', '0', '9007199254740992', 400],
    ['0', '0', '-9007199254740992', 400],
    ['0', '0', '0.5', 400],
    ['1.5', '0', '0', 400],
  ] as const)
    t.is(await start(mode, gen, value), status, `${mode} ${gen} ${value}`);
  t.deepEqual((await host.state()).exp, { mode: 255, gen: 9007199254740991, cfg: { stimp: -9007199254740991 } });
  for (const field of ['mps', 'face', 'aoa', 'ratio'])
    for (const [value, status] of [
      ['1e308', 200],
      ['-1e308', 200],
      ['1e309', 400],
      ['-1e309', 400],
    ] as const) {
      const putt = ['mps', 'face', 'aoa', 'ratio'].map((name) => `"${name}":${name === field ? value : '1'}`);
      t.is(
        await answerTo('input', `{"kind":"putt","code":"CODE","putt":{${putt.join(',')}}}`),
        status,
        `${field} ${value}`,
      );
    }
});

test('[C29] wait_ms is a whole number from 0; absent counts as 0, above 20 s as 20 s', async (t) => {
  const { world, host, guest, answerTo } = await hands(t);
  for (const wait_ms of ['-1', '0.5', '"1"', 'null', 'true']) {
    t.is(await answerTo('poll', `{"code":"CODE","since":0,"wait_ms":${wait_ms}}`), 400, wait_ms);
    t.is(await answerTo('join', `{"action":"heartbeat","code":"CODE","wait_ms":${wait_ms}}`), 400, wait_ms);
  }
  const { st } = await host.state();
  const beat = { action: 'heartbeat', code: host.code, st } as const;
  t.is((await guest.device.ask('join', beat)).status, 'ok', 'at once');
  t.is((await host.device.ask('poll', { code: host.code, since: 0, st })).status, 'ok', 'at once');
  for (const [wait_ms, held_ms] of [
    [1, 1],
    [19_999, 19_999],
    [20_000, 20_000],
    [20_001, 20_000],
    [9_007_199_254_740_991, 20_000],
  ] as const) {
    const held = [guest.hold(st, { wait_ms }), host.hold(st, { wait_ms })];
    await world.pass(held_ms - 1);
    t.deepEqual([held[0]?.now(), held[1]?.now()], [null, null], `${wait_ms}`);
    await world.pass(1);
    t.deepEqual([held[0]?.now()?.status, held[1]?.now()?.status], ['ok', 'ok'], `${wait_ms}`);
  }
});

everywhere('[C72] lists sixteen guests without players, since the cap of four counts players', async (t, world) => {
  const host = await openHost(world);
  const guests: Guest[] = [];
  for (let count = 0; count < 16; count++) guests.push(await joinGuest(world, host.code, { players: [] }));
  t.true(guests.every(({ joined }) => joined.status === 'ok'));
  const another = await joinGuest(world, host.code, { players: [] });
  t.is(another.joined.status, 'full');
  t.is((await another.beat({ players: [] })).status, 'full');
  t.is((await host.state()).players.length, 17);
  await guests[2]?.leave();
  t.is((await another.beat({ players: [] })).status, 'ok');
});

/** Joins sixteen guests, one after the other, and lets all of them go away. */
async function sixteenAway(t: ExecutionContext) {
  const world = virtualRelay(t);
  const host = await openHost(world, { players: [] });
  const guests: Guest[] = [];
  const silence = async (): Promise<void> => {
    await world.pass(40_001);
    await host.poll();
  };
  for (let count = 0; count < 16; count++) {
    if (count % 4 === 0) await silence();
    guests.push(await joinGuest(world, host.code, { players: [] }));
  }
  await silence();
  const another = (): Promise<Guest> => joinGuest(world, host.code, { players: [] });
  /** Returns the indexes of the sixteen guests that are no longer joined. */
  const forgotten = async (): Promise<readonly number[]> => {
    const found: number[] = [];
    for (const [index, guest] of guests.entries()) {
      await silence();
      if ((await guest.input({ kind: 'reset' })).status === 'invalid') found.push(index);
    }
    return found;
  };
  return { guests, another, forgotten, silence };
}

test('[C72] remembers sixteen guests while they are away', async (t) => {
  const { forgotten } = await sixteenAway(t);
  t.deepEqual(await forgotten(), []);
});

test('[C72] a seventeenth guest replaces the oldest, which rejoins by a heartbeat', async (t) => {
  const { guests, another, forgotten } = await sixteenAway(t);
  t.is((await another()).joined.status, 'ok');
  t.deepEqual(await forgotten(), [0]);
  t.is((await guests[0]?.beat({ players: [] }))?.status, 'ok');
});

test('[C72] a seventeenth guest never replaces a listed one', async (t) => {
  const { guests, another, forgotten } = await sixteenAway(t);
  await guests[0]?.beat();
  await another();
  t.deepEqual(await forgotten(), [1]);
});

test('[C72] the oldest guest is the one whose last contact is oldest', async (t) => {
  const { guests, another, forgotten, silence } = await sixteenAway(t);
  await guests[0]?.beat();
  await silence();
  await another();
  t.deepEqual(await forgotten(), [1]);
});
