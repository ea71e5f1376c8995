// What the documents leave open and this project decided, under its ID in docs/choices.md: what device and cloud, or parts of the
// device, share. A number that one part alone uses stands in that part.

/** C24: the pages of a host that has a simulator, which the relay tells from others too. */
export const SIM_PAGE_MODE = { simdirect: 2, simport: 4 } as const;

/** C57: the share of the face in the start direction; the rest would be the path, which no channel senses. */
export const FACE_SHARE = 0.87;

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

/** C78: how long a guest's input is sent again; the relay remembers a `rid` for longer. */
export const INPUT_RETRY_MS_MAX = 100_000;

/** C79: held requests in a row that end at once and say nothing new, before a second device with this identity is suspected. */
export const IDLE_ANSWERS_MAX = 5;

/** C80: codes that a device offers to join again. */
export const RECENT_CODES_MAX = 4;

/** C4: characters of a note. */
export const NOTE_CHARS_MAX = 60;

/** Characters of the address of a golf simulator, as a person types it on the device. */
export const ADDRESS_CHARS_MAX = 32;

/** C90: what the store's documents leave without a limit. */
export const EXTENSION_VERSION_MAX = 2_147_483_647;
export const CHECKED_AT_ONCE_MAX = 64;

/** C42: how far a path may reach on the screen, in pixels from its corner; how wide its stroke may be there; any number of it or of its options. */
export const PATH_COORDINATE_MAX = 32_767;
export const PATH_WIDTH_MAX = 512;
export const PATH_NUMBER_MAX = 1e9;
export const OPA_MAX = 255;

/** C89: instructions of one callback of an extension. */
export const CALLBACK_INSTRUCTIONS_MAX = 300_000;

/** C24: slot i of the extensions is game mode 24 + i. */
export const SLOT_MODE_FIRST = 24;

/** C55: shots that wait for a user's server; where there are more the oldest is dropped. */
export const SHOT_QUEUE_MAX = 32;

/** C91: how long a device waits for an answer of the store, and after its start for a network to ask it by. */
export const STORE_WAIT_MS = 10_000;
export const NETWORK_WAIT_MS = 30_000;

/** C94: limits of firmware images and audio packs that no document states. */
export const IMAGE_BYTES_MAX = 268_435_456;
export const FIRMWARE_SEQ_MAX = 2_147_483_647;
export const FIRMWARE_NOTES_CHARS_MAX = 1000;
export const AUDIO_PACK_BYTES_MAX = 1_000_000;
/** C94: an image is fetched and kept in pieces of this size, each asked for once and waited for so long. */
export const PIECE_BYTES = 262_144;
export const PIECE_WAIT_MS = 30_000;
/** C94: a new image has run this long before it is the one that starts from then on. */
export const TRIAL_MS = 10_000;
