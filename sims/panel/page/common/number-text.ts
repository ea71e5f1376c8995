// Numbers as people read them.

/** With the sign of typography, and none before a zero. */
export const signedText = (value: number, digits: number): string =>
  value
    .toFixed(digits)
    .replace(/^-(?=0*\.?0*$)/, '')
    .replace('-', '−');

/** `1 byte`, `2 bytes`. */
export const countText = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
