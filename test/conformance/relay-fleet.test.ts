// Two relays on one Redis or Valkey server, behind a balancer that sends each request to either. One relay is killed,
// then the other, then the server: acknowledged inputs are stored once and in order.

import { join } from 'node:path';
import test from 'ava';
import { balancer } from '../support/relay/balancer.ts';
import { freePort } from '../support/process/free-port.ts';
import { enrolPlayers, playThroughKills } from '../support/relay/play-through-kills.ts';
import { REDIS_PROGRAM, startRedis } from '../support/redis/redis-server.ts';
import { runTapin, startTapin, type TapinProcess } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;

onRedis(
  '[R31] [R28] [R17] [R40] [R41] [C14] [C122] loses nothing acknowledged when relays and their shared server are killed under load',
  async (t) => {
    const folder = await temporaryFolder(t);
    // With everysec, a write that arrives during a sync is acknowledged before it is in the file.
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];
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
