// Tests of the cloud that implements only the relay document: the fields it accepts and returns, and the time of its
// answers.

import test from 'ava';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createHttpNetwork } from '../../../hal/http/http-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createPlainCloud, type PlainCloudOptions } from './plain-cloud.ts';
import { undocumentedField } from './documented-fields.ts';
import type { JsonFields } from '../../../wire/json-fields.ts';
import { keyOf } from '../device/device-key.ts';
import { rawDevice, type RawReply } from '../relay/signing-device.ts';
import { fieldsOf, listOf } from '../read-json.ts';
import { PUTT, ROUND } from '../relay/wire-samples.ts';

const KEY = keyOf('5a'.repeat(32));
const STATE_FIELDS = ['players', 'ev', 'replay', 'replay_by', 'host_online', 'exp', 'round', 'sim', 'st'];
const EXP = { mode: 11, gen: 1, cfg: { holes: 2 } };

interface World {
  readonly clock: VirtualClock;
  /** Sends a request and waits briefly; a held request may still be open. */
  ask(device: string, route: string, body: unknown, signature?: string): Promise<RawReply>;
}

function openWorld(state: PlainCloudOptions['state'] = 'nested'): World {
  const clock = createVirtualClock();
  const network = createHttpNetwork(clock);
  network.serve('http://cloud', createPlainCloud({ clock, state, keyOf: (id) => (id === 'stranger' ? null : KEY) }));
  const link = network.link(createSeededRandom(1, 'link'));
  const deviceOf = (id: string) => rawDevice({ clock, link, origin: 'http://cloud', id, key: KEY });
  return { clock, ask: (device, ...request) => deviceOf(device).ask(...request) };
}

const poll = (code: unknown, st = '') => ({ code, since: 0, wait_ms: 20_000, name: 'Den', st, replay: false, players: [{ n: 'Ana', h: 9 }] }); // oxfmt-ignore
const presence = (code: unknown, st = '') => ({ code, name: 'Porch', wait_ms: 20_000, st, players: [{ n: 'Bo', h: 9 }], fol: true }); // oxfmt-ignore

/** Sets up a host that polls and a guest that has joined. */
async function session(
  world: World,
): Promise<{ readonly code: unknown; readonly polled: RawReply; readonly joined: RawReply }> {
  const started = await world.ask('host', 'host', { action: 'start', sim: 'none', name: 'Den', exp: EXP });
  const { code } = started.answer();
  const polled = await world.ask('host', 'poll', poll(code));
  const joined = await world.ask('guest', 'join', { action: 'join', ...presence(code), wait_ms: 0 });
  return { code, polled, joined };
}

for (const state of ['merged', 'nested'] as const)
  test(`[C76] answers with exactly the fields of the spec, its state ${state}`, async (t) => {
    const world = openWorld(state);
    const { code, polled, joined } = await session(world);
    const published = await world.ask('host', 'host', { action: 'round', round: ROUND });
    const sent = await world.ask('guest', 'input', { code, name: 'Porch', kind: 'aim', steps: 3 });
    const beside: readonly (readonly [RawReply, readonly string[]])[] = [
      [published, ['status', 'code', 'next_seq']],
      [polled, ['status', 'items', 'next_seq']],
      [joined, ['status', 'code', 'host_label', 'host_name']],
      [sent, ['status', 'seq']],
    ];
    for (const [{ answer }, fields] of beside) {
      const around = state === 'merged' ? [...fields, ...STATE_FIELDS] : [...fields, 'state'];
      t.deepEqual(Object.keys(answer()).toSorted(), around.toSorted());
      const block = state === 'merged' ? answer() : fieldsOf(answer()['state']);
      t.regex(String(block['st']), /^[0-9a-f]{8}$/);
    }
    const left = await world.ask('guest', 'join', { code, action: 'leave' });
    t.deepEqual(left.answer(), { status: 'ok' });
    const stopped = await world.ask('host', 'host', { action: 'stop' });
    t.deepEqual(stopped.answer(), { status: 'ok', code });
  });

test('[C9] refuses undocumented fields at any depth and wrong signatures', async (t) => {
  const world = openWorld();
  const { code } = await session(world);
  const wrong = await world.ask('host', 'poll', { ...poll(code), away: true });
  t.is(wrong.status(), 400);
  t.is((await world.ask('host', 'poll', poll(code), '0'.repeat(64))).status(), 401);
  t.is((await world.ask('stranger', 'poll', poll(code))).status(), 401);
  t.is((await world.ask('host', 'store', {})).status(), 404);
  for (const [route, body, field] of [
    ['host', { action: 'round', round: { ...ROUND, odd: 1 } }, 'round.odd'],
    ['host', { action: 'round', round: { ...ROUND, shot: { odd: 1 } } }, 'round.shot.odd'],
    ['host', { action: 'start', exp: EXP, code: 'A' }, 'code'],
    ['host', { action: 'heartbeat' }, 'action or kind "heartbeat"'],
    ['join', { action: 'leave', code: 'A', name: 'Porch' }, 'name'],
    ['join', { action: 'join', ...presence('A'), players: [{ n: 'Bo', h: 9, id: 4 }] }, 'players[].id'],
    ['input', { code: 'A', kind: 'putt', putt: { ...PUTT, toe: 1 } }, 'putt.toe'],
    ['input', { code: 'A', kind: 'reset', steps: 1 }, 'steps'],
    ['input', { code: 'A', kind: 'reset', rid: 'b1-1' }, null],
    ['host', { action: 'round', round: ROUND }, null],
    ['host', { action: 'round', round: ROUND, rid: 'b1-1' }, 'rid'],
    ['host', { action: 'start', exp: EXP, rid: 'b1-1' }, 'rid'],
    ['host', { action: 'regenerate', keep_guests: true, rid: 'b1-1' }, null],
  ] as const)
    t.is(undocumentedField(route, body), field, JSON.stringify(body));
});

test('[R30] holds a poll until an input, and a guest’s heartbeat until the state changes', async (t) => {
  const world = openWorld();
  const { code } = await session(world);
  const listed = await world.ask('host', 'poll', poll(code));
  const st = String(fieldsOf(listed.answer()['state'])['st']);
  const held = await world.ask('host', 'poll', poll(code, st));
  const heartbeat = await world.ask('guest', 'join', { action: 'heartbeat', ...presence(code, st) });
  await world.clock.advance(5000);
  t.deepEqual([held.status(), heartbeat.status()], [null, null]);
  await world.ask('guest', 'input', { code, name: 'Porch', kind: 'putt', putt: PUTT });
  await world.clock.advance(600);
  const [item] = listOf(held.answer()['items']);
  t.like(item, { seq: 1, kind: 'putt', name: 'Agile Anchor' });
  t.like(fieldsOf(heartbeat.answer()['state'])['ev'], { seq: 1, kind: 'putt', name: 'Porch' });
});

test('[R5] [R6] [R13] handles a host that stops, falls silent, or renews its code without guests', async (t) => {
  const world = openWorld();
  const { code } = await session(world);
  const joins = async (): Promise<JsonFields> =>
    (await world.ask('third', 'join', { action: 'join', ...presence(code), wait_ms: 0 })).answer();
  await world.clock.advance(45_000);
  t.like(await joins(), { status: 'offline', host_stopped: false });
  await world.ask('host', 'host', { action: 'stop' });
  t.like(await joins(), { status: 'offline', host_stopped: true });
  await world.ask('host', 'host', { action: 'start' });
  const renewed = await world.ask('host', 'host', { action: 'regenerate', keep_guests: true });
  const newer = renewed.answer()['code'];
  t.not(newer, code);
  await world.ask('host', 'poll', poll(newer));
  t.like(await joins(), { status: 'ok', code: newer });
  await world.ask('host', 'host', { action: 'regenerate', keep_guests: false });
  const old = await world.ask('guest', 'join', { action: 'join', ...presence(newer), wait_ms: 0 });
  t.is(old.answer()['status'], 'invalid');
});
