// Tests of viewing the past: replays a device's recording up to a point in time while the device keeps running.

import test from 'ava';
import { createPast } from '../../../simulation/recordings/past.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { recordedDevice } from '../../support/device/recorded-device.ts';
import { failsWith, valueOf } from '../../support/results.ts';

test('[recording] shows the picture, states and LEDs of a past point in time', async (t) => {
  const device = await recordedDevice();
  const { clock, press, strike, screen, leds, lines, timeline } = device;
  const snapshots: { at_ms: number; lines: readonly string[]; pixels: Buffer; states: unknown; leds: unknown }[] = [];
  const capture = async (): Promise<void> => {
    snapshots.push({
      at_ms: clock.now_ms(),
      lines: lines(),
      pixels: Buffer.from(screen.pixels()),
      states: device.device.states(),
      leds: leds.colors(),
    });
    // Advances the clock, because actions at the same time would belong to this snapshot.
    await clock.advance(5);
  };
  await capture();
  await press('down', 'ok', 'ok');
  await capture();
  await strike({ club_speed_mps: 1.5 });
  // No input arrives while the ball rolls: its position depends only on time.
  for (let at = 0; at < 12; at++) {
    await clock.advance(333);
    await capture();
  }
  await device.untilAtRest();
  await capture();
  await press('ok');
  await capture();
  // Jumps back and forth, and visits one point in time twice.
  for (const at of [2, 0, 3, 1, 2, ...snapshots.keys()]) {
    const then = assertDefined(snapshots[at], 'look');
    const moment = assertDefined(valueOf(t, await timeline.momentAt(then.at_ms)), 'moment');
    t.true(moment.on);
    t.deepEqual(moment.device.screen.picture().lines, then.lines);
    t.deepEqual(moment.device.device.states(), then.states);
    t.deepEqual(moment.device.leds.colors(), then.leds);
    t.true(Buffer.from(moment.device.screen.pixels()).equals(then.pixels), `the picture at ${then.at_ms}`);
  }
  t.true(
    lines().some((line) => line.startsWith('Lag putting · Putt 2')),
    'the live device keeps running',
  );
  await device.stop();
});

test('[recording] shows the LED without its flash at a past time after the flash', async (t) => {
  const { clock, press, strike, leds, timeline, stop } = await recordedDevice();
  await press('down', 'down', 'ok', 'ok');
  await strike({ club_speed_mps: 1 });
  const snapshots: (readonly [at_ms: number, colors: readonly (string | null)[]])[] = [];
  for (let sample = 0; sample < 30; sample++) {
    snapshots.push([clock.now_ms(), leds.colors()]);
    await clock.advance(211);
  }
  const lit = snapshots.map(([, colors]) => colors.filter((color) => color !== null).length);
  t.true(Math.max(...lit) > 1 && lit.at(-1) === 1, `flashes, then stops: ${lit.join(' ')}`);
  for (const [at_ms, colors] of snapshots)
    t.deepEqual(
      assertDefined(valueOf(t, await timeline.momentAt(at_ms)), 'moment').device.leds.colors(),
      colors,
      `${at_ms}`,
    );
  await stop();
});

test('[recording] has no state before power-on, and shows a device that was off as off', async (t) => {
  const { clock, device, timeline, stop } = await recordedDevice();
  const turned = device.power.turn('off');
  await clock.advance(100);
  await turned;
  t.is(valueOf(t, await timeline.momentAt(-1)), null);
  t.true(valueOf(t, await timeline.momentAt(1000))?.on);
  const off = assertDefined(valueOf(t, await timeline.momentAt(clock.now_ms())), 'moment');
  t.false(off.on);
  t.deepEqual(off.device.device.states(), {});
  await stop();
});

test('[recording] reports a dropped recording and one that can no longer be replayed', async (t) => {
  const { kept, stop } = await recordedDevice();
  const { header, turns } = valueOf(t, kept.recording());
  await stop();
  const given_up = createPast(() => ({ ok: false, error: { code: 'not_recorded', message: 'Too long.' } }));
  failsWith(t, await given_up.momentAt(1000, 'device'), 'not_recorded', /^Too long\.$/);
  // No device ever awaited this alarm.
  const other = [...turns, '[3100,"device",["alarm 9999"],[]]'];
  const past = createPast(() => ({ ok: true, value: { header, turns: other } }));
  t.true((await past.momentAt(3000, 'device')).ok);
  failsWith(
    t,
    await past.momentAt(3100, 'device'),
    'not_recorded',
    /^The recording can't be replayed beyond 00:03\.100\.$/,
  );
});
