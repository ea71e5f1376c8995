// Stroke tempo: scoring on both sides of each limit, and its metronome on a device.

import test from 'ava';
import { cfgFrom, steppedCfg } from '../../../../firmware/experiences/cfg.ts';
import { strokeTempo } from '../../../../firmware/experiences/drills/stroke-tempo.ts';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';
import { assertDefined } from '../../../../wire/errors.ts';
import { deviceFixture, type DeviceFixture } from '../../../support/device/device-fixture.ts';
import { choose, flashWith, players } from '../../../support/device/play.ts';
import { puttWith } from '../../../support/device/putts.ts';
import { fieldsIn } from '../../../support/read-json.ts';

const { rules, cfg } = strokeTempo;
const begin = (shots: number) => rules.start({ shots, away: 80, metronome: 1 }, [1], createSeededRandom(1));

function away(time_away_s: number | null) {
  const putt = puttWith({ target_ft: null, verdict: '', leave_ft: null });
  return { ...putt, strike: { ...putt.strike, time_away_s } };
}

const after = (times: readonly (number | null)[]) =>
  times.reduce((state, time_s) => rules.score(state, away(time_s)), begin(times.length));

test('[C184] 3 points within 0.02 s of the wanted time, 2 within 0.05 s, 1 within 0.1 s', (t) => {
  const times = [0.8, 0.82, 0.78, 0.8201, 0.75, 0.85, 0.8501, 0.7, 0.9, 0.9001, 0.6, null];
  t.deepEqual(
    after(times).seats[0]?.putts.map(({ points }) => points),
    [3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0],
  );
});

test('[C184] words of a verdict', (t) => {
  const words = (time_s: number | null) => rules.remark?.(after([time_s]), 0, 'imperial')?.text;
  t.deepEqual(
    [0.8, 0.83, 0.72, 0.804, null].map((time_s) => words(time_s)),
    ['0.80 s: on the beat', '0.83 s: 0.03 s late', '0.72 s: 0.08 s early', '0.80 s: on the beat', 'No backstroke seen'],
  );
});

test('[C184] results: the times that were seen, and their spread as the trend', (t) => {
  const [result] = rules.results(after([0.78, 0.8, 0.82, null]));
  t.deepEqual(result?.figures, [
    { label: 'Time away', text: '0.80 s' },
    { label: 'Spread', text: '± 0.020 s' },
    { label: 'Seen', text: '3 of 4' },
  ]);
  t.is(result?.trendValue?.toFixed(6), '0.020000');
  t.is(rules.results(after([0.8, null]))[0]?.trendValue, null, 'one time has no spread');
  t.deepEqual(rules.results(after([null]))[0]?.figures, [{ label: 'Time away', text: 'not seen' }]);
});

test('[C184] the wanted time is 0.4 to 2 s, in steps of 0.05 s', (t) => {
  t.deepEqual(cfgFrom(cfg, {}), { shots: 10, away: 80, metronome: 1 });
  const step = (value: number, direction: 1 | -1) =>
    steppedCfg(cfg, { shots: 10, away: value, metronome: 1 }, 'away', direction)['away'];
  t.deepEqual([step(80, 1), step(80, -1), step(200, 1), step(40, -1)], [85, 75, 200, 40]);
});

test('[C184] restores a set that is not finished', (t) => {
  const state = rules.score(begin(3), away(0.83));
  t.deepEqual(rules.restore(fieldsIn(JSON.stringify(state))), state);
});

async function begun(metronome: 0 | 1): Promise<DeviceFixture & { readonly beats_ms: number[] }> {
  const stored = { players: players('Ana'), cfg: { rhythm: { shots: 2, away: 70, metronome } } };
  const fixture = await deviceFixture({ flash: await flashWith(stored) });
  await choose(fixture, 'Stroke tempo');
  await choose(fixture, 'Start');
  const beats_ms: number[] = [];
  fixture.speaker.onPlay(({ sound }) => sound === 'click' && beats_ms.push(fixture.clock.now_ms()));
  return { ...fixture, beats_ms };
}

test('[C184] the metronome beats evenly by sound and all LEDs, and ends after 150 beats', async (t) => {
  const fixture = await begun(1);
  const start_ms = fixture.clock.now_ms();
  await fixture.clock.advance(720);
  t.deepEqual(
    fixture.leds.colors().filter((color) => color === null),
    [],
  );
  await fixture.clock.advance(100);
  t.is(fixture.leds.colors().filter((color) => color === null).length, 3);
  await fixture.clock.advance(200_000);
  const first_ms = assertDefined(fixture.beats_ms[0], 'beat');
  t.true(Math.abs(first_ms - start_ms - 700) < 5);
  t.is(fixture.beats_ms.length, 150);
  t.true(fixture.beats_ms.every((at_ms, beat) => Math.abs(at_ms - first_ms - beat * 700) < 0.01));
  await fixture.stop();
});

test('[C184] the metronome is silent while the ball rolls, on other pages, and if it is off', async (t) => {
  const fixture = await begun(1);
  await fixture.strike({ club_speed_mps: 1.5 });
  const during = fixture.beats_ms.length;
  await fixture.clock.advance(1500);
  t.is(fixture.device.states()['set'], 'rolling');
  t.is(fixture.beats_ms.length, during);
  await fixture.press('ok');
  await fixture.clock.advance(800);
  t.true(fixture.beats_ms.length > during, 'beats again for the next putt');
  await fixture.press('back');
  const left = fixture.beats_ms.length;
  await fixture.clock.advance(5000);
  t.is(fixture.beats_ms.length, left);
  await fixture.stop();
  const silent = await begun(0);
  await silent.clock.advance(5000);
  t.deepEqual(silent.beats_ms, []);
  await silent.stop();
});
