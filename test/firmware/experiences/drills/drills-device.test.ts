// The drills on a whole device: started and finished by keys and putts, kept through a restart, with their result and their trend.

import test from 'ava';
import { choose, factsIn, flashWith, pageOn, players, reboot, toMenu } from '../../../support/play.ts';
import { deskWith, type Desk } from '../../../support/desk.ts';

const NAMES = {
  distance: 'Make distance',
  arc: 'Arc strength',
  rotation: 'Face rotation',
  face: 'Face angle',
} as const;
const cfg = { distance: { shots: 3 }, arc: { shots: 3 }, rotation: { shots: 3 }, face: { shots: 3 } };
const begin = async (desk: Desk, name: string): Promise<void> => {
  await toMenu(desk);
  await choose(desk, name);
  await choose(desk, 'Start');
};
const says = (desk: Desk, text: string): boolean => desk.lines().some((line) => line.includes(text));

for (const [game, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][])
  test(`[C24] ${name}: two players from the menu to the result, and the trend keeps it`, async (t) => {
    const desk = await deskWith({ flash: await flashWith({ cfg, players: players('Ana', 'Bo') }) });
    await begin(desk, name);
    for (let putts = 0; putts < 6; putts++) {
      t.is(pageOn(desk), 'playing');
      t.true(says(desk, putts % 2 === 0 ? 'Ana: ' : 'Bo: '));
      await desk.strike({
        club_speed_mps: 1.2 + 0.1 * putts,
        face_angle_deg: 0.3 * putts,
        face_rotation_deg_per_in: 0.2 * putts,
      });
      await desk.press('ok');
    }
    t.is(pageOn(desk), 'result');
    t.true(says(desk, `${name}: result`));
    await desk.press('ok');
    await choose(desk, 'Trend');
    t.true(says(desk, 'Trend of Ana: ') && says(desk, 'Trend of Bo: '));
    const { facts } = await factsIn(desk.flash);
    t.deepEqual(
      facts.trends[game].map(({ player_id }) => player_id),
      [1, 2],
    );
    t.is(facts.sets[game], null);
    t.deepEqual(desk.complaints(), []);
  });

for (const [game, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][])
  test(`[C25] ${name}: a set goes on after a restart exactly where it was`, async (t) => {
    const first = await deskWith({ flash: await flashWith({ cfg }) });
    await begin(first, name);
    await first.strike({ face_angle_deg: 0.4, face_rotation_deg_per_in: 0.5 });
    const kept = (await factsIn(first.flash)).facts.sets[game];
    t.truthy(kept);
    const desk = await reboot(first);
    await choose(desk, name);
    t.true(says(desk, 'Go on: Putt 2 of 3'));
    await desk.press('ok');
    t.deepEqual((await factsIn(desk.flash)).facts.sets[game], kept);
    t.true(says(desk, 'Putt 2 of 3'));
  });

test('[C96] Make distance shows what is called, where the ball stopped, and what comes next', async (t) => {
  const desk = await deskWith({ flash: await flashWith({ cfg: { distance: { shots: 2, manual: 1, target: 20 } } }) });
  await begin(desk, 'Make distance');
  t.true(says(desk, 'To make: 20 ft'));
  t.is(desk.wanted_speed_mps()?.toFixed(3), (3.335 / 1.6).toFixed(3), 'the speed that rolls 20 ft at stimp 10');
  await desk.strike({ club_speed_mps: 3.335 / 1.6, face_angle_deg: 0 });
  t.true(
    desk.lines().some((line) => /Verdict: Hit: (right there|0\.\d % (long|short))/.test(line)),
    desk.lines().join('|'),
  );
  t.true(says(desk, 'Next: 20 ft'));
});

test('[C24] Swing path and lie: the page says that this sensor can not see it, and leads back', async (t) => {
  const desk = await deskWith();
  await choose(desk, 'Swing path and lie');
  t.true(says(desk, 'This sensor can not see that'));
  await desk.strike({});
  t.true(says(desk, 'no experience is open'));
  await desk.press('ok');
  t.is(pageOn(desk), 'menu');
  t.is((await factsIn(desk.flash)).facts.exp.gen, 0, 'nothing was chosen');
});
