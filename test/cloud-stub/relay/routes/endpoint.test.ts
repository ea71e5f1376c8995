// The endpoint below the socket: exact signatures, the order of checks, failures per address, and cancelled calls (R57,
// R92, R93, C7, C9, C21).

import { createHmac } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { createCloud, type Cloud } from '../../../../cloud-stub/cloud.ts';
import type { EndpointAnswer, EndpointCall } from '../../../../cloud-stub/relay/routes/endpoint.ts';
import { createVirtualClock, type VirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { createMemoryLog, type MemoryLog } from '../../../../hal/log/log-memory.ts';
import { readSecret } from '../../../../wire/signing.ts';
import { ask, eventually, hold, socketRelay, startHost } from '../../../support/relay/relay-sockets.ts';
import { sqliteEngine } from '../../../support/relay/sqlite-engine.ts';
import { readJson } from '../../../support/read-json.ts';

const ID = 'TP-00000000000A';
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
/** Start of the virtual clock. */
const TIMESTAMP = '1800000000';
const BODY = '{"action":"start"}';
/** hmac.new(bytes(range(32)), b'1800000000.{"action":"start"}', hashlib.sha256).hexdigest() in Python. */
const SIGNATURE = '003dac2d530250621f6504576df401c35236fc82926c6a7a1fe52e206ba53f68';

interface Gate {
  readonly clock: VirtualClock;
  readonly cloud: Cloud;
  readonly log: MemoryLog;
  /** Calls the endpoint with a valid request, except for the given fields. */
  call(wrong?: Partial<EndpointCall>): { readonly answers: readonly EndpointAnswer[]; cancel(): void };
  /** Calls the endpoint and returns its single, immediate answer. */
  ask(wrong?: Partial<EndpointCall>): Promise<EndpointAnswer>;
}

function openGate(t: ExecutionContext): Gate {
  const clock = createVirtualClock();
  const log = createMemoryLog(clock);
  const cloud = createCloud({
    clock,
    log,
    engine: sqliteEngine(t, { clock }).engine,
    registry: { keyOf: (id) => (id === ID ? readSecret(SECRET) : null) },
    limited: true,
  });
  const call: Gate['call'] = (wrong = {}) => {
    const answers: EndpointAnswer[] = [];
    const cancel = cloud.endpoint.call({
      route: 'host',
      device: ID,
      timestamp: TIMESTAMP,
      signature: SIGNATURE,
      body: Buffer.from(BODY),
      address: '192.0.2.1',
      respond: (answer) => void answers.push(answer),
      ...wrong,
    });
    return { answers, cancel };
  };
  return {
    clock,
    cloud,
    log,
    call,
    async ask(wrong) {
      const { answers } = call(wrong);
      await clock.advance(0);
      t.is(answers.length, 1);
      return answers[0]!;
    },
  };
}

/** Returns the fields of a correctly signed request with this body. */
function bodied(body: string | Uint8Array, timestamp = TIMESTAMP): Partial<EndpointCall> {
  const bytes = Buffer.from(body);
  const key = Buffer.from(SECRET, 'hex');
  return {
    body: bytes,
    timestamp,
    signature: createHmac('sha256', key).update(`${timestamp}.`).update(bytes).digest('hex'),
  };
}

test('[R93] [C7] accepts the signature of another implementation', async (t) => {
  const { ask } = openGate(t);
  t.is((await ask()).http_status, 200);
});

const WRONG_SIGNATURES: Readonly<Record<string, string | undefined>> = {
  'in upper case': SIGNATURE.toUpperCase(),
  'of 63 characters': SIGNATURE.slice(0, -1),
  'of 65 characters': `${SIGNATURE}0`,
  'with a space': `${SIGNATURE} `,
  'with a line feed': `${SIGNATURE}\n`,
  'with another last character': `${SIGNATURE.slice(0, -1)}9`,
  'whose last character is not a hex digit': `${SIGNATURE.slice(0, -1)}g`,
  'in base64': Buffer.from(SIGNATURE, 'hex').toString('base64'),
  'of the body without its timestamp': createHmac('sha256', Buffer.from(SECRET, 'hex')).update(BODY).digest('hex'),
  'made with the secret as text': createHmac('sha256', SECRET).update(`${TIMESTAMP}.${BODY}`).digest('hex'),
  'that is missing': undefined,
};

for (const [what, signature] of Object.entries(WRONG_SIGNATURES))
  test(`[R92] [C7] [C9] rejects a signature ${what} as unauthorized`, async (t) => {
    const { ask, cloud } = openGate(t);
    const { http_status, text } = await ask({ signature });
    t.is(http_status, 401);
    const { error, ...rest } = readJson(v.looseObject({ error: v.string() }), text);
    t.deepEqual(rest as unknown, { status: 'unauthorized', server_time: 1_800_000_000 });
    t.regex(error, /\.$/);
    t.is(cloud.stats().sessions, 0);
  });

test('[C9] rejects a request without an id or a timestamp as unauthorized', async (t) => {
  const { ask } = openGate(t);
  for (const wrong of [{ device: undefined }, { timestamp: undefined }]) t.is((await ask(wrong)).http_status, 401);
});

test('[C9] neither answer nor log reveals a secret, or whether a device is known', async (t) => {
  const { ask, log } = openGate(t);
  const wrong = await ask({ signature: '0'.repeat(64) });
  const unknown = await ask({ device: 'TP-00000000000B', signature: '0'.repeat(64) });
  t.deepEqual(wrong, unknown);
  t.false(JSON.stringify([wrong, log]).includes(SECRET));
});

test('[C9] checks size first, then signature, then body, then everything else', async (t) => {
  const { ask } = openGate(t);
  const long = Buffer.alloc(16_385, '{');
  t.is((await ask({ body: long })).http_status, 413);
  t.is((await ask({ body: Buffer.from('{') })).http_status, 401);
  t.is((await ask({ ...bodied('{', '1799999699') })).http_status, 401, 'stale, and not JSON');
  t.is((await ask(bodied('{'))).http_status, 400);
  t.is(
    (await ask({ route: 'poll', ...bodied('{"code":"ZZZZZZ","since":-1}') })).http_status,
    400,
    'malformed, not invalid',
  );
  t.is((await ask({ route: 'poll', ...bodied('{"code":"ZZZZZZ","since":0}') })).http_status, 200);
});

const UNSIGNED = { signature: '0'.repeat(64) };

/** Sends this many bad requests and returns their statuses. */
async function failures(gate: Gate, count: number, wrong: Partial<EndpointCall>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await gate.ask(wrong)).http_status);
  return statuses;
}

for (const [what, wrong, http_status] of [
  ['bad signatures', UNSIGNED, 401],
  ['stale timestamps', bodied(BODY, '1799999699'), 401],
  ['malformed bodies', bodied('{'), 400],
] as const)
  test(`[C21] allows an address a burst of 100 ${what}, then 20 a second, and answers 429 beyond that`, async (t) => {
    const gate = openGate(t);
    t.deepEqual(await failures(gate, 101, wrong), [...Array<number>(100).fill(http_status), 429]);
    const refused = await gate.ask(wrong);
    t.deepEqual(refused, { http_status: 429, text: '{"status":"limited"}', retry_after_s: 1 });
    await gate.clock.advance(49);
    t.deepEqual(await failures(gate, 1, wrong), [429]);
    await gate.clock.advance(1);
    t.deepEqual(await failures(gate, 2, wrong), [http_status, 429]);
  });

test('[C9] [C21] answers any number of oversized bodies with 413, and does not count them as failures', async (t) => {
  const gate = openGate(t);
  const statuses = await failures(gate, 150, { body: Buffer.alloc(16_385) });
  t.true(statuses.every((status) => status === 413));
  t.deepEqual(await failures(gate, 1, UNSIGNED), [401]);
});

test('[C21] counts failures of every kind together, but 192.0.2.1 and 192.0.2.2 separately', async (t) => {
  const gate = openGate(t);
  await failures(gate, 50, UNSIGNED);
  await failures(gate, 50, bodied('{'));
  t.deepEqual(await failures(gate, 1, UNSIGNED), [429]);
  t.deepEqual(await failures(gate, 1, { ...UNSIGNED, address: '192.0.2.2' }), [401]);
});

test('[C21] accepts valid requests of an address over its failure limit', async (t) => {
  const gate = openGate(t);
  await failures(gate, 101, UNSIGNED);
  for (let n = 0; n < 40; n++) t.is((await gate.ask()).http_status, 200);
});

test('[C21] does not count answers of the routes as failures of an address', async (t) => {
  const gate = openGate(t);
  const wrong_code = bodied('{"code":"ZZZZZZ","since":0}');
  const statuses = await failures(gate, 61, { route: 'poll', ...wrong_code });
  t.deepEqual(statuses.slice(59), [200, 429], 'the limit of the device');
  await failures(gate, 60, { route: 'poll', ...wrong_code });
  t.deepEqual(await failures(gate, 101, UNSIGNED), [...Array<number>(100).fill(401), 429]);
});

for (const [what, one, other, together] of [
  ['of one /64', '2001:db8:0:1::1', '2001:db8:0:1:ffff:0:0:9', true],
  ['of one /64, written in two ways', '2001:db8::1', '2001:db8:0:0:5::', true],
  ['of two /64', '2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['that are one IPv4 address, once mapped', '192.0.2.7', '::ffff:192.0.2.7', true],
  ['of two mapped IPv4 addresses', '::ffff:192.0.2.7', '::ffff:192.0.2.8', false],
] as const)
  test(`[C21] counts addresses ${what} ${together ? 'together' : 'apart'}`, async (t) => {
    const gate = openGate(t);
    await failures(gate, 100, { ...UNSIGNED, address: one });
    t.deepEqual(await failures(gate, 1, { ...UNSIGNED, address: other }), [together ? 429 : 401]);
  });

test('[C9] answers a body found too long during the read like any oversized body', async (t) => {
  const { ask, cloud } = openGate(t);
  t.deepEqual(cloud.endpoint.tooLarge('host'), await ask({ body: Buffer.alloc(16_385) }));
});

/** Returns a poll of 20 s with nothing new, after a first poll of the host. */
async function heldPoll(gate: Gate): Promise<Partial<EndpointCall>> {
  const { code } = readJson(v.object({ code: v.string() }), (await gate.ask()).text);
  const first = await gate.ask({ route: 'poll', ...bodied(`{"code":"${code}","since":0}`) });
  const { state } = readJson(v.object({ state: v.object({ st: v.string() }) }), first.text);
  return { route: 'poll', ...bodied(`{"code":"${code}","since":0,"wait_ms":20000,"st":"${state.st}"}`) };
}

test('[R57] answers every call once, and a held call that is cancelled never', async (t) => {
  const gate = openGate(t);
  const poll = await heldPoll(gate);
  const kept = gate.call(poll);
  await gate.clock.advance(0);
  kept.cancel();
  await gate.clock.advance(60_000);
  t.is(kept.answers.length, 0);
  const answered = gate.call(bodied(BODY, '1800000060'));
  await gate.clock.advance(0);
  answered.cancel();
  await gate.clock.advance(60_000);
  t.is(answered.answers.length, 1);
});

test('[R57] does not answer a call that is cancelled in the same turn of the event loop', async (t) => {
  const gate = openGate(t);
  const { answers, cancel } = gate.call();
  cancel();
  await gate.clock.advance(0);
  t.is(answers.length, 0);
});

test('[R57] does not answer a held call that is cancelled exactly at its deadline', async (t) => {
  const gate = openGate(t);
  const poll = await heldPoll(gate);
  let cancel = (): void => {};
  gate.clock.setTimeout(() => cancel(), 20_000); // same time as the hold timer, but before it
  const held = gate.call(poll);
  ({ cancel } = held);
  const { answers } = held;
  await gate.clock.advance(0);
  await gate.clock.advance(20_000);
  t.is(answers.length, 0);
});

test('[R57] closed sockets leave no held request behind, and open ones are answered', async (t) => {
  const { origin, cloud, enrol } = await socketRelay(t);
  const [host, ...guests] = [enrol(), enrol(), enrol(), enrol()] as const;
  const { code } = await startHost(origin, host);
  let st = '';
  for (const guest of guests) ({ st } = await ask(origin, guest, 'join', { action: 'join', code, players: [] }));
  const beat = { action: 'heartbeat', code, wait_ms: 20_000, st };
  const held = [
    hold(origin, host, 'poll', { code, since: 0, wait_ms: 20_000, st }),
    ...guests.map((guest) => hold(origin, guest, 'join', beat)),
  ];
  t.true(await eventually(origin, () => cloud.stats().held === 4));
  held[0]!.abort();
  held[1]!.abort();
  t.true(await eventually(origin, () => cloud.stats().held === 2));
  await ask(origin, guests[0], 'input', { kind: 'reset', code });
  for (const { answer } of held.slice(2)) t.is((await answer).status, 'ok');
  t.is(cloud.stats().held, 0);
});
