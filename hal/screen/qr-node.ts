// QR code as one path of squares.

import { generate } from 'lean-qr';

/** Empty margin around a code, in modules (ISO/IEC 18004). */
const QUIET_MODULES = 4;

interface QrCode {
  /** Path of the dark modules, one unit each. */
  readonly d: string;
  /** Side including the margin, in modules. */
  readonly modules: number;
}

/** Encodes a text of at most 2,953 bytes with the highest error correction that needs no larger code. */
export function qrCode(text: string): QrCode {
  const code = generate(text);
  let d = '';
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) d += `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z`;
  return { d, modules: code.size + 2 * QUIET_MODULES };
}
