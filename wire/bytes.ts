// Conversions between bytes and text, with the means of the language alone: they run in Node and in browsers.

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const STRICT_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Characters per call of `String.fromCharCode`, which takes a limited number of arguments. */
const CHUNK = 8192;

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => ENCODER.encode(text);

/** Decodes UTF-8. Replaces invalid sequences by U+FFFD and keeps a byte order mark. */
export const textOf = (bytes: Uint8Array): string => DECODER.decode(bytes);

/** Decodes UTF-8; null if the bytes are not UTF-8. */
export function strictTextOf(bytes: Uint8Array): string | null {
  try {
    return STRICT_DECODER.decode(bytes);
  } catch {
    return null;
  }
}

/** Returns one character per byte (ISO 8859-1). */
export function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

export const toBase64 = (bytes: Uint8Array): string => btoa(latin1Of(bytes));

/** Returns base64 for URLs (RFC 4648, section 5), without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Decodes base64, with or without padding; null for any other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Decodes pairs of hex digits; the caller has checked the text. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Compares public bytes; the time depends on where they differ. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
