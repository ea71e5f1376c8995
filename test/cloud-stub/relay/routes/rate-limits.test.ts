// Rate limits by device and by address (C21): the counters on their own, and a relay that applies them on the virtual
// clock.

import test from 'ava';
import { assertDefined } from '../../../../wire/errors.ts';
import { createRateLimits, NO_LIMITS, type RateLimits } from '../../../../cloud-stub/relay/routes/rate-limits.ts';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import type { RelayRequest } from '../../../../wire/relay/requests.ts';
import { readRequest } from '../../../../wire/relay/requests.ts';
import { virtualRelay, type Held, type Reply } from '../../../support/relay/relay-world.ts';
import { requestNamed } from '../../../support/relay/wire-samples.ts';
import { itemAt } from '../../../support/items.ts';

const limitsOf = () => {
  const clock = createVirtualClock();
  return { clock, limits: createRateLimits(clock) };
};

function requestOf(name: string): RelayRequest {
  const { route, body } = requestNamed(name);
  const read = readRequest(route, body);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

const CONTROL = ['host start', 'host stop', 'host round', 'join join', 'join leave', 'input aim', 'input putt'];
const HELD = ['poll', 'join heartbeat'];

/** Returns how many of these requests pass when sent in one burst, in sequence. */
function passing(limits: RateLimits, device: string, names: readonly string[]): number {
  const requests = names.map(requestOf);
  for (let n = 0; n < 1000; n++) if (limits.request(device, itemAt(requests, n % requests.length)) !== null) return n;
  return Infinity;
}

for (const name of CONTROL)
  test(`[C21] limits ${name} as a control POST: a burst of 40, then 20 a second`, async (t) => {
    const { clock, limits } = limitsOf();
    t.is(passing(limits, 'a', [name]), 40);
    t.is(limits.request('a', requestOf(name)), 1);
    await clock.advance(49);
    t.is(passing(limits, 'a', [name]), 0);
    await clock.advance(1);
    t.is(passing(limits, 'a', [name]), 1);
    await clock.advance(1000);
    t.is(passing(limits, 'a', [name]), 20);
  });

for (const name of HELD)
  test(`[C21] limits ${name} as a held request: a burst of 120, then 60 a second`, async (t) => {
    const { clock, limits } = limitsOf();
    t.is(passing(limits, 'a', [name]), 120);
    await clock.advance(1000);
    t.is(passing(limits, 'a', [name]), 60);
    await clock.advance(3_600_000);
    t.is(passing(limits, 'a', [name]), 120);
  });

test('[C121] limits code renewals to a burst of 32 and 64 in 600 s, separately from other control POSTs', async (t) => {
  const { clock, limits } = limitsOf();
  t.is(passing(limits, 'a', ['host regenerate']), 32);
  t.is(limits.request('a', requestOf('host regenerate')), 19);
  t.is(limits.request('a', requestOf('host round')), null);
  let renewed = 32;
  for (let seconds = 1; seconds < 600; seconds++) {
    await clock.advance(1000);
    if (limits.request('a', requestOf('host regenerate')) === null) renewed++;
  }
  t.true(renewed > 60 && renewed <= 64, `${renewed}`);
});

test('[C21] control POSTs share one limit, held requests another, separately for each device', (t) => {
  const { limits } = limitsOf();
  t.is(passing(limits, 'a', CONTROL), 40);
  t.is(passing(limits, 'a', HELD), 120);
  t.is(passing(limits, 'b', CONTROL), 40);
  t.is(passing(limits, 'b', HELD), 120);
});

test('[C21] after 60 invalid answers, allows a device one more code each second', async (t) => {
  const { clock, limits } = limitsOf();
  for (let n = 0; n < 59; n++) limits.invalid('a');
  t.is(limits.request('a', requestOf('join join')), null);
  limits.invalid('a');
  for (const name of ['join join', 'join leave', 'input aim', ...HELD]) t.is(limits.request('a', requestOf(name)), 1);
  t.is(limits.request('b', requestOf('join join')), null);
  await clock.advance(999);
  t.is(limits.request('a', requestOf('join join')), 1);
  await clock.advance(1);
  t.is(limits.request('a', requestOf('join join')), null);
});

test('[C21] a device over its guess limit may still host, which guesses nothing', (t) => {
  const { limits } = limitsOf();
  for (let n = 0; n < 60; n++) limits.invalid('a');
  t.is(limits.request('a', requestOf('host start')), null);
});

test('[C21] counts only failures of an address: a burst of 100, then 20 a second', async (t) => {
  const { clock, limits } = limitsOf();
  const failing = (address: string): number => {
    for (let n = 0; n < 1000; n++) if (limits.failure(address) !== null) return n;
    return Infinity;
  };
  t.is(failing('192.0.2.1'), 100);
  t.is(failing('192.0.2.2'), 100);
  await clock.advance(1000);
  t.is(failing('192.0.2.1'), 20);
  t.is(limits.failure('192.0.2.1'), 1);
});

test('[C21] treats a mapped IPv4 address as IPv4, and an IPv6 address by its /64', (t) => {
  const same = (one: string, other: string): boolean => {
    const { limits } = limitsOf();
    for (let n = 0; n < 100; n++) limits.failure(one);
    return limits.failure(other) !== null;
  };
  const alike = [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::FFFF:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:9:9:9:9'],
    ['2001:db8:1:2::', '2001:db8:1:2:ffff::1'],
    ['2001:db8::1', '2001:db8::ffff:2'],
    ['2001:db8::1', '2001:db8:0:0:1:2:3:4'],
    ['2001:db8:0:0:1::', '2001:db8::'],
    ['2001::5:6:7:8:9', '2001:0:0:5:1:1:1:1'],
    ['fe80::1', 'fe80::2'],
    ['::1', '::2'],
  ] as const;
  for (const [one, other] of alike) t.true(same(one, other) && same(other, one), `${one} ${other}`);
  const unlike = [
    ['192.0.2.1', '192.0.2.10'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db9::1'],
    ['::1', '1::'],
    ['1::1', '0:1::1'],
  ] as const;
  for (const [one, other] of unlike) t.false(same(one, other) || same(other, one), `${one} ${other}`);
});

test('[C21] refuses nothing without limits', (t) => {
  t.is(passing(NO_LIMITS, 'a', CONTROL), Infinity);
  for (let n = 0; n < 500; n++) NO_LIMITS.invalid('a');
  t.is(NO_LIMITS.request('a', requestOf('join join')), null);
  t.is(NO_LIMITS.failure('192.0.2.1'), null);
});

const count = (replies: readonly Reply[], http_status: number): number =>
  replies.filter((reply) => reply.http_status === http_status).length;
const soonAll = (held: readonly Held[]): readonly Reply[] => held.map((one) => assertDefined(one.now(), 'answer'));
const times = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

test('[C21] [C9] answers a device over its rate with 429 and Retry-After, then accepts it again', async (t) => {
  const world = virtualRelay(t);
  const [host, other] = [world.device(), world.device()];
  const held = times(41).map(() => host.send('host', { action: 'start' }));
  await world.pass(0);
  const replies = soonAll(held);
  t.deepEqual([count(replies, 200), count(replies, 429)], [40, 1]);
  const last = itemAt(replies, 40);
  t.deepEqual(JSON.parse(last.text), { status: 'limited' });
  t.is(last.retry_after_s, 1);
  t.is((await other.ask('host', { action: 'start' })).http_status, 200);
  await world.pass(50);
  t.is((await host.ask('host', { action: 'start' })).http_status, 200);
  t.is((await host.ask('host', { action: 'start' })).http_status, 429);
});

test('[C21] [C9] rate-limited requests change nothing', async (t) => {
  const world = virtualRelay(t);
  const [host, guest] = [world.device(), world.device()];
  const { code } = await host.ask('host', { action: 'start' });
  await host.ask('poll', { code, since: 0 });
  await guest.ask('join', { action: 'join', code });
  for (const _ of times(39)) t.is((await guest.ask('input', { kind: 'reset', code })).status, 'ok');
  t.is((await guest.ask('input', { kind: 'reset', code })).http_status, 429);
  t.is((await host.ask('poll', { code, since: 0 })).next_seq, 40);
});

test('[C21] passes a busy round: 60 polls and 20 inputs each second, for a minute', async (t) => {
  const world = virtualRelay(t);
  const [host, guest] = [world.device(), world.device()];
  const { code } = await host.ask('host', { action: 'start' });
  for (let n = 0; n < 60 * 20; n++) {
    for (const _ of times(3)) t.is((await host.ask('poll', { code, since: 0 })).http_status, 200);
    if (n === 0) t.is((await guest.ask('join', { action: 'join', code })).status, 'ok');
    else t.is((await guest.ask('input', { kind: 'repeat_aim', code })).status, 'ok', `${n}`);
    await world.pass(50);
  }
});

test('[C21] limits sequential code guesses to 60, then one each second', async (t) => {
  const world = virtualRelay(t);
  const thief = world.device();
  const guess = () => thief.ask('join', { action: 'heartbeat', code: 'ZZZZZZ' });
  for (const _ of times(60)) t.is((await guess()).status, 'invalid');
  t.is((await guess()).http_status, 429);
  let invalid = 0;
  for (const _ of times(600)) {
    await world.pass(100);
    if ((await guess()).status === 'invalid') invalid++;
  }
  t.is(invalid, 60);
});

test('[C21] does not confirm a right code to a device over its guess limit', async (t) => {
  const world = virtualRelay(t);
  const [host, thief] = [world.device(), world.device()];
  const { code } = await host.ask('host', { action: 'start' });
  await host.ask('poll', { code, since: 0 });
  for (const _ of times(60)) await thief.ask('join', { action: 'heartbeat', code: 'ZZZZZZ' });
  t.is((await thief.ask('join', { action: 'join', code })).http_status, 429);
  t.is((await thief.ask('poll', { code, since: 0 })).http_status, 429);
  t.is((await thief.ask('input', { kind: 'reset', code })).http_status, 429);
});

test('[C21] limits simultaneous code guesses to 60', async (t) => {
  const world = virtualRelay(t);
  const thief = world.device();
  const held = times(100).map(() => thief.send('join', { action: 'heartbeat', code: 'ZZZZZZ' }));
  await world.pass(0);
  t.deepEqual([count(soonAll(held), 200), count(soonAll(held), 429)], [60, 40]);
});

test('[C21] limits simultaneous guesses to one each second once the 60 are used up', async (t) => {
  const world = virtualRelay(t);
  const thief = world.device();
  for (const _ of times(60)) await thief.ask('join', { action: 'heartbeat', code: 'ZZZZZZ' });
  let answered = 0;
  for (const _ of times(60)) {
    await world.pass(1000);
    const held = times(60).map(() => thief.send('join', { action: 'heartbeat', code: 'ZZZZZZ' }));
    await world.pass(0);
    answered += count(soonAll(held), 200);
  }
  t.is(answered, 60);
});

test('[C21] too many failures of an address get 429 instead of 401 and 400', async (t) => {
  const world = virtualRelay(t);
  const [device, unknown_device] = [world.device(), world.unknownDevice()];
  const failures = [
    ...times(60).map(() => unknown_device.raw('host', '{"action":"start"}')),
    ...times(40).map(() => device.raw('host', 'no JSON')),
  ];
  const statuses = soonAll(failures).map(({ http_status }) => http_status);
  t.deepEqual(statuses, [...times(60).map(() => 401), ...times(40).map(() => 400)]);
  for (const failed of [
    unknown_device.raw('host', '{"action":"start"}'),
    device.raw('poll', '{}'),
    device.raw('host', '{"action":"start"}', { signature: 'f'.repeat(64) }),
    device.raw('host', '{"action":"start"}', { timestamp: '0' }),
  ]) {
    t.deepEqual(JSON.parse(failed.now()?.text ?? ''), { status: 'limited' });
    t.is(failed.now()?.http_status, 429);
    t.is(failed.now()?.retry_after_s, 1);
  }
  await world.pass(50);
  t.is(unknown_device.raw('host', '{"action":"start"}').now()?.http_status, 401);
  t.is(unknown_device.raw('host', '{"action":"start"}').now()?.http_status, 429);
});

test('[C21] does not count an oversized body as a failure of authentication or parsing', (t) => {
  const world = virtualRelay(t);
  const [device, unknown_device] = [world.device(), world.unknownDevice()];
  for (const _ of times(300)) t.is(device.raw('host', 'x'.repeat(16_385)).now()?.http_status, 413);
  t.is(unknown_device.raw('host', '{}').now()?.http_status, 401);
});

test('[C21] passes every valid request from an address full of failures', async (t) => {
  const world = virtualRelay(t);
  const [host, guest, unknown_device] = [world.device(), world.device(), world.unknownDevice()];
  for (const _ of times(500)) unknown_device.raw('host', '{}');
  const { code, http_status } = await host.ask('host', { action: 'start' });
  t.is(http_status, 200);
  t.is((await host.ask('poll', { code, since: 0 })).http_status, 200);
  t.is((await guest.ask('join', { action: 'join', code })).status, 'ok');
});

test('[C21] never counts valid requests against the address, even rejected ones', async (t) => {
  const world = virtualRelay(t);
  const [busy, unknown_device] = [world.device(), world.unknownDevice()];
  for (const _ of times(300)) busy.send('host', { action: 'start' });
  await world.pass(0);
  for (const _ of times(100)) t.is(unknown_device.raw('host', '{}').now()?.http_status, 401);
  t.is(unknown_device.raw('host', '{}').now()?.http_status, 429);
});

test('[C21] does not limit a device with the limits off', async (t) => {
  const world = virtualRelay(t, { limited: false });
  const device = world.device();
  const held = times(500).map(() => device.send('join', { action: 'heartbeat', code: 'ZZZZZZ' }));
  await world.pass(0);
  t.is(count(soonAll(held), 200), 500);
});
