// Tests of the roll distance: the front panel's scale before a putt against the device's result.

import test from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { choose, flashWith } from '../../support/device/play.ts';

test('[pad] makes a putt at the speed that the scale gives for the called distance', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  t.is(fixture.rollScale(), null, 'at the menu no putt is due');
  await choose(fixture, 'Make distance');
  await choose(fixture, 'Start');
  for (let putt = 1; putt <= 3; putt++) {
    const called_ft = Number(/^To make: (\d+) ft$/m.exec(fixture.lines().join('\n'))?.[1]);
    const { at_1_mps, unit } = assertDefined(fixture.rollScale(), 'putt that is due');
    t.is(unit, 'ft');
    await fixture.strike({ club_speed_mps: Math.sqrt(called_ft / at_1_mps) });
    await fixture.untilAtRest();
    t.true(
      fixture.lines().some((line) => /^Verdict: (?!.*(short|long))/.test(line)),
      fixture.lines().join('\n'),
    );
    await fixture.clock.advance(15_000);
  }
  t.true(fixture.lines().includes('Player 1: 3 hits'), fixture.lines().join('\n'));
});

test('[pad] gives the scale in metres if units are metric, at 0.3048 m per foot', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  await fixture.press('ok', 'ok');
  const feet = assertDefined(fixture.rollScale(), 'putt that is due');
  await fixture.press('back', 'back', 'back', 'up', 'up', 'ok', 'down', 'right', 'back', 'down', 'down', 'ok', 'ok');
  const metres = assertDefined(fixture.rollScale(), 'putt that is due');
  t.is(metres.unit, 'm');
  t.true(Math.abs(metres.at_1_mps / feet.at_1_mps - 0.3048) < 1e-9);
});

test('[C109] tells the pad the putting hand of the player on turn', async (t) => {
  const players = [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'Lea', hand: 'left' },
  ];
  const fixture = await deviceFixture({ flash: await flashWith({ players: { next_id: 3, players } }) });
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Make distance');
  await choose(fixture, 'Start');
  t.is(fixture.rollScale()?.hand, 'right');
  await fixture.strike({});
  await fixture.clock.advance(15_000);
  t.is(fixture.rollScale()?.hand, 'left');
});

test('[C109] [R83] gives the player’s hand in a round, even if two players share a name', async (t) => {
  const players = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Ann', hand: 'left' },
  ];
  const fixture = await deviceFixture({ flash: await flashWith({ players: { next_id: 3, players } }) });
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Stroke play');
  await choose(fixture, 'Start');
  await fixture.press('ok');
  t.is(fixture.rollScale()?.hand, 'right');
  await fixture.strike({ club_speed_mps: 0.5 });
  await fixture.clock.advance(15_000);
  t.is(fixture.rollScale()?.hand, 'left', fixture.lines().join('\n'));
});

test('[pad] reports in the scale whether a ball rolls', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  t.false(assertDefined(fixture.rollScale(), 'putt that is due').rolling);
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0 });
  t.true(assertDefined(fixture.rollScale(), 'putt that rolls').rolling);
  await fixture.untilAtRest();
  await fixture.clock.advance(15_000);
  t.false(assertDefined(fixture.rollScale(), 'the next putt').rolling);
});

test('[lag] draws the points of a putt beside its verdict, and nothing for none', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  const gains = (): readonly string[] =>
    fixture.screen
      .picture()
      .list.flatMap((item) => (item.kind === 'text' && item.text.startsWith('+') ? [item.text] : []));
  const text = (): string => fixture.lines().join('\n');
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0, face_angle_deg: 1.5 });
  await fixture.untilAtRest();
  t.regex(text(), /Verdict: (?!Holed)/);
  t.regex(text(), /: [1-3] pts?/);
  const [, points] = /: ([1-3]) pts?/.exec(text()) ?? [];
  t.deepEqual(gains(), [`+${points}`], text());
  await fixture.clock.advance(15_000);
  await fixture.strike({ club_speed_mps: (fixture.wanted_speed_mps() ?? 0) / 2 });
  await fixture.untilAtRest();
  t.regex(text(), /Verdict: Short/);
  t.deepEqual(gains(), [], text());
});
