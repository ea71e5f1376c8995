// Parsing the reports of QEMU and the kernel: pictures, tones, keys, colours and ports.

import test from 'ava';
import { forwardedPort } from '../../rig/probes/forward.ts';
import { readPpm } from '../../rig/probes/screen.ts';
import { readWave, tonesOf } from '../../rig/probes/sound.ts';
import { readColour, readInput } from '../../rig/probes/watch.ts';
import { sineWave } from '../../rig/machine/sine-wave.ts';

test('[rig] converts a QEMU picture to RGBA, row by row', (t) => {
  const pixels = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30, 13, 10, 32, 0, 0, 0];
  const picture = readPpm(Buffer.concat([Buffer.from('P6\n3 2\n255\n'), Buffer.from(pixels)]));
  t.deepEqual(picture.ok && { ...picture.value, rgba: [...picture.value.rgba] }, {
    width: 3,
    height: 2,
    rgba: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 10, 20, 30, 255, 13, 10, 32, 255, 0, 0, 0, 255],
  });
  for (const broken of ['', 'P6\n3 2\n255\n', 'P5\n1 1\n255\n123', 'P6\n1 1\n255\n1234'])
    t.false(readPpm(Buffer.from(broken)).ok, broken);
});

/** Returns a two-channel wave with the same samples in both channels, as the sound card writes it. */
function stereo(mono: readonly number[]): Buffer {
  const head = sineWave(440, 0);
  head.writeUInt16LE(2, 22);
  const body = Buffer.alloc(mono.length * 4);
  mono.forEach((sample, index) => {
    body.writeInt16LE(sample, index * 4);
    body.writeInt16LE(-sample, index * 4 + 2);
  });
  return Buffer.concat([head, body]);
}
const silence = (ms: number): readonly number[] => Array.from({ length: ms * 48 }, () => 0);

test('[rig] finds the tones of a wave with start, length and frequency', (t) => {
  const tone = (hz: number, ms: number): readonly number[] => readWave(sineWave(hz, ms)).samples;
  const wave = [
    ...silence(100),
    ...tone(880, 500),
    ...silence(200),
    ...tone(440, 50),
    ...tone(440, 50),
    ...silence(50),
  ];
  const tones = tonesOf(readWave(stereo(wave)));
  t.is(tones.length, 2);
  for (const [index, { at_ms, ms, hz }] of [
    { at_ms: 100, ms: 500, hz: 880 },
    { at_ms: 800, ms: 100, hz: 440 },
  ].entries()) {
    const found = tones[index]!;
    t.true(Math.abs(found.at_ms - at_ms) < 1, String(found.at_ms));
    t.true(Math.abs(found.ms - ms) < 2, String(found.ms));
    t.true(Math.abs(found.hz - hz) < 2, String(found.hz));
  }
});

test('[rig] finds no tones in silence or in a truncated wave file', (t) => {
  t.deepEqual(tonesOf(readWave(stereo(silence(300)))), []);
  t.deepEqual(tonesOf(readWave(Buffer.alloc(20))), []);
});

test('[rig] reads the forwarded port from the table of QEMU, the last one to the panel', (t) => {
  const table = `Hub -1 (network):
  Protocol[State]    FD  Source Address  Port   Dest. Address  Port RecvQ SendQ
  TCP[HOST_FORWARD]  27       127.0.0.1 34566       10.0.2.15  8321     0     0
  TCP[HOST_FORWARD]  28       127.0.0.1 34567       10.0.2.15  8321     0     0
  TCP[HOST_FORWARD]  29       127.0.0.1 40001       10.0.2.15    22     0     0
  TCP[ESTABLISHED]   30       127.0.0.1 34568       10.0.2.15  8321     0     0\r\n`;
  t.is(forwardedPort(table, 8321), 34_567);
  t.is(forwardedPort('Hub -1 (network):', 8321), null);
});

test('[rig] parses watcher lines as keys and colours', (t) => {
  const key = { device: 'QEMU Virtio Keyboard', type: 1, code: 103, value: 1 };
  t.deepEqual(readInput(JSON.stringify(key)), key);
  t.deepEqual(readColour('{"report":"000103008000000000"}'), { led: 2, rgb: [0, 128, 0] });
  t.deepEqual(readColour('{"report":"000203008000000000"}'), null); // a fade
  for (const line of ['', 'tapin', '{"input":"QEMU Virtio Keyboard"}']) {
    t.is(readInput(line), null, line);
    t.is(readColour(line), null, line);
  }
});
