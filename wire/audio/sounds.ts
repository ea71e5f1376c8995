// The sounds of a device by their names: apart from the packs, so that who only needs a name loads nothing else.

/** Every sound that a device makes. */
export const SOUNDS = ['click', 'strike', 'holed', 'close', 'miss', 'done'] as const;
export type Sound = (typeof SOUNDS)[number];
