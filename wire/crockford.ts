// Codes that people read out to each other, in Crockford's base32 (C2).

/** The 32 symbols of a code, in order. */
export const CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TYPED = /^[0-9A-Za-z -]*$/;
const WRITTEN = new RegExp(`^[${CODE_SYMBOLS}]*$`);

/** Returns one symbol for each byte, uniformly distributed if the bytes are. */
export const codeOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => CODE_SYMBOLS[byte & 31]).join('');

/**
 * Normalizes a typed code: any case, O for 0, I and L for 1, spaces and hyphens ignored. Returns null if the code does
 * not have exactly `symbols` valid symbols.
 */
export function readCode(typed: string, symbols: number): string | null {
  if (typed.length === symbols && WRITTEN.test(typed)) return typed;
  if (!TYPED.test(typed)) return null;
  const code = typed.replace(/[ -]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === symbols && WRITTEN.test(code) ? code : null;
}
