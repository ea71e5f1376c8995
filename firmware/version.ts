// The firmware's own version (C51: it begins at 0.9.0).

export const FIRMWARE_VERSION = '0.9.0';
