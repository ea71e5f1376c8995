// Four devices at one table finish a round while each relay of their cloud restarts in turn and one is killed, all in
// real processes behind a balancer. A player sees at most one extra line on the page of the round.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { ballSpeedFor } from '../../firmware/roll/roll.ts';
import { readRegistryFile } from '../../cloud-stub/devices/device-registry.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { balancer } from '../support/relay/balancer.ts';
import { keysFor } from '../support/device/code-keys.ts';
import { openEvents, type StreamEvent } from '../support/panel/event-stream.ts';
import { freePort } from '../support/process/free-port.ts';
import { exactly, itemAt } from '../support/items.ts';
import { panelPlayer, type PanelPlayer } from '../support/panel/panel-player.ts';
import { readAs } from '../support/read-json.ts';
import { REDIS_PROGRAM, startRedis } from '../support/redis/redis-server.ts';
import { enrolMany } from '../support/relay/relay-process.ts';
import { valueOf } from '../support/results.ts';
import { runTapin, startTapin, type TapinProcess } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const NAMES = ['Ann', 'Bo', 'Cy', 'Di'] as const;
const HOLES = 2;
const HOLE_FT = 3;

interface Fleet {
  readonly origin: string;
  readonly devices: string;
  /** Stops or kills a relay, checks that it ended as it should, and starts it again. */
  restart(at: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts two relays that share an engine, behind one address, with four enrolled devices. */
async function openFleet(t: ExecutionContext, folder: string): Promise<Fleet> {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const devices = join(folder, 'devices.json');
  await enrolMany(devices, NAMES.length);
  const enrolled = await runTapin(['cloud', 'enrol', '--engine', redis.url, '--import', devices]);
  t.is(enrolled.stdout, `${NAMES.length} enrolled\n`);
  const ports = [await freePort(), await freePort()];
  const relays: TapinProcess[] = [];
  const start = async (at: number): Promise<void> => {
    const args = ['cloud', 'serve', '--relay-only', '--engine', redis.url, '--metrics-port', '0', '--drain', '0.5'];
    relays[at] = await startTapin(t, [...args, '--port', `${ports[at]}`, '--data', join(folder, `relay-${at}`)]);
  };
  await Promise.all(ports.map((_, at) => start(at)));
  return {
    origin: `http://127.0.0.1:${await balancer(t, ports, { checks_readiness: true })}`,
    devices,
    async restart(at, signal) {
      const ended = await itemAt(relays, at).end(signal);
      t.deepEqual([ended.code, ended.signal], signal === 'SIGTERM' ? [0, null] : [null, signal]);
      await start(at);
    },
  };
}

/** Device with its front panel and everything its screen has shown. */
interface Seat {
  readonly name: string;
  readonly player: PanelPlayer;
  /** Returns the lines of every screen shown so far, in order. */
  texts(): readonly (readonly string[])[];
  /** Returns the page and session states recorded so far, in order. */
  states(): readonly Readonly<Record<string, unknown>>[];
  /** Resolves when a text after index `after` contains a matching line. */
  shows(line: RegExp, after?: number): Promise<void>;
}

const linesShape = v.object({ lines: v.array(v.string()) });
const statesShape = v.object({ states: v.record(v.string(), v.unknown()) });

/** Starts a device in its own process, with its name, cloud and course set. */
async function sitDown(t: ExecutionContext, folder: string, index: number, { origin, devices }: Fleet): Promise<Seat> {
  const name = itemAt(NAMES, index);
  const data = join(folder, name);
  const opened = valueOf(t, await openDataFolder(data));
  const flash = createFileFlash(data);
  const records = {
    settings: { name },
    players: { next_id: 2, players: [{ id: 1, name }] },
    cfg: { course: { holes: HOLES, csMin: HOLE_FT, csMax: HOLE_FT } },
  };
  for (const [record, value] of Object.entries(records))
    t.true((await flash.write(record, Buffer.from(JSON.stringify(value)))).ok);
  await opened.close();
  const identity = join(folder, `${name}.json`);
  await writeFile(identity, JSON.stringify(itemAt(valueOf(t, readRegistryFile(devices)), index)), { mode: 0o600 });
  const args = ['run', '--port', '0', '--data', data, '--cloud', origin, '--identity', identity, '--seed', `${index}`];
  const tapin = await startTapin(t, args);
  const { origin: panel, searchParams } = new URL(String(tapin.listening['panel']));
  const url = `${panel}/api/devices/0/events?only=states,text`;
  const stream = await openEvents(url, searchParams.get('token') ?? '');
  t.teardown(() => stream.close());
  const all = (kind: string, events: readonly StreamEvent[] = stream.events()) =>
    events.filter(({ event }) => event === kind);
  const textsOf = (events: readonly StreamEvent[]) =>
    all('text', events).map(({ data: text }) => readAs(linesShape, text).lines);
  return {
    name,
    player: await panelPlayer(t, tapin, 0),
    texts: () => textsOf(stream.events()),
    states: () => all('states').map(({ data: states }) => readAs(statesShape, states).states),
    async shows(wanted, after = 0) {
      const has = (lines: readonly string[]): boolean => lines.some((line) => wanted.test(line));
      await stream
        .until((events) => textsOf(events).slice(after).some(has))
        .catch(() => {
          throw new Error(
            `${name} never showed ${wanted.source}; last: ${JSON.stringify(textsOf(stream.events()).at(-1))}`,
          );
        });
    },
  };
}

/** Hosts on the first device, joins from the other devices with its code, and starts the round. */
async function beginRound([host, ...guests]: readonly [Seat, ...Seat[]]): Promise<void> {
  await host.player.choose('Play together');
  await host.player.choose('Host a session');
  const code = (await host.player.waitForLine(/^Code: [0-9A-Z]{6}$/)).slice(-6);
  const join = async ({ player }: Seat): Promise<void> => {
    await player.choose('Play together');
    await player.choose('Join with a code');
  };
  await Promise.all(guests.map(join));
  // One after the other, which fixes the order of the seats.
  for (const { name, player } of guests) {
    await player.press(...keysFor(code));
    await host.player.waitForLine(new RegExp(`\\(follows\\): ${name}$`));
  }
  await host.player.press('back');
  await host.player.choose('Stroke play');
  await host.player.choose('Start');
  for (const { shows } of guests) await shows(/^Waiting for the host to start/);
  await host.player.press('ok');
}

const LONG_FT = HOLE_FT + 0.8;
const SHORT_FT = HOLE_FT / 2;
const REST_FT = LONG_FT - SHORT_FT;

interface Strike {
  readonly seat: number;
  readonly feet: number;
  /** Relay to restart, and when: before the strike or while the putt is in flight. */
  readonly restart?: readonly [when: 'before' | 'during', relay: number, signal: 'SIGTERM' | 'SIGKILL'];
}

/** The player farthest from the hole putts; on the next hole, the one with the fewest strokes starts. */
const STRIKES: readonly Strike[] = [
  { seat: 0, feet: LONG_FT, restart: ['during', 0, 'SIGTERM'] },
  { seat: 1, feet: LONG_FT },
  { seat: 2, feet: SHORT_FT, restart: ['before', 1, 'SIGTERM'] },
  { seat: 3, feet: LONG_FT, restart: ['during', 0, 'SIGTERM'] },
  { seat: 2, feet: REST_FT },

  { seat: 0, feet: LONG_FT },
  // By now all devices are connected to the relay that was not restarted last.
  { seat: 1, feet: LONG_FT, restart: ['during', 1, 'SIGKILL'] },
  { seat: 3, feet: LONG_FT },
  { seat: 2, feet: LONG_FT },
];
const RESULT = ['Ann: 1 1, total 2', 'Bo: 1 1, total 2', 'Cy: 2 1, total 3', 'Di: 1 1, total 2', 'Tie: Ann, Bo, Di'];

const ANY_NAME = `(${NAMES.join('|')})`;
/** Lines that the page of a round may show, except those above it. */
const PAGE_OF_ROUND = new RegExp(
  [
    `^(Stroke play · Hole [12] of 2|Stroke play: result|Your turn)$`,
    `^(Target|Club speed|Face|Ball rolls|Keys): `,
    `^Now: (Your putt is on its way|Putt waiting for the cloud|${ANY_NAME} to putt( [(][^()]+[)])?)$`,
    `^Verdict: ${ANY_NAME}: `,
    `^(${ANY_NAME}|Last putt): Stroke [12]$`,
    `^${ANY_NAME}: [0-9] strokes?(, to putt)?(, in the hole)?(, you)?$`,
    `^${ANY_NAME}: [1-2·] [1-2·], total [0-9]$`,
    `^Tie: `,
    // Unrelated to the relays: in this test, the devices have no store.
    `^Problem: Extensions were not checked: no extension has this code[.]$`,
  ].join('|'),
);
/** Line above the page that reports a player's latest action (R90). */
const STATUS_LINE = new RegExp(`^Session: ${ANY_NAME} putts$`);
/** Line shown instead of the hints while the device retries the cloud. */
const TROUBLE = /^Trouble: /;

const onRedis = REDIS_PROGRAM === null ? test.skip : test;

onRedis(
  '[R31] [R90] [C122] [C123] four devices play a round while each relay is restarted in turn, and show at most one status line',
  async (t) => {
    const folder = await temporaryFolder(t);
    const fleet = await openFleet(t, folder);
    const seats = exactly(4, await Promise.all(NAMES.map((_, index) => sitDown(t, folder, index, fleet))));
    await beginRound(seats);
    for (const { shows } of seats) await shows(/^Stroke play · Hole 1 of 2$/);
    const start_indexes = seats.map(({ texts, states }) => ({
      texts: texts().length - 1,
      states: states().length - 1,
    }));
    /** Returns all lines shown on a screen since the round started. */
    const shown = (): ReadonlySet<string> =>
      new Set(seats.flatMap(({ texts }, index) => texts().slice(itemAt(start_indexes, index).texts).flat()));
    const strokes = NAMES.map(() => 0);
    for (const { seat, feet, restart: [when, relay, signal] = [null, 0, 'SIGTERM'] } of STRIKES) {
      const { name, player } = itemAt(seats, seat);
      if (when === 'before') await fleet.restart(relay, signal);
      const before = seats.map(({ texts }) => texts().length);
      await player.strike({ club_speed_mps: ballSpeedFor(feet, 10) / 1.6 });
      const restarted = when === 'during' ? fleet.restart(relay, signal) : null;
      const count = (strokes[seat] = itemAt(strokes, seat) + 1);
      // A device that learns late shows the resulting positions, without a rolling ball.
      const outcome = new RegExp(`^Verdict: ${name}: |^${name}: ${count} strokes?,|^Stroke play: result$`);
      await Promise.all(seats.map(({ shows }, index) => shows(outcome, before[index])));
      await restarted;
    }
    for (const { shows } of seats) await shows(/^Stroke play: result$/);

    for (const { name, texts } of seats)
      t.deepEqual(texts().at(-1)?.filter((line) => /total|tie/.test(line)), RESULT, `every strike counts once for ${name}`); // oxfmt-ignore
    for (const [index, { name, states }] of seats.entries()) {
      const since = states().slice(itemAt(start_indexes, index).states);
      const seen = new Set(since.map(({ navigation, online }) => `${String(navigation)}, ${String(online)}`));
      t.deepEqual([...seen], [index === 0 ? 'course, hosting' : 'course, visiting'], `the page of ${name}`);
    }
    const other = [...shown()].filter(
      (line) => ![PAGE_OF_ROUND, STATUS_LINE, TROUBLE].some((known) => known.test(line)),
    );
    t.deepEqual(other, [], 'the screens showed only the round');
    const affected = seats.filter(({ texts }) =>
      texts()
        .flat()
        .some((line) => TROUBLE.test(line)),
    );
    t.true(affected.length > 0, 'a device was connected to the killed relay');
  },
);
