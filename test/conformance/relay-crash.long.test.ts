// A relay that is killed and restarted on its data still has everything it acknowledged, and all devices play on.

import { testOfOneRelay } from '../support/relay/relay-table.ts';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { assertDefined } from '../../wire/errors.ts';
import type { RelayRoute } from '../../wire/relay/requests.ts';
import { freePort } from '../support/process/free-port.ts';
import { enrolPlayers, playThroughKills } from '../support/relay/play-through-kills.ts';
import { databaseFile, virtualRelay, type Reply } from '../support/relay/relay-world.ts';
import { someRound } from '../support/device/some-round.ts';
import { startTapin, type TapinProcess } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

test('[R31] [R28] [R1] [R17] [R40] [R41] [C14] a relay killed under load loses nothing it acknowledged', async (t) => {
  const folder = await temporaryFolder(t);
  const devices = join(folder, 'devices.json');
  const identities = enrolPlayers(t, devices);
  const port = await freePort();
  const args = ['cloud', 'serve', '--port', `${port}`, '--metrics-port', '0', '--limits', 'off'];
  const data = join(folder, 'data');
  const start = async (): Promise<void> =>
    void (relay = await startTapin(t, [...args, '--data', data, '--devices', devices]));
  let relay: TapinProcess | null = null;
  await start();
  await playThroughKills(t, port, identities, { kill: async () => relay?.end('SIGKILL'), start });
});

type Actor = 'host' | 'guest' | 'friend';
interface Request {
  readonly by: Actor;
  readonly route: RelayRoute;
  readonly body: Readonly<Record<string, unknown>>;
}
/** State that a host or guest carries from one request to the next. */
interface Memory {
  code: string;
  since: number;
  items: unknown[];
}
interface Outcome {
  readonly items: readonly unknown[];
  readonly last: Reply;
  readonly statuses: readonly string[];
}

const exp = (gen: number) => ({ mode: 4, gen, cfg: { stimp: 10 } });
const input = (by: Actor, rid: string, body: object): Request => ({ by, route: 'input', body: { ...body, rid } });
const poll = (more = {}): Request => ({ by: 'host', route: 'poll', body: { players: [{ n: 'Ann', h: 3 }], ...more } });

/** Requests of a session that contains every kind of state a relay must not lose. */
const SCRIPT: readonly Request[] = [
  { by: 'host', route: 'host', body: { action: 'start', name: 'Studio', exp: exp(1), rid: 'h1' } },
  poll(),
  { by: 'guest', route: 'join', body: { action: 'join', players: [{ n: 'Bob', h: 9 }] } },
  { by: 'friend', route: 'join', body: { action: 'join', players: [{ n: 'Cy', h: 0 }], fol: true } },
  input('guest', 'g1', { kind: 'aim', steps: -3 }),
  poll({ ev: { seq: 1, kind: 'putt', name: 'Ann', steps: 0 } }),
  input('friend', 'f1', { kind: 'club', club: 31 }),
  input('guest', 'g2', { kind: 'mulligan' }),
  { by: 'friend', route: 'join', body: { action: 'heartbeat', fol: false } },
  { by: 'host', route: 'host', body: { action: 'experience', exp: exp(2), rid: 'h2' } },
  { by: 'host', route: 'host', body: { action: 'regenerate', rid: 'h3' } },
  input('guest', 'g3', { kind: 'aim', steps: 50 }),
  poll(),
  { by: 'host', route: 'host', body: { action: 'round', round: someRound({ ph: 'play' }), rid: 'h4' } },
  poll({ replay: true }),
  input('guest', 'g4', { kind: 'repeat' }),
  poll({ replay: false }),
  input('guest', 'g5', { kind: 'repeat_aim' }),
  { by: 'friend', route: 'join', body: { action: 'leave' } },
  input('friend', 'f2', { kind: 'reset' }),
  poll(),
];

/** Point at which the relay dies: before it handles the request, or afterwards, with the answer lost in transit. */
interface Crash {
  readonly at: number;
  readonly when: 'before it is done' | 'before it is answered';
}

async function play(t: ExecutionContext, crash: Crash | null): Promise<Outcome> {
  const world = virtualRelay(t, { file: await databaseFile(t) });
  const devices = { host: world.device(), guest: world.device(), friend: world.device() };
  const memories = new Map<Actor, Memory>();
  const statuses: string[] = [];
  let shared = '';
  let last: Reply | null = null;
  const memoryOf = (by: Actor): Memory => {
    const memory = memories.get(by) ?? { code: shared, since: 0, items: [] };
    memories.set(by, memory);
    return memory;
  };
  const bytesOf = ({ by, route, body }: Request): string => {
    const { code, since } = memoryOf(by);
    const more = route === 'host' ? {} : route === 'poll' ? { code, since, wait_ms: 0 } : { code };
    return JSON.stringify({ ...body, ...more });
  };
  const recordReply = ({ by }: Request, reply: Reply): void => {
    const memory = memoryOf(by);
    memory.code = reply.code ?? memory.code;
    memory.items.push(...(reply.items ?? []));
    memory.since = reply.items?.at(-1)?.seq ?? memory.since;
    if (by === 'host' && shared === '') shared = reply.code;
    last = reply;
  };

  for (const [index, request] of SCRIPT.entries()) {
    const device = devices[request.by];
    if (index === crash?.at) {
      device.raw(request.route, bytesOf(request));
      if (crash.when === 'before it is answered') await world.pass(0);
      world.restart();
      await world.pass(3000);
      // A host whose poll failed registers again; all other requests, of host and guests, are resent unchanged.
      if (request.route === 'poll') await device.ask('host', { action: 'start', name: 'Studio' });
    }
    const held = device.raw(request.route, bytesOf(request));
    await world.pass(0);
    const reply = assertDefined(held.now(), 'answer');
    statuses.push(`${request.by} ${request.route} ${reply.status} ${reply.seq ?? ''}`);
    recordReply(request, reply);
    await world.pass(1000);
  }
  return { items: memoryOf('host').items, last: assertDefined(last as Reply | null, 'answer'), statuses };
}

for (const when of ['before it is done', 'before it is answered'] as const)
  testOfOneRelay(
    `[R1] [R3] [R28] [R29] [R31] [R41] [R89] [C13] [C14] a relay that dies at any request, ${when}, ends in the same state as one that survives`,
    async (t) => {
      const lived = await play(t, null);
      t.deepEqual(
        lived.statuses.filter((status) => !/ ok /.test(status)),
        ['guest input busy 0', 'friend input invalid 0'],
      );
      t.is(lived.items.length, 5);
      for (const at of SCRIPT.keys()) {
        const died = await play(t, { at, when });
        const about = JSON.stringify(SCRIPT[at]);
        t.deepEqual(died.statuses, lived.statuses, about);
        t.deepEqual(died.items, lived.items, about);
        t.is(died.last.text, lived.last.text, about);
      }
    },
  );

/**
 * Returns the names listed after two restarts two minutes apart. `with_onlooker`: whether an onlooker sent an input between
 * them.
 */
async function listedAfter(t: ExecutionContext, with_onlooker: boolean): Promise<readonly string[]> {
  const world = virtualRelay(t, { file: await databaseFile(t) });
  const [host, guest, onlooker] = [world.device(), world.device(), world.device()];
  const { code } = await host.ask('host', { action: 'start' });
  await host.ask('poll', { code, since: 0 });
  await guest.ask('join', { action: 'join', code });
  world.restart();
  await world.pass(120_000);
  if (with_onlooker) await onlooker.ask('input', { code, kind: 'reset' });
  world.restart();
  const { state } = await host.ask('poll', { code, since: 0 });
  return state.players.map(({ name }) => name);
}

test('[R22] [C14] an onlooker’s request before a restart does not change the players listed afterwards', async (t) => {
  t.deepEqual(await listedAfter(t, true), await listedAfter(t, false));
});
