// Monkey test: random keys, touches and strikes never break the device, every page is complete, and the menu is always
// reachable.

import test from 'ava';
import { KEYS } from '../../../hal/keys/keys.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { persistedIn, toMenu } from '../../support/device/play.ts';
import { persistedAreSound } from '../../support/device/valid-persisted.ts';
import { layoutProblems } from '../../support/device/text-boxes.ts';

for (const seed of [1, 2, 3])
  test(`[ui] survives 2000 random keys, touches and strikes, with complete pages: seed ${seed}`, async (t) => {
    const random = createSeededRandom(seed, 'child');
    const fixture = await deviceFixture({ seed });
    const seen = new Set<string>();
    for (let i = 0; i < 2000; i++) {
      const what = random.int(20);
      if (what < 14) fixture.keys.tap(KEYS[random.int(KEYS.length)] ?? 'ok');
      else if (what < 18) fixture.keys.touch(random.int(500) - 10, random.int(340) - 10);
      else if (what < 19)
        fixture.keys.key(KEYS[random.int(KEYS.length)] ?? 'ok', random.int(2) === 0 ? 'press' : 'release');
      else
        fixture.rig?.strike({
          club_speed_mps: 0.5 + 3 * random.float(),
          face_angle_deg: 8 * random.normal(),
          face_rotation_deg_per_in: 0.5,
          attack_angle_deg: 1,
          left_inner_proportion: 0.5,
          right_inner_proportion: 0.5,
        });
      await fixture.clock.advance(random.int(8) === 0 ? 3000 : 5);
      const { list, lines } = fixture.screen.picture();
      seen.add(lines[0] ?? '');
      if (i % 3 === 0) t.deepEqual(layoutProblems(list), [], lines.join(' | '));
      t.true(lines.filter((line) => line.startsWith('> ')).length <= 1, lines.join(' | '));
      if (i % 200 === 199) await toMenu(fixture);
    }
    for (const key of KEYS) fixture.keys.key(key, 'release');
    await toMenu(fixture);
    t.true(seen.size > 10, [...seen].join(' | '));
    t.is(persistedAreSound((await persistedIn(fixture.flash)).persisted), '');
    t.deepEqual(
      fixture.log.lines().filter(({ level }) => level === 'error'),
      [],
    );
    // The last stroke needs time to finish: its head passes the gates for seconds.
    await fixture.clock.advance(10_000);
    await fixture.stop();
    t.is(fixture.clock.pending(), 0);
  });
