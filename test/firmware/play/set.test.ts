// A set in play: strikes during a roll, OK to skip, Back to leave and resume, and changing the turn by hand in unscored
// sets.

import test from 'ava';
import { settleMs, soundOf, trendEntries, withTurn } from '../../../firmware/play/set.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { choose, flashWith, focusedLine, pageOn, players, putt } from '../../support/device/play.ts';
import { holedAt, puttWith } from '../../support/device/putts.ts';
import { experienceAfter, persistedWith } from '../../support/device/views.ts';

const lag = (shots: number, names: readonly string[]) =>
  flashWith({ players: players(...names), cfg: { lag: { shots, manual: 1, target: 20 } } });

async function playing(shots = 3, names: readonly string[] = ['Ana', 'Bo']) {
  const fixture = await deviceFixture({ flash: await lag(shots, names) });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  return fixture;
}

test('[C66] rejects a strike while the ball rolls if several players take turns, with a message', async (t) => {
  const fixture = await playing();
  await fixture.strike({ club_speed_mps: 4 });
  t.is(fixture.device.states()['set'], 'rolling');
  t.true(fixture.lines().includes('Ana: 0 pts, to putt'), 'strike does not count');
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0 });
  t.true(fixture.lines().includes('Note: Ball still rolling: this strike does not count.'));
  await fixture.untilAtRest();
  t.is(fixture.device.states()['set'], 'resting');
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0 });
  t.is(fixture.device.states()['set'], 'rolling', 'next player is on turn once the ball rests');
  t.true(fixture.lines().includes('Bo: 0 pts, to putt'));
  await fixture.untilAtRest();
  t.true(fixture.lines().includes('Bo: 3 pts, to putt'));
});

test('[C66] counts a single player’s strike during the roll as the next putt', async (t) => {
  const fixture = await playing(3, ['Ana']);
  await fixture.strike({ club_speed_mps: 4 });
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0 });
  t.true(fixture.lines().includes('Lag putting · Putt 2 of 3'));
});

test('[set] clears the last player’s figures for the next player', async (t) => {
  const fixture = await playing();
  const speed = (): string | undefined => fixture.lines().find((line) => line.startsWith('Club speed'));
  await putt(fixture);
  t.is(speed(), 'Club speed: – mph', 'Bo is on turn');
  const alone = await playing(3, ['Ana']);
  await putt(alone);
  t.regex(alone.lines().find((line) => line.startsWith('Club speed')) ?? '', /\d/);
});

test('[set] celebrates a holed putt with a large word, sparks, a sound and every LED', async (t) => {
  const fixture = await playing(3, ['Ana']);
  const words = (): readonly string[] =>
    fixture.screen.picture().list.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0 });
  t.false(words().includes('Holed!'));
  await fixture.untilAtRest();
  t.true(words().includes('Holed!') && fixture.lines().includes('Verdict: Holed'));
  t.is(fixture.speaker.played().at(-1)?.sound, 'holed');
  t.false(fixture.leds.colors().includes(null), 'all LEDs lit');
  await fixture.clock.advance(3000);
  t.is(fixture.leds.colors().filter((color) => color !== null).length, 1);
});

test('[set] shows the outcome during the roll and 1.5 s more, or until OK', async (t) => {
  const fixture = await playing();
  await fixture.strike({ club_speed_mps: 3 });
  t.is(fixture.device.states()['set'], 'rolling');
  await fixture.press('ok');
  t.is(fixture.device.states()['set'], 'awaiting');
  await fixture.strike({ club_speed_mps: 3 });
  // 4.8 m/s at S 10 rolls for 6.7 s (1.40 s for each m/s), plus 1.5 s.
  await fixture.clock.advance(3000);
  t.is(fixture.device.states()['set'], 'resting');
  await fixture.clock.advance(6000);
  t.is(fixture.device.states()['set'], 'awaiting');
});

test('[set] restarts the roll and result timers on a strike during the roll', async (t) => {
  const fixture = await playing(3, ['Ana']);
  // 1.6 m/s settles after 2.2 + 1.5 s, 6.4 m/s after 9.0 + 1.5 s.
  await fixture.strike({ club_speed_mps: 1 });
  t.is(fixture.device.states()['set'], 'rolling');
  await fixture.strike({ club_speed_mps: 4 });
  await fixture.clock.advance(6000);
  t.is(fixture.device.states()['set'], 'resting');
  await fixture.clock.advance(3500);
  t.is(fixture.device.states()['set'], 'awaiting');
});

test('[set] leaves a set on Back and resumes it later at the same putt', async (t) => {
  const fixture = await playing();
  await putt(fixture);
  await fixture.strike({ club_speed_mps: 3 });
  await fixture.press('back');
  t.is(pageOn(fixture), 'setup');
  await fixture.press('up', 'up', 'up', 'up', 'up', 'up');
  await choose(fixture, 'Go on');
  t.is(fixture.lines()[0], 'Lag putting · Putt 2 of 3');
  t.true(fixture.lines().includes('Ana: 3 pts, to putt'));
});

test('[set] replaces the stored set at the first putt of a new one, not earlier', async (t) => {
  const fixture = await playing();
  await putt(fixture);
  await putt(fixture);
  await fixture.press('back');
  await choose(fixture, 'Start over');
  t.true(fixture.lines().includes('Ana: 0 pts, to putt'));
  await fixture.press('back');
  t.true(
    fixture.lines().some((line) => line.includes('Go on: Putt 2 of 3')),
    'no putt since',
  );
  await choose(fixture, 'Start over');
  await putt(fixture, 0.5);
  await fixture.press('back');
  t.true(fixture.lines().some((line) => line.includes('Go on: Putt 1 of 3')));
  t.is(typeof focusedLine(fixture), 'string');
});

test('[set] ignores a strike after the last putt of a set', async (t) => {
  const fixture = await playing(1);
  await putt(fixture);
  await fixture.strike({ club_speed_mps: 4 });
  await fixture.strike({ club_speed_mps: 4 });
  await fixture.clock.advance(15_000);
  t.is(pageOn(fixture), 'result');
  t.true(fixture.lines().some((line) => line.startsWith('Bo: 0 points')));
});

test('[R132] applies each player’s own impact ratio', (t) => {
  const plain = persistedWith(2, '', 'imperial');
  const persisted = {
    ...plain,
    players: plain.players.map((player, i) => ({ ...player, impact_ratio: i === 0 ? 1.4 : 1.8 })),
  };
  t.is(experienceAfter('lag', persisted, [{ club_speed_mps: 2 }]).putt?.ball_speed_mps, 2.8);
  t.is(experienceAfter('lag', persisted, [{ club_speed_mps: 2 }, { club_speed_mps: 2 }]).putt?.ball_speed_mps, 3.6);
});

test('[set] lets players change the turn by hand only in an unscored set', (t) => {
  const persisted = persistedWith(2, '', 'imperial');
  const [free, scored] = [experienceAfter('metrics', persisted, [{}]), experienceAfter('lag', persisted, [])];
  t.is(withTurn(free, 1).state.turn, 1);
  t.is(withTurn(free, -1).state.turn, 1);
  t.is(withTurn(scored, 1), scored);
});

test('[set] settles immediately before the first putt, and later after a harder one', (t) => {
  const persisted = persistedWith(1, '', 'imperial');
  t.is(settleMs(experienceAfter('metrics', persisted, [])), 0);
  const of = (club_speed_mps: number): number => settleMs(experienceAfter('metrics', persisted, [{ club_speed_mps }]));
  t.true(of(3) > of(1));
  // 1.8 m/s ball speed at S 10: 1.40 s for each m/s.
  t.true(Math.abs(of(1) - 1.8 * 1400) < 15, String(of(1)));
});

test('[set] picks the sound of an outcome on each side of 0.6 m', (t) => {
  t.is(soundOf(holedAt(20), null), 'holed');
  t.is(soundOf(puttWith({ leave_ft: 1.96 }), null), 'close');
  t.is(soundOf(puttWith({ leave_ft: 1.97 }), null), 'miss');
  const free = puttWith({ target_ft: null, verdict: '', leave_ft: null });
  t.is(soundOf(free, null), null);
  t.is(soundOf(free, { good: true, text: 'Hit' }), 'close');
  t.is(soundOf(free, { good: false, text: '9 % short' }), null);
});

test('[set] adds only results with a value to the trend', (t) => {
  const result = (player_id: number, trendValue: number | null) => ({
    player_id,
    count: 1,
    headline: '',
    figures: [],
    trendValue,
  });
  t.deepEqual(trendEntries([result(1, 5), result(2, null), result(3, 0)], 77), [
    { player_id: 1, unix_s: 77, value: 5 },
    { player_id: 3, unix_s: 77, value: 0 },
  ]);
});
