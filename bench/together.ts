// Playing together through the real relay on loopback: time until a guest's strike rolls on every screen, until its
// verdict appears, and until a rebooted host hosts again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevice, type AssembledDevice } from '../simulation/device/assemble-device.ts';
import { openCloud } from '../bin/cloud/open-cloud.ts';
import { enrolDevice } from '../cloud-stub/devices/enrol.ts';
import { newIdentity } from '../cloud-stub/devices/new-identity.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createMemoryFlash, type MemoryFlash } from '../hal/flash/flash-memory.ts';
import { createUndiciHttp, type UndiciHttp } from '../hal/http/http-undici.ts';
import type { Key } from '../hal/keys/keys.ts';
import { createMemoryLog } from '../hal/log/log-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { perfectStroke } from '../sims/putter/golfer.ts';
import { assert } from '../wire/errors.ts';
import { ms, percentile, type BenchFigure, type BenchSize } from './figures.ts';
import { wait } from './waits.ts';

const COUNTS = { whole: { putts: 40, reboots: 5 }, tiny: { putts: 2, reboots: 1 } } as const;
const clock = createSystemClock();

interface Network {
  readonly http: UndiciHttp;
  /** Address of the cloud. */
  readonly url: string;
}

interface Seated {
  readonly flash: MemoryFlash;
  device: AssembledDevice;
}

export async function benchTogether(size: BenchSize): Promise<readonly BenchFigure[]> {
  const counts = COUNTS[size];
  const http = createUndiciHttp();
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const devices_file = join(folder, 'devices.json');
  const cloud = await openCloud({
    clock,
    log: createMemoryLog(clock),
    host: '127.0.0.1',
    port: 0,
    data: join(folder, 'cloud'),
    devices: devices_file,
    limited: true,
  });
  assert(cloud.ok, 'the cloud opens');
  const { url } = cloud.value;
  const seat = (index: number, online: unknown): Promise<Seated> => seated(index, online, devices_file, { http, url });
  const host = await seat(0, { role: 'host' });
  const code = await until(host, 'the code of the session', () => host.device.device.session().code);
  const guests: Seated[] = [];
  for (let index = 1; index <= 3; index++) guests.push(await seat(index, { role: 'guest', code }));
  const all = [host, ...guests];
  for (const each of all)
    await until(each, 'all four in the session', () => each.device.device.session().devices.length === 4);
  const figures = await rounds(host, guests, all, counts.putts);
  const again = await reboots(host, { http, url }, counts.reboots);
  for (const each of all) await each.device.stop();
  await cloud.value.close();
  await http.close();
  rmSync(folder, { recursive: true, force: true });
  return [...figures, again];
}

async function seated(index: number, online: unknown, registry: string, { http, url }: Network): Promise<Seated> {
  const random = createSeededRandom(index, 'together');
  const identity = newIdentity(random.fork('identity'));
  assert(enrolDevice(registry, identity).ok, 'the device is enrolled');
  const flash = createMemoryFlash();
  const player = { id: 1, name: `Player ${index}`, handicap: 0, impact_ratio: 1.6 };
  const records = {
    identity,
    online,
    players: { next_id: 2, players: [player] },
    cfg: { course: { holes: 18, csMin: 30, csMax: 30 } },
  };
  for (const [name, data] of Object.entries(records)) await flash.write(name, Buffer.from(JSON.stringify(data)));
  return { flash, device: startDevice({ clock, random, flash, http, cloud: url }) };
}

/** Resolves with the first non-null result of `find`, checked on each change of the device. */
const until = <T>({ device }: Seated, what: string, find: () => T): Promise<NonNullable<T>> => {
  let stop = (): void => {};
  const found = new Promise<NonNullable<T>>((resolve) => {
    const check = (): void => {
      const value = find();
      if (!value) return;
      stop();
      resolve(value);
    };
    stop = device.device.onChange(check);
    check();
  });
  return wait(what, found);
};

const shotOf = ({ device }: Seated) => device.device.course()?.round.shot ?? null;
const press = ({ device }: Seated, ...keys: readonly Key[]): void => keys.forEach((key) => device.keys.tap(key));

/** Moves the focus to the row that starts with this text, and presses OK. */
async function choose(seated: Seated, row: string): Promise<void> {
  const lines = (): readonly string[] => seated.device.screen.picture().lines;
  const at = (mark: string): number => lines().findIndex((line) => line.startsWith(mark));
  await until(seated, `the row ${row}`, () => at(row) >= 0 || at(`> ${row}`) >= 0);
  for (let moves = at(row) - at('> '); moves > 0 && at(row) >= 0; moves--) press(seated, 'down');
  await until(seated, `the row ${row} in focus`, () => at(`> ${row}`) >= 0);
  press(seated, 'ok');
}

async function rounds(
  host: Seated,
  guests: readonly Seated[],
  all: readonly Seated[],
  putts: number,
): Promise<readonly BenchFigure[]> {
  await choose(host, 'Stroke play');
  await choose(host, 'Start');
  await until(host, 'the lobby of the round', () => host.device.device.course()?.round.ph === 'lobby');
  press(host, 'ok');
  for (const guest of guests)
    await until(guest, 'a guest in the round', () => guest.device.device.course()?.round.ph === 'play');
  const [rolls, verdicts]: [number[], number[]] = [[], []];
  while (rolls.length < putts) await putt(host, all, rolls, verdicts);
  return [
    {
      what: 'strike on a guest → the ball rolls on every screen, p50',
      value: ms(percentile(rolls, 0.5)),
      beside: 'aim 30 ms',
    },
    {
      what: 'strike on a guest → the ball rolls on every screen, p99',
      value: ms(percentile(rolls, 0.99)),
      beside: `aim 30 ms; ${rolls.length} putts, 4 devices, real HTTP`,
    },
    {
      what: 'the ball rests → its verdict is on every screen, p50',
      value: ms(percentile(verdicts, 0.5)),
      beside: 'aim 30 ms',
    },
    {
      what: 'the ball rests → its verdict is on every screen, p99',
      value: ms(percentile(verdicts, 0.99)),
      beside: `${verdicts.length} putts`,
    },
  ];
}

/** Plays one putt of the player on turn and measures it if it is a guest's. Skips the roll itself with OK. */
async function putt(host: Seated, all: readonly Seated[], rolls: number[], verdicts: number[]): Promise<void> {
  const turn = await until(host, 'a player on turn', () =>
    all.find(({ device }) => device.wanted_speed_mps() !== null),
  );
  const seq = (shotOf(host)?.seq ?? 0) + 1;
  turn.device.rig?.strike(perfectStroke(1.2 + (seq % 7) * 0.1));
  const struck =
    turn === host
      ? Promise.resolve()
      : until(turn, 'the putt sent to the host', () => turn.device.device.states()['visit'] === 'sent');
  await struck;
  const struck_ms = performance.now();
  await Promise.all(all.map((each) => until(each, `shot ${seq} on every screen`, () => shotOf(each)?.seq === seq)));
  if (turn !== host) rolls.push(performance.now() - struck_ms);
  const rest_ms = performance.now();
  press(host, 'ok');
  await Promise.all(all.map((each) => until(each, `the verdict of shot ${seq}`, () => (shotOf(each)?.v ?? '') !== '')));
  if (turn !== host) verdicts.push(performance.now() - rest_ms);
  press(host, 'ok');
}

async function reboots(host: Seated, { http, url }: Network, many: number): Promise<BenchFigure> {
  const took: number[] = [];
  for (let reboot = 0; reboot < many; reboot++) {
    await host.device.stop();
    const started_ms = performance.now();
    host.device = startDevice({
      clock,
      random: createSeededRandom(100 + reboot, 'together'),
      flash: createMemoryFlash(host.flash.disk),
      http,
      cloud: url,
    });
    await until(host, 'its guests after a reboot', () => host.device.device.session().devices.length === 4);
    took.push(performance.now() - started_ms);
  }
  return {
    what: 'a host reboots → it hosts again, with its guests',
    value: ms(percentile(took, 0.5)),
    beside: 'most of it waits for the sensor',
  };
}
