// What the documents leave open and this project decided, under its ID in docs/choices.md: what device and cloud, or several folders of the
// project, share. A number that one folder alone uses stands in that folder.

/** C24: the pages of a host that has a simulator, which the relay tells from others too. */
export const SIM_PAGE_MODE = { simdirect: 2, simport: 4 } as const;

/** C8: a device's id, which it makes at its first start. */
export const DEVICE_ID = /^TP-[0-9A-F]{12}$/;

/** C2: symbols of a host's code. */
export const HOST_CODE_SYMBOLS = 6;

/** C4: seats of a round are counted from 0, holes from 1. */
export const ROUND_SEATS = { min: 1, max: 4 } as const;
export const ROUND_HOLES = { min: 1, max: 18 } as const;

/** C8: bytes of a device's secret. */
export const SECRET_BYTES = 32;

/** C13: characters of a `rid`. */
export const RID_CHARS = { min: 1, max: 36 } as const;

/** C71: characters are Unicode code points. Limits that no document states. */
export const DEVICE_NAME_CHARS_MAX = 32;
export const LABEL_CHARS_MAX = 32;
export const TYPED_CODE_CHARS_MAX = 32;
export const STATE_TAG_CHARS_MAX = 32;
export const GAME_MODE_MAX = 255;

/** C90: what the store's documents leave without a limit. */
export const EXTENSION_VERSION_MAX = 2_147_483_647;
export const CHECKED_AT_ONCE_MAX = 64;

/** C89: instructions of one callback of an extension. */
export const CALLBACK_INSTRUCTIONS_MAX = 300_000;

/**
 * What painting one picture of an extension may cost, about microseconds on a desktop. While it is painted a key waits; with the picture
 * that answers it that is 50 ms at most.
 */
export const PICTURE_COST_US_MAX = 20_000;

/** C94: limits of firmware images and audio packs that no document states. */
export const IMAGE_BYTES_MAX = 268_435_456;
export const FIRMWARE_SEQ_MAX = 2_147_483_647;
export const FIRMWARE_NOTES_CHARS_MAX = 1000;
export const AUDIO_PACK_BYTES_MAX = 1_000_000;
