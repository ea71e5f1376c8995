// Data of a stroke for the simulator (C44, C57), against values computed by hand.

import test from 'ava';
import { CLUB_SWINGS } from '../../../firmware/simulator/club-swings.ts';
import { shotText } from '../../../firmware/simulator/open-connect.ts';
import { clubShot, isPlausible, puttShot } from '../../../firmware/simulator/shots.ts';
import { fieldsIn, fieldsOf } from '../../support/read-json.ts';

const near = (value: number, wanted: number, by = 0.01): boolean => Math.abs(value - wanted) <= by;

test('[C57] computes ball speed by the ratio and direction as 0.87 of the face angle', (t) => {
  const shot = puttShot({ mps: 2, face: -3, aoa: 1.5, ratio: 1.6 });
  t.true(near(shot.ball_speed_mps, 3.2, 1e-9));
  t.true(near(shot.start_deg, -2.61, 1e-9));
  t.like(shot, {
    of: 'putt',
    launch_deg: 0,
    spin_rpm: 0,
    club_speed_mps: 2,
    attack_deg: 1.5,
    face_deg: -3,
  });
});

test('[C57] starts the ball right with an open face and left with a closed one', (t) => {
  const start = (face: number): number => puttShot({ mps: 1, face, aoa: 0, ratio: 1.6 }).start_deg;
  t.true(start(2) > 0 && start(-2) < 0);
  t.is(start(0), 0);
});

test('[C44] has a full swing with a unique name for each of the 32 slots', (t) => {
  t.is(CLUB_SWINGS.length, 32);
  t.is(new Set(CLUB_SWINGS.map(({ name }) => name)).size, 32);
  for (const { name, club_mph, ball_mph, launch_deg, spin_rpm } of CLUB_SWINGS) {
    // Ball speed is 0.95 to 1.52 of club speed: the more loft, the less.
    t.true(ball_mph / club_mph > 0.95 && ball_mph / club_mph < 1.52, name);
    t.true(ball_mph >= 20 && ball_mph <= 190, name);
    t.true(launch_deg >= 8 && launch_deg <= 40, name);
    t.true(spin_rpm >= 2000 && spin_rpm <= 11_000 && Number.isInteger(spin_rpm), name);
  }
});

test('[C44] orders longer clubs by faster ball and lower launch within each kind', (t) => {
  const kinds = [/-wood$|^Driver$/, /-hybrid$/, /-iron$/, /wedge$/];
  for (const kind of kinds) {
    const swings = CLUB_SWINGS.filter(({ name }) => kind.test(name));
    t.true(swings.length >= 5, String(kind));
    for (const [i, swing] of swings.slice(1).entries()) {
      const longer = swings[i] ?? swing;
      t.true(swing.ball_mph < longer.ball_mph && swing.club_mph < longer.club_mph, `${longer.name}, ${swing.name}`);
      // Excludes the driver, whose ball stands on a tee, and the 2-wood, which lies between driver and 3-wood.
      if (!/^Driver$|^2-wood$/.test(longer.name))
        t.true(swing.launch_deg > longer.launch_deg, `${longer.name}, ${swing.name}`);
    }
  }
});

// Published averages of professional women: ball speed in mph, launch in degrees, spin in rpm.
const PUBLISHED = [
  ['Driver', 140, 13.2, 2611],
  ['3-wood', 132, 11.2, 2704],
  ['5-iron', 112, 14.8, 5081],
  ['7-iron', 104, 19, 6699],
  ['9-iron', 93, 23.9, 7589],
  ['Pitching wedge', 86, 25.6, 8403],
] as const;

test('[C44] matches the published averages and sends them in mph', (t) => {
  for (const [name, ball_mph, launch_deg, spin_rpm] of PUBLISHED) {
    const club = CLUB_SWINGS.findIndex((swing) => swing.name === name);
    const shot = fieldsIn(shotText(clubShot(club), 1));
    const [ball_data, club_data] = [fieldsOf(shot['BallData']), fieldsOf(shot['ClubData'])];
    t.deepEqual([ball_data['Speed'], ball_data['VLA'], ball_data['TotalSpin']], [ball_mph, launch_deg, spin_rpm]);
    t.is(club_data['Speed'], CLUB_SWINGS[club]?.club_mph);
  }
});

test('[C44] hits full swings straight, in m/s internally: 104 mph are 46.49', (t) => {
  const shot = clubShot(19);
  t.like(shot, { of: 'club', name: '7-iron', start_deg: 0, face_deg: 0, attack_deg: 0 });
  t.true(near(shot.ball_speed_mps, 46.492), String(shot.ball_speed_mps));
  t.true(near(shot.club_speed_mps, 33.975), String(shot.club_speed_mps));
});

test('[R132] keeps every table shot and every putt at the limits playable', (t) => {
  for (let club = 0; club < 32; club++) t.true(clubShot(club).ball_speed_mps > 5);
  for (const mps of [0.15, 6])
    for (const ratio of [1.4, 1.8]) {
      t.true(isPlausible({ mps, face: 20, aoa: -15, ratio }));
      t.true(puttShot({ mps, face: 20, aoa: -15, ratio }).ball_speed_mps > 0);
    }
});
