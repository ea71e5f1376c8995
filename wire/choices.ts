// What the documents leave open and this project decided: each choice once, under its ID in docs/choices.md.

/** C24: the numbers of the experiences (game modes). */
export const GAME_MODE = { metrics: 1, lag: 9, close: 10 } as const;
export type GameId = keyof typeof GAME_MODE;

/** C57: the share of the face in the start direction; the rest would be the path, which no channel senses. */
export const FACE_SHARE = 0.87;

/** C8: a device's id, made by itself at first start. */
export const DEVICE_ID = /^TP-[0-9A-F]{12}$/;

/** C59: points of Lag putting by the leave as a share of the distance. */
export const LAG_POINTS = { two_within: 0.05, one_within: 0.1, one_within_ft: 1, short_at_most: 0.1 } as const;

/** C60: the stations of Close-in putting, feet. */
export const LADDER_FT: readonly number[] = [3, 4, 5, 6, 7, 8];

/** C62: results kept for each experience, over all its players. */
export const TREND_ENTRIES_MAX = 200;

/** C64: how much later than due a BEAT may come before it counts as missing, in BEATs. */
export const BEAT_GRACE = 0.5;

/** C58: plausibility is judged on values rounded to this, so that a strike on a limit is on it and not a tick beyond. */
export const PLAUSIBILITY_RESOLUTION = 0.01;
