// Rate limits per device, exact to the request and the millisecond (C21). The endpoint's tests cover failures per
// address.

import type { RequestBody } from '../../wire/relay/requests.ts';
import { joinGuest, openHost, testOfOneRelay } from '../support/relay/relay-table.ts';
import {
  virtualRelay,
  type Held,
  type RelayDevice,
  type Reply,
  type VirtualRelayWorld,
} from '../support/relay/relay-world.ts';

/** Sends `count` requests together and returns their answers. */
async function together(world: VirtualRelayWorld, count: number, send: () => Held): Promise<readonly Reply[]> {
  const held = Array.from({ length: count }, send);
  await world.pass(0);
  return held.map(({ now }) => now()!);
}

const passed = (replies: readonly Reply[]): number => replies.filter(({ http_status }) => http_status === 200).length;
const invalid = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 'invalid').length;

type Sender = (device: RelayDevice, code: string) => Held;

const CONTROL: Readonly<Record<string, Sender>> = {
  start: (device) => device.send('host', { action: 'start' }),
  stop: (device) => device.send('host', { action: 'stop' }),
  join: (device, code) => device.send('join', { action: 'join', code, players: [] }),
  leave: (device, code) => device.send('join', { action: 'leave', code }),
};

const HELD: Readonly<Record<string, Sender>> = {
  heartbeats: (device, code) => device.send('join', { action: 'heartbeat', code, players: [] }),
  polls: (device, code) => device.send('poll', { code, since: 0 }), // answered forbidden, which counts like any answer
};

const limitTest = (what: string, send: Sender, burst: number, a_second: number): void =>
  testOfOneRelay(`[C21] allows a device a burst of ${burst} ${what}, then ${a_second} a second`, async (t) => {
    const world = virtualRelay(t);
    const { code } = await openHost(world);
    const device = world.device();
    const one = (): Held => send(device, code);
    const replies = await together(world, burst + 5, one);
    t.deepEqual(
      replies.map(({ http_status }) => http_status),
      [...Array<number>(burst).fill(200), ...Array<number>(5).fill(429)],
    );
    for (const reply of replies.slice(burst)) t.like(reply, { text: '{"status":"limited"}', retry_after_s: 1 });
    const every_ms = Math.ceil(1000 / a_second);
    await world.pass(every_ms - 1);
    t.is(passed(await together(world, 1, one)), 0, 'not a millisecond earlier');
    await world.pass(1);
    t.is(passed(await together(world, 2, one)), 1);
    await world.pass(1000);
    t.is(passed(await together(world, 2 * a_second, one)), a_second, 'a second later');
    await world.pass(3_600_000);
    t.is(passed(await together(world, 2 * burst, one)), burst, 'never more than the burst');
  });

for (const [what, send] of Object.entries(CONTROL)) limitTest(what, send, 40, 20);
for (const [what, send] of Object.entries(HELD)) limitTest(what, send, 120, 60);

testOfOneRelay('[C21] counts inputs as control, and does not queue one refused for its rate', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { device } = await joinGuest(world, host.code);
  await world.pass(10_000);
  const body: RequestBody['input'] = { kind: 'reset', code: host.code };
  t.is(passed(await together(world, 60, () => device.send('input', body))), 40);
  const { state, next_seq } = await host.poll();
  t.is(next_seq, 41);
  t.is(state.ev.seq, 40);
});

testOfOneRelay('[C21] counts polls and heartbeats separately, and each device separately', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const [one, other] = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  await world.pass(10_000);
  await together(world, 50, () => one.device.send('input', { kind: 'reset', code: host.code }));
  t.is((await one.input({ kind: 'reset' })).http_status, 429);
  t.is((await one.beat()).http_status, 200);
  t.is((await other.input({ kind: 'reset' })).http_status, 200);
  await together(world, 150, () => other.device.send('join', { action: 'heartbeat', code: host.code }));
  t.is((await other.beat()).http_status, 429);
  t.is((await other.input({ kind: 'reset' })).http_status, 200);
});

testOfOneRelay('[C21] a request refused for its rate does not delay the next one allowed', async (t) => {
  const world = virtualRelay(t);
  const device = world.device();
  const start = (): Held => device.send('host', { action: 'start' });
  await together(world, 40, start);
  let through = 0;
  for (let ms = 0; ms < 10_000; ms += 10) {
    await world.pass(10);
    through += passed(await together(world, 1, start));
  }
  t.is(through, 200, '20 a second for ten seconds');
});

/** Sends join-code guesses one after the other, each answered before the next, all within a second. */
async function guess(device: RelayDevice, count: number): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (let n = 0; n < count; n++)
    replies.push(await device.ask('join', { action: 'heartbeat', code: `ZZ${1000 + n}`, players: [] }));
  return replies;
}

testOfOneRelay(
  '[C21] after 60 invalid answers refuses a device, even with the right code, until Retry-After',
  async (t) => {
    const world = virtualRelay(t);
    const { code } = await openHost(world);
    const guest = await joinGuest(world, code);
    t.deepEqual(
      (await guess(guest.device, 61)).map(({ status }) => status),
      [...Array<string>(60).fill('invalid'), 'limited'],
    );
    const refusals = [await guest.beat(), await guest.input({ kind: 'reset' }), await guest.leave()];
    refusals.push(await guest.device.ask('poll', { code, since: 0 }));
    refusals.push(await guest.device.ask('join', { action: 'join', code }));
    for (const refused of refusals) {
      t.like(refused, { http_status: 429, text: '{"status":"limited"}' });
      t.true(refused.retry_after_s! >= 1);
    }
    t.is((await (await joinGuest(world, code)).beat()).status, 'ok', 'other devices are not refused');
    await world.pass(1000 * refusals[0]!.retry_after_s!);
    t.is((await guest.beat()).status, 'ok');
    await world.pass(60_000);
    t.is(invalid(await guess(guest.device, 61)), 60, 'the count restarts after a minute');
  },
);

testOfOneRelay('[C21] right codes do not count towards the 60; wrong codes in polls and inputs do', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const { device, beat } = await joinGuest(world, host.code);
  for (let n = 0; n < 30; n++) t.is((await beat()).status, 'ok');
  for (let n = 0; n < 15; n++) {
    t.is((await device.ask('poll', { code: `ZZ${1000 + n}`, since: 0 })).status, 'invalid');
    t.is((await device.ask('input', { kind: 'reset', code: `ZZ${1000 + n}` })).status, 'invalid');
    t.is((await device.ask('join', { action: 'leave', code: `ZZ${1000 + n}` })).status, 'invalid');
    t.is((await device.ask('join', { action: 'heartbeat', code: `ZZ${1000 + n}` })).status, 'invalid');
  }
  t.is((await beat()).http_status, 429);
});

testOfOneRelay('[C21] a device refused by the join-code throttle may still host', async (t) => {
  const world = virtualRelay(t);
  const device = world.device();
  await guess(device, 61);
  t.is((await device.ask('host', { action: 'start' })).status, 'ok');
});

testOfOneRelay('[C21] allows at most 60 simultaneous guesses', async (t) => {
  const world = virtualRelay(t);
  const device = world.device();
  let n = 0;
  const one = (): Held => device.send('join', { action: 'heartbeat', code: `ZZ${1000 + n++}` });
  t.is(invalid(await together(world, 120, one)), 60);
});

testOfOneRelay('[C21] without limits, refuses no request for its rate', async (t) => {
  const world = virtualRelay(t, { limited: false });
  const { code } = await openHost(world);
  const device = world.device();
  const one = (): Held => device.send('join', { action: 'heartbeat', code, players: [] });
  t.is(passed(await together(world, 500, one)), 500);
  t.is(invalid(await guess(device, 100)), 100);
});
