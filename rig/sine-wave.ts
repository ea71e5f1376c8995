// A tone as a wave file, to be played in the machine.

const RATE_HZ = 48_000;
const LOUDNESS = 12_000;

/** One channel of 16 bits. */
export function sineWave(hz: number, ms: number): Buffer {
  const samples = Math.round((ms / 1000) * RATE_HZ);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples * 2, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE_HZ, 24);
  head.writeUInt32LE(RATE_HZ * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples * 2, 40);
  const body = Buffer.alloc(samples * 2);
  for (let at = 0; at < samples; at++)
    body.writeInt16LE(Math.round(LOUDNESS * Math.sin((2 * Math.PI * hz * at) / RATE_HZ)), at * 2);
  return Buffer.concat([head, body]);
}
