// Authorization, and what the relay refuses before it reaches a route: signatures, malformed bodies, sizes and rates;
// no refusal changes any state (R92, R93, R95, C9, C10, C21).

import test from 'ava';
import {
  everywhere,
  joinGuest,
  openHost,
  playersOf,
  type Guest,
  type Host,
  testOfOneRelay,
} from '../support/relay/relay-table.ts';
import {
  virtualRelay,
  type Forgery,
  type Held,
  type RelayDevice,
  type RelayWorld,
  type Reply,
  isVirtual,
} from '../support/relay/relay-world.ts';
import type { RelayRoute } from '../../wire/relay/requests.ts';
import { fieldsIn } from '../support/read-json.ts';

interface Setting {
  readonly host: Host;
  readonly guest: Guest;
  readonly unknown_device: RelayDevice;
}

const set = async (world: RelayWorld): Promise<Setting> => {
  const host = await openHost(world);
  return { host, guest: await joinGuest(world, host.code), unknown_device: world.unknownDevice() };
};

/** Requests that would change the session if the relay accepted them, at least one per route. */
const effective = (code: string): readonly (readonly [route: RelayRoute, body: string])[] => [
  ['host', '{"action":"regenerate"}'],
  ['host', '{"action":"stop"}'],
  ['poll', JSON.stringify({ code, since: 0, replay: true, players: playersOf(2), ev: { seq: 3, kind: 'putt' } })],
  ['join', JSON.stringify({ code, action: 'heartbeat', fol: false, players: [] })],
  ['join', JSON.stringify({ code, action: 'leave' })],
  ['input', JSON.stringify({ code, kind: 'aim', steps: 9, rid: 'x' })],
];

const NO_SIGNATURE = '0'.repeat(64);
const now = (): string => `${Math.floor(Date.now() / 1000)}`;

/** Ways to forge the sender of a request. `time_s`: the relay's clock. */
const FORGERIES: Readonly<Record<string, (time_s: number, body: string) => Forgery>> = {
  'a wrong signature': () => ({ signature: NO_SIGNATURE }),
  'an empty signature': () => ({ signature: '' }),
  'a signature of 63 characters': () => ({ signature: NO_SIGNATURE.slice(1) }),
  'an empty device id': () => ({ device: '' }),
  'a malformed device id': () => ({ device: '__proto__' }),
  'a timestamp 301 s old': (time_s) => ({ timestamp: `${time_s - 301}` }),
  'a timestamp 400 s ahead': (time_s) => ({ timestamp: `${time_s + 400}` }),
  'an empty timestamp': () => ({ timestamp: '' }),
  'a timestamp that is not a number': () => ({ timestamp: 'now' }),
  'a timestamp in milliseconds': (time_s) => ({ timestamp: `${time_s}000` }),
  'a timestamp with a fraction': (time_s) => ({ timestamp: `${time_s}.0` }),
  'a timestamp in exponent notation': () => ({ timestamp: '1.8e9' }),
  'a body with an extra space': (_time_s, body) => ({ sent: Buffer.from(`${body} `) }),
  'a body in other case': (_time_s, body) => ({ sent: Buffer.from(body.toUpperCase()) }),
  'a truncated body': (_time_s, body) => ({ sent: Buffer.from(body).subarray(1) }),
  'a missing body': () => ({ sent: new Uint8Array() }),
};

const relaySeconds = (world: RelayWorld): number => (isVirtual(world) ? world.clock.unix_s() : Number(now()));

/** Waits for an immediate answer, in a virtual or a real world. */
async function prompt(world: RelayWorld, held: Held): Promise<Reply> {
  if (isVirtual(world)) await world.pass(0);
  return held.answer;
}

/** Returns the observable session: state, code, counter and queue. */
async function snapshot({ host }: Setting): Promise<unknown> {
  const { code } = await host.device.ask('host', { action: 'start' });
  const { state, items, next_seq } = await host.poll({ since: 0 });
  return { code, state, items, next_seq };
}

for (const [what, forgery] of Object.entries(FORGERIES))
  everywhere(`[R92] [C9] ${what} is unauthorized on every route, and changes nothing`, async (t, world) => {
    const setting = await set(world);
    const { host, guest } = setting;
    await guest.input({ kind: 'reset' });
    const before = await snapshot(setting);
    for (const [route, body] of effective(host.code)) {
      const device = route === 'host' || route === 'poll' ? host.device : guest.device;
      const time_s = relaySeconds(world);
      const reply = await prompt(world, device.raw(route, body, forgery(time_s, body)));
      t.is(reply.http_status, 401, `${route} ${body}`);
      t.deepEqual(Object.keys(fieldsIn(reply.text)), ['status', 'error', 'server_time']);
      t.is(reply.status, 'unauthorized');
      t.true(reply.server_time! >= time_s && reply.server_time! <= relaySeconds(world));
      t.regex(reply.error!, /^[A-Z].*\.$/);
    }
    t.deepEqual(await snapshot(setting), before);
  });

everywhere(
  '[R92] [C9] an unknown device, and one that knows only the id of another device, are unauthorized',
  async (t, world) => {
    const setting = await set(world);
    const { host, guest, unknown_device } = setting;
    const before = await snapshot(setting);
    for (const [route, body] of effective(host.code))
      for (const device of [unknown_device.id, host.device.id, guest.device.id]) {
        const reply = await prompt(world, unknown_device.raw(route, body, { device }));
        t.like(reply, { http_status: 401, status: 'unauthorized' });
        t.false('state' in reply);
      }
    t.deepEqual(await snapshot(setting), before);
  },
);

test('[R92] [C12] accepts a timestamp 300 s off on either side and rejects 301 s', async (t) => {
  const world = virtualRelay(t);
  const { host } = await set(world);
  for (const [off_s, http_status] of [
    [-301, 401],
    [-300, 200],
    [300, 200],
    [301, 401],
  ] as const) {
    const timestamp = `${world.clock.unix_s() + off_s}`;
    const reply = await prompt(world, host.device.raw('host', '{"action":"start"}', { timestamp }));
    t.is(reply.http_status, http_status, `${off_s} s`);
  }
});

everywhere('[R93] accepts any white space and order of fields if those bytes are signed', async (t, world) => {
  const { host } = await set(world);
  for (const body of [
    '{"action":"start"}',
    ' {\n"name" : "Barn",\t"action":"start" }\r\n ',
    '{"action":"\\u0073tart"}',
  ]) {
    const reply = await prompt(world, host.device.raw('host', body));
    t.is(reply.status, 'ok', body);
    const swapped = await prompt(world, host.device.raw('host', body, { sent: Buffer.from('{"action":"stop"}') }));
    t.is(swapped.http_status, 401);
  }
  t.true((await host.poll()).state.host_online);
});

const code = 'ZZZZZZ';
const exp = { mode: 1, gen: 1, cfg: {} };
const MALFORMED: readonly (readonly [route: RelayRoute, body: unknown])[] = [
  ['host', []],
  ['host', null],
  ['host', 'start'],
  ['host', {}],
  ['host', { action: 'heartbeat' }],
  ['host', { action: 'START' }],
  ['host', { action: 'start', keep_guests: 1 }],
  ['host', { action: 'start', sim: 'gspro' }],
  ['host', { action: 'start', exp: { ...exp, gen: -1 } }],
  ['host', { action: 'start', exp: { ...exp, mode: '1' } }],
  ['host', { action: 'regenerate', rid: '' }],
  ['host', { action: 'experience' }],
  ['host', { action: 'round' }],
  ['host', { action: 'round', round: null }],
  ['poll', { since: 0 }],
  ['poll', { code }],
  ['poll', { code, since: -1 }],
  ['poll', { code, since: 0.5 }],
  ['poll', { code, since: '0' }],
  ['poll', { code, since: 0, wait_ms: -1 }],
  ['poll', { code, since: 0, wait_ms: 0.5 }],
  ['poll', { code, since: 0, wait_ms: '20000' }],
  ['poll', { code, since: 0, wait_ms: null }],
  ['poll', { code, since: 0, replay: 'yes' }],
  ['poll', { code, since: 0, players: [{ n: 'Ann' }] }],
  ['poll', { code, since: 0, players: [{ n: 'x'.repeat(17), h: 0 }] }],
  ['poll', { code, since: 0, players: [{ n: 'Ann', h: 55 }] }],
  ['poll', { code, since: 0, ev: { seq: 1, kind: 'mulligan' } }],
  ['poll', { code, since: 0, ev: { seq: 1, kind: 'aim', steps: 51 } }],
  ['join', { code }],
  ['join', { action: 'join' }],
  ['join', { action: 'join', code: 7 }],
  ['join', { action: 'join', code: '' }],
  ['join', { action: 'heartbeat', code, fol: 0 }],
  ['join', { action: 'heartbeat', code, wait_ms: -1 }],
  ['join', { action: 'heartbeat', code, st: 7 }],
  ['input', { code }],
  ['input', { code, kind: 'chip' }],
  ['input', { code, kind: 'aim' }],
  ['input', { code, kind: 'aim', steps: 51 }],
  ['input', { code, kind: 'aim', steps: -51 }],
  ['input', { code, kind: 'club', club: 32 }],
  ['input', { code, kind: 'club', club: -1 }],
  ['input', { code, kind: 'putt', putt: { mps: 1, face: 0, aoa: 0 } }],
  ['input', { code, kind: 'reset', rid: 'x'.repeat(37) }],
];

const BYTES: Readonly<Record<string, string | Uint8Array>> = {
  nothing: '',
  'half an object': '{"action":"start"',
  'two objects': '{"action":"start"}{}',
  'a byte order mark': '\uFEFF{"action":"start"}',
  'bytes that are not UTF-8': Buffer.from([...Buffer.from('{"action":"start","name":"'), 0xff, 0x22, 0x7d]),
  'an invalid number': '{"action":"start","exp":{"mode":NaN,"gen":0,"cfg":{}}}',
  'an infinite number': '{"action":"start","exp":{"mode":1,"gen":1e309,"cfg":{}}}',
  '16 KiB of brackets': '['.repeat(16_384),
};

everywhere('[C9] answers a wrong type or range with malformed and no state, and changes nothing', async (t, world) => {
  const setting = await set(world);
  const { host, guest } = setting;
  await guest.input({ kind: 'reset' });
  const before = await snapshot(setting);
  const all: (readonly [RelayRoute, string | Uint8Array])[] = [
    ...MALFORMED.map(([route, body]) => [route, JSON.stringify(body).replaceAll(code, host.code)] as const),
    ...Object.values(BYTES).map((body) => ['host', body] as const),
  ];
  for (const [route, body] of all) {
    const device = route === 'host' || route === 'poll' ? host.device : guest.device;
    const reply = await prompt(world, device.raw(route, body));
    t.is(reply.http_status, 400, `${route} ${body.toString().slice(0, 80)}`);
    t.is(reply.status, 'malformed');
    t.deepEqual(Object.keys(fieldsIn(reply.text)), ['status', 'error']);
    t.regex(reply.error!, /\S.*\.$/);
  }
  t.deepEqual(await snapshot(setting), before);
});

everywhere(
  '[C9] accepts a body of 16 384 bytes; one of 16 385 is answered 413 and changes nothing',
  async (t, world) => {
    const setting = await set(world);
    const body = (bytes: number, action: string): string => {
      const start = `{"action":"${action}","pad":"`;
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
    };
    const longest = await prompt(world, setting.host.device.raw('host', body(16_384, 'start')));
    t.is(longest.http_status, 200, longest.text);
    const before = await snapshot(setting);
    const longer = await prompt(world, setting.host.device.raw('host', body(16_385, 'stop')));
    t.is(longer.http_status, 413);
    t.false('state' in longer);
    t.deepEqual(await snapshot(setting), before);
  },
);

/** Requests with the right code that the relay refuses before they reach a route. */
const refusals = (
  body: string,
): readonly (readonly [what: string, body: string, forgery: Forgery, http_status: number])[] => [
  ['a wrong signature', body, { signature: NO_SIGNATURE }, 401],
  ['a stale timestamp', body, { timestamp: '1799999000' }, 401],
  ['half a body', body.slice(1), {}, 400],
  ['a negative wait_ms', body.replace('"wait_ms":0', '"wait_ms":-1'), {}, 400],
  ['a long body', body + ' '.repeat(16_384), {}, 413],
];

const beatOf = (to: string): string => JSON.stringify({ action: 'heartbeat', code: to, wait_ms: 0 });
const pollOf = (to: string): string => JSON.stringify({ code: to, since: 0, wait_ms: 0 });

for (const [n, [what]] of refusals(beatOf('')).entries()) {
  test(`[R92] [C9] ${what} does not count as contact: the guest drops off the list`, async (t) => {
    const world = virtualRelay(t);
    const { host, guest } = await set(world);
    await world.pass(39_000);
    await host.poll();
    const [, body, forgery, http_status] = refusals(beatOf(host.code))[n]!;
    t.is((await prompt(world, guest.device.raw('join', body, forgery))).http_status, http_status);
    await world.pass(1000);
    t.is((await host.state()).players.length, 2);
    await world.pass(1);
    t.is((await host.state()).players.length, 1);
  });
  test(`[R92] [C9] ${what} does not count as contact: the host goes offline`, async (t) => {
    const world = virtualRelay(t);
    const { host } = await set(world);
    await world.pass(44_000);
    const [, body, forgery, http_status] = refusals(pollOf(host.code))[n]!;
    t.is((await prompt(world, host.device.raw('poll', body, forgery))).http_status, http_status);
    await world.pass(999);
    t.true((await host.state()).host_online);
    await world.pass(1);
    t.false((await host.state()).host_online);
  });
}

testOfOneRelay('[C9] [C21] a 429 does not count as contact and carries only its status', async (t) => {
  const world = virtualRelay(t);
  const { host, guest } = await set(world);
  const elsewhere = await openHost(world);
  await world.pass(39_000);
  const playerCount = async (): Promise<number> => (await host.state()).players.length;
  for (let n = 0; n < 40; n++) await guest.device.ask('join', { action: 'join', code: elsewhere.code, players: [] });
  const refused = await guest.input({ kind: 'reset' });
  t.like(refused, { http_status: 429, text: '{"status":"limited"}', retry_after_s: 1 });
  await world.pass(1000);
  t.is(await playerCount(), 2);
  await world.pass(1);
  t.is(await playerCount(), 1);
});

everywhere(
  '[R95] [C10] a poll of a session that the device does not host is forbidden and changes nothing',
  async (t, world) => {
    const setting = await set(world);
    const { host, guest } = setting;
    const other = await openHost(world);
    const before = await snapshot(setting);
    for (const device of [guest.device, other.device, world.device()]) {
      const body = { code: host.code, since: 0, wait_ms: 20_000, replay: true, players: playersOf(3), ev: null };
      const reply = await device.ask('poll', body);
      t.like(reply, { http_status: 200, status: 'forbidden', items: [] });
    }
    t.deepEqual(await snapshot(setting), before);
    t.like((await other.poll()).state, { host_online: true, replay: false });
  },
);

everywhere('[C10] a poll of an unknown, a deleted or a stopped code is invalid, at once', async (t, world) => {
  const { host } = await set(world);
  const poll = async (to: string): Promise<string> =>
    (await host.device.ask('poll', { code: to, since: 0, wait_ms: 20_000 })).status;
  t.is(await poll('ZZZZZZ'), 'invalid');
  t.is(await poll('no code at all'), 'invalid');
  const renewed = await host.device.ask('host', { action: 'regenerate', keep_guests: false });
  t.is(await poll(host.code), 'invalid', 'deleted');
  await host.device.ask('host', { action: 'stop' });
  t.is(await poll(renewed.code), 'invalid', 'stopped');
  await host.device.ask('host', { action: 'start' });
  t.is((await host.device.ask('poll', { code: renewed.code, since: 0 })).status, 'ok');
});
