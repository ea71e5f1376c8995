// The firmware's own version (C51: it begins at 0.9.0).

export const FIRMWARE_VERSION = '0.9.0';
/** Rises with every release; a lower one is never installed. */
export const FIRMWARE_SEQ = 1;
