// The shot queue on its own, and timing in its sender: the limit, which shot is dropped, late replies, and an address
// that changes.

import test from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import { changePersisted } from '../../../firmware/persisted/changes.ts';
import {
  NO_SHOTS,
  withResult,
  withNothing,
  withParcel,
  type ForwarderContext,
  type Parcel,
} from '../../../firmware/forwarding/forwarder.ts';
import { choose, flashWith, pageOn, players, toMenu } from '../../support/device/play.ts';
import { SERVER, shotFixture } from '../../support/device/shot-fixture.ts';
import { persistedWith } from '../../support/device/views.ts';
import { itemAt } from '../../support/items.ts';
import { shotOf } from '../../../firmware/forwarding/shot.ts';
import { strikeWith } from '../../support/device/putts.ts';

const PERSISTED = persistedWith(1, '', 'imperial');
const GAME = { game: 'close', game_name: 'Close-in putting' };
const HOLE = { kind: 'hole', distance_ft: 3, hole: 0, stroke: 0 } as const;
const SHOT = assertDefined(shotOf(GAME, strikeWith(), itemAt(PERSISTED.players, 0), PERSISTED, HOLE), 'shot');
const parcel = (player_id: number): Parcel => ({ kind: 'shot', shot: { ...SHOT, player_id } });
const EMPTY: ForwarderContext = {
  persisted: { forwarding: { address: SERVER, port: 8080 }, sender: { device_id: '', device_name: '', firmware: '' } },
  queue: [],
  counts: NO_SHOTS,
  last: '',
};
const withMany = (many: number): ForwarderContext =>
  Array.from({ length: many }, (_, n) => parcel(n)).reduce(
    (context, each) => ({ ...context, ...withParcel(context, each) }),
    EMPTY,
  );
const idsOf = ({ queue }: ForwarderContext): readonly number[] =>
  queue.map((each) => (each.kind === 'shot' ? each.shot.player_id : -1));

test('[C55] queues 32 shots behind the one in flight, drops the oldest waiting, and counts it', (t) => {
  const full = withMany(33);
  t.deepEqual([idsOf(full).length, full.counts.dropped], [33, 0]);
  const over = withMany(36);
  t.deepEqual(idsOf(over), [0, ...Array.from({ length: 32 }, (_, n) => n + 4)]);
  t.is(over.counts.dropped, 3);
});

test('[R127] each parcel has one outcome; tests are not counted; cleared ones are dropped', (t) => {
  const three = withMany(3);
  const after = { ...three, ...withResult(three, { status: 'failed', reason: 'so.' }) };
  t.deepEqual([idsOf(after), after.counts, after.last], [[1, 2], { sent: 0, failed: 1, dropped: 0 }, 'The last shot was not received: so.']); // oxfmt-ignore
  const tested = { ...after, queue: [{ kind: 'test' } as const, ...after.queue] };
  t.deepEqual(withResult(tested, { status: 'dropped', reason: 'so.' }).counts, after.counts);
  t.deepEqual(withNothing(tested), { queue: [], counts: { sent: 0, failed: 1, dropped: 2 } });
});

test('[R124] never stores an address that is not private or an invalid port', (t) => {
  const persisted = persistedWith(1, '', 'imperial');
  for (const forwarding of [
    { address: '8.8.8.8' },
    { address: '10.0.0.01' },
    { address: 'server' },
    { port: 0 },
    { port: 65_536 },
  ])
    t.deepEqual(changePersisted(persisted, { kind: 'set_forwarding', forwarding }), { persisted, records: [] });
});

const STROKE = { club_speed_mps: 1.5, face_angle_deg: 0, face_rotation_deg_per_in: 0.5, attack_angle_deg: 1, left_inner_proportion: 0.5, right_inner_proportion: 0.5 }; // oxfmt-ignore
const FORWARDING = { forwarding: { address: SERVER, port: 8080 }, players: players('Ana') };

async function inPlay(forwarding: Parameters<typeof flashWith>[0] = FORWARDING) {
  const at = await shotFixture(await flashWith(forwarding));
  await choose(at.fixture(), 'Close-in putting');
  await choose(at.fixture(), 'Start');
  return at;
}

test('[R127] ignores a reply after two seconds, when the attempt has timed out', async (t) => {
  const at = await inPlay();
  at.answer(({ respond }) => void at.fixture().clock.setTimeout(() => respond({ status: 200, text: '' }), 2500));
  await at.fixture().strike({});
  await at.fixture().clock.advance(15_000);
  t.is(at.got.length, 3);
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Settings');
  await choose(at.fixture(), 'Shot forwarding');
  t.true(at.shows('0 sent, 0 failed, 1 dropped'), at.fixture().lines().join(' | '));
});

test('[R131] a delayed shot carries the time of its strike, not of its sending', async (t) => {
  const at = await inPlay();
  at.answer(() => {});
  for (let n = 0; n < 2; n++) await at.fixture().strike({});
  await at.fixture().clock.advance(10_000);
  const [first, second] = [at.got[0], at.got.find(({ text }) => text !== at.got[0]?.text)];
  const gap_ms = Number(second?.json['uptime_ms']) - Number(first?.json['uptime_ms']);
  t.true(gap_ms > 2400 && gap_ms < 2600, `${gap_ms}`);
  t.true((second?.at_ms ?? 0) - (first?.at_ms ?? 0) > 5900);
  const time_s = Number(second?.json['time']) - Number(first?.json['time']);
  t.true(time_s >= 2 && time_s <= 3, `${time_s}`);
});

test('[R124] after an address change, the new address gets the shot in flight and the old one gets no more', async (t) => {
  const at = await inPlay();
  at.answer(() => {});
  await at.fixture().strike({});
  const before = at.sent.length;
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Settings');
  await choose(at.fixture(), 'Shot forwarding');
  await choose(at.fixture(), 'Port');
  // The port changes from 8080 to 8081.
  await at.fixture().press('down', 'ok');
  t.is(pageOn(at.fixture()), 'forwarding');
  await at.fixture().clock.advance(10_000);
  t.true(at.sent.length > before);
  t.deepEqual(new Set(at.sent.slice(before)), new Set([`http://${SERVER}:8081/service/shot`]));
});

test('[R129] [R131] sends a test once, right after the shot in flight, with an uptime not above the next shot’s', async (t) => {
  const at = await inPlay();
  at.answer(({ respond }) => void at.fixture().clock.setTimeout(() => respond({ status: 200, text: '' }), 1900));
  await at.fixture().strike({});
  for (let n = 0; n < 3; n++) {
    at.fixture().rig?.strike({ ...STROKE, club_speed_mps: 1 + n / 10 });
    await at.fixture().clock.advance(900);
  }
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Settings');
  await choose(at.fixture(), 'Shot forwarding');
  await choose(at.fixture(), 'Connection test');
  await choose(at.fixture(), 'Connection test');
  await at.fixture().clock.advance(15_000);
  const types = at.got.map(({ json }) => json['type']);
  t.is(types.filter((type) => type === 'test').length, 1);
  t.true(types.indexOf('test') < types.length - 1, types.join(' '));
  const uptimes = at.got.map(({ json }) => Number(json['uptime_ms']));
  t.deepEqual([...uptimes].sort((a, b) => a - b), uptimes); // oxfmt-ignore
  t.true(at.shows(`${types.length - 1} sent, 0 failed, 0 dropped`), at.fixture().lines().join(' | '));
});

test('[C55] tests do not take up a shot’s place in the queue', (t) => {
  const full = { ...withMany(33), ...withParcel(withMany(33), { kind: 'test' }) };
  t.deepEqual([full.queue.length, full.queue[1]?.kind, full.counts.dropped], [34, 'test', 0]);
  t.deepEqual(withParcel(full, { kind: 'test' }), {}, 'at most one test in the queue');
  const more = { ...full, ...withParcel(full, parcel(99)) };
  t.deepEqual([more.queue[1]?.kind, idsOf(more).slice(0, 4), more.counts.dropped], ['test', [0, -1, 2, 3], 1]);
});
