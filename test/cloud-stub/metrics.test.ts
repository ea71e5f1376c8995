// Metrics of the relay: valid Prometheus text, and values that follow the events.

import test, { type ExecutionContext } from 'ava';
import { openMetricsServer } from '../../cloud-stub/http/server.ts';
import { joinGuest, openHost } from '../support/relay/relay-table.ts';
import { virtualRelay, type VirtualRelayWorld } from '../support/relay/relay-world.ts';
import { valueOf } from '../support/results.ts';
import { servedStore } from '../support/store/store-world.ts';

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

const NAME = String.raw`[a-zA-Z_:][a-zA-Z0-9_:]*`;
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL})(?:,${LABEL})*),?\\})? (\\S+)$`);

/** Parses the exposition format and checks it: HELP and TYPE once, before the samples, which are contiguous. */
function read(t: ExecutionContext, text: string): { readonly types: ReadonlyMap<string, string>; samples: Sample[] } {
  t.true(text.endsWith('\n'));
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter((written) => written !== '')) {
    const [, kind, about = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line) ?? [];
    if (kind === 'HELP') {
      t.false(helped.has(about), `${about} has one HELP line`);
      helped.add(about);
    } else if (kind === 'TYPE') {
      t.regex(rest, /^(counter|gauge|histogram)$/);
      t.false(types.has(about), `${about} has one TYPE line`);
      types.set(about, rest);
    } else {
      const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      t.not(name, '', line);
      const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
      t.is([...types.keys()].at(-1), family, `${name} follows its own TYPE line`);
      t.true(helped.has(family), `${family} has a HELP line`);
      t.true(Number.isFinite(Number(value)) || /^[+-]Inf$/.test(value), line);
      samples.push({ name, labels, value: Number(value) });
    }
  }
  t.is(new Set(samples.map(({ name, labels }) => `${name}{${labels}}`)).size, samples.length, 'samples are unique');
  return { types, samples };
}

/** Returns the value of the sample with these labels, in any order; 0 if none. */
async function figure(
  t: ExecutionContext,
  world: VirtualRelayWorld,
  name: string,
  ...labels: string[]
): Promise<number> {
  const { samples } = read(t, await world.cloud().metrics.text());
  const found = samples.find(
    (sample) =>
      sample.name === `tapin_relay_${name}` && sample.labels.split(',').toSorted().join() === labels.toSorted().join(),
  );
  return found?.value ?? 0;
}

test('[metrics] exposes metrics with these names and types', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input({ kind: 'reset' });
  const { types, samples } = read(t, await world.cloud().metrics.text());
  t.deepEqual(
    [...types].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['tapin_relay_answers_total', 'counter'],
      ['tapin_relay_held_requests', 'gauge'],
      ['tapin_relay_inputs_accepted_total', 'counter'],
      ['tapin_relay_requests_refused_total', 'counter'],
      ['tapin_relay_resident_memory_bytes', 'gauge'],
      ['tapin_relay_sessions', 'gauge'],
      ['tapin_relay_wake_seconds', 'histogram'],
    ],
  );
  t.true(samples.find(({ name }) => name === 'tapin_relay_resident_memory_bytes')!.value > 1e6);
});

test('[metrics] sessions and held requests are current values', async (t) => {
  const world = virtualRelay(t);
  const now = async (): Promise<readonly number[]> =>
    Promise.all([figure(t, world, 'sessions'), figure(t, world, 'held_requests')]);
  t.deepEqual(await now(), [0, 0]);
  const host = await openHost(world);
  await openHost(world);
  const guest = await joinGuest(world, host.code);
  const { st } = guest.joined.state;
  const held = [host.hold(st), guest.hold(st)];
  await world.pass(0);
  t.deepEqual(await now(), [2, 2]);
  held[0]!.abort();
  t.deepEqual(await now(), [2, 1]);
  await host.device.ask('host', { action: 'stop' });
  t.deepEqual(await now(), [2, 0], 'an inactive session counts too');
});

test('[metrics] counts responses by route and status, held ones when they are sent', async (t) => {
  const world = virtualRelay(t);
  const answers = (route: string, status: string): Promise<number> =>
    figure(t, world, 'answers_total', `route="${route}"`, `status="${status}"`);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  t.deepEqual([await answers('host', 'ok'), await answers('poll', 'ok'), await answers('join', 'ok')], [1, 1, 1]);
  const { st } = guest.joined.state;
  const poll = host.hold(st);
  guest.hold(st).abort();
  await world.pass(0);
  t.is(await answers('poll', 'ok'), 1);
  await guest.input({ kind: 'reset' });
  t.is(poll.now()?.status, 'ok');
  t.deepEqual([await answers('poll', 'ok'), await answers('join', 'ok'), await answers('input', 'ok')], [2, 1, 1]);
  await guest.device.ask('poll', { code: host.code, since: 0 });
  await guest.device.ask('join', { action: 'join', code: 'ZZZZZZ' });
  await host.poll({ replay: true });
  await guest.input({ kind: 'reset' });
  t.deepEqual(
    [await answers('poll', 'forbidden'), await answers('join', 'invalid'), await answers('input', 'busy')],
    [1, 1, 1],
  );
});

test('[metrics] counts accepted inputs by kind, once each despite retries', async (t) => {
  const world = virtualRelay(t);
  const accepted = (kind: string): Promise<number> => figure(t, world, 'inputs_accepted_total', `kind="${kind}"`);
  const host = await openHost(world);
  const { input } = await joinGuest(world, host.code);
  await input({ kind: 'aim', steps: 1 });
  await input({ kind: 'aim', steps: -1 });
  await input({ kind: 'club', club: 3, rid: 'c' });
  await input({ kind: 'club', club: 3, rid: 'c' });
  await input({ kind: 'aim', steps: 99 });
  await host.poll({ replay: true });
  await input({ kind: 'mulligan' });
  t.deepEqual([await accepted('aim'), await accepted('club'), await accepted('mulligan')], [2, 1, 0]);
});

test('[metrics] counts requests refused before routing by reason, not as responses', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const refused = (route: string, reason: string): Promise<number> =>
    figure(t, world, 'requests_refused_total', `route="${route}"`, `reason="${reason}"`);
  const before = (await world.cloud().metrics.text()).match(/^tapin_relay_answers_total.*$/gm);
  host.device.raw('poll', '{"code":"A","since":0}', { signature: 'x' });
  host.device.raw('host', '{', {});
  host.device.raw('host', ' '.repeat(16_385), {});
  await world.pass(0);
  t.deepEqual((await world.cloud().metrics.text()).match(/^tapin_relay_answers_total.*$/gm), before);
  t.deepEqual(
    [await refused('poll', 'unauthorized'), await refused('host', 'malformed'), await refused('host', 'too_large')],
    [1, 1, 1],
  );
  await guest.input({ kind: 'reset', rid: 'r' });
  t.is((await guest.input({ kind: 'mulligan', rid: 'r' })).http_status, 400);
  t.is(await refused('input', 'malformed'), 1);
  for (let n = 0; n < 50; n++) guest.device.send('join', { action: 'join', code: host.code, players: [] });
  await world.pass(0);
  t.is(await refused('join', 'limited'), 50 - 37, 'one join and two inputs of the 40 were used');
});

test('[metrics] counts a wake for each hold ended by a change, none for a timeout', async (t) => {
  const world = virtualRelay(t);
  const host = await openHost(world);
  const guests = [await joinGuest(world, host.code), await joinGuest(world, host.code)];
  const { st } = (await host.poll()).state;
  host.hold(st);
  for (const guest of guests) guest.hold(st);
  await world.pass(20_000);
  const wakes = (route: string): Promise<number> => figure(t, world, 'wake_seconds_count', `route="${route}"`);
  t.deepEqual([await wakes('poll'), await wakes('join')], [0, 0]);
  await host.poll();
  host.hold(st);
  for (const guest of guests) guest.hold(st);
  await world.pass(10);
  await guests[0]!.input({ kind: 'reset' });
  t.deepEqual([await wakes('poll'), await wakes('join')], [1, 2]);
  t.is(await figure(t, world, 'wake_seconds_sum', 'route="join"'), 0, 'a wake takes 0 s on the virtual clock');
  const { samples } = read(t, await world.cloud().metrics.text());
  const buckets = samples.filter(({ name, labels }) => name.endsWith('_bucket') && labels.includes('route="join"'));
  t.true(buckets.length > 5);
  t.true(
    buckets.every(({ value }) => value === 2),
    'buckets are cumulative',
  );
  t.true(buckets.at(-1)!.labels.includes('le="+Inf"'));
});

test('[metrics] serves plain text of version 0.0.4', async (t) => {
  const world = virtualRelay(t);
  const server = valueOf(
    t,
    await openMetricsServer(world.cloud().metrics, { host: '127.0.0.1', port: 0, log: world.log }),
  );
  t.teardown(() => server.close());
  const response = await fetch(`${server.url}/metrics`);
  t.is(response.status, 200);
  t.regex(
    response.headers.get('content-type') ?? '',
    /^text\/plain; (version=0\.0\.4; charset=utf-8|charset=utf-8; version=0\.0\.4)$/,
  );
  read(t, await response.text());
});

test('[metrics] exposes the contents of the store, and its responses by method, path and status', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const [one, two] = [await ann.publish(), await ann.publish()];
  await ann.patch(one.id, { request_listing: true });
  await world.decide(two.id, { default: true, version: 1 });
  await world.fetch(one.id, { 'X-Service-Device': 'TP-0123456789AB' });
  await world.fetch(one.id);
  await world.fetch('ZZZZZ');
  await world.call('/e/a/b/c');
  await world.call('/e/check', { method: 'POST', body: '{}' });
  const { samples } = read(t, await world.metrics());
  const value = (name: string, labels = ''): number | undefined =>
    samples.find((sample) => sample.name === name && sample.labels === labels)?.value;
  const held = ['extensions', 'public_extensions', 'requested_extensions', 'default_extensions', 'installs'];
  t.deepEqual(held.map((name) => value(`tapin_store_${name}`)), [2, 0, 1, 1, 1]); // oxfmt-ignore
  const answers = (method: string, route: string, status: number): number | undefined =>
    value('tapin_store_answers_total', `method="${method}",route="${route}",status="${status}"`);
  t.is(answers('POST', '/extensions', 201), 2);
  t.is(answers('GET', '/e/:code', 200), 2);
  t.is(answers('GET', '/e/:code', 404), 1);
  t.is(answers('POST', '/e/check', 400), 1);
  t.is(answers('PATCH', '/support/extensions/:code', 200), 1);
});
