// Two relays on one Redis or Valkey server, with a balancer before them that sends each request to one of them, whichever: a relay is killed, the
// other, and the server; what was acknowledged is there, once and in its order.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../support/free-port.ts';
import { enrolPlayers, playThroughKills } from '../support/play-through-kills.ts';
import { portOf } from '../support/port-of.ts';
import { REDIS_PROGRAM, startRedis } from '../support/redis-server.ts';
import { someOf } from '../support/relay-engines.ts';
import { runTapin, startTapin, type TapinProcess } from '../support/tapin-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Each connection goes to one of these ports; to another one where nobody listens there. */
async function balancer(t: ExecutionContext, ports: readonly number[]): Promise<number> {
  const some = someOf(ports);
  const pass = (caller: Socket, port: number, others: readonly number[]): void => {
    let connected = false;
    const relay = connect(port, '127.0.0.1', () => {
      connected = true;
      caller.pipe(relay).pipe(caller);
    });
    relay.on('error', () => {}); // closes it
    relay.on('close', () => {
      const [next, ...rest] = others;
      if (!connected && next !== undefined) pass(caller, next, rest);
      else caller.destroy();
    });
    caller.on('close', () => relay.destroy());
  };
  const server = createServer((caller) => {
    caller.on('error', () => {}); // it has gone
    const port = some();
    pass(caller, port, ports.filter((other) => other !== port)); // oxfmt-ignore
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return portOf(server);
}

const onRedis = REDIS_PROGRAM === null ? test.skip : test;

onRedis(
  '[R31] [R28] [R17] [R40] [R41] [C14] [C122] relays, and the server that they share, are killed under load, and nothing acknowledged is lost',
  async (t) => {
    const folder = await temporaryFolder(t);
    const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
    let redis = await startRedis(durable);
    t.teardown(() => redis.end());
    const { url: engine, port: redis_port, folder: redis_folder } = redis;
    const devices = join(folder, 'devices.json');
    const identities = enrolPlayers(t, devices);
    t.is((await runTapin(['cloud', 'enrol', '--engine', engine, '--import', devices])).stdout, '7 enrolled\n');
    const ports = [await freePort(), await freePort()];
    const relays: (TapinProcess | null)[] = [null, null];
    const start = async (at: number): Promise<void> => {
      const args = ['cloud', 'serve', '--relay-only', '--engine', engine, '--metrics-port', '0', '--limits', 'off'];
      relays[at] = await startTapin(t, [...args, '--port', `${ports[at]}`, '--data', join(folder, `data-${at}`)]);
    };
    await Promise.all([start(0), start(1)]);
    await playThroughKills(t, await balancer(t, ports), identities, {
      async kill(kill) {
        if (kill % 2 === 0) redis.process.kill('SIGKILL');
        else await relays[(kill >> 1) % 2]?.end('SIGKILL');
      },
      async start(kill) {
        if (kill % 2 === 0) redis = await startRedis(durable, { port: redis_port, folder: redis_folder });
        else await start((kill >> 1) % 2);
      },
    });
  },
);
