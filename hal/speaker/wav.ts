// Writes 16-bit PCM WAV files and reduces their volume.

const HEADER_BYTES = 44;
const PCM = 1;
/** Format tag whose real format is the first two bytes of a longer GUID. */
const EXTENSIBLE = 0xfffe;

/** Returns a mono file. @param samples -1..1; louder values are clipped. */
export function wavOf(samples: Float64Array, rate_hz: number): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate_hz, 24);
  file.writeUInt32LE(rate_hz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries())
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32767), HEADER_BYTES + at * 2);
  return file;
}

/** Returns the file with every sample times `gain`, 0..1. Returns anything but 16-bit PCM unchanged. */
export function quieter(wav: Uint8Array, gain: number): Uint8Array {
  const file = Buffer.from(wav);
  let scalable = false;
  for (const { id, from, to } of chunksOf(file)) {
    if (id === 'fmt ' && to - from >= 16) scalable = isPcm16(file.subarray(from, to));
    if (id !== 'data' || !scalable) continue;
    for (let at = from; at + 2 <= to; at += 2) file.writeInt16LE(Math.round(file.readInt16LE(at) * gain), at);
  }
  return file;
}

interface Chunk {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Iterates over the chunks, each with name and length, at even offsets. A length beyond the end of the file is cut
 * there.
 */
function* chunksOf(file: Buffer): Generator<Chunk> {
  for (let at = 12; at + 8 <= file.length;) {
    const from = at + 8;
    const end = from + file.readUInt32LE(at + 4);
    yield { id: file.toString('latin1', at, at + 4), from, to: Math.min(end, file.length) };
    at = end + (end % 2);
  }
}

function isPcm16(format: Buffer): boolean {
  const code = format.readUInt16LE(0);
  const known = code === EXTENSIBLE && format.length >= 26 ? format.readUInt16LE(24) : code;
  return known === PCM && format.readUInt16LE(14) === 16;
}
