// Tests of the sounds as samples: measures frequencies, lengths and loudness and compares them with the table of notes.

import test from 'ava';
import { soundWav } from '../../../hal/speaker/synthesis.ts';
import { NOTES, type Note } from '../../../wire/audio/notes.ts';
import { SOUNDS } from '../../../wire/audio/sounds.ts';
import { loudest, measuredHz, readPcm, toneAt } from './pcm.ts';

const endOf = ({ at_s, long_s }: Note): number => at_s + long_s;
const within = (value: number, expected: number, share: number): boolean =>
  Math.abs(value - expected) <= expected * share;

for (const sound of SOUNDS)
  test(`[speaker] ${sound} lasts as long as its notes, each at its pitch while it plays alone`, (t) => {
    const notes: readonly Note[] = NOTES[sound];
    const pcm = readPcm(t, soundWav(sound, 100));
    t.true(within(pcm.samples.length / pcm.rate_hz, Math.max(...notes.map(endOf)), 0.001));
    for (const note of notes.filter(({ to_hz }) => to_hz === undefined)) {
      const others = notes.filter((other) => other !== note);
      const from = Math.max(note.at_s, ...others.filter(({ at_s }) => at_s < note.at_s).map(endOf));
      const to = Math.min(endOf(note), ...others.filter(({ at_s }) => at_s > note.at_s).map(({ at_s }) => at_s));
      if (from >= to || sound === 'strike') continue;
      const hz = measuredHz(pcm, from + 0.002, to - 0.002);
      t.true(within(hz, note.hz, 0.01), `${hz} Hz for ${note.hz} Hz`);
    }
  });

test('[speaker] a sliding note passes the geometric mean halfway and reaches its end', (t) => {
  const miss = readPcm(t, soundWav('miss', 100));
  t.true(within(measuredHz(miss, 0, 0.012), 326, 0.02));
  t.true(within(measuredHz(miss, 0.14, 0.16), Math.sqrt(330 * 196), 0.02));
  t.true(within(measuredHz(miss, 0.285, 0.3), 199, 0.02));
  const strike = readPcm(t, soundWav('strike', 100));
  t.true(within(measuredHz(strike, 0.03, 0.04), Math.sqrt(900 * 260), 0.03));
});

// The third harmonic has a third of the fundamental's amplitude in a square wave, a ninth in a triangle wave, and is
// absent from a sine. None of the waves has even harmonics.
test('[speaker] uses sine, triangle and square waves', (t) => {
  const [click, holed, strike] = (['click', 'holed', 'strike'] as const).map((sound) =>
    readPcm(t, soundWav(sound, 100)),
  );
  if (!click || !holed || !strike) return t.fail();
  const share = (pcm: typeof click, hz: number, times: number, to_s: number): number =>
    toneAt(pcm, hz * times, 0, to_s) / toneAt(pcm, hz, 0, to_s);
  t.true(within(share(click, 1400, 3, 0.03), 1 / 9, 0.1));
  t.true(share(click, 1400, 2, 0.03) < 0.01);
  t.true(share(holed, 523, 3, 0.1) < 0.005);
  // The sliding triangle below it adds a little at 2400 Hz.
  t.true(within(share(strike, 2400, 3, 0.02), 1 / 3, 0.15));
  t.true(share(strike, 2400, 2, 0.02) < 0.05);
});

test('[speaker] a note rises within 5 ms, decays exponentially and ends silent', (t) => {
  const miss = readPcm(t, soundWav('miss', 100));
  t.true(loudest(miss, 0, 0.001) < 0.001);
  t.true(within(loudest(miss, 0.004, 0.007), 0.3, 0.05));
  // Halfway down, in decibels, from 0.3 to 0.0001.
  t.true(within(loudest(miss, 0.15, 0.155), Math.sqrt(0.3 * 0.0001), 0.1));
  t.true(loudest(miss, 0.298, 0.3) < 0.0002);
});

test('[speaker] plays half the volume at a quarter of the amplitude, without clipping', (t) => {
  for (const sound of SOUNDS) {
    const [full, half] = [100, 50].map((volume) => loudest(readPcm(t, soundWav(sound, volume)), 0, 1));
    t.true(within(half ?? 0, (full ?? 0) / 4, 0.02), sound);
    t.true((full ?? 0) > 0.2 && (full ?? 0) < 0.7, sound);
  }
});
