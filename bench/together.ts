// Playing together through the real relay on loopback: how soon a guest's strike rolls on every screen, how soon its verdict is
// there, and how long a rebooted host takes to host again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevice, type AssembledDevice } from '../simulation/device/assemble-device.ts';
import { openCloud } from '../bin/open-cloud.ts';
import { enrolDevice, newIdentity } from '../cloud-stub/devices/enrol.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createMemoryFlash, type MemoryFlash } from '../hal/flash/flash-memory.ts';
import { createUndiciHttp } from '../hal/http/http-undici.ts';
import type { Key } from '../hal/keys/keys.ts';
import { createMemoryLog } from '../hal/log/log-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { perfectStroke } from '../sims/putter/golfer.ts';
import { assert } from '../wire/errors.ts';
import { ms, percentile, type Figure } from './figures.ts';

const PUTTS = 40;
const REBOOTS = 5;
const clock = createSystemClock();
const http = createUndiciHttp();

interface Seated {
  readonly flash: MemoryFlash;
  device: AssembledDevice;
}

export async function benchTogether(): Promise<readonly Figure[]> {
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
  const seat = (index: number, online: unknown): Promise<Seated> => seated(index, online, devices_file, url);
  const host = await seat(0, { role: 'host' });
  const code = await until(host, () => host.device.device.session().code);
  const guests: Seated[] = [];
  for (let index = 1; index <= 3; index++) guests.push(await seat(index, { role: 'guest', code }));
  const all = [host, ...guests];
  for (const each of all) await until(each, () => each.device.device.session().devices.length === 4);
  const figures = await rounds(host, guests, all);
  const again = await reboots(host, url);
  for (const each of all) await each.device.stop();
  await cloud.value.close();
  await http.close();
  rmSync(folder, { recursive: true, force: true });
  return [...figures, again];
}

async function seated(index: number, online: unknown, registry: string, origin: string): Promise<Seated> {
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
  return { flash, device: startDevice({ clock, random, flash, http, cloud: origin }) };
}

/** Resolves when something of the device is so. */
const until = <T>({ device }: Seated, look: () => T): Promise<NonNullable<T>> =>
  new Promise((resolve) => {
    const stop = device.device.on_change(check);
    function check(): void {
      const found = look();
      if (!found) return;
      stop();
      resolve(found);
    }
    check();
  });

const page = ({ device }: Seated): unknown => device.device.states()['navigation'];
const shotOf = ({ device }: Seated) => device.device.course()?.round.shot ?? null;
const press = ({ device }: Seated, ...keys: readonly Key[]): void => keys.forEach((key) => device.keys.tap(key));

async function rounds(host: Seated, guests: readonly Seated[], all: readonly Seated[]): Promise<readonly Figure[]> {
  await until(host, () => page(host) === 'menu');
  press(host, 'down', 'down', 'down', 'ok', 'ok');
  await until(host, () => page(host) === 'course');
  press(host, 'ok');
  for (const guest of guests) await until(guest, () => guest.device.device.course()?.round.ph === 'play');
  const [rolls, verdicts]: [number[], number[]] = [[], []];
  while (rolls.length < PUTTS) await putt(host, all, rolls, verdicts);
  return [
    {
      what: 'strike on a guest → the ball rolls on every screen, p50',
      value: ms(percentile(rolls, 0.5)),
      beside: 'aim 30 ms',
    },
    { what: '  p99', value: ms(percentile(rolls, 0.99)), beside: `${rolls.length} putts, 4 devices, real HTTP` },
    {
      what: 'the ball rests → its verdict is on every screen, p50',
      value: ms(percentile(verdicts, 0.5)),
      beside: 'aim 30 ms',
    },
    { what: '  p99', value: ms(percentile(verdicts, 0.99)), beside: `${verdicts.length} putts` },
  ];
}

/** One putt of whoever is on turn; a guest's is measured. The roll itself is skipped with OK. */
async function putt(host: Seated, all: readonly Seated[], rolls: number[], verdicts: number[]): Promise<void> {
  const turn = await until(host, () => all.find(({ device }) => device.wanted_speed_mps() !== null));
  const seq = (shotOf(host)?.seq ?? 0) + 1;
  turn.device.rig?.strike(perfectStroke(1.2 + (seq % 7) * 0.1));
  const struck = turn === host ? Promise.resolve() : until(turn, () => turn.device.device.states()['visit'] === 'sent');
  await struck;
  const struck_ms = performance.now();
  await Promise.all(all.map((each) => until(each, () => shotOf(each)?.seq === seq)));
  if (turn !== host) rolls.push(performance.now() - struck_ms);
  const rest_ms = performance.now();
  press(host, 'ok');
  await Promise.all(all.map((each) => until(each, () => (shotOf(each)?.v ?? '') !== '')));
  if (turn !== host) verdicts.push(performance.now() - rest_ms);
  press(host, 'ok');
}

async function reboots(host: Seated, origin: string): Promise<Figure> {
  const took: number[] = [];
  for (let reboot = 0; reboot < REBOOTS; reboot++) {
    await host.device.stop();
    const began_ms = performance.now();
    host.device = startDevice({
      clock,
      random: createSeededRandom(100 + reboot, 'together'),
      flash: createMemoryFlash(host.flash.disk),
      http,
      cloud: origin,
    });
    await until(host, () => host.device.device.session().devices.length === 4);
    took.push(performance.now() - began_ms);
  }
  return {
    what: 'a host reboots → it hosts again, with its guests',
    value: ms(percentile(took, 0.5)),
    beside: 'most of it waits for the sensor',
  };
}
