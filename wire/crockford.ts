// Codes that people read out to each other: Crockford's base32 (choice C2).

/** The 32 symbols of a code, in their order. */
export const CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TYPED = /^[0-9A-Za-z -]*$/;
const WRITTEN = new RegExp(`^[${CODE_SYMBOLS}]*$`);

/** The symbols for these bytes, one for each byte; uniform if the bytes are. */
export const codeOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => CODE_SYMBOLS[byte & 31]).join('');

/**
 * A code as somebody typed it, in its one written form: any case, O for 0, I and L for 1, spaces and hyphens ignored.
 * Null if it isn't `symbols` long or holds anything else.
 */
export function readCode(typed: string, symbols: number): string | null {
  if (typed.length === symbols && WRITTEN.test(typed)) return typed;
  if (!TYPED.test(typed)) return null;
  const code = typed.replace(/[ -]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === symbols && WRITTEN.test(code) ? code : null;
}
