// Shot forwarding on the device: the committed address, the message as received, and the outcome of every shot.

import test from 'ava';
import * as v from 'valibot';
import { shotOf } from '../../../firmware/forwarding/shot.ts';
import type { Strike } from '../../../hal/sensor/sensor.ts';
import { install } from '../../support/extension/extension-fixture.ts';
import { choose, persistedIn, flashWith, pageOn, players, toMenu } from '../../support/device/play.ts';
import { SERVER, shotFixture, type ShotFixture } from '../../support/device/shot-fixture.ts';
import { persistedWith } from '../../support/device/views.ts';
import { readAs, fieldsOf } from '../../support/read-json.ts';
import { itemAt } from '../../support/items.ts';

const FORWARDING = { address: SERVER, port: 8080 };

/** Opens a device that already forwards; its boot sends no test message. */
const forwarding = async (records: Parameters<typeof flashWith>[0] = {}): Promise<ShotFixture> =>
  shotFixture(
    await flashWith({
      forwarding: FORWARDING,
      identity: { id: 'TP-0123456789AB' },
      players: players('Ana', 'Bo'),
      ...records,
    }),
  );

async function play(at: ShotFixture, name: string): Promise<void> {
  await toMenu(at.fixture());
  await choose(at.fixture(), name);
  await choose(at.fixture(), 'Start');
}

const STROKE = { club_speed_mps: 1.5, face_angle_deg: -0.5, face_rotation_deg_per_in: 0.4, attack_angle_deg: 1.2, left_inner_proportion: 0.4, right_inner_proportion: 0.6 }; // oxfmt-ignore

/** Types an address on its page. */
async function typeAddress(at: ShotFixture, address: string): Promise<void> {
  const letters = '0123456789.';
  for (const [place, letter] of Array.from(address).entries()) {
    const shows = (): boolean =>
      at
        .fixture()
        .lines()
        .includes(`> Letter ${place + 1}: ${letter}`);
    for (let turns = 0; turns <= letters.length && !shows(); turns++) await at.fixture().press('down');
    await at.fixture().press('right');
  }
  await at.fixture().press('ok');
  await at.fixture().clock.advance(20);
}

async function toForwarding(at: ShotFixture): Promise<void> {
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Settings');
  await choose(at.fixture(), 'Shot forwarding');
}

test('[R129] stores a permitted address and immediately tests it with only the envelope', async (t) => {
  const at = await shotFixture(await flashWith({ identity: { id: 'TP-0123456789AB' }, settings: { name: 'Mat' } }));
  await toForwarding(at);
  t.true(at.shows('Shots stay on this device.'));
  await choose(at.fixture(), 'Address');
  await typeAddress(at, SERVER);
  t.is(pageOn(at.fixture()), 'forwarding');
  t.true(at.shows('Note: Test passed: shots will reach the server.'));
  const [test_message] = at.got;
  t.is(test_message?.path, 'POST /service/shot');
  const { uptime_ms, time, firmware, ...rest } = test_message?.json ?? {};
  t.deepEqual(rest, { schema: 'service.shot.v1', type: 'test', device_id: 'TP-0123456789AB', device_name: 'Mat' });
  t.true(Number.isInteger(uptime_ms) && Number.isInteger(time) && typeof firmware === 'string');
  await choose(at.fixture(), 'Connection test');
  await at.fixture().clock.advance(20);
  t.is(at.got.length, 2);
  t.deepEqual((await persistedIn(at.fixture().flash)).persisted.forwarding, FORWARDING);
  t.true(at.shows('0 sent, 0 failed, 0 dropped'), 'a test does not count as a shot');
});

test('[R124] refuses an address outside the private ranges, names the rule, and sends nothing', async (t) => {
  const at = await shotFixture();
  await toForwarding(at);
  await choose(at.fixture(), 'Address');
  for (const address of ['8.8.8.8', '172.32.0.1', '10.1', '1.1.1.1']) {
    await typeAddress(at, address);
    t.is(pageOn(at.fixture()), 'naming');
    t.true(at.shows('Note: Only addresses 10.x.x.x, 172.16–31.x.x and 192.168.x.x are allowed.'), address);
    await at.fixture().press('back');
    await choose(at.fixture(), 'Address');
  }
  t.deepEqual([at.sent, (await persistedIn(at.fixture().flash)).persisted.forwarding.address], [[], '']);
});

test('[R125] a stored address that is no longer permitted turns forwarding off', async (t) => {
  for (const address of ['127.0.0.1', '8.8.8.8', '192.168.1.020', 'server.local', 7]) {
    const at = await shotFixture(await flashWith({ forwarding: { address, port: 8080 } }));
    await play(at, 'Close-in putting');
    await at.fixture().strike(STROKE);
    t.deepEqual(at.sent, [], String(address));
    await toForwarding(at);
    t.true(at.shows('Shots stay on this device.'));
  }
});

test('[R133] clearing the address turns forwarding off and keeps the port, which is 1 to 65535', async (t) => {
  const at = await forwarding({ forwarding: { address: SERVER, port: 9000 } });
  await toForwarding(at);
  await choose(at.fixture(), 'Clear the address');
  t.true(at.shows('Shots stay on this device.'));
  t.deepEqual((await persistedIn(at.fixture().flash)).persisted.forwarding, { address: '', port: 9000 });
  await choose(at.fixture(), 'Port');
  await at.fixture().press('right', 'right', 'right', 'right', 'down', 'ok');
  t.true(at.shows('Note: Enter a port from 1 to 65535.'), 'a five-digit port above the maximum is refused');
  await at.fixture().press('up', 'up', 'ok');
  t.is(pageOn(at.fixture()), 'forwarding', at.fixture().lines().join(' | '));
  t.false(at.shows('Enter a port from'), 'note disappears after a valid entry');
  await choose(at.fixture(), 'Port');
  await at.fixture().press('right', 'right', 'right', 'right', 'down', 'ok', 'back');
  t.false(at.shows('Enter a port from'), 'note disappears with the page');
  for (const [port, kept] of [
    [1, 1],
    [65_535, 65_535],
    [0, 8080],
    [65_536, 8080],
    ['80', 8080],
    [80.5, 8080],
  ] as const)
    // oxfmt-ignore
    t.is((await persistedIn(await flashWith({ forwarding: { address: SERVER, port } }))).persisted.forwarding.port, kept);
});

test('[R130] [R132] [R134] sends a complete shot of close-in putting', async (t) => {
  const at = await forwarding({ settings: { name: 'Mat', stimp: 9, x_factor: 1.1 } });
  await play(at, 'Close-in putting');
  await at.fixture().strike(STROKE);
  const [{ json } = { json: {} }] = at.got;
  const { uptime_ms, time, firmware, shot, ...rest } = json as Record<string, unknown>;
  t.deepEqual(rest, {
    schema: 'service.shot.v1',
    type: 'shot',
    device_id: 'TP-0123456789AB',
    device_name: 'Mat',
    game: 'close',
    game_name: 'Close-in putting',
    player_id: 1,
    player_name: 'Ana',
    target: { kind: 'hole', distance_ft: 3, hole: 0, stroke: 0 },
    stimp: 9,
    x_factor: 1.1,
  });
  const near = (value: unknown, expected: number): boolean => Math.abs(Number(value) - expected) < 0.01;
  const values = readAs(v.record(v.string(), v.number()), shot);
  for (const [name, value] of Object.entries(STROKE)) t.true(near(values[name], value), `${name} ${values[name]}`);
  t.is(values['impact_ratio'], 1.6);
  t.is(values['ball_speed_mps'], (values['club_speed_mps'] ?? 0) * 1.6);
  t.is(Object.keys(values).length, 8);
  t.true(Number.isInteger(uptime_ms) && Number(uptime_ms) > 3000);
  t.deepEqual([typeof time, typeof firmware], ['number', 'string']);
});

test('[R130] sends course play and lag putting with their targets, and nothing else', async (t) => {
  const at = await forwarding({ cfg: { lag: { shots: 2, manual: 1, target: 20 } } });
  const games: readonly [string, readonly unknown[]][] = [
    ['Metrics only', []],
    ['Lag putting', ['lag', 'Lag putting', 'station', 20, 0, 0]],
    ['Stroke play', ['golf_course', 'Stroke play', 'hole', null, 1, 1]],
    ['Match play', ['golf_course', 'Match play', 'hole', null, 1, 1]],
    ['Skins', ['golf_course', 'Skins', 'hole', null, 1, 1]],
  ];
  for (const [name, expected] of games) {
    at.got.length = 0;
    await play(at, name);
    await at.fixture().strike(STROKE);
    const received = at.got.map(({ json }) => {
      const target = fieldsOf(json['target']);
      const distance = json['game'] === 'golf_course' ? null : target['distance_ft'];
      return [json['game'], json['game_name'], target['kind'], distance, target['hole'], target['stroke']];
    });
    t.deepEqual(received, expected.length > 0 ? [expected] : [], name);
    await toMenu(at.fixture());
  }
});

test('[R130] counts the strokes on a hole, and targets the remaining distance', async (t) => {
  const at = await forwarding({ players: players('Ana') });
  await play(at, 'Stroke play');
  for (let stroke = 1; stroke <= 3; stroke++) {
    await at.fixture().strike({ ...STROKE, club_speed_mps: 0.4 });
    await at.fixture().press('ok', 'ok');
  }
  const target = v.object({ distance_ft: v.number(), hole: v.number(), stroke: v.number() });
  const targets = at.got.map(({ json }) => readAs(target, json['target']));
  t.deepEqual(targets.map(({ hole, stroke }) => [hole, stroke]), [[1, 1], [1, 2], [1, 3]]); // oxfmt-ignore
  t.true(
    (targets[0]?.distance_ft ?? 0) > (targets[1]?.distance_ft ?? 0) &&
      (targets[1]?.distance_ft ?? 0) > (targets[2]?.distance_ft ?? 0),
  );
});

test('[R130] sends an extension’s shot only with a target from ext.target or shot.send', async (t) => {
  const text = (target: string, putt = ''): string =>
    `manifest { name = "Probe", kind = "game" } function ext.target() return ${target} end function ext.putt(p) ${putt} end`;
  const cases: readonly [string, unknown][] = [
    [text('nil'), null],
    [text('{ distance_ft = 7 }'), null],
    [text('{ kind = "hole" }'), null],
    [text('{ kind = "hole", distance_ft = 7 }'), { kind: 'hole', distance_ft: 7, hole: 0, stroke: 0 }],
    [text('{ kind = "station", distance_ft = 7.5, hole = 3, stroke = 2 }'), { kind: 'station', distance_ft: 7.5, hole: 3, stroke: 2 }],
    [text('nil', 'shot.send("hole", 9, 1)'), { kind: 'hole', distance_ft: 9, hole: 1, stroke: 0 }],
    [text('{ kind = "hole", distance_ft = 7 }', 'shot.send("station", 8)'), { kind: 'station', distance_ft: 8, hole: 0, stroke: 0 }],
  ]; // oxfmt-ignore
  for (const [script, target] of cases) {
    const at = await forwarding();
    await install(at.fixture(), script);
    await choose(at.fixture(), 'Probe');
    await at.fixture().clock.advance(20);
    await at.fixture().strike(STROKE);
    t.deepEqual(at.got.map(({ json }) => json['target']), target ? [target] : [], script); // oxfmt-ignore
    if (target)
      t.like(at.got[0]?.json, { game: 'extension:7K3QZ', game_name: 'Probe', player_id: 1, player_name: 'Ana' });
  }
});

test('[R130] an extension that changes the player before a putt has it forwarded as that player’s', async (t) => {
  const at = await forwarding();
  await install(
    at.fixture(),
    'manifest { name = "Probe", kind = "game" } function ext.target() players.set(2) return { kind = "hole", distance_ft = 5 } end',
  );
  await choose(at.fixture(), 'Probe');
  await at.fixture().clock.advance(20);
  await at.fixture().strike(STROKE);
  t.like(at.got[0]?.json, { player_id: 2, player_name: 'Bo' });
});

test('[C56] offers a shot only if the sensor measured all of it', (t) => {
  const persisted = persistedWith(1, '', 'imperial');
  const strike = { swing_id: 1, at_ms: 5, clamped: false, ...STROKE };
  const target = { kind: 'hole', distance_ft: 3, hole: 0, stroke: 0 } as const;
  const shot = (overrides: Partial<Strike>): unknown =>
    shotOf(
      { game: 'close', game_name: 'Close-in putting' },
      { ...strike, ...overrides },
      itemAt(persisted.players, 0),
      persisted,
      target,
    );
  t.truthy(shot({}));
  for (const field of ['attack_angle_deg', 'left_inner_proportion', 'right_inner_proportion'])
    t.is(shot({ [field]: null }), null, field);
});

test('[R127] sends an unanswered shot three times at 2 s intervals, then drops it; later shots wait in order', async (t) => {
  const at = await forwarding();
  await play(at, 'Close-in putting');
  at.answer(() => {});
  const start_ms = at.fixture().clock.now_ms();
  await at.fixture().strike(STROKE);
  await at.fixture().strike({ ...STROKE, club_speed_mps: 1.2 });
  await at.fixture().clock.advance(15_000);
  t.is(at.got.length, 6);
  const [a, b, c, d] = at.got;
  t.deepEqual(
    [a?.text === b?.text, b?.text === c?.text, c?.text === d?.text],
    [true, true, false],
    'the same shot is sent each time',
  );
  const gaps = at.got.slice(1).map(({ at_ms }, i) => at_ms - (at.got[i]?.at_ms ?? 0));
  t.true(
    gaps.every((gap) => gap >= 1990 && gap <= 2010),
    gaps.join(' '),
  );
  t.true((a?.at_ms ?? 0) - start_ms < 2500);
  await toForwarding(at);
  t.true(at.shows('0 sent, 0 failed, 2 dropped'), at.fixture().lines().join(' | '));
  t.true(at.shows('The last shot was not received: the server does not reply.'));
});

test('[R126] [R127] a redirect, a refusal or no connection fails immediately without a retry', async (t) => {
  for (const [status, message] of [
    [301, /redirects/],
    [302, /redirects/],
    [307, /redirects/],
    [400, /answered 400/],
    [404, /answered 404/],
    [500, /answered 500/],
    [199, /answered 199/],
  ] as const) {
    // oxfmt-ignore
    const at = await forwarding();
    await play(at, 'Close-in putting');
    at.answer(({ respond }) => respond({ status, text: 'x'.repeat(100_000) }));
    await at.fixture().strike(STROKE);
    await at.fixture().clock.advance(10_000);
    t.is(at.got.length, 1);
    t.deepEqual(at.sent, [`http://${SERVER}:8080/service/shot`]);
    await toForwarding(at);
    t.true(at.shows('0 sent, 1 failed, 0 dropped'), `${status}`);
    t.true(at.fixture().lines().some((line) => message.test(line)), `${status}`); // oxfmt-ignore
  }
  const unreachable = await forwarding({ forwarding: { address: '10.0.0.9', port: 8080 } });
  await play(unreachable, 'Close-in putting');
  await unreachable.fixture().strike(STROKE);
  await toForwarding(unreachable);
  t.true(unreachable.shows('0 sent, 1 failed, 0 dropped'));
  t.is(unreachable.sent.length, 1);
});

test('[R127] of forty shots to a silent server, drops the oldest waiting; each gets one outcome', async (t) => {
  const at = await forwarding();
  await play(at, 'Close-in putting');
  at.answer(() => {});
  // A strike about every 100 ms; a set has twenty putts per player, so this takes two sets.
  for (let n = 0; n < 38; n++) {
    at.fixture().rig?.strike({ ...STROKE, club_speed_mps: 0.5 + n / 100 });
    await at.fixture().clock.advance(700);
    await at.fixture().press('ok');
  }
  at.answer(({ respond }) => respond({ status: 200, text: '' }));
  await at.fixture().clock.advance(20_000);
  await toForwarding(at);
  const line = at.fixture().lines().find((each) => /sent,.*failed,.*dropped/.test(each)) ?? ''; // oxfmt-ignore
  const [sent = 0, failed = 0, dropped = 0] = [...line.matchAll(/\d+/g)].map(Number);
  const offered = new Set(at.got.map(({ text }) => text)).size;
  t.is(failed, 0);
  t.true(sent > 0 && dropped > 0);
  t.true(sent + failed + dropped >= offered, line);
  const speeds = at.got.map(
    ({ json }) => readAs(v.object({ club_speed_mps: v.number() }), json['shot']).club_speed_mps,
  );
  t.deepEqual([...speeds].sort((x, y) => x - y), speeds, 'in striking order'); // oxfmt-ignore
});

test('[R131] time is the strike’s, or 0 until the clock is synced; uptime never decreases', async (t) => {
  const at = await forwarding();
  await play(at, 'Close-in putting');
  for (let n = 0; n < 5; n++) await at.fixture().strike(STROKE);
  const uptimes = at.got.map(({ json }) => Number(json['uptime_ms']));
  t.deepEqual([...uptimes].sort((a, b) => a - b), uptimes); // oxfmt-ignore
  // A virtual clock starts at 1,800,000,000.
  for (const { json } of at.got)
    t.true(
      Math.abs(Number(json['time']) - 1_800_000_000 - Number(json['uptime_ms']) / 1000) <= 1,
      JSON.stringify(json),
    );
  at.fixture().clock.setWall({ synced: false, unix_s: 1_800_000_000 });
  await at.fixture().strike(STROKE);
  t.like(at.got.at(-1)?.json, { time: 0 });
  t.true(Number(at.got.at(-1)?.json['uptime_ms']) > (uptimes.at(-1) ?? 0));
});

test('[R127] removing the address drops waiting shots and keeps the sent count', async (t) => {
  const at = await forwarding();
  await play(at, 'Close-in putting');
  await at.fixture().strike(STROKE);
  at.answer(() => {});
  await at.fixture().strike(STROKE);
  await toForwarding(at);
  await choose(at.fixture(), 'Clear the address');
  await at.fixture().clock.advance(10_000);
  t.true(at.shows('1 sent, 0 failed, 1 dropped'), at.fixture().lines().join(' | '));
  t.is(at.got.length, 2);
});

test('[R128] a dead server does not delay play: the same strikes give the same screens and times', async (t) => {
  const shown = async (address: string): Promise<readonly string[]> => {
    const at = await shotFixture(await flashWith({ identity: { id: 'TP-0123456789AB' }, players: players('Ana', 'Bo'), forwarding: { address, port: 8080 } })); // oxfmt-ignore
    at.answer(() => {});
    await play(at, 'Close-in putting');
    const screens: string[] = [];
    at.fixture().device.onChange(() => {
      const shows = at.fixture().lines().join(' | ');
      if (pageOn(at.fixture()) === 'playing' && !screens.at(-1)?.endsWith(shows))
        screens.push(`${at.fixture().clock.now_ms()} ${shows}`);
    });
    for (let n = 0; n < 6; n++) await at.fixture().strike(STROKE);
    return screens;
  };
  t.deepEqual(await shown(SERVER), await shown(''));
});

test('[R127] a reboot resets the counters and the unsent shots', async (t) => {
  const at = await forwarding();
  await play(at, 'Close-in putting');
  at.answer(() => {});
  await at.fixture().strike(STROKE);
  await at.reboot();
  await toForwarding(at);
  t.true(at.shows('0 sent, 0 failed, 0 dropped'));
});
