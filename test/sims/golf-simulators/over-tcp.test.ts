// The stand-ins over both kinds of network: the same simulator and port, on the virtual network and on loopback.

import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Clock } from '../../../hal/clock/clock.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSystemTcp } from '../../../hal/tcp/tcp-system.ts';
import { createVirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import type { Tcp, TcpAddress, TcpConnection } from '../../../hal/tcp/tcp.ts';
import { createGspconnect } from '../../../sims/golf-simulators/gspconnect.ts';
import { createLenient } from '../../../sims/golf-simulators/lenient.ts';
import { createPuttingPort } from '../../../sims/golf-simulators/putting-port.ts';
import { serveHttp } from '../../../sims/golf-simulators/serve-http.ts';
import { serveTcp } from '../../../sims/golf-simulators/serve-tcp.ts';
import { describeEvent, type TcpSimulator } from '../../../sims/golf-simulators/simulator.ts';
import { createObjectSplitter } from '../../../wire/json-objects.ts';
import { eventsOf, dropReasons, heartbeat, shot } from '../../support/simulator/golf-messages.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { readJson } from '../../support/read-json.ts';

interface World {
  readonly clock: Clock;
  readonly tcp: Tcp;
  serve(simulator: TcpSimulator): Promise<TcpAddress>;
  until<T>(done: Promise<T>): Promise<T>;
}

function virtualWorld(t: ExecutionContext): World {
  const clock = createVirtualClock();
  const tcp = createVirtualTcp({ clock, random: createSeededRandom(1) });
  return {
    clock,
    tcp,
    serve({ connection }) {
      valueOf(t, tcp.listen('gspro', 921, connection));
      return Promise.resolve({ host: 'gspro', port: 921 });
    },
    async until(done) {
      await clock.advance(1000);
      return done;
    },
  };
}

const realWorld = (t: ExecutionContext): World => ({
  clock: createSystemClock(),
  tcp: createSystemTcp(),
  async serve(simulator) {
    const served = valueOf(t, await serveTcp(simulator, { host: '127.0.0.1', port: 0 }));
    t.teardown(() => served.close());
    return { host: '127.0.0.1', port: served.port };
  },
  until: (done) => done,
});

interface Device {
  readonly connection: TcpConnection;
  send(text: string): void;
  readonly codes: number[];
  /** Resolves with the codes received so far once there are at least `count`. */
  received(count: number): Promise<readonly number[]>;
  readonly closings: (string | null)[];
  closed(): Promise<void>;
}

function connect({ tcp, until }: World, to: TcpAddress): Promise<Device> {
  const splitter = createObjectSplitter();
  const codes: number[] = [];
  const closings: (string | null)[] = [];
  const waiting = new Set<() => void>();
  const when = (met: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => void (met() && resolve());
      waiting.add(check);
      check();
    });
  const checkAll = (): void => waiting.forEach((one) => one());
  const opened = new Promise<Device>((resolve) => {
    const connection = tcp.connect(to, {
      open: () =>
        resolve({
          connection,
          send: (text) => connection.write(new TextEncoder().encode(text)),
          codes,
          received: async (count) => {
            await when(() => codes.length >= count);
            return codes;
          },
          closings,
          closed: () => when(() => closings.length > 0),
        }),
      data(bytes) {
        for (const { text } of splitter.push(bytes)) codes.push(readJson(v.object({ Code: v.number() }), text).Code);
        checkAll();
      },
      closed(error) {
        closings.push(error?.code ?? null);
        checkAll();
      },
    });
  });
  return until(opened);
}

for (const [name, newWorld] of Object.entries({ 'virtual network': virtualWorld, loopback: realWorld })) {
  test(`[simulators] gspconnect plays and acknowledges a putt (${name})`, async (t) => {
    const world = newWorld(t);
    const simulator = createGspconnect({ clock: world.clock });
    const events = eventsOf(simulator);
    const device = await connect(world, await world.serve(simulator));
    const known = new Promise<void>((resolve) =>
      simulator.onEvent(({ kind }) => void (kind === 'heartbeat' && resolve())),
    );
    device.send(heartbeat());
    await world.until(known);
    device.send(shot(2));
    t.deepEqual(await world.until(device.received(2)), [200, 201]);
    t.deepEqual(dropReasons(events), [null]);
    valueOf(t, simulator.command('end'));
    t.deepEqual(await world.until(device.received(4)), [200, 201, 202, 203]);
    device.connection.close();
  });

  test(`[simulators] gspconnect stays down until a reset, which closes waiting clients (${name})`, async (t) => {
    const world = newWorld(t);
    const simulator = createGspconnect({ clock: world.clock });
    const to = await world.serve(simulator);
    const first = await connect(world, to);
    const gone = new Promise<void>((resolve) =>
      simulator.onEvent(({ kind }) => void (kind === 'disconnected' && resolve())),
    );
    first.connection.close();
    await world.until(gone);
    const second = await connect(world, to);
    const unread = new Promise<void>((resolve) =>
      simulator.onEvent(({ kind }) => void (kind === 'ignored' && resolve())),
    );
    second.send(heartbeat());
    await world.until(unread);
    valueOf(t, simulator.command('reset'));
    await world.until(second.closed());
    t.deepEqual([second.codes, second.closings, first.closings], [[], [null], []]);
    const third = await connect(world, to);
    valueOf(t, simulator.command('ready'));
    t.deepEqual(await world.until(third.received(1)), [202]);
    third.connection.close();
  });

  test(`[simulators] lenient takes one message per write, greets and answers (${name})`, async (t) => {
    const world = newWorld(t);
    const simulator = createLenient();
    const events = eventsOf(simulator);
    const device = await connect(world, await world.serve(simulator));
    device.send(`${heartbeat(1)}${shot(2)}`);
    t.deepEqual(await world.until(device.received(3)), [201, 200, 200]);
    t.deepEqual(dropReasons(events), [null]);
    const gone = new Promise<void>((resolve) =>
      simulator.onEvent(({ kind }) => void (kind === 'disconnected' && resolve())),
    );
    device.connection.close();
    await world.until(gone);
  });
}

test('[simulators] gspconnect keeps its end open after its client has closed, like the real one', async (t) => {
  const simulator = createGspconnect({ clock: createSystemClock() });
  const served = valueOf(t, await serveTcp(simulator, { host: '127.0.0.1', port: 0 }));
  t.teardown(() => served.close());
  const happened = (line: string): Promise<void> =>
    new Promise((resolve) => simulator.onEvent((event) => void (describeEvent(event) === line && resolve())));
  const events: string[] = [];
  const client = connectSocket({ host: '127.0.0.1', port: served.port, allowHalfOpen: true });
  client.on('end', () => events.push('end')).resume();
  t.teardown(() => client.destroy());
  const gone = happened('Client 1 disconnected.');
  client.end();
  await gone;
  // A second connection opens and closes in the meantime, so a close of the first would have arrived by then.
  const second = happened('Client 2 connected but is not served.');
  const left = happened('Client 2 disconnected.');
  connectSocket({ host: '127.0.0.1', port: served.port }).end();
  await Promise.all([second, left]);
  t.deepEqual(events, []);
  valueOf(t, simulator.command('reset'));
  await once(client, 'close');
  t.deepEqual(events, ['end']);
});

const PUTT = '{"ballData":{"BallSpeed":"4.20","TotalSpin":0,"LaunchDirection":"-1.30"}}';

async function puttingAt(t: ExecutionContext, options: Parameters<typeof createPuttingPort>[0] = {}) {
  const port = createPuttingPort(options);
  const served = valueOf(t, await serveHttp(port, { host: '127.0.0.1', port: 0 }));
  t.teardown(() => served.close());
  return { port, served, origin: `http://127.0.0.1:${served.port}`, events: eventsOf(port) };
}

test('[simulators] answers a putt over HTTP in every answer mode', async (t) => {
  const { port, origin, events } = await puttingAt(t);
  const ask = { method: 'POST', body: PUTT };
  const answer = async (mode: string): Promise<readonly [number, string]> => {
    valueOf(t, port.command(`answer ${mode}`));
    const { status, text } = await httpCall(origin, '/putting', ask);
    return [status, text];
  };
  t.deepEqual(await answer('result'), [200, '{"result":"Success"}']);
  t.deepEqual(await answer('empty'), [200, '']);
  t.deepEqual(await answer('double'), [200, String.raw`"{\"result\":\"Success\"}"`]);
  t.deepEqual(await answer('bare'), [200, '{"result":"Success"}']);
  t.deepEqual(await answer('bare-double'), [200, String.raw`"{\"result\":\"OK\"}"`]);
  t.deepEqual(await answer('received'), [200, '{"result":"Data Received "}']);
  t.is((await answer('html'))[0], 404);
  t.is((await answer('error'))[0], 500);
  t.deepEqual(dropReasons(events).slice(0, 4), [null, null, null, null]);
  const { status, headers } = await httpCall(origin, '/', ask);
  t.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8']);
});

test('[simulators] sends a bare answer without headers, and fetch reads it', async (t) => {
  const { port, origin, served } = await puttingAt(t, { mode: 'bare' });
  const request = `POST /putting HTTP/1.1\r\nHost: x\r\nContent-Length: ${PUTT.length}\r\n\r\n${PUTT}`;
  const received: string[] = [];
  await new Promise<void>((resolve) => {
    const connection = createSystemTcp().connect({ host: '127.0.0.1', port: served.port }, {
      open: () => connection.write(new TextEncoder().encode(request)),
      data: (bytes) => received.push(new TextDecoder().decode(bytes)),
      closed: () => resolve(),
    }); // oxfmt-ignore
  });
  t.is(received.join(''), 'HTTP/1.0 200 OK\r\n\r\n{"result":"Success"}');
  valueOf(t, port.command('club PT'));
  const answer = await fetch(`${origin}/putting`, { method: 'POST', body: PUTT });
  t.deepEqual([answer.status, await answer.json()], [200, { result: 'Success' }]);
  for (const line of ['answer bare-double', 'club DR']) valueOf(t, port.command(line));
  const error = await fetch(`${origin}/putting`, { method: 'POST', body: PUTT });
  t.deepEqual([error.status, await error.json()], [500, '{"result":"ERROR"}']);
});

test('[simulators] never answers: the caller times out, and closing the port ends pending calls', async (t) => {
  const { origin, port, served } = await puttingAt(t, { mode: 'slow' });
  const came = new Promise<void>((resolve) => port.onEvent(({ kind }) => void (kind === 'answered' && resolve())));
  const outcome = fetch(`${origin}/putting`, { method: 'POST', body: PUTT }).then(
    () => 'answered',
    () => 'broken off',
  );
  await came;
  await served.close();
  t.is(await outcome, 'broken off');
});

test('[simulators] cuts off a body that is too long', async (t) => {
  const { origin, events } = await puttingAt(t);
  const long = fetch(`${origin}/putting`, { method: 'POST', body: 'x'.repeat(200_000) });
  await t.throwsAsync(long);
  t.deepEqual(events, []);
});

test('[simulators] reports a port in use with a one-line error', async (t) => {
  const { served } = await puttingAt(t);
  const at = { host: '127.0.0.1', port: served.port };
  failsWith(t, await serveTcp(createLenient(), at), 'port_unusable', /in use: choose another with --port/);
  failsWith(t, await serveHttp(createPuttingPort(), at), 'port_unusable', /in use/);
  failsWith(
    t,
    await serveTcp(createLenient(), { host: '192.0.2.1', port: 0 }),
    'port_unusable',
    /no address 192\.0\.2\.1/,
  );
});
