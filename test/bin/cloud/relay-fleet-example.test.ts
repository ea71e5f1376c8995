// docs/examples/relay-fleet as an operator copies it: tapin, HAProxy, systemd and Redis accept its files. Skips
// programs that are not installed.

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@redis/client';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { parse } from 'yaml';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { freePort } from '../../support/process/free-port.ts';
import { itemAt } from '../../support/items.ts';
import { REDIS_PROGRAM, startRedis, type RedisServer } from '../../support/redis/redis-server.ts';
import { valueOf } from '../../support/results.ts';
import { runTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const FOLDER = 'docs/examples/relay-fleet';
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const UNITS = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));

/** Returns `test` if the program prints its version, else `test.skip`. */
function testWith(program: string, version: string): typeof test | typeof test.skip {
  try {
    execFileSync(program, [version], { stdio: 'ignore' });
    return test;
  } catch {
    return test.skip;
  }
}

const texts = v.array(v.string());
/** Subset of https://github.com/compose-spec/compose-spec that the example uses. */
const service = v.looseObject({
  image: v.string(),
  command: v.optional(texts, []),
  entrypoint: v.optional(texts),
  healthcheck: v.optional(v.looseObject({ test: texts })),
  stop_grace_period: v.optional(v.string()),
  depends_on: v.optional(texts, []),
  secrets: v.optional(v.array(v.union([v.string(), v.object({ source: v.string(), target: v.string() })])), []),
  configs: v.optional(v.array(v.object({ source: v.string(), target: v.string() })), []),
  networks: v.object({ tapin: v.object({ ipv4_address: v.pipe(v.string(), v.ipv4()) }) }),
});
const file = v.record(v.string(), v.object({ file: v.string() }));
const composed = v.looseObject({ services: v.record(v.string(), service), configs: file, secrets: file });
const compose = () => v.parse(composed, parse(textOf('compose.yaml'), { merge: true }));

/** Returns the tapin arguments of a unit, with 8401 as its instance. */
const commandOf = (unit: string): readonly string[] => {
  const [, command = ''] = /^ExecStart=\/opt\/tapin\/tapin (.*)$/m.exec(textOf(unit)) ?? [];
  return command.replaceAll('%i', '8401').split(' ');
};

/** Asserts that the arguments are valid: the call fails only at its engine, before it opens anything. */
async function isTaken(t: ExecutionContext, args: readonly string[]): Promise<void> {
  const env = { TAPIN_ENGINE: 'http://engine.example' };
  const { code, stderr } = await runTapin([...args, '--data', await temporaryFolder(t)], '', { env });
  t.regex(stderr, /^tapin: Not an engine address: use /, args.join(' '));
  t.is(code, 1);
}

test('[cli] [C122] the example units call tapin with valid arguments', async (t) => {
  t.deepEqual(UNITS, ['tapin-relay@.service', 'tapin-store.service']);
  for (const unit of UNITS) {
    t.regex(textOf(unit), /^EnvironmentFile=\/etc\/tapin\/engine\.env$/m);
    t.regex(textOf(unit), /^TimeoutStopSec=25$/m);
  }
  await Promise.all(UNITS.map((unit) => isTaken(t, commandOf(unit))));
});

test('[cli] [C122] the compose services call tapin with valid arguments, and probe the readiness of each relay', async (t) => {
  const { services } = compose();
  const tapins = Object.entries(services).filter(([, { image }]) => image === 'tapin');
  t.deepEqual(
    tapins.map(([name]) => name),
    ['relay1', 'relay2', 'relay3', 'store'],
  );
  for (const [name, { command, healthcheck, stop_grace_period, secrets }] of tapins) {
    const port = itemAt(command, command.indexOf('--port') + 1);
    t.true(healthcheck?.test.join(' ').includes(`http://127.0.0.1:${port}/readyz`), name);
    t.is(stop_grace_period, '25s');
    t.deepEqual(secrets, ['engine']);
  }
  const calls = new Set(tapins.map(([, { command }]) => command.join(' ')));
  await Promise.all([...calls].map((call) => isTaken(t, call.split(' '))));
});

test('[cli] [C122] every service, file and address in the compose file exists', (t) => {
  const { services, configs, secrets } = compose();
  for (const { file } of Object.values(configs)) t.true(existsSync(join(FOLDER, file)), file);
  for (const { file } of Object.values(secrets)) t.true(textOf('README.md').includes(file), `the page creates ${file}`);
  for (const [name, { depends_on, configs: mounted, secrets: given }] of Object.entries(services)) {
    for (const other of depends_on) t.true(other in services, `${name} depends on ${other}`);
    for (const { source } of mounted) t.true(source in configs, `${name} has ${source}`);
    for (const each of given) t.true((typeof each === 'string' ? each : each.source) in secrets, name);
  }
  const addressOf = (name: string): string => services[name]?.networks.tapin.ipv4_address ?? '';
  const addresses = Object.keys(services).map(addressOf);
  t.is(new Set(addresses).size, addresses.length);
  const { RELAY1, RELAY2, RELAY3, STORE } = v.parse(v.record(v.string(), v.string()), services['balancer1']?.['environment']); // oxfmt-ignore
  t.deepEqual([RELAY1, RELAY2, RELAY3], [1, 2, 3].map((n) => `${addressOf(`relay${n}`)}:8401`)); // oxfmt-ignore
  t.is(STORE, `${addressOf('store')}:8322`);
  for (const name of ['replica.conf', 'sentinel.conf']) t.true(textOf(name).includes(` ${addressOf('redis1')} 6379`));
});

testWith('haproxy', '-v')('[cli] HAProxy accepts the example file', async (t) => {
  const { stdout, stderr } = await promisify(execFile)('haproxy', ['-c', '-f', `${FOLDER}/haproxy.cfg`]);
  t.notRegex(stdout + stderr, /WARNING|ALERT/);
});

testWith('systemd-analyze', '--version')('[cli] systemd accepts the example units', async (t) => {
  const folder = await temporaryFolder(t);
  for (const unit of UNITS)
    writeFileSync(join(folder, unit), textOf(unit).replace('/opt/tapin/tapin', resolve('tapin')));
  const paths = UNITS.map((unit) => join(folder, unit.replace('@', '@8401')));
  const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', ...paths]);
  t.is(stdout + stderr, '');
});

const onRedis = REDIS_PROGRAM === null ? test.skip : test;
const log = createMemoryLog(createVirtualClock());
const PASSWORD = 'a-password';
const FOLLOWS_MS = 30_000;

/** Starts a server with a configuration of the example, changed only to run on this machine. */
async function startWith(t: ExecutionContext, name: string, follows?: RedisServer): Promise<RedisServer> {
  const folder = await temporaryFolder(t);
  writeFileSync(join(folder, 'secret.conf'), `requirepass ${PASSWORD}\nmasterauth ${PASSWORD}\n`);
  for (const each of ['redis.conf', 'replica.conf']) {
    const text = textOf(each).replaceAll('/etc/redis/', `${folder}/`).replace('/var/lib/redis', folder);
    writeFileSync(join(folder, each), text.replace(/^replicaof .*$/m, `replicaof 127.0.0.1 ${follows?.port}`));
  }
  const port = await freePort();
  const here = ['--include', join(folder, name), '--port', `${port}`, '--bind', '127.0.0.1'];
  const redis = await startRedis(here, { port, folder });
  t.teardown(() => redis.end());
  return { ...redis, url: redis.url.replace('//', `//:${PASSWORD}@`) };
}

onRedis('[C122] a relay accepts the example servers, which write as long as a replica follows', async (t) => {
  const primary = await startWith(t, 'redis.conf');
  const replica = await startWith(t, 'replica.conf', primary);
  const client = await createClient({ url: primary.url })
    .on('error', () => {})
    .connect();
  t.teardown(() => client.destroy());
  t.is(await client.wait(1, FOLLOWS_MS), 1);
  const settings = await client.configGet(['appendonly', 'maxmemory-policy', 'save']);
  t.like(settings, { appendonly: 'yes', 'maxmemory-policy': 'noeviction', save: '' });
  const { store, commands: own } = valueOf(t, await openRedis({ url: `${primary.url}?wait=1`, log }));
  t.teardown(() => own.close());
  t.true(await store.giveCode('ABC123', 'TP-1'));
  await replica.end();
  const writing = async (): Promise<void> => {
    for (;;) await client.set('key', 'value');
  };
  await t.throwsAsync(writing, { message: /NOREPLICAS/ });
});

onRedis('[C122] an example server refuses clients without a password', async (t) => {
  const { port } = await startWith(t, 'redis.conf');
  const socket = { host: '127.0.0.1', port, reconnectStrategy: false } as const;
  const client = createClient({ socket }).on('error', () => {});
  t.teardown(() => client.isOpen && client.destroy());
  const ping = async (): Promise<unknown> => (await client.connect()).ping();
  await t.throwsAsync(ping, { message: /NOAUTH/ });
});
