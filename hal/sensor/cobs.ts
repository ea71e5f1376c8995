// Consistent Overhead Byte Stuffing (Cheshire and Baker, 1999): encodes bytes without any 0x00.

/** Encodes any bytes; the result is one byte longer per started block of 254 bytes, and has no 0x00. */
export function cobsEncode(bytes: Uint8Array): Uint8Array {
  const out: number[] = [0];
  let code_at = 0;
  const close = (): void => {
    out[code_at] = out.length - code_at;
    code_at = out.length;
    out.push(0);
  };
  for (const byte of bytes) {
    if (out.length - code_at === 255) close();
    if (byte === 0) close();
    else out.push(byte);
  }
  out[code_at] = out.length - code_at;
  return Uint8Array.from(out);
}

/** Decodes bytes; null if no encoder produces them: a 0x00 inside, or a block longer than the rest. */
export function cobsDecode(encoded: Uint8Array): Uint8Array | null {
  const out = new Uint8Array(encoded.length);
  let length = 0;
  let at = 0;
  while (at < encoded.length) {
    const code = encoded[at] ?? 0;
    const end = at + code;
    if (code === 0 || end > encoded.length) return null;
    for (at++; at < end; at++) {
      if (encoded[at] === 0) return null;
      out[length++] = encoded[at] ?? 0;
    }
    if (code < 255 && at < encoded.length) out[length++] = 0;
  }
  return out.subarray(0, length);
}
