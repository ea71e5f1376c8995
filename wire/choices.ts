// Decisions of this project where the spec leaves a gap, under their IDs in docs/choices.md, if device and cloud or
// several folders share them. A number used by only one folder stays in that folder.

/** C24: modes of simulator hosts; the relay also distinguishes them from other modes. */
export const SIM_PAGE_MODE = { simdirect: 2, simport: 4 } as const;

/** C8: device ID, generated at first boot. */
export const DEVICE_ID = /^TP-[0-9A-F]{12}$/;

/** C2: number of symbols in a host code. */
export const HOST_CODE_SYMBOLS = 6;

/** C4: a round numbers seats from 0 and holes from 1. */
export const ROUND_SEATS = { min: 1, max: 4 } as const;
export const ROUND_HOLES = { min: 1, max: 18 } as const;

/** C8: length of a device secret in bytes. */
export const SECRET_BYTES = 32;

/** C13: length of a `rid` in characters. */
export const RID_CHARS = { min: 1, max: 36 } as const;

/** C71: limits that no document states. Characters are Unicode code points. */
export const DEVICE_NAME_CHARS_MAX = 32;
export const LABEL_CHARS_MAX = 32;
export const TYPED_CODE_CHARS_MAX = 32;
export const STATE_TAG_CHARS_MAX = 32;
export const GAME_MODE_MAX = 255;

/** C90: limits that the store's documents omit. */
export const EXTENSION_VERSION_MAX = 2_147_483_647;
export const CHECKED_AT_ONCE_MAX = 64;

/** C89: instruction limit of one extension callback. */
export const CALLBACK_INSTRUCTIONS_MAX = 300_000;

/**
 * Cost limit of one picture of an extension, about 1 us each on a desktop. Painting delays a key by at most 50 ms,
 * including the picture that responds to it.
 */
export const PICTURE_COST_US_MAX = 20_000;

/** C94: limits of firmware images and audio packs that no document states. */
export const IMAGE_BYTES_MAX = 268_435_456;
export const FIRMWARE_SEQ_MAX = 2_147_483_647;
export const FIRMWARE_NOTES_CHARS_MAX = 1000;
export const AUDIO_PACK_BYTES_MAX = 1_000_000;
