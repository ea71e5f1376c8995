// Virtual time per real second for a host, three guests and their relay: while they wait, and in a round with a putt
// every few seconds, without and with the pixels of every screen.

import { joinAll, sessionFixture, type SessionFixture } from '../test/support/device/session-fixture.ts';
import { thousands, type BenchFigure, type BenchSize } from './figures.ts';

const SECONDS = { whole: { idle: 3600, round: 600 }, tiny: { idle: 60, round: 18 } } as const;
const PUTT_EVERY_MS = 9000;

export async function benchSessionTime(size: BenchSize): Promise<readonly BenchFigure[]> {
  const { idle: idle_s, round: round_s } = SECONDS[size];
  const records = { cfg: { course: { holes: 18, csMin: 20, csMax: 30 } } };
  const fixture = await sessionFixture({ players: [['A'], ['B'], ['C'], ['D']], records });
  await joinAll(fixture);
  const idle = await rate(idle_s, () => fixture.clock.advance(idle_s * 1000));
  const host = fixture.devices[0];
  await host?.press('back');
  await host?.choose('Stroke play');
  await host?.choose('Start');
  await host?.press('ok');
  const dark = await rate(round_s, () => play(fixture, round_s, false));
  const lit = await rate(round_s, () => play(fixture, round_s, true));
  return [
    {
      what: 'host + 3 guests + relay: virtual time in a real second, idle',
      value: `${thousands(idle)} s`,
      beside: 'aim 20,000 s',
    },
    { what: '  in a lively round, unwatched', value: `${thousands(dark)} s`, beside: 'aim 3,000 s' },
    { what: '  with the pixels of all screens, 4 frames a putt', value: `${thousands(lit)} s`, beside: 'aim 1,000 s' },
  ];
}

async function rate(virtual_s: number, run: () => Promise<void>): Promise<number> {
  const started_ms = performance.now();
  await run();
  return virtual_s / ((performance.now() - started_ms) / 1000);
}

async function play({ clock, devices }: SessionFixture, round_s: number, pixels: boolean): Promise<void> {
  for (let at_ms = 0; at_ms < round_s * 1000; at_ms += PUTT_EVERY_MS) {
    const due = devices.find((device) => device.components().wanted_speed_mps() !== null);
    due?.components().rig?.strike({
      club_speed_mps: 1.7 + (at_ms % 7000) / 20_000,
      face_angle_deg: 0.7,
      face_rotation_deg_per_in: 0.5,
      attack_angle_deg: 1,
      left_inner_proportion: 0.5,
      right_inner_proportion: 0.5,
    });
    for (let frame = 0; frame < 4; frame++) {
      await clock.advance(PUTT_EVERY_MS / 4);
      if (pixels) for (const device of devices) device.components().screen.pixels();
    }
  }
}
