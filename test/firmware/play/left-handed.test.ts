// Left-handed players: open and closed, heel and toe are mirrored for display; the path of the ball is not.

import test from 'ava';
import { puttOf } from '../../../firmware/experiences/putt.ts';
import type { Persisted } from '../../../firmware/persisted/persisted.ts';
import { shotOfPutt } from '../../../firmware/forwarding/offers.ts';
import { roundMachine } from '../../../firmware/play/round.machine.ts';
import { visitMachine } from '../../../firmware/play/visit.machine.ts';
import { assert } from '../../../wire/errors.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { sharedPlay } from '../../support/device/course.ts';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';
import { itemAt } from '../../support/items.ts';
import { choose, persistedIn, flashWith } from '../../support/device/play.ts';
import { strikeWith } from '../../support/device/putts.ts';
import { fieldsOf } from '../../support/read-json.ts';
import { recordedActor } from '../../support/device/recorded-actor.ts';
import { bo, sessionOf } from '../../support/device/round-actor.ts';
import { someRound } from '../../support/device/some-round.ts';
import { persistedWith } from '../../support/device/views.ts';

const STRIKE = strikeWith({
  face_angle_deg: 2,
  face_rotation_deg_per_in: 0.4,
  left_inner_proportion: 0.3,
  right_inner_proportion: 0.7,
});

function persistedOf(hand: 'right' | 'left', name = 'A'): Persisted {
  const persisted = persistedWith(1, name, 'imperial');
  return { ...persisted, players: persisted.players.map((player) => ({ ...player, hand })) };
}

const puttBy = (hand: 'right' | 'left') => {
  const persisted = persistedOf(hand);
  return puttOf(STRIKE, itemAt(persisted.players, 0), persisted.settings, { target_ft: 10 });
};

test('[C109] mirrors the readings of a left-handed player, but not the path of the ball', (t) => {
  const [right, left] = [puttBy('right'), puttBy('left')];
  t.deepEqual(right.player_strike, {
    face_angle_deg: 2,
    face_rotation_deg_per_in: 0.4,
    heel_inner_proportion: 0.3,
    toe_inner_proportion: 0.7,
  });
  t.deepEqual(left.player_strike, {
    face_angle_deg: -2,
    face_rotation_deg_per_in: -0.4,
    heel_inner_proportion: 0.7,
    toe_inner_proportion: 0.3,
  });
  t.true(left.outcome.y_m > 0, 'to the right');
  t.deepEqual(left.outcome, right.outcome);
});

test('[C109] forwards a shot as the sensor measured it regardless of the player’s hand', (t) => {
  const [right, left] = (['right', 'left'] as const).map((hand) => shotOfPutt('lag', puttBy(hand), persistedOf(hand)));
  t.like(left, { shot: { face_angle_deg: 2, left_inner_proportion: 0.3, right_inner_proportion: 0.7 } });
  t.deepEqual(left, right);
});

const leftHanded = async (): Promise<DeviceFixture> =>
  deviceFixture({
    flash: await flashWith({ players: { next_id: 2, players: [{ id: 1, name: 'Lea', hand: 'left' }] } }),
  });
const STROKE = { face_angle_deg: 2, face_rotation_deg_per_in: 0.4, left_inner_proportion: 0.3, right_inner_proportion: 0.7 }; // oxfmt-ignore

test('[C109] shows closed, heel and toe from the player’s side on the Metrics only page', async (t) => {
  const fixture = await leftHanded();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  await fixture.strike(STROKE);
  await fixture.untilAtRest();
  const text = fixture.lines().join('\n');
  for (const line of [
    /^Face closed: −2\.0 °$/m,
    /^Rotation: −0\.40 °\/in$/m,
    /^Heel side: 70 %$/m,
    /^Toe side: 30 %$/m,
  ])
    t.regex(text, line);
});

test('[C109] judges open and closed from the player’s side in a face drill', async (t) => {
  const fixture = await leftHanded();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Face angle');
  await choose(fixture, 'Start');
  await fixture.strike({ ...STROKE, face_angle_deg: 1.8 });
  await fixture.untilAtRest();
  t.regex(fixture.lines().join('\n'), /Verdict: −1\.8° closed: 1 point/);
});

test('[C109] stores the hand that a player chooses on their page', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Players');
  await choose(fixture, 'Player 1');
  const row = (): string => fixture.lines().find((line) => line.includes('Plays')) ?? '';
  t.regex(row(), /right-handed/);
  await choose(fixture, 'Plays');
  t.regex(row(), /left-handed/);
  await fixture.clock.advance(5000);
  t.is((await persistedIn(fixture.flash)).persisted.players[0]?.hand, 'left');
  await fixture.press('left');
  t.regex(row(), /right-handed/);
});

test('[C109] shows a host’s face from the player’s side and publishes the sensor’s value', (t) => {
  for (const [hand, face] of [
    ['right', 2],
    ['left', -2],
  ] as const) {
    const roster = sessionOf([bo]);
    const actor = recordedActor(roundMachine, {
      persisted: persistedOf(hand),
      state: sharedPlay([bo]),
      hosted: true,
      roster,
    });
    actor.send({ type: 'sensor.strike', strike: STRIKE });
    const { roll, state } = actor.context();
    t.is(roll?.face, face);
    t.is(state.round.shot?.face, 2);
    assert(roll, 'a roll');
    t.true(roll.outcome.y_m > 0, 'to the right');
  }
});

test('[C109] mirrors only a guest’s own putts on its screen and sends the sensor’s value', (t) => {
  const label = 'Brave Otter';
  const round = someRound({ ph: 'play', turn: 1 });
  const actor = recordedActor(visitMachine, { game: 'stroke', persisted: persistedOf('left', 'Bob'), label, round });
  actor.send({ type: 'sensor.strike', strike: STRIKE });
  const sent = actor.news().find(({ type }) => type === 'guest.input');
  t.is(fieldsOf(fieldsOf(sent?.['input'])['putt'])['face'], 2);
  const shot: NonNullable<Round['shot']> = {
    seq: 1,
    p: 1,
    hole: 1,
    mps: 1.5,
    face: 2,
    aoa: 1,
    ratio: 1.6,
    v: '',
    holed: false,
    x: 9,
    y: 0.3,
    rem: 0,
  };
  for (const [p, face] of [
    [1, -2],
    [0, 2],
  ] as const) {
    actor.send({
      type: 'visit.round',
      round: { ...round, turn: p, shot: { ...shot, seq: p + 5, p } },
      at_ms: 0,
      label,
    });
    t.is(actor.context().roll?.face, face, `seat ${p}`);
  }
  const unknown = recordedActor(visitMachine, {
    game: 'stroke',
    persisted: persistedOf('left', 'Bob'),
    label: '',
    round,
  });
  unknown.send({ type: 'visit.round', round: { ...round, turn: 0, shot: { ...shot, p: 0 } }, at_ms: 0, label: '' });
  t.is(unknown.context().roll?.face, 2, 'no seat is ours');
});
