// Conformance suite for every sensor: the contract in hal/sensor/sensor.ts, on any line to its board.

import type { ExecutionContext } from 'ava';
import type { Sensor, SensorStatus, Strike } from '../../../hal/sensor/sensor.ts';
import type { SerialPort } from '../../../hal/serial/serial.ts';
import type { RawSwing } from '../../../sims/sensor-board/gates.ts';
import { MIDDLING, oracleTimes, type PageStroke } from './gate-model.ts';
import { valueOf } from '../../support/results.ts';
import type { Declare } from '../../support/titled.ts';

export interface Swinger {
  /** Makes the board report this swing, with ticks of 100 ns; returns its id. */
  sendSwing(swing: RawSwing): number;
}

interface SensorUnderTest {
  readonly sensor: Sensor;
  /** Port that the sensor opens. */
  readonly port: SerialPort;
  /** Awaits the promise, advancing a virtual clock as needed. */
  until<T>(done: Promise<T>): Promise<T>;
  /** Board, if it is one that the test can make swing. */
  readonly board?: Swinger;
  /** Unplugs the board and plugs in a freshly booted one; only with a virtual board. */
  replug?(): Promise<Swinger>;
}

export type SensorFactory = (t: ExecutionContext) => Promise<SensorUnderTest>;

interface Watcher {
  readonly strikes: Strike[];
  readonly statuses: SensorStatus[];
  strike(strike: Strike): void;
  status(status: SensorStatus): void;
  /** Resolves when the recorded events meet the condition. */
  when(met: () => boolean): Promise<void>;
  ready(): Promise<void>;
}

function createWatcher(): Watcher {
  const waiting = new Set<() => void>();
  const checkAll = (): void => waiting.forEach((one) => one());
  const when = (met: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const one = (): void => {
        if (!met()) return;
        waiting.delete(one);
        resolve();
      };
      waiting.add(one);
      one();
    });
  const [strikes, statuses]: [Strike[], SensorStatus[]] = [[], []];
  return {
    strikes,
    statuses,
    strike: (strike) => (strikes.push(strike), checkAll()),
    status: (status) => (statuses.push(status), checkAll()),
    when,
    ready: () => when(() => statuses.at(-1)?.link === 'ready'),
  };
}

/** Returns the gate times of a stroke, in ticks of 100 ns. */
function rawSwing(change: Partial<PageStroke>, odd: Partial<RawSwing> = {}): RawSwing {
  const times = oracleTimes({ ...MIDDLING, ...change });
  const first = Math.min(...times);
  const delta_ticks = times.map((s) => Math.round((s - first) * 1e7));
  return { base_ticks: 1_000_000n, present: 0xff, flags: 0, delta_ticks, ...odd };
}

export function sensorConformance(test: Declare, factory: SensorFactory): void {
  finding(test, factory);
  striking(test, factory);
  storing(test, factory);
}

function storing(test: Declare, factory: SensorFactory): void {
  test('[protocol] stores aperture errors one call at a time, and the board reports them', async (t) => {
    const { sensor, until } = await factory(t);
    t.like(await sensor.storeApertures({ LA: 1 }), { ok: false, error: { code: 'serial_failed' } });
    const watcher = createWatcher();
    sensor.start(watcher);
    await until(watcher.ready());
    const { board } = sensor.status();
    if (!board?.stores_settings) return void t.pass('this board stores nothing');
    const wanted = { LA: -40, RB: 25, HB: 2000 };
    const first = sensor.storeApertures(wanted);
    t.like(await sensor.storeApertures({ LA: 7 }), { ok: false, error: { code: 'serial_busy' } });
    valueOf(t, await until(first));
    t.like(sensor.status().board?.aperture_error_um, wanted);
    const refused = await until(sensor.storeApertures({ RA: 2001, RB: 0 }));
    t.like(refused, { ok: false, error: { code: 'bad_value' } });
    t.like(sensor.status().board?.aperture_error_um, { ...wanted, RA: board.aperture_error_um.RA });
    await sensor.stop();
    const again = createWatcher();
    sensor.start(again);
    await until(again.ready());
    t.like(sensor.status().board?.aperture_error_um, wanted);
    valueOf(t, await until(sensor.storeApertures(board.aperture_error_um)));
    await sensor.stop();
  });
}

function finding(test: Declare, factory: SensorFactory): void {
  test('[protocol] finds its board after start and reports its identity', async (t) => {
    const { sensor, port, until } = await factory(t);
    t.is(sensor.status().link, 'closed');
    const watcher = createWatcher();
    sensor.start(watcher);
    await until(watcher.ready());
    const { link, path, board, detail } = sensor.status();
    t.deepEqual([link, path], ['ready', port.path]);
    t.regex(board?.protocol ?? '', /^1\.\d+$/);
    t.true((board?.tick_ns ?? 0) > 0);
    t.regex(detail, /^[A-Z].*\.$/);
    t.deepEqual(watcher.statuses.at(-1), sensor.status());
    t.deepEqual(watcher.strikes, []);
    await sensor.stop();
  });

  test('[protocol] passes statuses as values that never change afterwards', async (t) => {
    const { sensor, until } = await factory(t);
    const watcher = createWatcher();
    const copies: string[] = [];
    sensor.start({ ...watcher, status: (status) => (copies.push(JSON.stringify(status)), watcher.status(status)) });
    await until(watcher.ready());
    await sensor.stop();
    t.true(copies.length >= 3);
    t.deepEqual(
      watcher.statuses.map((status) => JSON.stringify(status)),
      copies,
    );
  });

  test('[protocol] frees the line once stop is done, from any state', async (t) => {
    const { sensor, port, until } = await factory(t);
    const watcher = createWatcher();
    for (const patient of [false, true]) {
      sensor.start(watcher);
      if (patient) await until(watcher.ready());
      await sensor.stop();
      t.is(sensor.status().link, 'closed');
      const line = valueOf(t, await port.open({ bytes: () => {}, closed: () => {} }));
      await line.close();
    }
  });

  test('[protocol] starts again after a stop', async (t) => {
    const { sensor, until } = await factory(t);
    for (let n = 0; n < 2; n++) {
      const watcher = createWatcher();
      sensor.start(watcher);
      await until(watcher.ready());
      await sensor.stop();
      t.is(sensor.status().link, 'closed');
    }
  });
}

function striking(test: Declare, factory: SensorFactory): void {
  test('[protocol] reports each plausible swing as one strike, in swing order', async (t) => {
    const { sensor, until, board } = await factory(t);
    if (!board) return void t.pass('this board cannot be made to swing');
    const watcher = createWatcher();
    sensor.start(watcher);
    await until(watcher.ready());
    const speeds = [0.2, 3, 1, 5.5, 0.7];
    const ids = speeds.map((v_mps) => board.sendSwing(rawSwing({ v_mps })));
    await until(watcher.when(() => watcher.strikes.length >= speeds.length));
    await sensor.stop();
    t.deepEqual(
      watcher.strikes.map(({ swing_id }) => swing_id),
      ids,
    );
    for (const [n, { club_speed_mps, face_angle_deg, attack_angle_deg, clamped }] of watcher.strikes.entries()) {
      const v_mps = speeds[n] ?? 0;
      t.true(Math.abs(club_speed_mps / v_mps - 1) < 1e-3);
      t.true(Math.abs(face_angle_deg - 1.2) < 0.01);
      t.true(Math.abs((attack_angle_deg ?? 99) - 1) < 0.02);
      t.false(clamped);
    }
  });

  test('[protocol] counts backward and implausible swings and never reports them as strikes', async (t) => {
    const { sensor, until, board } = await factory(t);
    if (!board) return void t.pass('this board cannot be made to swing');
    const watcher = createWatcher();
    sensor.start(watcher);
    await until(watcher.ready());
    board.sendSwing(rawSwing({}, { flags: 1 }));
    board.sendSwing(rawSwing({ v_mps: 7 }));
    board.sendSwing(rawSwing({}, { present: 0xf7 }));
    const last = board.sendSwing(rawSwing({}));
    await until(watcher.when(() => watcher.strikes.length > 0));
    await sensor.stop();
    t.deepEqual(
      watcher.strikes.map(({ swing_id }) => swing_id),
      [last],
    );
    t.like(sensor.status().counters, { strikes: 1, backstrokes: 1, implausible: 2 });
    t.regex(sensor.status().refusal, /RB/);
  });

  test('[protocol] finds a board again after any loss, and strikes count', async (t) => {
    const { sensor, until, board, replug } = await factory(t);
    if (!board || !replug) return void t.pass('this cable can only be pulled by hand');
    const watcher = createWatcher();
    sensor.start(watcher);
    await until(watcher.ready());
    board.sendSwing(rawSwing({}));
    await until(watcher.when(() => watcher.strikes.length === 1));
    const lost = watcher.when(() => watcher.statuses.at(-1)?.link === 'lost');
    const next = await replug();
    await until(lost);
    await until(watcher.ready());
    next.sendSwing(rawSwing({ v_mps: 2 }));
    await until(watcher.when(() => watcher.strikes.length === 2));
    await sensor.stop();
    t.is(sensor.status().counters.links_lost, 1);
    t.true(Math.abs((watcher.strikes[1]?.club_speed_mps ?? 0) - 2) < 0.01);
  });
}
