// Shots as real HTTP receivers get them: from the device's keys and putter, through the guard and the route of the http
// port, to a socket, checked against the published schema.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createUndiciHttp } from '../../hal/http/http-undici.ts';
import { serveShots } from '../../sims/shot-server/serve.ts';
import type { ShotEvent } from '../../sims/shot-server/shot-server.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { misfits, namesOf } from '../support/repository/json-schema.ts';
import { choose, flashWith, players, toMenu } from '../support/device/play.ts';
import { pythonTest } from '../support/process/python.ts';
import { valueOf } from '../support/results.ts';
import { fieldsIn } from '../support/read-json.ts';
import { nextLine } from '../support/process/streams.ts';
import { portOf } from '../support/process/port-of.ts';

const ADDRESS = '192.168.1.20';

interface Received {
  readonly origin: string;
  readonly events: ShotEvent[];
  /** Resolves with the next shot event. */
  next(): Promise<ShotEvent>;
}

async function receiver(t: ExecutionContext): Promise<Received> {
  const events: ShotEvent[] = [];
  const waiting: ((event: ShotEvent) => void)[] = [];
  const served = valueOf(
    t,
    await serveShots({ host: '127.0.0.1', port: 0 }, (event) => {
      events.push(event);
      waiting.shift()?.(event);
    }),
  );
  t.teardown(() => served.close());
  return {
    origin: `http://127.0.0.1:${served.port}`,
    events,
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

/** Opens a device that forwards to a private address, which the http port maps to an origin on this machine. */
async function device(t: ExecutionContext, origin: string): Promise<DeviceFixture> {
  const http = createUndiciHttp({ routes: { [`http://${ADDRESS}:8080`]: origin } });
  t.teardown(() => http.close());
  const flash = await flashWith({
    identity: { id: 'TP-0123456789AB' },
    players: players('Ana'),
    forwarding: { address: ADDRESS, port: 8080 },
    cfg: { lag: { shots: 1, manual: 1, target: 20 }, course: { holes: 1 } },
  });
  return deviceFixture({ clock: createVirtualClock(), http, flash });
}

async function strikeIn(fixture: DeviceFixture, name: string): Promise<void> {
  await toMenu(fixture);
  await choose(fixture, name);
  await choose(fixture, 'Start');
  await fixture.strike({ club_speed_mps: 1.5, face_angle_deg: 0.4 });
}

/** Experiences that send nothing: they have no target or no hole. */
const SILENT = ['Metrics only', 'Make distance', 'Arc strength', 'Face rotation', 'Face angle', 'Mini golf'] as const;

test('[R130] a real server receives each shot whole; experiences without shots send nothing', async (t) => {
  const schema = fieldsIn(await readFile('docs/shot.schema.json', 'utf8'));
  const { origin, events, next } = await receiver(t);
  const fixture = await device(t, origin);
  for (const name of SILENT) await strikeIn(fixture, name);
  for (const [name, game, kind] of [
    ['Close-in putting', 'close', 'hole'],
    ['Lag putting', 'lag', 'station'],
    ['Stroke play', 'golf_course', 'hole'],
    ['Match play', 'golf_course', 'hole'],
    ['Skins', 'golf_course', 'hole'],
  ] as const) {
    const coming = next();
    await strikeIn(fixture, name);
    const event = await coming;
    const shot = event.kind === 'shot' ? event.shot : t.fail(`${name}: ${event.kind}`);
    t.like(shot, { game, game_name: name, player_name: 'Ana', target: { kind } });
    t.deepEqual(misfits(schema, shot), [], name);
    t.deepEqual(Object.keys(shot ?? {}).sort(), [...namesOf(schema)].sort(), 'the message has exactly the fields of the schema'); // oxfmt-ignore
  }
  t.is(events.length, 5, 'Metrics only sends no shot');
});

test('[R129] the schema accepts a test message without shot data and rejects any wrong field', async (t) => {
  const schema = fieldsIn(await readFile('docs/shot.schema.json', 'utf8'));
  const envelope = { schema: 'service.shot.v1', type: 'test', device_id: 'TP-0123456789AB', device_name: '', firmware: '0.9.0', time: 0, uptime_ms: 5 }; // oxfmt-ignore
  t.deepEqual(misfits(schema, envelope), []);
  t.true(misfits(schema, { ...envelope, type: 'shot' }).length >= 8, 'a shot without its fields');
  for (const wrong of [
    { schema: 'service.shot.v2' },
    { time: 1.5 },
    { uptime_ms: -1 },
    { device_name: null },
    { type: 'putt' },
  ])
    t.true(misfits(schema, { ...envelope, ...wrong }).length > 0, JSON.stringify(wrong));
});

pythonTest('[store §4.3] the example receiver in Python receives a shot and prints it', async (t) => {
  const child = spawn('python3', ['docs/examples/shot-receiver.py', '127.0.0.1', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill());
  const lines = createInterface({ input: child.stdout });
  const url = await nextLine(lines);
  const fixture = await device(t, new URL(url).origin);
  const next_line = nextLine(lines);
  await strikeIn(fixture, 'Close-in putting');
  const line = await next_line;
  t.regex(line, /^TP-0123456789AB: Ana plays Close-in putting, hole at 3\.0 ft, ball 2\.40 m\/s, face \+0\.4 degrees$/);
});

test('[R127] a server that hangs up, dribbles or never ends gets one status, and the next shot follows', async (t) => {
  const faults: readonly ((response: ServerResponse) => void)[] = [
    (response) => void response.socket?.resetAndDestroy(),
    (response) => {
      response.writeHead(200);
      response.write('x');
    },
    (response) => {
      response.writeHead(200);
      const more = (): void => void (response.writable && response.write('x'.repeat(60_000), more));
      more();
    },
    (response) => void response.writeHead(204).end(),
  ];
  let got = 0;
  let arrived: () => void = () => {};
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      faults[got++]?.(response);
      arrived();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = portOf(server);
  const fixture = await device(t, `http://127.0.0.1:${port}`);
  await toMenu(fixture);
  await choose(fixture, 'Close-in putting');
  await choose(fixture, 'Start');
  const counts = (): readonly number[] =>
    [...(fixture.lines().find((line) => /sent,.*failed,.*dropped/.test(line)) ?? '').matchAll(/\d+/g)].map(Number);
  for (let n = 0; n < faults.length; n++) {
    const coming = new Promise<void>((resolve) => (arrived = resolve));
    await fixture.strike({ club_speed_mps: 1.5 });
    await coming;
    await settled(fixture);
  }
  await toMenu(fixture);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Shot forwarding');
  t.deepEqual(counts(), [3, 1, 0]);
});

/** Waits until the forwarder is idle. */
async function settled(fixture: DeviceFixture): Promise<void> {
  while (fixture.device.states()['forwarder'] !== 'idle') {
    await new Promise((resolve) => setImmediate(resolve));
    await fixture.clock.advance(0);
  }
}
