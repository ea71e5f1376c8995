// The speaker: short sounds by name.
//
// Contract: `play` starts a sound and returns at once; volume 0..100 %, 0 is silence and plays nothing.

export const SOUNDS = ['click', 'strike', 'holed', 'close', 'miss', 'done'] as const;
export type Sound = (typeof SOUNDS)[number];

export interface Speaker {
  play(sound: Sound, volume_percent: number): void;
}
