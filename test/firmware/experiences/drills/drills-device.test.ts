// The drills on a whole device: started and finished by keys and putts, kept across a restart, with their result and
// trend.

import test from 'ava';
import { choose, persistedIn, flashWith, pageOn, players, reboot, toMenu } from '../../../support/device/play.ts';
import { deviceFixture, type DeviceFixture } from '../../../support/device/device-fixture.ts';
import { keysOf } from '../../../../wire/keys-of.ts';

const NAMES = {
  distance: 'Make distance',
  arc: 'Arc strength',
  rotation: 'Face rotation',
  face: 'Face angle',
} as const;
const cfg = { distance: { shots: 3 }, arc: { shots: 3 }, rotation: { shots: 3 }, face: { shots: 3 } };
const begin = async (fixture: DeviceFixture, name: string): Promise<void> => {
  await toMenu(fixture);
  await choose(fixture, name);
  await choose(fixture, 'Start');
};
const shows = (fixture: DeviceFixture, text: string): boolean => fixture.lines().some((line) => line.includes(text));

for (const [game, name] of keysOf(NAMES).map((game) => [game, NAMES[game]] as const))
  test(`[C24] ${name}: two players go from the menu to the result, and the trend keeps it`, async (t) => {
    const fixture = await deviceFixture({ flash: await flashWith({ cfg, players: players('Ana', 'Bo') }) });
    await begin(fixture, name);
    for (let putts = 0; putts < 6; putts++) {
      t.is(pageOn(fixture), 'playing');
      t.true(shows(fixture, putts % 2 === 0 ? 'Ana: ' : 'Bo: '));
      await fixture.strike({
        club_speed_mps: 1.2 + 0.1 * putts,
        face_angle_deg: 0.3 * putts,
        face_rotation_deg_per_in: 0.2 * putts,
      });
      await fixture.press('ok');
    }
    t.is(pageOn(fixture), 'result');
    t.true(shows(fixture, `${name}: result`));
    await fixture.press('back');
    await choose(fixture, 'Trend');
    t.true(shows(fixture, 'Trend of Ana: ') && shows(fixture, 'Trend of Bo: '));
    const { persisted } = await persistedIn(fixture.flash);
    t.deepEqual(
      persisted.trends[game].map(({ player_id }) => player_id),
      [1, 2],
    );
    t.is(persisted.sets[game], null);
    t.deepEqual(fixture.complaints(), []);
  });

for (const [game, name] of keysOf(NAMES).map((game) => [game, NAMES[game]] as const))
  test(`[C25] ${name}: a set resumes after a restart exactly where it was`, async (t) => {
    const first = await deviceFixture({ flash: await flashWith({ cfg }) });
    await begin(first, name);
    await first.strike({ face_angle_deg: 0.4, face_rotation_deg_per_in: 0.5 });
    const kept = (await persistedIn(first.flash)).persisted.sets[game];
    t.truthy(kept);
    const fixture = await reboot(first);
    await choose(fixture, name);
    t.true(shows(fixture, 'Go on: Putt 2 of 3'));
    await fixture.press('ok');
    t.deepEqual((await persistedIn(fixture.flash)).persisted.sets[game], kept);
    t.true(shows(fixture, 'Putt 2 of 3'));
  });

test('[C96] Make distance shows the called distance, where the ball stopped, and the next call', async (t) => {
  const fixture = await deviceFixture({
    flash: await flashWith({ cfg: { distance: { shots: 2, manual: 1, target: 20 } } }),
  });
  await begin(fixture, 'Make distance');
  t.true(shows(fixture, 'To make: 20 ft'));
  t.is(fixture.wanted_speed_mps()?.toFixed(3), (3.335 / 1.6).toFixed(3), 'the speed that rolls 20 ft at stimp 10');
  await fixture.strike({ club_speed_mps: 3.335 / 1.6, face_angle_deg: 0 });
  t.true(shows(fixture, 'Player 1: 0 hits'), 'no verdict while the ball rolls');
  t.false(fixture.lines().some((line) => line.startsWith('Verdict')));
  await fixture.untilAtRest();
  t.true(shows(fixture, 'Player 1: 1 hit'));
  t.true(
    fixture.lines().some((line) => /Verdict: Hit: (spot on|0\.\d % (long|short))/.test(line)),
    fixture.lines().join('|'),
  );
  t.true(shows(fixture, 'Next: 20 ft'));
});

test('[C24] Swing path and lie: the page says that this sensor cannot see it, and leads back', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Swing path and lie');
  t.true(shows(fixture, 'Not supported by this sensor'));
  await fixture.strike({});
  t.true(shows(fixture, 'no experience is open'));
  await fixture.press('ok');
  t.is(pageOn(fixture), 'menu');
  t.is((await persistedIn(fixture.flash)).persisted.exp.gen, 0, 'no experience chosen');
});
