// A host at its simulator with guests, end to end: the effect of each input (R147), and inputs that never reach the
// simulator (R148).

import test from 'ava';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { SeatedDevice } from '../../support/device/session-fixture.ts';
import { tappedBy } from '../../support/simulator/simulator-fixture.ts';
import { simulatorTable, toMenu } from '../../support/simulator/simulator-table.ts';
import { exactly, itemAt } from '../../support/items.ts';

/** Longest roll of a putt of this size, in virtual time. */
const ROLLED_MS = 20_000;

const inputsIn = (requests: readonly { readonly route: string }[]): number =>
  requests.filter(({ route }) => route === 'input').length;

test('[R147] carries out inputs of two guests and the host once, in order', async (t) => {
  const { fixture, host, guests, received } = await simulatorTable({ guests: 2 });
  const [bo, cy] = exactly(2, guests);
  await bo.press('right', 'right', 'right');
  await host.press('left');
  await fixture.clock.advance(1000);
  await cy.choose('Full swing');
  await fixture.clock.advance(1000);
  await bo.strike({ club_speed_mps: 1 });
  await cy.choose('Reset the aim');
  await bo.choose('Mulligan');
  await fixture.clock.advance(1000);
  const before = ['aim_right', 'aim_right', 'aim_right', 'aim_left', '140.0 mph', '3.6 mph', 'reset_aim', 'mulligan'];
  t.deepEqual(received, before);

  await bo.choose('Repeat aim and shot');
  await fixture.clock.advance(ROLLED_MS);
  const repeated = [...before, 'aim_right', 'aim_right', '3.6 mph'];
  t.deepEqual(received, repeated, 'three right and one left make two right');
  await cy.choose('Repeat the aim');
  await fixture.clock.advance(1000);
  t.deepEqual(received, [...repeated, 'aim_right', 'aim_right']);
});

/** Creates a minimal reference model of a table. */
function ledger() {
  const received: string[] = [];
  let aim: number | null = null;
  let aiming = false;
  let shot: string | null = null;
  const tap = (steps: number): void => {
    for (let i = 0; i < Math.abs(steps); i++) received.push(steps < 0 ? 'aim_left' : 'aim_right');
  };
  const other = (...what: readonly string[]): void => {
    aiming = false;
    received.push(...what);
  };
  return {
    received,
    aim(steps: number) {
      aim = aiming ? (aim ?? 0) + steps : steps;
      aiming = true;
      tap(steps);
    },
    shot(text: string) {
      shot = text;
      other(text);
    },
    other,
    /** Does nothing if refused. */
    repeat() {
      if (shot === null) return;
      tap(aim ?? 0);
      other(shot);
    },
    repeatAim() {
      if (aim === null) return;
      tap(aim);
      other();
    },
  };
}

for (const seed of [1, 2, 3])
  test(`[R147] carries out any 40 inputs of three devices as the rule says: seed ${seed}`, async (t) => {
    const { fixture, host, guests, received } = await simulatorTable({ guests: 2 });
    const random = createSeededRandom(seed, 'inputs');
    const wanted = ledger();
    for (let i = 0; i < 40; i++) {
      const device = itemAt([host, ...guests], random.int(3));
      const what = random.int(10);
      if (what < 4) {
        const steps = random.int(2) === 0 ? -1 : 1;
        await focus(device, 'Aim');
        await device.press(steps < 0 ? 'left' : 'right');
        wanted.aim(steps);
      } else if (what === 4) {
        const mps = 1 + random.int(3) / 2;
        await device.strike({ club_speed_mps: mps });
        wanted.shot(`${(mps * 1.6 * 2.236_936).toFixed(1)} mph`);
      } else if (what === 5) {
        await device.choose('Full swing');
        wanted.shot('140.0 mph');
      } else if (what === 6) {
        await device.choose('Reset the aim');
        wanted.other('reset_aim');
      } else if (what === 7) {
        await device.choose('Mulligan');
        wanted.other('mulligan');
      } else {
        await device.choose(what === 8 ? 'Repeat aim and shot' : 'Repeat the aim');
        if (what === 8) wanted.repeat();
        else wanted.repeatAim();
        await fixture.clock.advance(ROLLED_MS);
      }
      await fixture.clock.advance(300);
    }
    await fixture.clock.advance(ROLLED_MS);
    t.true(received.length > 30, received.join());
    t.deepEqual(received, wanted.received);
  });

async function focus(device: SeatedDevice, label: string): Promise<void> {
  for (let moves = 0; moves < 20 && !device.shows(`> ${label}`); moves++) await device.press('down');
}

test('[R147] spaces the taps of an aim by the configured gap, followed by its shot', async (t) => {
  const simulator = { tap_gap_ms: 200 };
  const { fixture, host, gsp } = await simulatorTable({ records: { simulator } });
  const at: string[] = [];
  host.components().keyboard?.onTap(() => at.push(`tap ${fixture.clock.now_ms()}`));
  gsp.simulator.onEvent(({ kind }) => kind === 'shot' && at.push(`shot ${fixture.clock.now_ms()}`));
  await host.choose('Full swing');
  await fixture.clock.advance(1000);
  await focus(host, 'Aim');
  await host.press('left', 'left', 'left');
  await fixture.clock.advance(1000);
  at.length = 0;
  await host.choose('Repeat aim and shot');
  await fixture.clock.advance(1000);
  const times = at.map((text) => Number(text.split(' ')[1]));
  t.deepEqual(
    at.map((text) => text.split(' ')[0]),
    ['tap', 'tap', 'tap', 'shot'],
  );
  const [first = 0, second = 0, third = 0, shot = 0] = times;
  t.deepEqual([second - first, third - second], [200, 200]);
  t.true(shot - third >= 200, `${shot - third} ms`);
});

test('[R147] says that there is nothing to repeat, and play continues', async (t) => {
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1 });
  const [bo] = exactly(1, guests);
  await host.choose('Repeat the aim');
  t.true(host.shows('Note: No aim to repeat yet.'));
  await bo.choose('Repeat aim and shot');
  t.true(host.shows('Note: No shot to repeat yet.'), host.lines().join(' | '));
  await bo.choose('Reset the aim');
  await fixture.clock.advance(500);
  t.deepEqual(received, ['reset_aim']);
});

test('[R147] removes a refused input from the queue', async (t) => {
  const { fixture, host } = await simulatorTable();
  await host.choose('Repeat the aim');
  await fixture.clock.advance(500);
  t.true(host.shows('Waiting: 0 inputs'), host.lines().join(' | '));
});

test('[R147] sends a putt to the simulator with speed, direction and club data', async (t) => {
  const { fixture, guests, gsp } = await simulatorTable({ guests: 1 });
  const [bo] = exactly(1, guests);
  await bo.strike({ club_speed_mps: 1.25, face_angle_deg: -2, attack_angle_deg: 1.5 });
  await fixture.clock.advance(500);
  // 1.25 m/s at a ratio of 1.6 are 2 m/s, 4.47 mph; the direction is 87 % of the face angle (C57).
  const [shot] = gsp.played();
  t.is(shot?.speed_mph.toFixed(1), '4.5');
  t.true(Math.abs((shot?.hla_deg ?? 0) - -1.74) < 0.05, String(shot?.hla_deg));
  t.like(shot, { vla_deg: 0, total_spin_rpm: 0 });
  t.is(shot?.club_data?.speed_mph.toFixed(1), '2.8');
  t.true(Math.abs((shot?.club_data?.face_deg ?? 0) - -2) < 0.05, 'face angle unchanged');
  t.true(Math.abs((shot?.club_data?.attack_deg ?? 0) - 1.5) < 0.2);
});

test('[R35] mutes guests with a message while a shot is repeated, then unmutes them', async (t) => {
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1 });
  const [bo] = exactly(1, guests);
  await host.strike();
  await host.choose('Repeat aim and shot');
  await fixture.clock.advance(100);
  t.true(bo.shows('Wait: the host is repeating a shot.'), bo.lines().join(' | '));
  const sent = inputsIn(fixture.requests);
  const done = received.length;
  await bo.press('left');
  t.true(bo.shows('Note: Wait: the host is repeating a shot.'));
  await bo.choose('Mulligan');
  await bo.strike();
  t.is(inputsIn(fixture.requests), sent);
  t.is(received.length, done);
  await fixture.clock.advance(ROLLED_MS);
  t.true(bo.shows('Strike the ball or choose below.'));
  await bo.choose('Mulligan');
  await fixture.clock.advance(500);
  t.is(received.at(-1), 'mulligan');
  const replays = fixture.requests.filter(({ route }) => route === 'poll').map(({ body }) => body['replay']);
  t.true(replays.includes(true) && replays.at(-1) === false);
});

test('[R148] answers busy to an input that crosses with a repeat, and drops it', async (t) => {
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1 });
  const [bo] = exactly(1, guests);
  await host.strike();
  bo.link.setFaults({ delay_ms: 300 });
  await host.choose('Repeat aim and shot');
  t.false(bo.shows('the host is repeating a shot'), 'guest not notified yet');
  await bo.choose('Mulligan');
  await fixture.clock.advance(1000);
  t.true(bo.shows('Note: Not sent: the host is replaying a shot.'), bo.lines().join(' | '));
  t.is(inputsIn(fixture.requests), 1, 'input sent');
  await fixture.clock.advance(2 * ROLLED_MS);
  t.deepEqual(received, ['5.4 mph', '5.4 mph']);
});

test('[R148] drops an input that has waited for two minutes', async (t) => {
  const simulator = { tap_gap_ms: 500 };
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1, records: { simulator } });
  const [bo] = exactly(1, guests);
  for (let i = 0; i < 80; i++) await host.press('right');
  for (let i = 0; i < 3; i++) await host.choose('Repeat the aim');
  await bo.choose('Mulligan');
  // 80 aims and two repeats of them take 120 s, the third repeat 40 s more.
  await fixture.clock.advance(118_000);
  t.true(bo.shows('the host is repeating a shot'), 'waits behind the third repeat');
  let noted = false;
  for (let seconds = 0; seconds < 60; seconds++) {
    await fixture.clock.advance(1000);
    noted ||= host.shows("Note: A guest's input came too late for the simulator.");
  }
  t.true(noted);
  t.false(received.includes('mulligan'));
  t.is(received.length, 4 * 80);
  await bo.choose('Reset the aim');
  await fixture.clock.advance(1000);
  t.is(received.at(-1), 'reset_aim', 'next input counts');
});

test('[R148] carries out an input that has waited for less than two minutes', async (t) => {
  const simulator = { tap_gap_ms: 500 };
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1, records: { simulator } });
  const [bo] = exactly(1, guests);
  for (let i = 0; i < 80; i++) await host.press('right');
  await host.choose('Repeat the aim');
  await bo.choose('Mulligan');
  await fixture.clock.advance(100_000);
  t.is(received.at(-1), 'mulligan');
});

test('[R72] opens the sharing page on a guest when its host picks a simulator; Back detaches it', async (t) => {
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1 });
  const [bo] = exactly(1, guests);
  t.is(bo.page(), 'sharing');
  t.true(bo.shows("The host's simulator"));
  t.true(bo.shows('Full swing: Driver'));
  const followed = () =>
    fixture.requests.findLast(({ route, device }) => route === 'join' && device === bo.id)?.body['fol'];
  t.is(followed(), true);

  await bo.press('back');
  await fixture.clock.advance(500);
  t.is(bo.page(), 'menu');
  t.is(followed(), false);
  await bo.strike();
  t.is(inputsIn(fixture.requests), 0, 'strikes on other pages send no input');

  await toMenu(host);
  await host.choose('Simulator connector');
  await host.choose('Play');
  await fixture.clock.advance(500);
  t.is(bo.page(), 'sharing', "brought back by the host's new choice");
  t.true(bo.shows("The host's simulator · putts only"));
  t.false(bo.shows('Full swing'));
  t.deepEqual(received, []);
});

test('[R26] publishes mode 2 for the host’s own connection and mode 4 for a connector', async (t) => {
  const { fixture, host } = await simulatorTable({ guests: 1 });
  const published = () => fixture.requests.findLast(({ body }) => body['action'] === 'experience')?.body['exp'];
  t.like(published(), { mode: 2 });
  await toMenu(host);
  await host.choose('Simulator connector');
  await host.choose('Play');
  await fixture.clock.advance(500);
  t.like(published(), { mode: 4 });
});

test('[keyboard] drops the rest of an aim with a message if no computer takes its keys', async (t) => {
  const simulator = { tap_gap_ms: 200 };
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1, records: { simulator } });
  const [bo] = exactly(1, guests);
  await host.press('right', 'right', 'right');
  await host.choose('Full swing');
  await fixture.clock.advance(2000);
  const before = received.length;
  await host.choose('Repeat aim and shot');
  await fixture.clock.advance(100);
  t.is(received.length, before + 1);
  host.components().keyboard?.setFault('off');
  await fixture.clock.advance(500);
  t.true(host.shows('Note: No computer reads keys from the virtual keyboard.'));
  await fixture.clock.advance(ROLLED_MS);
  t.is(received.length, before + 1, 'no taps, no shot');
  t.false(bo.shows('the host is repeating a shot'), 'no repeat shown to the guest');
  await bo.strike();
  t.is(received.at(-1), '5.4 mph', 'shots need no keys');
  host.components().keyboard?.setFault('ok');
  await bo.choose('Reset the aim');
  await fixture.clock.advance(500);
  t.is(received.at(-1), 'reset_aim');
});

test('[simulator] cancels waiting inputs, stops the taps, and counts the next input', async (t) => {
  const simulator = { tap_gap_ms: 500 };
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1, records: { simulator } });
  const [bo] = exactly(1, guests);
  for (let i = 0; i < 10; i++) await host.press('left');
  await bo.choose('Mulligan');
  await fixture.clock.advance(500);
  t.true(host.shows('Waiting: 10 inputs') || host.shows('Waiting: 9 inputs'), host.lines().join(' | '));
  await host.choose('Cancel inputs');
  const done = received.length;
  t.true(done < 4, received.join());
  t.true(host.shows('Waiting: 0 inputs'));
  await fixture.clock.advance(30_000);
  t.is(received.length, done);
  await bo.choose('Reset the aim');
  await fixture.clock.advance(1000);
  t.is(received.at(-1), 'reset_aim');
});

test('[R35] unmutes guests immediately when a repeat is cancelled', async (t) => {
  const { fixture, host, guests, received } = await simulatorTable({ guests: 1 });
  const [bo] = exactly(1, guests);
  await host.choose('Full swing');
  await fixture.clock.advance(1000);
  await host.choose('Repeat aim and shot');
  await fixture.clock.advance(1000);
  t.true(bo.shows('the host is repeating a shot'));
  await host.choose('Cancel inputs');
  await fixture.clock.advance(500);
  t.false(bo.shows('the host is repeating a shot'));
  await bo.choose('Mulligan');
  await fixture.clock.advance(500);
  t.is(received.at(-1), 'mulligan');
});

test('[R147] can repeat a sent shot even if the waiting inputs were cancelled right after it', async (t) => {
  const { fixture, host, received } = await simulatorTable();
  await host.choose('Full swing');
  await focus(host, 'Repeat the aim');
  await host.press('down', 'down', 'down', 'ok');
  t.deepEqual(received, ['140.0 mph']);
  await fixture.clock.advance(1000);
  await host.choose('Repeat aim and shot');
  await fixture.clock.advance(1000);
  t.deepEqual(received, ['140.0 mph', '140.0 mph']);
});

test('[simulator] stops the taps and unmutes guests when the host starts something else', async (t) => {
  const simulator = { tap_gap_ms: 500 };
  const { fixture, host, guests } = await simulatorTable({ guests: 1, records: { simulator } });
  const [bo] = exactly(1, guests);
  for (let i = 0; i < 5; i++) await host.press('left');
  await host.choose('Repeat the aim');
  await fixture.clock.advance(3500);
  t.true(bo.shows('the host is repeating a shot'), bo.lines().join(' | '));
  await toMenu(host);
  await host.choose('Lag putting');
  await host.choose('Start');
  const done = tappedBy(host).length;
  t.true(done > 5 && done < 10, String(done));
  await fixture.clock.advance(10_000);
  t.is(tappedBy(host).length, done);
  t.is(fixture.requests.findLast(({ route }) => route === 'poll')?.body['replay'], false);
});
