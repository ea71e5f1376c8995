// Reading the machine's outputs: LED colours, keys at the computer, and sounds in the wave file.

import test from 'ava';
import { soundWav } from '../../hal/speaker/synthesis.ts';
import type { Calls } from '../../rig/machine/calls.ts';
import type { Channel } from '../../rig/machine/channel.ts';
import { findSound, shareOf } from '../../rig/probes/recorded-sounds.ts';
import { watchOutputs } from '../../rig/probes/outputs.ts';
import { readLedPins } from '../../rig/probes/pins.ts';
import { readWave } from '../../rig/probes/sound.ts';
import { sineWave } from '../../rig/machine/sine-wave.ts';
import { fail, ok } from '../../wire/errors.ts';
import { failsWith, valueOf } from '../support/results.ts';

const saying = (answer: string): Calls => ({
  call: async () => ok(answer),
  event: async () => fail('rig_failed', 'It says nothing.'),
});

function watched() {
  let listener = (_line: string): void => {};
  const watch = { onLine: (each: (line: string) => void) => ((listener = each), () => {}) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- watchOutputs uses only this method of the channel
  const outputs = watchOutputs({ watch: watch as unknown as Channel, qmp: saying('') }, false);
  const emit = (fields: object): void => listener(JSON.stringify(fields));
  const key = (code: number, value: number, device = 'FooGolf tapin keyboard'): void =>
    emit({ device, type: 1, code, value });
  return { outputs, emit, key };
}

test('[rig] converts LED light to a screen colour, with gamma', async (t) => {
  const { outputs, emit } = watched();
  t.deepEqual(valueOf(t, await outputs.leds()), [null, null, null, null]);
  // 55 of 255 is #80 by the table of IEC 61966-2-1.
  emit({ report: '000101370037000000' });
  emit({ report: '000103ff00ff000000' });
  emit({ report: '000106ff0000000000' });
  t.deepEqual(valueOf(t, await outputs.leds()), ['#800080', null, '#ff00ff', null]);
  emit({ report: '000101000000000000' });
  t.is(valueOf(t, await outputs.leds())[0], null);
});

// Lines 0 to 2 and 4 to 6 are red, green and blue of two LEDs, line 7 is a third; line 3 is the power-off key.
test('[rig] reads an LED on pins from their levels, and rejects a monitor without levels', async (t) => {
  const shown = async (output: string) => valueOf(t, await readLedPins(saying(output)));
  t.deepEqual(await shown('00000000090303fc: 0x00000000\r\n'), [null, null, null]);
  t.deepEqual(await shown('00000000090303fc: 0x00000008\r\n'), [null, null, null]);
  t.deepEqual(await shown('00000000090303fc: 0x00000063\r\n'), ['#ffff00', '#00ffff', null]);
  t.deepEqual(await shown('00000000090303fc: 0x0000009c\r\n'), ['#0000ff', '#ff0000', '#ffffff']);
  failsWith(t, await readLedPins(saying('unknown command')), 'rig_failed', /pins: unknown command\./);
});

test('[rig] names keys at the computer by action, each press once, and ignores other keys', (t) => {
  const { outputs, key } = watched();
  key(105, 1);
  key(105, 2);
  key(105, 0);
  key(29, 1);
  key(50, 1);
  key(50, 0);
  key(29, 0);
  key(50, 1);
  key(103, 1, 'QEMU Virtio Keyboard');
  t.deepEqual(outputs.taps(), ['aim_left', 'mulligan', 'key 50']);
});

/** Returns the onsets of notes of 100 ms. */
function melody(...notes: readonly (readonly [hz: number, at_ms: number])[]): readonly number[] {
  const samples = Array.from({ length: 48 * 1000 }, () => 0);
  for (const [hz, at_ms] of notes)
    readWave(sineWave(hz, 100)).samples.forEach((sample, at) => (samples[at_ms * 48 + at] = sample));
  return samples;
}

test('[rig] finds a sound by its notes, in their order and at their times', (t) => {
  const rate_hz = 48_000;
  const done = melody([523, 200], [784, 340], [1047, 480]);
  const end = findSound({ samples: done, rate_hz }, 'done', 0);
  t.true(end !== null && Math.abs(end / 48 - 560) < 80, String(end));
  t.is(findSound({ samples: done, rate_hz }, 'done', end ?? 0), null);
  t.is(findSound({ samples: done, rate_hz }, 'holed', 0), null);
  t.is(findSound({ samples: melody([523, 200], [1047, 340], [784, 480]), rate_hz }, 'done', 0), null);
  t.is(findSound({ samples: melody([554, 200], [784, 340], [1047, 480]), rate_hz }, 'done', 0), null);
  t.is(findSound({ samples: melody(), rate_hz }, 'strike', 0), null);
});

test('[rig] finds a sound whose card stopped between two notes, but not one that lacks a note', (t) => {
  const rate_hz = 48_000;
  t.not(findSound({ samples: melody([523, 200], [784, 700], [1047, 900]), rate_hz }, 'done', 0), null);
  t.is(findSound({ samples: melody([523, 200], [784, 1300], [1047, 1500]), rate_hz }, 'done', 0), null);
  t.is(findSound({ samples: melody([523, 200], [784, 700]), rate_hz }, 'done', 0), null);
});

test('[rig] recognises the melody that a speaker plays, and none with more notes', (t) => {
  const recognises = (name: string, played: 'holed' | 'close' | 'done'): boolean =>
    findSound(readWave(Buffer.from(soundWav(played, 60))), name, 0) !== null;
  t.true(recognises('holed', 'holed') && recognises('close', 'close') && recognises('done', 'done'));
  t.false(recognises('holed', 'close') || recognises('holed', 'done') || recognises('done', 'close'));
});

test('[rig] measures the share of a frequency: all of its pure tone, none of another tone', (t) => {
  const { samples } = readWave(sineWave(880, 100));
  t.true(shareOf(samples, 880, 48_000) > 0.95);
  t.true(shareOf(samples, 1047, 48_000) < 0.02);
  t.is(shareOf([0, 0, 0], 880, 48_000), 0);
});
