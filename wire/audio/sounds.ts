// Names of a device's sounds, in a separate file from the packs so that callers that need only a name load nothing
// else.

/** All sounds of a device. */
export const SOUNDS = ['click', 'strike', 'holed', 'close', 'miss', 'done'] as const;
export type Sound = (typeof SOUNDS)[number];
