// The charts of a Metrics only session: its trend and the scatter plots, paged by keys and by touch.

import test from 'ava';
import { choose, flashWith, pageOn, players } from '../../support/device/play.ts';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';

const line = (fixture: DeviceFixture, prefix: string): string =>
  fixture.lines().find((each) => each.startsWith(prefix)) ?? '';

async function session(strikes: readonly (readonly [speed: number, face: number])[]): Promise<DeviceFixture> {
  const fixture = await deviceFixture({ flash: await flashWith({ players: players('Ana') }) });
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  for (const [club_speed_mps, face_angle_deg] of strikes) await fixture.strike({ club_speed_mps, face_angle_deg });
  await fixture.press('back');
  await choose(fixture, 'Figures and trend');
  return fixture;
}

test('[metrics] a session ends with its figures; left and right cycle through trend and scatters', async (t) => {
  const fixture = await session([[1.4, 1], [1.6, 2], [1.5, 0]]); // oxfmt-ignore
  t.true(line(fixture, 'Mean speed').length > 0);
  const titles = [];
  for (let n = 0; n < 5; n++) {
    await fixture.press('right');
    titles.push(
      fixture
        .lines()
        .find((each) => / against |Trend of|Mean speed/.test(each))
        ?.replace(/,.*|:.*/, ''),
    );
  }
  t.deepEqual(titles, [
    'Trend of Ana',
    'Speed against face',
    'Rotation against face',
    'Roll against speed',
    'Mean speed',
  ]);
  await fixture.press('left');
  t.true(line(fixture, 'Roll against speed').length > 0);
  fixture.keys.touch(400, 220);
  await fixture.clock.advance(1);
  t.true(line(fixture, 'Mean speed').length > 0);
  await fixture.press('ok');
  t.is(pageOn(fixture), 'result');
});

test('[metrics] a scatter shows mean and standard deviation of both figures', async (t) => {
  const fixture = await session([[1.4, 1], [1.6, 2], [1.5, 0]]); // oxfmt-ignore
  await fixture.press('right', 'right');
  // Speeds 1.4, 1.6 and 1.5 m/s: mean 1.5, deviation 0.1, i.e. 3.4 and 0.2 mph. Faces 1, 2 and 0: mean 1, deviation 1.
  t.is(line(fixture, 'Speed against face'), 'Speed against face, Ana: speed 3.4 mph ± 0.2 mph, face +1.0° ± 1.0°');
});

test('[metrics] one putt gives no scatter, and other experiences have none', async (t) => {
  const fixture = await session([[1.4, 1]]);
  await fixture.press('right');
  t.false(fixture.lines().some((each) => each.includes(' against ')));
  t.is(line(fixture, 'Keys'), 'Keys: ← → view 2 of 2 · Back');
});
