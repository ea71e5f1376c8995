// Practice green: a strike at the menu starts it, and nothing is scored.

import test from 'ava';
import { PRACTICE_FT } from '../../firmware/experiences/practice.ts';
import { deviceFixture } from '../support/device/device-fixture.ts';
import { choose, flashWith, pageOn, persistedIn, players } from '../support/device/play.ts';

test('[C65] a strike at the menu rolls the ball on the practice green, and the verdict stays', async (t) => {
  const fixture = await deviceFixture();
  await fixture.strike({ club_speed_mps: 0.8, face_angle_deg: 0 });
  t.is(pageOn(fixture), 'playing');
  t.is(fixture.lines()[0], 'Practice green');
  await fixture.untilAtRest();
  // 1.28 m/s rolls 2.95 ft on a green of stimp 10, and the hole is at 8 ft.
  t.true(
    fixture.lines().some((line) => line.startsWith('Verdict: Short, leaves 5')),
    fixture.lines().join(' | '),
  );
  await fixture.clock.advance(60_000);
  t.true(fixture.lines().some((line) => line.startsWith('Verdict: Short')));
  await fixture.press('back');
  t.is(pageOn(fixture), 'menu');
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual(persisted.exp.gen, 0, 'nothing is chosen or published');
  t.like(persisted.putts.kept[0], { experience: 'practice', player_id: 1, target_ft: 8, verdict: 'short' });
});

test('[C65] left and right change the distance for one player, and the player for several', async (t) => {
  const alone = await deviceFixture();
  await alone.strike({ club_speed_mps: 1 });
  await alone.clock.advance(20_000);
  const targets = [];
  for (const key of ['left', 'left', 'left', ...PRACTICE_FT.map(() => 'right' as const)] as const) {
    await alone.press(key);
    targets.push(alone.lines().find((line) => line.startsWith('Target')));
  }
  t.deepEqual(targets.slice(0, 4), ['Target: 5 ft', 'Target: 3 ft', 'Target: 3 ft', 'Target: 5 ft']);
  t.is(targets.at(-1), 'Target: 40 ft');
  const two = await deviceFixture({ flash: await flashWith({ players: players('Ana', 'Bo') }) });
  await two.strike({ club_speed_mps: 1 });
  await two.clock.advance(20_000);
  await two.press('right');
  t.true(
    two.lines().some((line) => line.startsWith('Bo: 0 putts, to putt')),
    two.lines().join(' | '),
  );
});

test('[C65] a strike on another page without play does not open the practice green', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Settings');
  await fixture.strike({ club_speed_mps: 1 });
  t.is(pageOn(fixture), 'settings');
  t.true(fixture.lines().includes('Note: Strike ignored: no experience is open.'));
});
