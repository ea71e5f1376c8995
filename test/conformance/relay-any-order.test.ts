// Property test: invariants that hold at every instant while two hosts and three guests act in any order, with time
// passing and restarts in between (R1, R8, R18, R22, R28–R31, R33–R35, R39, R89, R91; C12, C14, C28).

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { StateBlock } from '../../wire/relay/state.ts';
import {
  databaseFile,
  virtualRelay,
  type RelayDevice,
  type Reply,
  type VirtualRelayWorld,
} from '../support/relay/relay-world.ts';
import { playersOf } from '../support/relay/relay-table.ts';
import { itemAt, exactly } from '../support/items.ts';

/** Expected state of a host's session, derived from its own requests and the answers to its guests. */
interface Expected {
  readonly device: RelayDevice;
  code: string;
  active: boolean;
  replay: boolean;
  polled_ms: number | null;
  next_seq: number;
  ev_seq: number;
  queue: { readonly seq: number; readonly at_ms: number; readonly steps: number }[];
  /** Last contact of each guest, by label. */
  readonly seen_ms: Map<string, number>;
}

interface Walk {
  readonly t: ExecutionContext;
  readonly world: VirtualRelayWorld;
  readonly hosts: readonly Expected[];
  readonly guests: readonly { readonly device: RelayDevice; readonly label: string }[];
}

type Step = (walk: Walk) => Promise<void>;

function checkState({ t, world }: Walk, host: Expected, state: StateBlock): void {
  const now_ms = world.clock.now_ms();
  const [first, ...guests] = state.players;
  t.true(first?.host, '[R22]');
  for (const { name, host: is_host } of guests) {
    t.false(is_host);
    const seen_ms = host.seen_ms.get(name);
    t.true(seen_ms !== undefined && now_ms - seen_ms <= 40_000, `[R22] ${name} is listed`);
  }
  t.true(state.players.flatMap(({ players }) => players).length <= 4, '[R18]');
  const online = host.active && host.polled_ms !== null && now_ms - host.polled_ms < 45_000;
  t.is(state.host_online, online, '[R8]');
  t.is(state.replay, host.replay);
  t.is(state.replay_by, host.replay ? (first?.name ?? '') : '', '[R91]');
  t.is(state.ev.seq, host.ev_seq, '[R89]');
}

const hostStep =
  (at: number, action: 'start' | 'stop' | 'regenerate', keep_guests: boolean): Step =>
  async (walk) => {
    const host = itemAt(walk.hosts, at);
    const reply = await host.device.ask('host', action === 'stop' ? { action } : { action, keep_guests });
    walk.t.is(reply.status, 'ok');
    if (action === 'regenerate') walk.t.not(reply.code, host.code);
    else walk.t.is(reply.code, host.code, '[R1]');
    host.code = reply.code;
    if (action === 'stop' || !keep_guests) {
      host.seen_ms.clear();
      host.queue = [];
    }
    if (action === 'stop') [host.active, host.replay] = [false, false];
    if (action === 'start') host.active = true;
    if (action === 'stop') return;
    walk.t.is(reply.next_seq, host.next_seq, '[R28]');
    checkState(walk, host, reply.state);
  };

const pollStep =
  (at: number, count: number, back: number, replay: boolean): Step =>
  async (walk) => {
    const { t, world } = walk;
    const host = itemAt(walk.hosts, at);
    const since = Math.max(0, host.next_seq - 1 - back);
    const body = { code: host.code, since, players: playersOf(count), replay };
    const { status, items, next_seq, state } = await host.device.ask('poll', body);
    t.is(status, host.active ? 'ok' : 'invalid');
    if (!host.active) return;
    host.polled_ms = world.clock.now_ms();
    host.replay = replay;
    const valid = host.queue.filter(({ seq, at_ms }) => seq > since && world.clock.now_ms() - at_ms < 120_000);
    t.deepEqual(
      items.map(({ seq, ...item }) => [seq, item['steps']]),
      valid.slice(0, 25).map(({ seq, steps }) => [seq, steps]),
      '[R30] [R31] [R33] [R34] [R39]',
    );
    t.is(next_seq, host.next_seq);
    checkState(walk, host, state);
  };

function checkGuestReply(walk: Walk, host: Expected, label: string, { status, state, code }: Reply): void {
  const { t, world } = walk;
  if (status === 'ok') {
    host.seen_ms.set(label, world.clock.now_ms());
    t.true(
      state.players.some(({ name }) => name === label),
      '[R22] an accepted guest is listed',
    );
  } else if (host.seen_ms.has(label) && status !== 'invalid') host.seen_ms.set(label, world.clock.now_ms());
  if (status === 'invalid') {
    t.deepEqual(state.players, []);
    return;
  }
  t.is(code ?? host.code, host.code);
  checkState(walk, host, state);
}

const presenceStep =
  (from: number, at: number, action: 'join' | 'heartbeat', count: number): Step =>
  async (walk) => {
    const [host, guest] = [itemAt(walk.hosts, at), itemAt(walk.guests, from)];
    const reply = await guest.device.ask('join', { action, code: host.code, players: playersOf(count) });
    const online = host.polled_ms !== null && walk.world.clock.now_ms() - host.polled_ms < 45_000;
    walk.t.is(reply.status === 'offline', !host.active || !online, `${reply.status} [R6]`);
    walk.t.is(reply.host_stopped, reply.status === 'offline' ? !host.active : undefined, '[R5]');
    // A refused join is no contact; a heartbeat from a joined guest is.
    const known = host.seen_ms.get(guest.label);
    checkGuestReply(walk, host, guest.label, reply);
    if (action === 'join' && reply.status !== 'ok' && known !== undefined) host.seen_ms.set(guest.label, known);
  };

const leaveStep =
  (from: number, at: number): Step =>
  async (walk) => {
    const [host, guest] = [itemAt(walk.hosts, at), itemAt(walk.guests, from)];
    walk.t.is((await guest.device.ask('join', { action: 'leave', code: host.code })).status, 'ok');
    host.seen_ms.delete(guest.label);
  };

const inputStep =
  (from: number, at: number, steps: number): Step =>
  async (walk) => {
    const { t, world } = walk;
    const [host, guest] = [itemAt(walk.hosts, at), itemAt(walk.guests, from)];
    const reply = await guest.device.ask('input', { code: host.code, kind: 'aim', steps });
    if (reply.status === 'ok') {
      t.false(host.replay, '[R35]');
      t.is(reply.seq, host.next_seq, '[R28] [R29]');
      host.queue.push({ seq: reply.seq, at_ms: world.clock.now_ms(), steps });
      host.next_seq++;
      host.ev_seq++;
      t.deepEqual(reply.state.ev, { seq: host.ev_seq, kind: 'aim', name: guest.label, steps }, '[R29]');
    }
    checkGuestReply(walk, host, guest.label, reply);
  };

const passStep =
  (seconds: number): Step =>
  ({ world }) =>
    world.pass(seconds * 1000);

/** C14: contacts survive a restart. Time passes in whole seconds in this test, so each contact is stored. */
const restartStep: Step = async ({ world }) => world.restart();

const anyReplay = fc.constantFrom(false, false, true);
const anyHost = fc.nat({ max: 1 });
const anyGuest = fc.nat({ max: 2 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyHost, fc.constantFrom('start', 'stop', 'regenerate'), fc.boolean())
      .map((a) => hostStep(...a)),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anyHost, fc.nat({ max: 4 }), fc.nat({ max: 40 }), anyReplay).map((a) => pollStep(...a)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(anyGuest, anyHost, fc.constantFrom('join', 'heartbeat'), fc.nat({ max: 4 }))
      .map((a) => presenceStep(...a)),
  },
  { weight: 1, arbitrary: fc.tuple(anyGuest, anyHost).map((a) => leaveStep(...a)) },
  { weight: 6, arbitrary: fc.tuple(anyGuest, anyHost, fc.integer({ min: -50, max: 50 })).map((a) => inputStep(...a)) },
  { weight: 2, arbitrary: fc.constantFrom(1, 1, 5, 5, 10, 39, 40, 44, 45).map(passStep) },
  { weight: 1, arbitrary: fc.constant(restartStep) },
);

async function opened(t: ExecutionContext): Promise<Walk> {
  const world = virtualRelay(t, { file: await databaseFile(t), limited: false });
  const hosts: Expected[] = [];
  for (const device of [world.device(), world.device()]) {
    const { code } = await device.ask('host', { action: 'start' });
    await device.ask('poll', { code, since: 0, players: playersOf(1) });
    const nothing = {
      active: true,
      replay: false,
      next_seq: 1,
      ev_seq: 0,
      queue: [],
      seen_ms: new Map<string, number>(),
    };
    hosts.push({ device, code, polled_ms: 0, ...nothing });
  }
  const guests: Walk['guests'][number][] = [];
  const [one, other] = exactly(2, hosts);
  for (const { code, seen_ms } of [one, one, other]) {
    const device = world.device();
    const { state } = await device.ask('join', { action: 'join', code, players: playersOf(1) });
    const label = state.players.at(-1)?.name ?? '';
    seen_ms.set(label, 0);
    guests.push({ device, label });
  }
  return { t, world, hosts, guests };
}

test('[R1] [R8] [R18] [R22] [R28] [R29] [R30] [R31] [R33] [R34] [R35] [R39] [R89] hold for any order of requests, time and restarts', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 80, size: 'max' }), async (steps) => {
      const walk = await opened(t);
      for (const step of steps) await step(walk);
    }),
    { numRuns: 30, seed: 5 },
  );
});
