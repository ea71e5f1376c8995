// Formats numbers for people.

/** Formats with a typographic minus sign, and without one for zero. */
export const signedText = (value: number, digits: number): string =>
  value
    .toFixed(digits)
    .replace(/^-(?=0*\.?0*$)/, '')
    .replace('-', '−');

/** Formats as `1 byte`, `2 bytes`. */
export const countText = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
