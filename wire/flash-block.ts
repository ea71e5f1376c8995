// Sizes of stored records that device and board share: a copy that fills whole blocks can be overwritten in place.

/** Smallest unit that a file system writes to a card. */
export const FLASH_BLOCK_BYTES = 4096;
/** Header in front of each stored copy (hal/flash/record.ts). */
export const FLASH_HEADER_BYTES = 32;
