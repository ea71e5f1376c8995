// The calibration page on the device, driven by keys and putter: disabled rows, stored values, and values that
// survive a restart.

import test from 'ava';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';
import { choose, persistedIn, flashWith, pageOn, players, reboot, toMenu } from '../../support/device/play.ts';

const rowOn = (fixture: DeviceFixture, label: string): string =>
  fixture
    .lines()
    .find((line) => line.replace('> ', '').startsWith(label))
    ?.replace('> ', '') ?? '';

async function atThePage(flash = flashWith({ players: players('Ana', 'Bo') })): Promise<DeviceFixture> {
  const fixture = await deviceFixture({ flash: await flash });
  await choose(fixture, 'Settings');
  await choose(fixture, 'Distance calibration');
  return fixture;
}

const DIGITS = '0123456789.';

/** Types a distance on its page, digit by digit. */
async function measure(fixture: DeviceFixture, typed: string): Promise<void> {
  await choose(fixture, 'Measured distance');
  fixture.keys.text('\b'.repeat(6));
  for (const [place, digit] of Array.from(typed).entries()) {
    const shows = (): boolean => fixture.lines().includes(`> Letter ${place + 1}: ${digit}`);
    for (let turns = 0; turns <= DIGITS.length && !shows(); turns++) await fixture.press('down');
    if (!shows()) throw new Error(`${digit} can not be typed: ${fixture.lines().join(' | ')}`);
    await fixture.press('right');
  }
  await fixture.press('ok');
}

test('[R135] both adjustments need a measurement, and each putt clears it', async (t) => {
  const fixture = await atThePage();
  t.is(rowOn(fixture, 'Measured distance'), 'Measured distance: not yet');
  await choose(fixture, 'Measured distance');
  t.is(pageOn(fixture), 'calibration');
  t.true(fixture.lines().includes('Note: Hit a putt first, then measure its roll.'));
  await choose(fixture, 'Adjust X factor');
  t.true(fixture.lines().includes('Note: Hit a putt and enter its measured distance first.'));
  // A club speed of 1.5625 m/s gives a ball speed of 2.5 m/s, which rolls 11.24 ft on stimp 10.
  await fixture.strike({ club_speed_mps: 1.5625 });
  t.true(fixture.lines().includes('Predicted 11.2 ft'));
  t.is(rowOn(fixture, 'Adjust X factor'), 'Adjust X factor: 1.00, measure first');
  await measure(fixture, '12.4');
  t.is(pageOn(fixture), 'calibration');
  t.is(rowOn(fixture, 'Adjust X factor'), 'Adjust X factor: 1.00 → 1.10');
  t.is(rowOn(fixture, 'Adjust impact ratio'), 'Adjust impact ratio: 1.60 → 1.68');
  await fixture.strike({ club_speed_mps: 1.25 });
  t.is(rowOn(fixture, 'Measured distance'), 'Measured distance: not yet');
  t.is(rowOn(fixture, 'Adjust impact ratio'), 'Adjust impact ratio: 1.60, measure first');
  await choose(fixture, 'Adjust impact ratio');
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual(
    [persisted.settings.x_factor, persisted.players[0]?.impact_ratio, persisted.calibrations.length],
    [1, 1.6, 0],
  );
});

test('[R138] adjusts, stores and shows the X factor for all players, uses it for the next putt, and undoes it', async (t) => {
  const fixture = await atThePage();
  await fixture.strike({ club_speed_mps: 1.5625 });
  await measure(fixture, '12.4');
  await choose(fixture, 'Adjust X factor');
  t.true(fixture.lines().includes('Predicted 12.4 ft'));
  t.is(rowOn(fixture, 'Adjust X factor'), 'Adjust X factor: 1.10 → 1.10');
  const again = await reboot(fixture);
  await choose(again, 'Settings');
  t.is(rowOn(again, 'Distance calibration'), 'Distance calibration: X 1.10');
  await choose(again, 'Distance calibration');
  await again.strike({ club_speed_mps: 1.5625 });
  t.true(again.lines().includes('Predicted 12.4 ft'));
  await choose(again, 'History');
  t.is(rowOn(again, 'Undo'), 'Undo: X factor: 1.00 → 1.10');
  await again.press('ok');
  t.true(again.lines().includes('No calibrations yet.'));
  const { persisted } = await persistedIn(again.flash);
  t.is(persisted.settings.x_factor, 1);
});

test('[R138] adjusts the ratio of the chosen player only', async (t) => {
  const fixture = await atThePage();
  await fixture.strike({ club_speed_mps: 1.5625 });
  await choose(fixture, 'Player', 'right');
  t.is(rowOn(fixture, 'Player'), 'Player: Bo');
  t.true(fixture.lines().includes('Hit a putt on a flat green'), 'Bo has no putt yet');
  await fixture.strike({ club_speed_mps: 1.5625 });
  await measure(fixture, '12.4');
  await choose(fixture, 'Adjust impact ratio');
  const { persisted } = await persistedIn(fixture.flash);
  const [ana, bo] = persisted.players;
  t.is(ana?.impact_ratio, 1.6);
  t.true(Math.abs((bo?.impact_ratio ?? 0) - 1.6 * Math.sqrt(12.4 / 11.24)) < 0.001);
  await choose(fixture, 'History');
  t.is(rowOn(fixture, 'Undo'), 'Undo: ratio of Bo: 1.60 → 1.68');
});

test('[R136] [R139] refuses a measurement or correction out of range with a message, unchanged', async (t) => {
  const fixture = await atThePage();
  await fixture.strike({ club_speed_mps: 1.5625 });
  await measure(fixture, '300.1');
  t.is(pageOn(fixture), 'measuring');
  t.true(fixture.lines().includes('Note: Enter 0.1 to 300 feet in up to 6 characters.'));
  await fixture.press('back');
  await measure(fixture, '20');
  await choose(fixture, 'Adjust impact ratio');
  t.true(fixture.lines().some((line) => line.startsWith('Note: The impact ratio would need 2.13, but the maximum is 1.80. Adjust the X factor to 1.78 instead.'))); // oxfmt-ignore
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual(
    [persisted.settings.x_factor, persisted.players[0]?.impact_ratio, persisted.calibrations.length],
    [1, 1.6, 0],
  );
});

test('[C92] a measured distance defaults to the prediction; keys change it and typed text replaces it', async (t) => {
  const fixture = await atThePage();
  await fixture.strike({ club_speed_mps: 1.5625 });
  t.true(fixture.lines().includes('Predicted 11.2 ft'));
  await choose(fixture, 'Measured distance');
  t.true(fixture.lines().includes('Distance: 11.2'), fixture.lines().join(' | '));
  await fixture.press('down', 'ok');
  t.is(rowOn(fixture, 'Measured distance'), 'Measured distance: 11.3 ft');
  await choose(fixture, 'Measured distance');
  for (const key of '12,5') fixture.keys.text(key);
  await fixture.press('ok');
  t.is(rowOn(fixture, 'Measured distance'), 'Measured distance: 12.5 ft');
});

test('[C139] in metric units the page proposes, accepts, refuses and shows distances in metres', async (t) => {
  const fixture = await atThePage(flashWith({ players: players('Ana'), settings: { units: 'metric' } }));
  await fixture.strike({ club_speed_mps: 1.5625 });
  t.true(fixture.lines().includes('Predicted 3.43 m'), fixture.lines().join(' | '));
  await choose(fixture, 'Measured distance');
  t.true(fixture.lines().includes('Measured distance, metres'), fixture.lines().join(' | '));
  t.true(fixture.lines().includes('Distance: 3.43'));
  fixture.keys.text('91,45');
  await fixture.press('ok');
  t.is(pageOn(fixture), 'measuring');
  t.true(fixture.lines().includes('Note: Enter 0.04 to 91.44 metres in up to 6 characters.'));
  fixture.keys.text('\b'.repeat(5));
  fixture.keys.text('3,78');
  await fixture.press('ok');
  t.false(fixture.lines().some((line) => line.startsWith('Note:')));
  t.is(rowOn(fixture, 'Measured distance'), 'Measured distance: 3.78 m');
  t.is(rowOn(fixture, 'Adjust X factor'), 'Adjust X factor: 1.00 → 1.10');
  await choose(fixture, 'Adjust X factor');
  const { persisted } = await persistedIn(fixture.flash);
  t.true(Math.abs((persisted.calibrations[0]?.measured_ft ?? 0) - 3.78 / 0.3048) < 1e-9, 'stored in feet');
});

test('[R136] a valid distance clears the note about one out of range', async (t) => {
  const fixture = await atThePage();
  await fixture.strike({ club_speed_mps: 1.5625 });
  await measure(fixture, '300.1');
  await fixture.press('left', 'up', 'ok');
  t.is(pageOn(fixture), 'calibration', fixture.lines().join(' | '));
  t.false(fixture.lines().some((line) => line.startsWith('Note:'))); // oxfmt-ignore
});

test('[R135] a putt made while its distance is typed is the next one', async (t) => {
  const fixture = await atThePage();
  await fixture.strike({ club_speed_mps: 1.5625 });
  await choose(fixture, 'Measured distance');
  await fixture.strike({ club_speed_mps: 1.25 });
  t.is(pageOn(fixture), 'calibration');
  // A ball speed of 2.0 m/s rolls 7.19 ft.
  t.true(fixture.lines().includes('Predicted 7.2 ft'));
  t.is(rowOn(fixture, 'Measured distance'), 'Measured distance: not yet');
});

test('[R137] stored values out of range become defaults, and an invalid history is dropped', async (t) => {
  const entry = { of: 'x_factor', player_id: null, before: 1, after: 1.1, predicted_ft: 10, measured_ft: 11 };
  const flash = await flashWith({
    settings: { x_factor: 2.0001 },
    players: { next_id: 2, players: [{ id: 1, name: 'Ana', impact_ratio: 1.3999 }] },
    calibrations: {
      calibrations: [entry, { ...entry, after: 2.1 }, { ...entry, of: 'luck' }, { ...entry, measured_ft: 301 }, 7],
    },
  });
  const { persisted } = await persistedIn(flash);
  t.deepEqual([persisted.settings.x_factor, persisted.players[0]?.impact_ratio], [1, 1.6]);
  t.deepEqual(persisted.calibrations as readonly unknown[], [entry]);
});

test('[R138] removing a player also removes the putt and its measurement', async (t) => {
  const fixture = await atThePage();
  await choose(fixture, 'Player', 'right');
  await fixture.strike({ club_speed_mps: 1.5625 });
  await measure(fixture, '12.4');
  await toMenu(fixture);
  await choose(fixture, 'Players');
  await choose(fixture, 'Bo');
  await choose(fixture, 'Remove this player');
  await toMenu(fixture);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Distance calibration');
  t.true(fixture.lines().includes('Hit a putt on a flat green'), fixture.lines().join(' | '));
  t.is(rowOn(fixture, 'Adjust impact ratio'), 'Adjust impact ratio: 1.60, measure first');
});

test('[R138] ignores a correction without effect; forgetting one keeps a ratio set by hand since', async (t) => {
  const fixture = await atThePage();
  await fixture.strike({ club_speed_mps: 1.5625 });
  await measure(fixture, '12.4');
  await choose(fixture, 'Adjust impact ratio');
  await fixture.press('ok');
  t.true(fixture.lines().includes('Note: The prediction already matches.'));
  await toMenu(fixture);
  await choose(fixture, 'Players');
  await choose(fixture, 'Ana');
  await choose(fixture, 'Impact ratio', 'right', 'right');
  const by_hand = (await persistedIn(fixture.flash)).persisted.players[0]?.impact_ratio;
  await toMenu(fixture);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Distance calibration');
  await choose(fixture, 'History');
  t.is(rowOn(fixture, 'Forget'), 'Forget: ratio of Ana: 1.60 → 1.68');
  await fixture.press('ok');
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual([persisted.players[0]?.impact_ratio, persisted.calibrations.length], [by_hand, 0]);
});

test('[C180] calibration refuses a putt on a sloped green', async (t) => {
  const fixture = await atThePage(flashWith({ players: players('Ana'), green: { slope: { side_percent: 1 } } }));
  await fixture.strike({ club_speed_mps: 1.5625 });
  t.true(fixture.lines().includes('Note: This green slopes: calibrate on a flat one.'), fixture.lines().join(' | '));
  t.is(rowOn(fixture, 'Measured distance'), 'Measured distance: not yet');
  t.true(fixture.lines().includes('Hit a putt on a flat green'));
});
