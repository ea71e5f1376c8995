// The firmware's own version (C51: starts at 0.9.0).

export const FIRMWARE_VERSION = '0.9.0';
/** Increases with every release; a lower one is never installed. */
export const FIRMWARE_SEQ = 1;
